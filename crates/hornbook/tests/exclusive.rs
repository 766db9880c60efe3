//! Groups of attributes that exclude each other, against their definition.
#![allow(clippy::unwrap_used)]

use hornbook::{Attr, AttrSet, Implication, exclusive_groups, exclusive_pair};
use proptest::prelude::*;

/// Some pairs of so many attributes, in any order and either way round.
fn pairs(attributes: usize) -> impl Strategy<Value = Vec<[Attr; 2]>> {
    prop::collection::vec([0..attributes, 0..attributes], 0..60)
}

proptest! {
    #[test]
    fn groups_are_cliques_that_cannot_grow_and_hold_every_pair(pairs in pairs(9)) {
        let excluded = |one: Attr, other: Attr| pairs.contains(&[one, other]) || pairs.contains(&[other, one]);
        let groups = exclusive_groups(9, pairs.iter().copied());
        for group in &groups {
            prop_assert!(group.len() >= 2);
            for one in group.iter() {
                prop_assert!(group.iter().filter(|&other| other != one).all(|other| excluded(one, other)));
            }
            let fits = |attr: Attr| !group.contains(attr) && group.iter().all(|member| excluded(attr, member));
            prop_assert!(!(0..9).any(fits), "{group:?} can grow");
        }
        for &[one, other] in pairs.iter().filter(|[one, other]| one != other) {
            prop_assert!(groups.iter().any(|group| group.contains(one) && group.contains(other)));
        }
        for (at, group) in groups.iter().enumerate() {
            prop_assert!(!groups[at + 1..].iter().any(|other| other.is_subset(group) || group.is_subset(other)));
        }
    }

    #[test]
    fn what_excludes_all_others_is_one_group(size in 2_usize..40) {
        let pairs = (0..size).flat_map(|one| (one + 1..size).map(move |other| [one, other]));
        prop_assert_eq!(exclusive_groups(40, pairs), vec![AttrSet::of(40, 0..size)]);
    }
}

#[test]
fn a_pair_is_two_attributes_that_never_occur_together() {
    let set = |attrs: &[Attr]| AttrSet::of(5, attrs.iter().copied());
    assert_eq!(exclusive_pair(&Implication::never(set(&[1, 3]))), Some([1, 3]));
    assert_eq!(exclusive_pair(&Implication::never(set(&[1]))), None);
    assert_eq!(exclusive_pair(&Implication::never(set(&[0, 1, 2]))), None);
    assert_eq!(exclusive_pair(&Implication::new(set(&[1, 3]), set(&[4]))), None);
}
