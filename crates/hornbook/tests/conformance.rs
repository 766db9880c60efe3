//! Every learner with every wrapper around its oracle, on every example: the
//! wrappers change nothing, and whoever watches can call a run off.
#![allow(clippy::unwrap_used)]

mod common;

use std::ops::ControlFlow;

use common::{random_context, sorted};
use hornbook::canonical::{self, BasisStop};
use hornbook::learn::exploration::AttributeExploration;
use hornbook::learn::frugal::{self, Frugal};
use hornbook::learn::pac::{HornApproximation, PacSettings, Strength, Variant};
use hornbook::learn::{Accuracy, LearnError, Schedule, Watch, unwatched};
use hornbook::oracle::{Cached, Counted, Limited, Oracle, Recorded, Replay, TableOracle};
use hornbook::sampling::Sampler;
use hornbook::{Context, Implication, Knowledge, Theory, canonical_basis_with};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Learner {
    Frugal,
    Pac(Strength, Variant),
    Exploration,
}

fn learners() -> Vec<Learner> {
    let variants = [Variant::Letter, Variant::Valid, Variant::Cached];
    let pac = variants.into_iter().flat_map(|v| [Strength::Weak, Strength::Strong].map(|s| Learner::Pac(s, v)));
    pac.chain([Learner::Frugal, Learner::Exploration]).collect()
}

fn examples() -> Vec<Context> {
    vec![
        random_context(5, 0, 0.5, 1),
        random_context(5, 1, 1.0, 1),
        random_context(6, 8, 0.5, 1),
        random_context(9, 12, 0.3, 2),
        random_context(9, 20, 0.7, 3),
    ]
}

/// Runs a learner; its rules so far, and how it ended.
fn run<O: Oracle>(
    learner: Learner,
    oracle: &mut O,
    attributes: usize,
    watch: Watch<'_>,
) -> (Vec<Implication>, Result<(), LearnError<O::Error>>) {
    let accuracy = Accuracy::new(0.1, 0.1).unwrap();
    let sampler = Sampler::uniform(attributes);
    match learner {
        Learner::Frugal => {
            let settings = frugal::FrugalSettings::new(accuracy, sampler, 3);
            let mut learner = Frugal::new(settings, Knowledge::new(attributes));
            let ended = learner.run(oracle, watch);
            (learner.rules().rules().to_vec(), ended)
        }
        Learner::Pac(strength, variant) => {
            let background = Theory::new(attributes);
            let schedule = Schedule::Thrifty;
            let settings = PacSettings { accuracy, schedule, strength, variant, sampler, seed: 3, background };
            let mut learner = HornApproximation::new(settings);
            let ended = learner.run(oracle, watch);
            (learner.rules().rules().to_vec(), ended)
        }
        Learner::Exploration => {
            let mut learner = AttributeExploration::new(Knowledge::new(attributes));
            let ended = learner.run(oracle, watch);
            (learner.rules().rules().to_vec(), ended)
        }
    }
}

/// The rules of a run that must not fail.
fn rules<O: Oracle<Error: std::fmt::Debug>>(learner: Learner, oracle: &mut O, attributes: usize) -> Vec<Implication> {
    let (rules, ended) = run(learner, oracle, attributes, &mut unwatched);
    ended.unwrap();
    rules
}

#[test]
fn wrappers_change_nothing() {
    for context in &examples() {
        let n = context.attribute_count();
        let table = || TableOracle::new(context, 5);
        for learner in learners() {
            let plain = rules(learner, &mut table(), n);
            let mut counted = Counted::new(table());
            assert_eq!(plain, rules(learner, &mut counted, n), "{learner:?}");
            assert_eq!(plain, rules(learner, &mut Limited::new(table()).questions(u64::MAX), n), "{learner:?}");
            let mut recorded = Recorded::new(table());
            assert_eq!(plain, rules(learner, &mut recorded, n), "{learner:?}");
            assert_eq!(recorded.record().len() as u64, counted.questions().asked);
            let mut replay = Replay::new(n, recorded.into_record());
            assert_eq!(plain, rules(learner, &mut replay, n), "{learner:?}");
            assert_eq!(replay.left(), 0);
            // A cache may answer with another counterexample, so that the
            // rules differ where they depend on it. Exploration's do not.
            let cached = rules(learner, &mut Cached::new(table(), Knowledge::new(n)), n);
            if learner == Learner::Exploration {
                assert_eq!(sorted(plain), sorted(cached));
            }
        }
    }
}

#[test]
fn a_limit_stops_every_learner_and_keeps_what_it_has() {
    for context in &examples()[2..] {
        let n = context.attribute_count();
        for learner in learners() {
            let mut limited = Limited::new(TableOracle::new(context, 5)).questions(6);
            let (found, ended) = run(learner, &mut limited, n, &mut unwatched);
            assert!(matches!(ended, Err(LearnError::Oracle(_))), "{learner:?}");
            assert!(found.len() <= 6);
            let valid = !matches!(learner, Learner::Pac(_, Variant::Letter | Variant::Cached));
            assert!(!valid || found.iter().all(|rule| context.holds(rule)), "{learner:?}");
        }
    }
}

#[test]
fn every_learner_can_be_called_off() {
    for context in &examples()[2..] {
        let n = context.attribute_count();
        for learner in learners() {
            let mut calls = 0;
            let mut impatient = |_: &_| {
                calls += 1;
                if calls > 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let (_, ended) = run(learner, &mut TableOracle::new(context, 5), n, &mut impatient);
            assert!(matches!(ended, Err(LearnError::Cancelled)), "{learner:?}");
            assert_eq!(calls, 4, "{learner:?}");
        }
    }
    let context = random_context(16, 200, 0.5, 1);
    for threads in [1, 3] {
        let settings = canonical::BasisSettings { threads, ..canonical::BasisSettings::default() };
        let mut impatient = |_: &_| ControlFlow::Break(());
        let cancelled = canonical_basis_with(&context, &Theory::new(16), &settings, &mut impatient).unwrap_err();
        assert_eq!(cancelled.stopped, BasisStop::Cancelled);
        assert!(cancelled.found.rules.rules().iter().all(|rule| context.holds(rule)));
    }
}
