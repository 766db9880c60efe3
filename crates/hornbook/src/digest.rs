//! The rules that tell most, without what is said otherwise in fewer words.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::{
    Attr, AttrSet, Conclusion, Context, Implication, Rule, Rulebook, Theory, exclusive_groups, exclusive_pair,
};

/// The rules of a book that come first, what is equivalent said once, and how
/// much there is besides.
#[derive(Clone, Debug)]
pub struct Digest {
    /// How many lines of rules were wanted.
    pub top: usize,
    /// Attributes that occur in the same rows.
    pub equivalences: Vec<Equivalence>,
    /// Rules, the first ones of the book first.
    pub rules: Vec<Rule>,
    /// Attributes of which no row has two.
    pub exclusive: Vec<AttrSet>,
    /// How many more such groups there are.
    pub more_exclusive: usize,
    /// How many rules there are besides what is said here.
    pub left_out: usize,
}

/// Attributes that occur in the same rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equivalence {
    /// At least two.
    pub attrs: AttrSet,
    /// In how many rows, if that was counted.
    pub support: Option<usize>,
}

impl Rulebook {
    /// The first rules of the book, so many lines of them. If the table is at hand
    /// that they were counted in, rules that are said in part are counted anew.
    pub fn digest(&self, top: usize, table: Option<&Context>) -> Digest {
        let theory = self.theory();
        let classes = equivalences(self, &theory);
        let mut representative: HashMap<Attr, &Equivalence> = HashMap::new();
        for class in &classes {
            class.attrs.iter().for_each(|attr| _ = representative.insert(attr, class));
        }
        let (mut shown_classes, mut rules) = (Vec::new(), Vec::new());
        let mut left_out = 0;
        let (mut exclusive_pairs, mut impossible) = (Vec::new(), Vec::new());
        for rule in &self.rules {
            let class = single(&rule.implication.premise).and_then(|attr| representative.get(&attr).copied());
            let is_full = shown_classes.len() + rules.len() >= top;
            if rule.implication.conclusion.is_falsum() {
                // What never occurs is told apart, if that is no chance.
                if rule.implication.premise.len() == 2 && self.would_meet(&rule.implication.premise) {
                    exclusive_pairs.push(&rule.implication);
                } else {
                    impossible.push(rule);
                }
                continue;
            }
            if let Some(class) = class {
                if !shown_classes.contains(class) && !is_full {
                    shown_classes.push(class.clone());
                }
                match beyond_class(rule, class, table) {
                    None if shown_classes.contains(class) => {}
                    Some(rest) if shown_classes.contains(class) && shown_classes.len() + rules.len() < top => {
                        rules.push(rest);
                    }
                    _ => left_out += 1,
                }
            } else if is_full {
                left_out += 1;
            } else {
                rules.push(said_once(rule, &shown_classes));
            }
        }
        // What never occurs has what room is left, and a little.
        let room = if left_out == 0 { top.saturating_sub(shown_classes.len() + rules.len()) } else { 0 };
        let pairs = exclusive_pairs.iter().filter_map(|rule| exclusive_pair(rule));
        let mut exclusive = exclusive_groups(self.universe.len(), pairs);
        exclusive.sort_by_key(|group| Reverse(self.occurrences(group)));
        let more_exclusive = exclusive.len().saturating_sub(room.max(MIN_EXCLUSIVE_SHOWN));
        exclusive.truncate(exclusive.len() - more_exclusive);
        let room = room.saturating_sub(exclusive.len());
        rules.extend(impossible.iter().take(room).copied().cloned());
        let is_said = |rule: &&&Implication| exclusive.iter().any(|group| rule.premise.is_subset(group));
        let unsaid = exclusive_pairs.len() - exclusive_pairs.iter().filter(is_said).count();
        let left_out = left_out + unsaid + impossible.len().saturating_sub(room);
        Digest { top, equivalences: shown_classes, rules, exclusive, more_exclusive, left_out }
    }
}

impl Rulebook {
    fn occurrences(&self, set: &AttrSet) -> usize {
        set.iter().filter_map(|attr| self.attribute_supports.get(attr)).sum()
    }

    /// Whether so many rows would have both attributes, if they had nothing to do
    /// with each other, that there is hardly any chance of none.
    fn would_meet(&self, pair: &AttrSet) -> bool {
        let supports = pair.iter().filter_map(|attr| self.attribute_supports.get(attr));
        let product: f64 = supports.map(|&support| support as f64).product();
        self.rows.is_some_and(|rows| product / rows.max(1) as f64 >= EXPECTED_MEETINGS)
    }
}

/// So many groups of attributes that exclude each other are shown in any case.
const MIN_EXCLUSIVE_SHOWN: usize = 3;

/// If so many rows are expected and none is there, that is no chance: it would be
/// one in a hundred and fifty.
const EXPECTED_MEETINGS: f64 = 5.0;

/// A rule without attributes that are equivalent to others which it has.
fn said_once(rule: &Rule, classes: &[Equivalence]) -> Rule {
    let mut rule = rule.clone();
    if let Conclusion::Attrs(conclusion) = &mut rule.implication.conclusion {
        for Equivalence { attrs, .. } in classes {
            let mut others = conclusion.intersection(attrs);
            if let Some(first) = others.first() {
                others.remove(first);
                conclusion.remove_all(&others);
            }
        }
    }
    rule
}

fn single(set: &AttrSet) -> Option<Attr> {
    set.first().filter(|_| set.len() == 1)
}

/// Attributes that follow from each other, by the rules that have just one in
/// their premise.
fn equivalences(book: &Rulebook, theory: &Theory) -> Vec<Equivalence> {
    let mut closures: Vec<(Attr, AttrSet, Option<usize>)> = Vec::new();
    for rule in book.rules.iter().filter(|rule| !rule.implication.conclusion.is_falsum()) {
        if let Some(attr) = single(&rule.implication.premise)
            && let Conclusion::Attrs(closure) = theory.close(&rule.implication.premise)
            && !closures.iter().any(|(other, ..)| *other == attr)
        {
            closures.push((attr, closure, rule.support));
        }
    }
    let mut classes: Vec<Equivalence> = Vec::new();
    for (attr, closure, support) in &closures {
        if classes.iter().any(|class| class.attrs.contains(*attr)) {
            continue;
        }
        let same = closures.iter().filter(|(other, its, _)| closure.contains(*other) && its.contains(*attr));
        let attrs = AttrSet::of(book.universe.len(), same.map(|(other, ..)| *other));
        if attrs.len() > 1 {
            classes.push(Equivalence { attrs, support: *support });
        }
    }
    classes
}

/// What a rule about one of a class says beyond the class; nothing if that is
/// said of the first of the class already.
fn beyond_class(rule: &Rule, class: &Equivalence, table: Option<&Context>) -> Option<Rule> {
    let attr = single(&rule.implication.premise)?;
    let Conclusion::Attrs(conclusion) = &rule.implication.conclusion else { return None };
    let rest = conclusion.difference(&class.attrs);
    if class.attrs.first() != Some(attr) || rest.is_empty() {
        return None;
    }
    let conclusion_support = table.map(|table| table.support(&rest));
    let implication = Implication::new(rule.implication.premise.clone(), rest);
    Some(Rule { implication, conclusion_support, ..rule.clone() })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{Universe, canonical_basis};

    /// 0 and 1 occur in the same rows, always with 2; 3 and 4 never together.
    fn table() -> Context {
        let rows = |set: &[usize], count: usize| vec![AttrSet::of(6, set.iter().copied()); count];
        let rows =
            [rows(&[0, 1, 2, 3], 20), rows(&[2, 4], 20), rows(&[2, 3, 5], 10), rows(&[3], 25), rows(&[4, 5], 25)];
        Context::from_rows(Arc::new(Universe::letters(6)), rows.concat())
    }

    fn book(table: &Context) -> Rulebook {
        let mut book = Rulebook::new(table.universe().clone(), canonical_basis(table).rules().iter().cloned());
        let Ok(()) = book.count_rows(table);
        book.sort_by_telling(table);
        book
    }

    #[test]
    fn what_is_equivalent_or_exclusive_is_said_once_and_counted_right() {
        let table = table();
        let book = book(&table);
        let digest = book.digest(20, Some(&table));
        let set = |attrs: &[usize]| AttrSet::of(6, attrs.iter().copied());
        assert_eq!(digest.equivalences, [Equivalence { attrs: set(&[0, 1]), support: Some(20) }]);
        assert!(digest.exclusive.contains(&set(&[3, 4])), "{digest:?}");
        // What is said in part is counted by what is said.
        let rest = digest.rules.iter().find(|rule| rule.implication.premise == set(&[0])).unwrap();
        assert_eq!(rest.implication.conclusion, Conclusion::Attrs(set(&[2, 3])));
        assert_eq!(rest.conclusion_support, Some(30));
        for rule in &digest.rules {
            let figures = book.figures(rule).unwrap();
            let conclusion = rule.implication.conclusion.attrs().map_or(0, |attrs| table.support(attrs));
            assert_eq!((figures.premise, figures.conclusion), (table.support(&rule.implication.premise), conclusion));
        }
    }

    #[test]
    fn all_rules_are_shown_or_counted() {
        let table = table();
        let book = book(&table);
        for top in 1..12 {
            let digest = book.digest(top, Some(&table));
            // A class says as many rules as it has attributes, or as they have lines.
            let of_classes = digest.equivalences.iter().flat_map(|class| class.attrs.iter());
            let said: Vec<AttrSet> = of_classes
                .map(|attr| AttrSet::of(6, [attr]))
                .chain(digest.rules.iter().map(|rule| rule.implication.premise.clone()))
                .collect();
            let is_said = |rule: &Implication| {
                let excluded = |group: &AttrSet| rule.conclusion.is_falsum() && rule.premise.is_subset(group);
                said.contains(&rule.premise) || digest.exclusive.iter().any(excluded)
            };
            let missing = book.rules.iter().filter(|rule| !is_said(&rule.implication)).count();
            assert!(digest.left_out >= missing && digest.left_out <= book.rules.len(), "{top}: {digest:?}");
            assert!(digest.equivalences.len() + digest.rules.len() <= top.max(1));
        }
    }
}
