//! Theories: sets of implications, and what follows from them.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::chaining::{Chaining, Derivation};
use crate::{AttrSet, Conclusion, Implication};

/// A Horn sentence 𝓗: a list of implications over a universe of fixed size.
#[derive(Clone)]
pub struct Theory {
    attributes: usize,
    rules: Vec<Implication>,
    index: Index,
}

/// Which rules can fire at all: each rule is filed under one attribute of its
/// premise and need not be looked at before that one is there.
#[derive(Clone)]
struct Index {
    under: Vec<Vec<u32>>,
    /// Rules without a premise.
    always: Vec<u32>,
}

impl Index {
    fn new(attributes: usize) -> Self {
        Self { under: vec![Vec::new(); attributes], always: Vec::new() }
    }

    fn of(attributes: usize, rules: &[Implication]) -> Self {
        let mut index = Self::new(attributes);
        rules.iter().enumerate().for_each(|(place, rule)| index.add(place, rule));
        index
    }

    /// Files a rule under the attribute of its premise that has the fewest.
    fn add(&mut self, place: usize, rule: &Implication) {
        let rarest = rule.premise.iter().min_by_key(|&attr| self.under[attr].len());
        rarest.map_or(&mut self.always, |attr| &mut self.under[attr]).push(place as u32);
    }

    /// Takes a rule out of where it is filed.
    fn remove(&mut self, place: usize, rule: &Implication) {
        let others = |other: &u32| *other as usize != place;
        self.always.retain(others);
        rule.premise.iter().for_each(|attr| self.under[attr].retain(others));
    }
}

/// A closure in the making.
struct Closing<'a> {
    rules: &'a [Implication],
    skip: Option<usize>,
    closed: AttrSet,
    /// Rules that were tried and lack some of their premise.
    waiting: SmallVec<[u32; 64]>,
}

impl Closing<'_> {
    /// Applies those of the rules that have their premise, and lets the others
    /// wait; breaks off at ⊥.
    fn fire(&mut self, places: &[u32]) -> ControlFlow<()> {
        for &place in places {
            let rule = &self.rules[place as usize];
            if self.skip == Some(place as usize) {
                continue;
            }
            if !rule.premise.is_subset(&self.closed) {
                self.waiting.push(place);
                continue;
            }
            match &rule.conclusion {
                Conclusion::Falsum => return ControlFlow::Break(()),
                Conclusion::Attrs(add) => self.closed.insert_all(add),
            };
        }
        ControlFlow::Continue(())
    }
}

/// A rule of another universe would silently speak of other attributes.
fn check_universe(rule: &Implication, attributes: usize) {
    assert!(rule.fits(attributes), "a rule of another universe than one of {attributes} attributes");
}

impl PartialEq for Theory {
    fn eq(&self, other: &Self) -> bool {
        (self.attributes, &self.rules) == (other.attributes, &other.rules)
    }
}

impl Eq for Theory {}

impl fmt::Debug for Theory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Theory").field("attributes", &self.attributes).field("rules", &self.rules).finish()
    }
}

impl Theory {
    /// The empty theory: every set is a model.
    pub fn new(attributes: usize) -> Self {
        Self::from_rules(attributes, [])
    }

    /// A theory of the given rules.
    ///
    /// # Panics
    ///
    /// If a rule cannot be of a universe of this size, as is so for all that take
    /// rules.
    pub fn from_rules(attributes: usize, rules: impl IntoIterator<Item = Implication>) -> Self {
        let rules: Vec<Implication> = rules.into_iter().collect();
        rules.iter().for_each(|rule| check_universe(rule, attributes));
        let index = Index::of(attributes, &rules);
        Self { attributes, rules, index }
    }

    /// The size of the universe.
    pub fn attribute_count(&self) -> usize {
        self.attributes
    }

    /// The rules, in order.
    pub fn rules(&self) -> &[Implication] {
        &self.rules
    }

    /// The number of rules.
    pub fn len(&self) -> usize {
        self.rules.len()
    }

    /// Whether there is no rule.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Adds a rule at the end.
    pub fn push(&mut self, rule: Implication) {
        check_universe(&rule, self.attributes);
        self.index.add(self.rules.len(), &rule);
        self.rules.push(rule);
    }

    /// Takes out the last rule.
    pub fn pop(&mut self) -> Option<Implication> {
        let rule = self.rules.pop()?;
        self.index.remove(self.rules.len(), &rule);
        Some(rule)
    }

    /// Takes out the rule at that place; the later ones move up.
    pub fn remove(&mut self, place: usize) -> Implication {
        let rule = self.rules.remove(place);
        self.index = Index::of(self.attributes, &self.rules);
        rule
    }

    /// Puts a rule in the place of another.
    pub fn replace(&mut self, place: usize, rule: Implication) {
        check_universe(&rule, self.attributes);
        self.index.remove(place, &self.rules[place]);
        self.index.add(place, &rule);
        self.rules[place] = rule;
    }

    /// 𝓗(X): the smallest model that contains `set`, or ⊥ if there is none.
    pub fn close(&self, set: &AttrSet) -> Conclusion {
        self.close_skipping(set, None)
    }

    /// The closure under all rules but the one at `skip`.
    fn close_skipping(&self, set: &AttrSet, skip: Option<usize>) -> Conclusion {
        let mut closing = Closing { rules: &self.rules, skip, closed: set.clone(), waiting: SmallVec::new() };
        if closing.fire(&self.index.always).is_break() {
            return Conclusion::Falsum;
        }
        let mut seen = AttrSet::empty(self.attributes);
        loop {
            let new = closing.closed.difference(&seen);
            if new.is_empty() {
                return Conclusion::Attrs(closing.closed);
            }
            seen.insert_all(&new);
            // What waits may have been waiting for these attributes.
            let waiting = std::mem::take(&mut closing.waiting);
            if closing.fire(&waiting).is_break() {
                return Conclusion::Falsum;
            }
            for attr in new.iter() {
                if closing.fire(&self.index.under[attr]).is_break() {
                    return Conclusion::Falsum;
                }
            }
        }
    }

    /// X ⊨ 𝓗: whether `set` satisfies every rule.
    pub fn is_model(&self, set: &AttrSet) -> bool {
        self.rules.iter().all(|rule| rule.holds_in(set))
    }

    /// 𝓗 ⊨ A → B: whether the implication follows.
    pub fn entails(&self, implication: &Implication) -> bool {
        implication.conclusion.is_within(&self.close(&implication.premise))
    }

    /// Whether both theories have the same models.
    pub fn is_equivalent(&self, other: &Self) -> bool {
        self.rules.iter().all(|rule| other.entails(rule)) && other.rules.iter().all(|rule| self.entails(rule))
    }

    /// Why `goal` follows from `from`, or `None` if it does not.
    pub fn derive(&self, from: &AttrSet, goal: &Conclusion) -> Option<Derivation> {
        Chaining::of_rules(self.attributes, &self.rules).derive(from, goal)
    }

    /// The same theory, given `background`, with the premises it has but none
    /// of its rules to spare: rules of one premise are joined, and those that
    /// follow from the others are left out, long premises first.
    #[must_use]
    pub fn irredundant_beyond(&self, background: &Self) -> Self {
        let mut joined: Vec<Implication> = Vec::new();
        let mut places: HashMap<&AttrSet, usize> = HashMap::new();
        for rule in &self.rules {
            match places.entry(&rule.premise) {
                Entry::Occupied(earlier) => {
                    let earlier = &mut joined[*earlier.get()];
                    earlier.conclusion = earlier.conclusion.union(&rule.conclusion);
                }
                Entry::Vacant(place) => {
                    place.insert(joined.len());
                    joined.push(rule.clone());
                }
            }
        }
        let mut order: Vec<usize> = (0..joined.len()).collect();
        order.sort_by_key(|&place| (std::cmp::Reverse(joined[place].premise.len()), std::cmp::Reverse(place)));
        let known = background.len();
        let mut all = background.clone();
        joined.into_iter().for_each(|rule| all.push(rule));
        let mut left_out = HashSet::new();
        for place in order.into_iter().map(|place| place + known) {
            let rule = &all.rules[place];
            if rule.conclusion.is_within(&all.close_skipping(&rule.premise, Some(place))) {
                // Out of the way, with the places of the others unchanged.
                all.rules[place].conclusion = Conclusion::Attrs(AttrSet::empty(self.attributes));
                left_out.insert(place);
            }
        }
        let kept = (known..all.len()).filter(|place| !left_out.contains(place));
        Self::from_rules(self.attributes, kept.map(|place| all.rules[place].clone()))
    }

    /// The canonical (Duquenne–Guigues) basis: the equivalent theory with the
    /// fewest rules whose premises are pseudo-closed and whose conclusions are
    /// closed.
    ///
    /// Each conclusion is closed, then each premise under the *other* rules,
    /// and a rule dropped if that already gives its conclusion (Rudolph, *Some notes on
    /// pseudo-closed sets*, 2007). Rules come out in the order of theirs.
    #[must_use]
    pub fn canonical(&self) -> Self {
        self.canonical_beyond(&Self::new(self.attributes))
    }

    /// The canonical basis relative to `background`: the fewest rules that
    /// together with it are equivalent to both together.
    #[must_use]
    pub fn canonical_beyond(&self, background: &Self) -> Self {
        let mut all = background.clone();
        self.rules.iter().for_each(|rule| all.push(rule.clone()));
        let known = background.len();
        for place in known..all.len() {
            all.rules[place].conclusion = all.close(&all.rules[place].premise);
        }
        let mut place = known;
        while place < all.len() {
            let rule = &all.rules[place];
            let premise = all.close_skipping(&rule.premise, Some(place));
            if premise == rule.conclusion {
                all.remove(place);
            } else if let Conclusion::Attrs(premise) = premise {
                // A larger premise still has the attribute it is filed under.
                all.rules[place].premise = premise;
                place += 1;
            }
        }
        Self::from_rules(self.attributes, all.rules.split_off(known))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Universe;

    fn set(names: &str) -> AttrSet {
        Universe::letters(6).set(names.split_terminator(' ')).unwrap()
    }

    fn rule(premise: &str, conclusion: &str) -> Implication {
        if conclusion == "⊥" {
            Implication::never(set(premise))
        } else {
            Implication::new(set(premise), set(conclusion))
        }
    }

    #[test]
    fn falsum_is_not_the_full_set() {
        let full = AttrSet::full(6);
        let never = Theory::from_rules(6, [rule("a", "⊥")]);
        let everything = Theory::from_rules(6, [rule("a", "a b c d e f")]);
        assert_eq!(never.close(&set("a")), Conclusion::Falsum);
        assert_eq!(everything.close(&set("a")), Conclusion::Attrs(full.clone()));
        assert!(!never.is_model(&full));
        assert!(everything.is_model(&full));
        assert!(never.entails(&everything.rules()[0]));
        assert!(!everything.entails(&never.rules()[0]));
    }

    #[test]
    fn a_derivation_names_only_what_is_needed() {
        let theory =
            Theory::from_rules(6, [rule("c", "d"), rule("a", "f"), rule("a", "b"), rule("b", "c"), rule("d", "⊥")]);
        let why = theory.derive(&set("a"), &Conclusion::Attrs(set("d"))).unwrap();
        assert_eq!(why.steps.iter().map(|s| s.rule).collect::<Vec<_>>(), [2, 3, 0]);
        let why = theory.derive(&set("a"), &Conclusion::Falsum).unwrap();
        assert_eq!(why.steps.iter().map(|s| s.rule).collect::<Vec<_>>(), [2, 3, 0, 4]);
        assert_eq!(theory.derive(&set("f"), &Conclusion::Attrs(set("a"))), None);
        assert!(theory.derive(&set("f"), &Conclusion::Attrs(set("f"))).unwrap().steps.is_empty());
    }

    #[test]
    fn a_derivation_takes_the_short_way() {
        let long = [rule("a", "b"), rule("b", "c"), rule("c", "d"), rule("d", "⊥"), rule("a b", "⊥"), rule("e", "⊥")];
        let theory = Theory::from_rules(6, long);
        let steps = |from: &str, goal: Conclusion| {
            theory.derive(&set(from), &goal).unwrap().steps.iter().map(|s| s.rule).collect::<Vec<_>>()
        };
        assert_eq!(steps("a", Conclusion::Falsum), [0, 4]);
        assert_eq!(steps("a", Conclusion::Attrs(set("c"))), [0, 1]);
        assert_eq!(steps("e", Conclusion::Attrs(set("f"))), [5]);
    }

    #[test]
    #[should_panic(expected = "a rule of another universe")]
    fn a_rule_of_a_larger_universe_is_refused() {
        Theory::new(3).push(Implication::never(AttrSet::of(5, [4])));
    }
}
