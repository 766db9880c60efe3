//! The guarantee, tested as what it is: a statement about many runs. For
//! several domains, 500 seeded runs each; the exact error, by enumeration, may
//! exceed ε no more often than δ allows, by a binomial bound at 99.9%.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Truth, binomial_bound, small_domains};
use hornbook::learn::Learner;
use hornbook::learn::pac::{HornApproximation, PacSettings, Strength, Variant};
use hornbook::learn::{Accuracy, Schedule, unwatched};
use hornbook::oracle::TableOracle;
use hornbook::sampling::Sampler;
use hornbook::{Context, Theory};

const RUNS: u64 = 500;
const EPSILON: f64 = 0.1;
const DELTA: f64 = 0.1;

fn learn(context: &Context, strength: Strength, variant: Variant, schedule: Schedule, seed: u64) -> HornApproximation {
    let mut learner = HornApproximation::new(PacSettings {
        accuracy: Accuracy::new(EPSILON, DELTA).unwrap(),
        schedule,
        strength,
        variant,
        sampler: Sampler::uniform(context.attribute_count()),
        seed,
        background: Theory::new(context.attribute_count()),
    });
    learner.run(&mut TableOracle::new(context, seed), &mut unwatched).unwrap();
    learner
}

fn errs_no_more_often_than_allowed(strength: Strength, variant: Variant) {
    for (at, context) in small_domains().iter().enumerate() {
        let truth = Truth::of(context);
        let failures = (0..RUNS)
            .filter(|&seed| {
                let learner = learn(context, strength, variant, Schedule::Thrifty, seed);
                assert!(learner.is_certified());
                let error = match strength {
                    Strength::Weak => truth.weak_error(learner.hypothesis()),
                    Strength::Strong => truth.strong_error(learner.hypothesis()),
                };
                error > EPSILON
            })
            .count() as u64;
        let allowed = binomial_bound(RUNS, DELTA);
        assert!(failures <= allowed, "domain {at}: {failures} of {RUNS} runs beyond ε, {allowed} allowed");
    }
}

#[test]
fn weak_to_the_letter() {
    errs_no_more_often_than_allowed(Strength::Weak, Variant::Letter);
}

#[test]
fn strong_to_the_letter() {
    errs_no_more_often_than_allowed(Strength::Strong, Variant::Letter);
}

#[test]
fn weak_and_always_valid() {
    errs_no_more_often_than_allowed(Strength::Weak, Variant::Valid);
}

#[test]
fn strong_and_always_valid() {
    errs_no_more_often_than_allowed(Strength::Strong, Variant::Valid);
}

#[test]
fn weak_and_cached() {
    errs_no_more_often_than_allowed(Strength::Weak, Variant::Cached);
}

#[test]
fn strong_and_cached() {
    errs_no_more_often_than_allowed(Strength::Strong, Variant::Cached);
}

/// The bound must be able to fail: stopping after one agreeing sample, which
/// is what ε = 1 asks for, errs far more often.
#[test]
fn the_test_itself_can_fail() {
    let context = &small_domains()[1];
    let truth = Truth::of(context);
    let careless = |seed| {
        let mut learner = HornApproximation::new(PacSettings {
            accuracy: Accuracy::new(1.0, 1.0).unwrap(),
            schedule: Schedule::Thrifty,
            strength: Strength::Strong,
            variant: Variant::Valid,
            sampler: Sampler::uniform(context.attribute_count()),
            seed,
            background: Theory::new(context.attribute_count()),
        });
        learner.run(&mut TableOracle::new(context, seed), &mut unwatched).unwrap();
        truth.strong_error(learner.hypothesis()) > EPSILON
    };
    assert!((0..RUNS).filter(|&seed| careless(seed)).count() as u64 > binomial_bound(RUNS, DELTA));
}

#[test]
fn valid_means_valid_and_a_seed_means_the_same_result() {
    for context in &small_domains() {
        for seed in 0..20 {
            let learner = learn(context, Strength::Strong, Variant::Valid, Schedule::Paper, seed);
            assert!(learner.hypothesis().rules().iter().all(|rule| context.holds(rule)));
            let again = learn(context, Strength::Strong, Variant::Valid, Schedule::Paper, seed);
            assert_eq!(learner.hypothesis(), again.hypothesis());
            assert_eq!(learner.samples(), again.samples());
        }
    }
}
