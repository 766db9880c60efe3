//! Rules as lists of attributes: for many rules over many attributes, each of
//! which names but a few.
//!
//! A [`Theory`](crate::Theory) holds sets as wide as their universe, which is
//! quick for as many attributes as one can learn about. A rule file may name a
//! hundred thousand: as sets, as many rules would take gigabytes. Here they take
//! about what the file takes.
//!
//! What follows is found in one pass, linear in the lengths of all rules
//! (LinClosure; Beeri and Bernstein, *Computational problems related to the
//! design of normal form relational schemas*, 1979): each rule counts how much of
//! its premise is missing yet, and fires when that is nothing.

mod derivation;
mod lists;
mod needed;

pub use derivation::{Derivation, DerivationStep};

use lists::{Lists, ListsByKey};

use crate::{Attr, AttrSet, Conclusion, Implication};

/// Rules over a universe of fixed size, as lists of attributes.
#[derive(Clone, Debug)]
pub struct Chaining {
    attributes: usize,
    premises: Lists,
    /// Those of "never" are empty.
    conclusions: Lists,
    never: Vec<bool>,
    /// The rules that have an attribute in their premise, by attribute.
    under: ListsByKey,
}

/// How much is missing of the premise of each rule.
struct Missing(Vec<u32>);

impl Chaining {
    /// These rules, in order: premise, and conclusion or `None` for ⊥. What is
    /// named twice counts once.
    ///
    /// # Panics
    ///
    /// If a rule names an attribute beyond the universe.
    pub fn new<'a>(attributes: usize, rules: impl IntoIterator<Item = (&'a [Attr], Option<&'a [Attr]>)>) -> Self {
        let mut lists = (Lists::default(), Lists::default(), Vec::new());
        for (premise, conclusion) in rules {
            lists.0.push(premise.iter().copied());
            lists.1.push(conclusion.unwrap_or_default().iter().copied());
            lists.2.push(conclusion.is_none());
        }
        Self::of(attributes, lists)
    }

    /// The rules of a theory.
    pub(crate) fn of_rules(attributes: usize, rules: &[Implication]) -> Self {
        let mut lists = (Lists::default(), Lists::default(), Vec::new());
        for rule in rules {
            lists.0.push(rule.premise.iter());
            lists.1.push(rule.conclusion.attrs().into_iter().flat_map(AttrSet::iter));
            lists.2.push(rule.conclusion.is_falsum());
        }
        Self::of(attributes, lists)
    }

    fn of(attributes: usize, (premises, conclusions, never): (Lists, Lists, Vec<bool>)) -> Self {
        let under = ListsByKey::new(attributes, premises.pairs().map(|(rule, attr)| (attr, rule)));
        assert!(conclusions.pairs().all(|(_, attr)| attr < attributes), "a rule of another universe");
        Self { attributes, premises, conclusions, never, under }
    }

    /// The number of rules.
    pub fn len(&self) -> usize {
        self.never.len()
    }

    /// Whether there is no rule.
    pub fn is_empty(&self) -> bool {
        self.never.is_empty()
    }

    /// The smallest set that contains `from` and satisfies every rule, or ⊥ if
    /// there is none.
    pub fn close(&self, from: &AttrSet) -> Conclusion {
        let mut closed = from.clone();
        let (mut missing, mut ready) = self.begin(from);
        while let Some(rule) = ready.pop() {
            if self.never[rule] {
                return Conclusion::Falsum;
            }
            self.conclusions.get(rule).filter(|&attr| closed.insert(attr)).for_each(|attr| {
                self.meet(attr, &mut missing, &mut ready);
            });
        }
        Conclusion::Attrs(closed)
    }

    /// What is missing at the start, and the rules that miss nothing.
    fn begin(&self, from: &AttrSet) -> (Missing, Vec<usize>) {
        let mut missing = Missing((0..self.len()).map(|rule| self.premises.len_of(rule) as u32).collect());
        let mut ready: Vec<usize> = (0..self.len()).filter(|&rule| missing.0[rule] == 0).collect();
        from.iter().for_each(|attr| self.meet(attr, &mut missing, &mut ready));
        (missing, ready)
    }

    /// Counts an attribute that is there now.
    fn meet(&self, attr: Attr, missing: &mut Missing, ready: &mut Vec<usize>) {
        for rule in self.under.get(attr) {
            missing.0[rule] -= 1;
            if missing.0[rule] == 0 {
                ready.push(rule);
            }
        }
    }
}
