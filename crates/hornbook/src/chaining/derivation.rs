//! Why something follows, by rules of which none can be left out.

use super::Chaining;
use super::needed::Needed;
use crate::{Attr, AttrSet, Conclusion};

/// One step of a [`Derivation`]: a rule that fired and what it added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DerivationStep {
    /// The place of the rule among the rules.
    pub rule: usize,
    /// What was not there before, in ascending order; `None` for ⊥, if the rule
    /// says "never".
    pub adds: Option<Vec<Attr>>,
}

/// Why something follows: rules in an order in which they can be applied, none
/// of which can be left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derivation {
    /// Where it starts.
    pub from: AttrSet,
    /// The rules that are needed, in order.
    pub steps: Vec<DerivationStep>,
}

impl Chaining {
    /// Why `goal` follows from `from`, or `None` if it does not.
    pub fn derive(&self, from: &AttrSet, goal: &Conclusion) -> Option<Derivation> {
        let fired = self.fire_until(from, goal)?;
        let needed = Needed::of(self, from, goal, &fired);
        let mut closed = from.clone();
        let step = |rule: usize| DerivationStep {
            rule,
            adds: (!self.never[rule]).then(|| self.conclusions.get(rule).filter(|&attr| closed.insert(attr)).collect()),
        };
        Some(Derivation { from: from.clone(), steps: needed.map(step).collect() })
    }

    /// The rules that fire until the goal is reached. All that can fire do so at
    /// once, layer by layer: that keeps the way to the goal short.
    fn fire_until(&self, from: &AttrSet, goal: &Conclusion) -> Option<Vec<usize>> {
        let mut closed = from.clone();
        let is_goal = |attr: Attr| goal.attrs().is_some_and(|attrs| attrs.contains(attr));
        let mut left = goal.attrs().map(|attrs| attrs.difference(from).len());
        let (mut missing, mut ready) = self.begin(from);
        let mut never: Option<usize> = None;
        let mut fired = Vec::new();
        while left != Some(0) {
            ready.sort_unstable();
            let (nevers, layer): (Vec<usize>, Vec<usize>) = ready
                .drain(..)
                .filter(|&rule| self.never[rule] || self.conclusions.get(rule).any(|attr| !closed.contains(attr)))
                .partition(|&rule| self.never[rule]);
            never = never.into_iter().chain(nevers).min();
            // ⊥ is the goal, or the last resort: from it everything follows.
            match never {
                Some(rule) if goal.is_falsum() || layer.is_empty() => {
                    fired.push(rule);
                    break;
                }
                None if layer.is_empty() => return None,
                _ => {}
            }
            for rule in layer {
                for attr in self.conclusions.get(rule).filter(|&attr| closed.insert(attr)) {
                    left = left.map(|left| left - usize::from(is_goal(attr)));
                    self.meet(attr, &mut missing, &mut ready);
                }
                fired.push(rule);
            }
        }
        Some(fired)
    }
}
