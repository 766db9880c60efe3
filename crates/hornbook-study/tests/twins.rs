//! Random twins keep what they promise.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use hornbook::{AttrSet, Context, Universe};
use hornbook_study::Twin;
use proptest::prelude::*;

/// Tables with two columns of several values and some attributes of yes and no.
fn tables() -> impl Strategy<Value = (Context, Vec<Vec<usize>>)> {
    let row = (prop::collection::vec(any::<bool>(), 4), 0..4usize, 0..3usize);
    prop::collection::vec(row, 1..30).prop_map(|rows| {
        let universe = Arc::new(Universe::letters(9));
        let set = |(yes, first, second): (Vec<bool>, usize, usize)| {
            let alone = (0..4).filter(|&attr| yes[attr]);
            let first = (first < 3).then_some(4 + first);
            let second = (second < 2).then_some(7 + second);
            AttrSet::of(9, alone.chain(first).chain(second))
        };
        (Context::from_rows(universe, rows.into_iter().map(set)), vec![vec![4, 5, 6], vec![7, 8]])
    })
}

fn sums(context: &Context) -> Vec<usize> {
    (0..context.len()).map(|object| context.row(object).len()).collect()
}

proptest! {
    #[test]
    fn all_keep_shape_and_density((context, groups) in tables(), seed: u64) {
        for kind in Twin::ALL {
            let twin = kind.of(&context, &groups, seed);
            prop_assert_eq!(twin.len(), context.len());
            prop_assert_eq!(twin.universe(), context.universe());
            prop_assert_eq!(sums(&twin).iter().sum::<usize>(), sums(&context).iter().sum::<usize>());
            prop_assert_eq!(twin.density(), context.density());
        }
    }

    #[test]
    fn row_sums_are_kept((context, groups) in tables(), seed: u64) {
        prop_assert_eq!(sums(&Twin::RowSums.of(&context, &groups, seed)), sums(&context));
    }

    #[test]
    fn one_value_a_column_is_kept((context, groups) in tables(), seed: u64) {
        let twin = Twin::Columns.of(&context, &groups, seed);
        for object in 0..context.len() {
            for group in &groups {
                let values = |row: &AttrSet| group.iter().filter(|&&attr| row.contains(attr)).count();
                prop_assert_eq!(values(twin.row(object)), values(context.row(object)));
                prop_assert!(values(twin.row(object)) <= 1);
            }
        }
    }

    #[test]
    fn the_seed_decides((context, groups) in tables(), seed: u64) {
        for kind in Twin::ALL {
            let rows = |context: &Context| (0..context.len()).map(|at| context.row(at).clone()).collect::<Vec<_>>();
            let [one, other] = [(); 2].map(|()| rows(&kind.of(&context, &groups, seed)));
            prop_assert_eq!(one, other);
        }
    }
}

#[test]
fn places_are_filled_evenly() {
    let universe = Arc::new(Universe::letters(4));
    let context = Context::from_rows(universe, (0..4).map(|_| AttrSet::of(4, [0])));
    for kind in [Twin::Density, Twin::RowSums] {
        let mut counts = [0; 4];
        for seed in 0..2000 {
            let twin = kind.of(&context, &[], seed);
            (0..4).for_each(|at| twin.row(at).iter().for_each(|attr| counts[attr] += 1));
        }
        // 8000 places in 4 columns: five standard deviations are about 200.
        assert!(counts.iter().all(|count| (1800..2200).contains(count)), "{kind:?}: {counts:?}");
    }
}
