//! The background of a table in few words.
//!
//! A column with a hundred values has thousands of rules that no two of them
//! occur together: as text they are one line. Read back, the line gives the same
//! rules in the same order.

use crate::{Attr, Conclusion, Implication, exclusive_pair};

/// Before attributes of which nothing has two.
pub(super) const EXCLUSIVE: &str = "at most one of:";
/// Before attributes of which each implies the one behind it.
pub(super) const CHAIN: &str = "each implies the next:";

/// Some rules that follow one another.
pub(super) enum SaidShortly<'a> {
    /// No two of these occur together; at least three.
    Exclusive(Vec<Attr>),
    /// Each implies the next; at least three.
    Chain(Vec<Attr>),
    /// A rule by itself.
    Rule(&'a Implication),
}

/// The rules, those said together that stand together.
pub(super) fn said_shortly(rules: &[Implication]) -> Vec<SaidShortly<'_>> {
    let mut said = Vec::new();
    let mut rest = rules;
    while let Some(rule) = rest.first() {
        let (one, count) = match (exclusive(rest), chain(rest)) {
            (Some(group), _) => {
                let pairs = group.len() * (group.len() - 1) / 2;
                (SaidShortly::Exclusive(group), pairs)
            }
            (None, Some(chain)) => {
                let links = chain.len() - 1;
                (SaidShortly::Chain(chain), links)
            }
            (None, None) => (SaidShortly::Rule(rule), 1),
        };
        said.push(one);
        rest = &rest[count..];
    }
    said
}

/// The group of attributes whose pairs the first rules exclude, in the order in
/// which a group is read back; none of fewer than three.
fn exclusive(rules: &[Implication]) -> Option<Vec<Attr>> {
    let first = rules.first().and_then(exclusive_pair)?[0];
    let partners = rules.iter().map_while(exclusive_pair).take_while(|pair| pair[0] == first).map(|pair| pair[1]);
    let group: Vec<Attr> = std::iter::once(first).chain(partners).collect();
    let pairs = (0..group.len()).flat_map(|one| (one + 1..group.len()).map(move |other| [one, other]));
    let mut expected = pairs.map(|[one, other]| [group[one], group[other]]);
    let mut found = rules.iter().map(exclusive_pair);
    (group.len() > 2 && expected.all(|pair| found.next() == Some(Some(pair)))).then_some(group)
}

/// The longest chain that the first rules make; none of a single rule.
fn chain(rules: &[Implication]) -> Option<Vec<Attr>> {
    let [first, second] = rules.first().and_then(link)?;
    let mut chain = vec![first, second];
    for [from, to] in rules[1..].iter().map_while(link) {
        if chain.last() != Some(&from) {
            break;
        }
        chain.push(to);
    }
    (chain.len() > 2).then_some(chain)
}

/// The attribute that a rule is about and the one that it concludes, if there is
/// just one of either.
fn link(rule: &Implication) -> Option<[Attr; 2]> {
    let Conclusion::Attrs(conclusion) = &rule.conclusion else { return None };
    let only = |set: &crate::AttrSet| set.first().filter(|_| set.len() == 1);
    let (from, to) = (only(&rule.premise)?, only(conclusion)?);
    (from != to).then_some([from, to])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AttrSet;

    fn never(pair: [usize; 2]) -> Implication {
        Implication::never(AttrSet::of(8, pair))
    }

    fn implies(from: usize, to: usize) -> Implication {
        Implication::new(AttrSet::of(8, [from]), AttrSet::of(8, [to]))
    }

    fn said(rules: &[Implication]) -> Vec<String> {
        let words = |said: &SaidShortly<'_>| match said {
            SaidShortly::Exclusive(group) => format!("one of {group:?}"),
            SaidShortly::Chain(chain) => format!("chain {chain:?}"),
            SaidShortly::Rule(_) => "rule".to_owned(),
        };
        said_shortly(rules).iter().map(words).collect()
    }

    #[test]
    fn pairs_that_make_a_group_are_one_line() {
        let group = [[0, 1], [0, 2], [1, 2]].map(never);
        assert_eq!(said(&group), ["one of [0, 1, 2]"]);
        assert_eq!(said(&[&group[..], &[never([0, 3])]].concat()), ["one of [0, 1, 2]", "rule"]);
        // A pair that is not excluded leaves no group.
        assert_eq!(said(&[[0, 1], [0, 2], [0, 3], [1, 2], [1, 3]].map(never)).len(), 5);
        assert_eq!(said(&[[0, 1], [2, 3]].map(never)), ["rule", "rule"]);
    }

    #[test]
    fn thresholds_make_a_chain() {
        assert_eq!(said(&[implies(4, 2), implies(2, 1), implies(6, 5)]), ["chain [4, 2, 1]", "rule"]);
        assert_eq!(said(&[implies(1, 1), implies(1, 2), never([1, 2])]), ["rule", "rule", "rule"]);
    }
}
