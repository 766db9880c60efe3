//! Rows in blocks say what a table in memory says.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use hornbook::canonical::{BasisSettings, domain_basis};
use hornbook::{AttrSet, Conclusion, Context, Domain, Implication, Model, Theory, Universe, canonical_basis};
use hornbook_engines::RowSink;
use hornbook_engines::rows::{RowBlocks, RowStore, Rows};
use proptest::prelude::*;

fn universe(attributes: usize) -> Arc<Universe> {
    Arc::new(Universe::new((0..attributes).map(|attr| format!("a{attr}"))).unwrap())
}

/// Random rows, of which parts may be unknown, and how often each is told at once.
fn rows() -> impl Strategy<Value = (usize, Vec<(AttrSet, AttrSet, u64)>)> {
    (1usize..80).prop_flat_map(|attributes| {
        let set = |share: f64| {
            prop::collection::vec(prop::bool::weighted(share), attributes).prop_map(move |bits| {
                AttrSet::of(attributes, bits.iter().enumerate().filter(|(_, has)| **has).map(|(attr, _)| attr))
            })
        };
        let row = (set(0.8), prop_oneof![3 => Just(AttrSet::empty(attributes)), 1 => set(0.1)], 1u64..4);
        (Just(attributes), prop::collection::vec(row, 1..60))
    })
}

/// The rows as blocks, and as a table in memory. They are told over and over, with a
/// number in attributes of their own, so that there are several blocks.
fn blocks(attributes: usize, rows: &[(AttrSet, AttrSet, u64)], own: usize, most_bytes: usize) -> (RowBlocks, Context) {
    const TOLD: usize = 30_000;
    let universe = universe(attributes + own);
    let mut store = RowStore::new(universe.clone(), most_bytes, None).with_table_rows(0);
    let mut counted = Vec::new();
    let wider = |set: &AttrSet| AttrSet::of(attributes + own, set.iter());
    for number in 0..TOLD {
        let (has, unknown, count) = &rows[number % rows.len()];
        let number = number / rows.len();
        let mut has = wider(has);
        (0..own).filter(|bit| number >> bit & 1 == 1).for_each(|bit| _ = has.insert(attributes + bit));
        let unknown = wider(unknown).difference(&has);
        store.row(has.words(), unknown.words(), *count).unwrap();
        counted.push((Model::partial(has, &unknown), *count as usize));
    }
    let Rows::Blocks(blocks) = store.finish().unwrap() else { panic!("a table in memory") };
    (blocks, Context::from_counted(universe, counted))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn blocks_in_memory_and_on_disk_say_what_a_table_says((attributes, rows) in rows(), seed in any::<u64>()) {
        for most_bytes in [1 << 30, 0] {
            let (mut blocks, context) = blocks(attributes, &rows, 14, most_bytes);
            prop_assert_eq!(blocks.bytes().1 > 0, most_bytes == 0);
            prop_assert_eq!(blocks.len() as usize, context.len());
            let universe = context.universe().clone();
            let mut state = seed;
            let mut random_set = |most: usize| {
                let mut set = universe.none();
                for _ in 0..most {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    set.insert((state >> 33) as usize % universe.len());
                }
                set
            };
            let sets: Vec<AttrSet> = (0..40).map(|at| random_set(at % 5)).chain([universe.all()]).collect();
            let mut table = &context;
            let Ok(closures) = table.closures(&sets);
            prop_assert_eq!(blocks.closures(&sets).unwrap(), closures);
            let Ok(supports) = table.supports(&sets);
            prop_assert_eq!(blocks.supports(&sets).unwrap(), supports);
            let rules: Vec<Implication> = sets.iter().enumerate().map(|(at, set)| match at % 3 {
                0 => Implication::never(set.clone()),
                _ => Implication::new(set.clone(), random_set(2)),
            }).collect();
            let Ok(expected) = Domain::violations(&mut table, &rules, 0);
            prop_assert_eq!(blocks.violations(&rules, 0).unwrap(), expected);
            let Ok(broken) = table.counterexamples(&rules, &mut |_| 0);
            for ((rule, found), expected) in rules.iter().zip(blocks.counterexamples(&rules, &mut |_| 7).unwrap()).zip(broken) {
                // A row of which something is unknown is taken for one that lacks it, as in the table.
                if let Some(row) = &found {
                    prop_assert!(!rule.holds_in(row));
                }
                if !context.has_unknown() {
                    prop_assert_eq!(found.is_some(), expected.is_some());
                }
            }
        }
    }
}

#[test]
fn rows_are_drawn_by_weight() {
    let attributes = 3;
    let rows: Vec<(AttrSet, AttrSet, u64)> = (0..8usize)
        .map(|bits| (AttrSet::of(3, (0..3).filter(|bit| bits >> bit & 1 == 1)), AttrSet::empty(3), 1))
        .collect();
    let (mut blocks, _) = blocks(attributes, &rows, 3, 0);
    let shares: Vec<f64> = (0..20_000).map(|at| (at as f64 + 0.5) / 20_000.0).collect();
    let drawn = blocks.rows_by_weight(&shares).unwrap().unwrap();
    // Weighted by 2^size, an attribute that half of the rows have is in two thirds.
    for attr in 0..6 {
        let share = drawn.iter().filter(|row| row.contains(attr)).count() as f64 / drawn.len() as f64;
        assert!((share - 2.0 / 3.0).abs() < 0.02, "{share}");
    }
}

#[test]
fn few_rows_that_differ_are_a_table() {
    let universe = universe(70);
    let mut store = RowStore::new(universe.clone(), 1 << 30, None);
    for number in 0..300_000usize {
        let row = AttrSet::of(70, [number % 7, 63 + number % 3]);
        store.row(row.words(), &[], 2).unwrap();
    }
    let Rows::Table(table) = store.finish().unwrap() else { panic!("blocks") };
    assert_eq!((table.len(), table.distinct().len()), (600_000, 21));
    assert_eq!(table.support(&AttrSet::of(70, [0])), 85_716);
    assert_eq!(table.row(599_999).len(), 2);
}

#[test]
fn a_scan_that_begins_anew_counts_once() {
    let universe = universe(4);
    let mut store = RowStore::new(universe.clone(), 1 << 30, None);
    store.row(AttrSet::of(4, [1]).words(), &[], 1).unwrap();
    store.begin_anew().unwrap();
    store.row(AttrSet::of(4, [2]).words(), &[], 1).unwrap();
    let Rows::Table(table) = store.finish().unwrap() else { panic!("blocks") };
    assert_eq!(table.distinct(), [AttrSet::of(4, [2])]);
}

#[test]
fn the_basis_of_blocks_is_that_of_the_table() {
    // Attributes that follow from others: a3 from a0 and a1, a5 from a2, never a0 with a4.
    let attributes = 6;
    let mut rows = Vec::new();
    for bits in 0..64usize {
        let row = AttrSet::of(6, (0..6).filter(|bit| bits >> bit & 1 == 1));
        let has = |attr: usize| row.contains(attr);
        let breaks = (has(0) && has(1) && !has(3)) || (has(2) && !has(5)) || (has(0) && has(4));
        if !breaks {
            rows.push((row, AttrSet::empty(attributes), 1));
        }
    }
    let (mut blocks, context) = blocks(attributes, &rows, 3, 0);
    let none = Theory::new(context.attribute_count());
    let mut go_on = |_: &_| std::ops::ControlFlow::Continue(());
    let found = domain_basis(&mut blocks, &none, &BasisSettings::default(), &mut go_on).unwrap();
    let expected = canonical_basis(&context);
    assert_eq!(found.rules.rules().len(), expected.rules().len());
    assert!(expected.rules().iter().all(|rule| found.rules.close(&rule.premise) == expected.close(&rule.premise)));
    assert!(expected.rules().iter().any(|rule| rule.conclusion == Conclusion::Falsum));
    assert!(blocks.passes() < 20, "{}", blocks.passes());
}
