//! The canonical basis of a table: on any number of threads, within limits, at
//! any width, and by definition.
#![allow(clippy::unwrap_used)]

mod common;

use std::ops::ControlFlow;
use std::sync::Arc;

use common::{basis_by_definition, contexts, random_context, relative_basis, sorted, subsets};
use hornbook::canonical::{Basis, BasisProgress, BasisSettings, BasisStop, Unfinished};
use hornbook::scaling::{Missing, ScalingOptions};
use hornbook::{
    AttrSet, Conclusion, Context, Implication, Theory, Universe, canonical_basis, canonical_basis_with, format,
};
use proptest::prelude::*;

const THREADS: [usize; 4] = [1, 2, 3, 8];

fn run(context: &Context, settings: BasisSettings) -> Result<Basis, Unfinished> {
    let nothing = Theory::new(context.attribute_count());
    canonical_basis_with(context, &nothing, &settings, &mut |_| ControlFlow::Continue(()))
}

fn table(attributes: usize, rows: &[&[usize]]) -> Context {
    let rows = rows.iter().map(|row| AttrSet::of(attributes, row.iter().copied()));
    Context::from_rows(Arc::new(Universe::letters(attributes)), rows)
}

/// The basis relative to a theory by definition: the sets closed under it that
/// are not closed in the table, but contain the closure of every smaller one.
fn relative_by_definition(context: &Context, background: &Theory) -> Vec<Implication> {
    let n = context.attribute_count();
    let mut sets: Vec<_> = subsets(n).filter(|set| background.is_model(set)).collect();
    sets.sort_by_key(AttrSet::len);
    let mut basis: Vec<Implication> = Vec::new();
    for set in sets {
        let closure = context.close(&set);
        if closure != Conclusion::Attrs(set.clone()) && basis.iter().all(|rule| rule.holds_in(&set)) {
            basis.push(Implication { premise: set, conclusion: closure });
        }
    }
    basis
}

/// Rules of the table: some of its basis, some with larger premises.
fn valid_background(context: &Context, pick: u64) -> Theory {
    let n = context.attribute_count();
    let of_basis = canonical_basis(context);
    let some = of_basis.rules().iter().enumerate().filter(|(at, _)| pick >> (at % 64) & 1 == 1);
    let some = some.map(|(_, rule)| rule.clone());
    let larger = (0..3).map(|at| {
        let premise = AttrSet::from_words(n, [pick >> (8 * at)]);
        Implication { conclusion: context.close(&premise), premise }
    });
    Theory::from_rules(n, some.chain(larger))
}

proptest! {
    #[test]
    fn threads_change_nothing(context in contexts()) {
        let alone = canonical_basis(&context);
        let expected = basis_by_definition(context.attribute_count(), |set| context.close(set));
        prop_assert_eq!(sorted(alone.rules().to_vec()), sorted(expected));
        for threads in THREADS {
            let basis = relative_basis(&context, &Theory::new(context.attribute_count()), threads);
            prop_assert_eq!(basis.rules(), alone.rules());
        }
    }

    #[test]
    fn a_relative_basis_is_by_definition(context in contexts(), pick in any::<u64>()) {
        let background = valid_background(&context, pick);
        let expected = sorted(relative_by_definition(&context, &background));
        for threads in THREADS {
            let basis = relative_basis(&context, &background, threads);
            prop_assert_eq!(sorted(basis.rules().to_vec()), expected.clone());
        }
    }

    #[test]
    fn every_rule_and_every_intent_is_visited_once(context in contexts()) {
        let intents = subsets(context.attribute_count()).filter(|set| context.close(set).attrs() == Some(set)).count();
        for threads in THREADS {
            let basis = run(&context, BasisSettings { threads, ..BasisSettings::default() }).unwrap();
            prop_assert_eq!(basis.visited as usize, intents + basis.rules.len());
        }
    }

    #[test]
    fn whether_the_work_suffices_depends_on_the_table_alone(context in contexts(), most in 0u64..60) {
        let needed = run(&context, BasisSettings::default()).unwrap().visited;
        for threads in THREADS {
            let settings = BasisSettings { threads, max_visited: Some(most), ..BasisSettings::default() };
            match run(&context, settings) {
                Ok(basis) => prop_assert!(basis.visited == needed && needed <= most),
                Err(unfinished) => prop_assert!(unfinished.stopped == BasisStop::Work && needed > most),
            }
        }
    }
}

/// A table of which the basis can be said: without sets that fit in a word.
#[test]
fn the_smallest_tables() {
    for threads in THREADS {
        let rules = |context: &Context| relative_basis(context, &Theory::new(context.attribute_count()), threads);
        for attributes in [0, 1, 2, 64, 65, 128, 129, 300] {
            let none = AttrSet::empty(attributes);
            let all = AttrSet::full(attributes);
            let empty = table(attributes, &[]);
            assert_eq!(rules(&empty).rules(), [Implication::never(none.clone())], "{attributes} attributes");
            let full = Context::from_rows(empty.universe().clone(), [all.clone(), all.clone()]);
            let expected = if attributes == 0 { vec![] } else { vec![Implication::new(none.clone(), all)] };
            assert_eq!(rules(&full).rules(), expected, "{attributes} attributes");
            let nothing = table(attributes, &[&[], &[]]);
            let never = (0..attributes).rev().map(|attr| Implication::never(AttrSet::of(attributes, [attr])));
            assert_eq!(rules(&nothing).rules(), never.collect::<Vec<_>>(), "{attributes} attributes");
        }
    }
}

/// Attributes that are copies of others, or in no row, or in every row, add
/// known rules and change none of the others.
#[test]
fn wide_tables_are_like_narrow_ones() {
    let narrow = random_context(12, 30, 0.4, 3);
    let expected = canonical_basis(&narrow);
    for attributes in [12, 64, 65, 127, 130, 200, 300] {
        let spread = |attr: usize| attr * (attributes - 1) / 11;
        let everywhere: Vec<usize> = (0..attributes).filter(|attr| !(0..12).any(|of| spread(of) == *attr)).collect();
        let rows = narrow
            .distinct()
            .iter()
            .map(|row| AttrSet::of(attributes, row.iter().map(spread).chain(everywhere.iter().copied())));
        let wide = Context::from_rows(Arc::new(Universe::letters(attributes)), rows);
        for threads in [1, 2] {
            let basis = relative_basis(&wide, &Theory::new(attributes), threads);
            assert_eq!(basis.len(), expected.len() + usize::from(attributes > 12));
            let back = |set: &AttrSet| AttrSet::of(12, (0..12).filter(|&attr| set.contains(spread(attr))));
            let narrowed = basis.rules().iter().skip(usize::from(attributes > 12)).map(|rule| Implication {
                premise: back(&rule.premise),
                conclusion: rule.conclusion.attrs().map_or(Conclusion::Falsum, |set| back(set).into()),
            });
            assert_eq!(narrowed.collect::<Vec<_>>(), expected.rules());
        }
    }
}

#[test]
fn the_public_tables_on_two_threads() {
    for (file, missing, rules) in [
        ("zoo.csv", Missing::Absent, 141),
        ("breast-cancer.csv", Missing::Value, 10739),
        ("breast-cancer.csv", Missing::Absent, 10666),
        ("breast-cancer.csv", Missing::Drop, 10489),
    ] {
        let options = ScalingOptions { missing, ..ScalingOptions::default() };
        let context = format::read_context_file(format!("../../data/{file}"), None, &options).unwrap().context;
        let one = run(&context, BasisSettings::default()).unwrap();
        let two = run(&context, BasisSettings { threads: 2, ..BasisSettings::default() }).unwrap();
        assert_eq!((one.rules.len(), one.visited), (rules, two.visited));
        assert_eq!(one.rules.rules(), two.rules.rules());
    }
}

#[test]
fn too_little_memory_is_said_and_what_was_found_is_kept() {
    let context = random_context(40, 200, 0.3, 1);
    for threads in THREADS {
        let settings = BasisSettings { threads, ..BasisSettings::default() };
        let whole = run(&context, settings).unwrap();
        let most = whole.peak_bytes / 2;
        let unfinished = run(&context, BasisSettings { max_bytes: Some(most), ..settings }).unwrap_err();
        assert_eq!(unfinished.stopped, BasisStop::Memory);
        assert!(unfinished.to_string().contains("memory"));
        let found = unfinished.found.rules;
        assert!(!found.is_empty() && found.len() < whole.rules.len());
        assert!(found.rules().iter().all(|rule| whole.rules.rules().contains(rule)));
        assert!(run(&context, BasisSettings { max_bytes: Some(8 * whole.peak_bytes), ..settings }).is_ok());
    }
}

#[test]
fn the_watcher_sees_the_run_go_on() {
    let context = random_context(40, 200, 0.3, 1);
    for threads in THREADS {
        let mut seen: Vec<BasisProgress> = Vec::new();
        let settings = BasisSettings { threads, ..BasisSettings::default() };
        let watch = &mut |progress: &BasisProgress| {
            seen.push(*progress);
            ControlFlow::Continue(())
        };
        let basis = canonical_basis_with(&context, &Theory::new(40), &settings, watch).unwrap();
        assert!(seen.is_sorted_by_key(|progress| progress.rules) && seen.is_sorted_by_key(|progress| progress.visited));
        let last = seen.last().unwrap();
        assert!(last.rules <= basis.rules.len() && last.visited <= basis.visited && last.bytes <= basis.peak_bytes);
        assert!(seen.len() > 1 && last.rules > 0);
    }
}
