//! Sets of attributes of which nothing has two.
//!
//! A column with ten values has 45 rules that two of them never occur together. They are
//! said once: *at most one of these*. The groups are maximal cliques of the graph whose
//! edges are the rules, as many as it takes until each rule is in one; not all maximal
//! cliques, of which there may be exponentially many.

use crate::{Attr, AttrSet, Implication};

/// The two attributes that a rule says never to occur together, if it says so.
pub fn exclusive_pair(rule: &Implication) -> Option<[Attr; 2]> {
    let mut attrs = rule.premise.iter();
    match (rule.conclusion.is_falsum(), attrs.next(), attrs.next(), attrs.next()) {
        (true, Some(one), Some(other), None) => Some([one, other]),
        _ => None,
    }
}

/// Gathers pairs of attributes that exclude each other into groups. Each two of a group
/// are one of the pairs, no attribute can be added to a group, and every pair is in at
/// least one of them.
pub fn exclusive_groups(attributes: usize, pairs: impl IntoIterator<Item = [Attr; 2]>) -> Vec<AttrSet> {
    let pairs: Vec<[Attr; 2]> = pairs.into_iter().filter(|[one, other]| one != other).collect();
    let mut partners = vec![AttrSet::empty(attributes); attributes];
    for &[one, other] in &pairs {
        partners[one].insert(other);
        partners[other].insert(one);
    }
    // Of each attribute those partners with which it is in no group yet.
    let mut open = partners.clone();
    let mut groups = Vec::new();
    for [one, other] in pairs {
        if !open[one].contains(other) {
            continue;
        }
        let mut group = AttrSet::of(attributes, [one, other]);
        let mut possible = partners[one].intersection(&partners[other]);
        while let Some(next) = possible.first() {
            group.insert(next);
            possible = possible.intersection(&partners[next]);
        }
        for attr in group.iter() {
            open[attr].remove_all(&group);
        }
        groups.push(group);
    }
    groups
}
