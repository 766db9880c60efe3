//! How many exceptions rules may have that rest on a search for exceptions.

use serde::{Deserialize, Serialize};

use crate::{AttrSet, Conclusion, Implication};

/// What a random search for exceptions to a rule showed that found none.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExceptionBound {
    /// The share of cases with the premise that break it, at most.
    pub exceptions_at_most: f64,
    /// How many cases were looked at.
    pub cases: u64,
    /// Of all bounds of the same search together, one is wrong with at most this
    /// probability.
    pub wrong_at_most: f64,
}

/// Of a rule that rests on searches for exceptions, but not in a way that bounds its
/// own: nothing better than this can be said.
pub const NOT_BOUNDED: f64 = 1.0;

/// What the searches bound of a rule: the share of cases with its premise that break
/// it, at most.
///
/// `searched` are rules for each of which a search bounds that share. A rule of the same
/// premise that says no more has the same bound; if it takes several of them, whatever
/// breaks it breaks one of these, and the bounds add up. Nothing follows from rules with
/// other premises, however small their bounds: the cases with this premise may be just
/// those few that break them. Then it is [not bounded](NOT_BOUNDED).
pub fn exceptions_at_most<'a>(rule: &Implication, searched: impl IntoIterator<Item = (&'a Implication, f64)>) -> f64 {
    let mut parts: Vec<(&Conclusion, f64)> = searched
        .into_iter()
        .filter(|(other, _)| {
            other.premise == rule.premise && other.conclusion.is_falsum() == rule.conclusion.is_falsum()
        })
        .map(|(other, bound)| (&other.conclusion, bound))
        .collect();
    parts.sort_by(|(_, a), (_, b)| a.total_cmp(b));
    if let Some((_, bound)) =
        parts.iter().find(|(conclusion, _)| rule.conclusion.is_within(&conclusion.union(&rule.premise.clone().into())))
    {
        return *bound;
    }
    let Conclusion::Attrs(conclusion) = &rule.conclusion else { return NOT_BOUNDED };
    let mut left: AttrSet = conclusion.difference(&rule.premise);
    let mut sum = 0.0;
    for (part, bound) in parts.iter().filter_map(|(part, bound)| Some((part.attrs()?, bound))) {
        if !left.is_disjoint(part) {
            left.remove_all(part);
            sum += bound;
        }
    }
    if left.is_empty() { f64::min(sum, NOT_BOUNDED) } else { NOT_BOUNDED }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Universe;

    #[test]
    fn bounds_are_those_of_rules_with_the_same_premise() {
        let letters = Universe::letters(5);
        let set = |names: &str| letters.set(names.split_terminator(' ')).unwrap();
        let searched = [
            (Implication::new(set("a"), set("b c")), 0.05),
            (Implication::new(set("a"), set("b")), 0.02),
            (Implication::new(set("a"), set("d")), 0.01),
            (Implication::never(set("b")), 0.03),
        ];
        let bound = |rule: Implication| exceptions_at_most(&rule, searched.iter().map(|(rule, bound)| (rule, *bound)));
        assert_eq!(bound(Implication::new(set("a"), set("b c"))), 0.05);
        assert_eq!(bound(Implication::new(set("a"), set("a b"))), 0.02);
        assert!((bound(Implication::new(set("a"), set("b c d"))) - 0.08).abs() < 1e-12);
        assert!((bound(Implication::new(set("a"), set("b d"))) - 0.03).abs() < 1e-12);
        assert_eq!(bound(Implication::never(set("b"))), 0.03);
        // Of other premises nothing follows, nor from what never occurs: that is a share
        // of other cases.
        for rule in [
            Implication::new(set("a b"), set("c")),
            Implication::new(set("a"), set("e")),
            Implication::new(set("b"), set("c")),
            Implication::never(set("a")),
            Implication::never(set("b c")),
        ] {
            assert_eq!(bound(rule), NOT_BOUNDED);
        }
    }
}
