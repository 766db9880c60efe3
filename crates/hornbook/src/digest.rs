//! The rules that tell most, without what is said otherwise in fewer words.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use crate::{Attr, AttrSet, Conclusion, Implication, Rule, Rulebook, Theory};

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
    /// How many rules there are besides.
    pub left_out: usize,
    /// How many of those are of what never occurs.
    pub left_out_impossible: usize,
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
    /// The first rules of the book, so many lines of them.
    pub fn digest(&self, top: usize) -> Digest {
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
                    exclusive_pairs.push(rule.implication.premise.clone());
                } else {
                    impossible.push(rule);
                }
                continue;
            }
            if let Some(class) = class {
                if !shown_classes.contains(class) && !is_full {
                    shown_classes.push(class.clone());
                }
                match beyond_class(rule, class) {
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
        // It has what room is left.
        let room = if left_out == 0 { top.saturating_sub(shown_classes.len() + rules.len()) } else { 0 };
        rules.extend(impossible.iter().take(room).copied().cloned());
        let left_out_impossible = impossible.len().saturating_sub(room);
        let left_out = left_out + left_out_impossible;
        let mut exclusive = cliques(self.universe.len(), &exclusive_pairs);
        exclusive.sort_by_key(|group| Reverse(self.occurrences(group)));
        Digest { top, equivalences: shown_classes, rules, exclusive, left_out, left_out_impossible }
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
fn beyond_class(rule: &Rule, class: &Equivalence) -> Option<Rule> {
    let attr = single(&rule.implication.premise)?;
    let Conclusion::Attrs(conclusion) = &rule.implication.conclusion else { return None };
    let rest = conclusion.difference(&class.attrs);
    if class.attrs.first() != Some(attr) || rest.is_empty() {
        return None;
    }
    let implication = Implication::new(rule.implication.premise.clone(), rest);
    Some(Rule { implication, ..rule.clone() })
}

/// Groups of attributes of which each two are a pair, taken one after the other
/// so that every pair is in one.
fn cliques(attributes: usize, pairs: &[AttrSet]) -> Vec<AttrSet> {
    let mut partners: BTreeMap<Attr, AttrSet> = BTreeMap::new();
    for pair in pairs {
        for attr in pair.iter() {
            partners.entry(attr).or_insert_with(|| AttrSet::empty(attributes)).insert_all(&pair.without(attr));
        }
    }
    let mut open: Vec<&AttrSet> = pairs.iter().collect();
    let mut groups = Vec::new();
    while let Some(&pair) = open.first() {
        let mut group = pair.clone();
        for (&other, its) in &partners {
            if group.is_subset(its) {
                group.insert(other);
            }
        }
        open.retain(|pair| !pair.is_subset(&group));
        groups.push(group);
    }
    groups
}
