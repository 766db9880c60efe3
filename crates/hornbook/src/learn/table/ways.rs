//! The ways to learn, each as it is done on a table.

use std::convert::Infallible;

use super::{LearnOptions, Method, StopReason};
use crate::learn::exploration::AttributeExploration;
use crate::learn::frugal::{self, Frugal};
use crate::learn::pac::{HornApproximation, PacSettings, Variant};
use crate::learn::{LearnError, Progress, Watch};
use crate::oracle::{LimitError, Oracle, TargetOracle};
use crate::{AttrSet, Context, Knowledge, Theory, canonical, canonical_basis_with};

/// What came out of a method, before it becomes a rulebook.
pub(super) struct Found {
    pub rules: Theory,
    pub stopped: StopReason,
    pub supported_epsilon: Option<f64>,
    pub rounds: u64,
    pub samples: u64,
}

pub(super) fn pac<O: Oracle<Error = LimitError<Infallible>>>(
    mut oracle: O,
    variant: Variant,
    background: &Theory,
    options: &LearnOptions,
    watch: Watch<'_>,
) -> Found {
    let mut learner = HornApproximation::new(PacSettings {
        accuracy: options.accuracy,
        schedule: options.schedule,
        strength: options.strength,
        variant,
        sampler: options.sampler.clone(),
        seed: options.seed,
        background: background.clone(),
    });
    let ended = match options.target {
        None => learner.run(&mut oracle, watch),
        Some(target) => learner.run(&mut TargetOracle::new(oracle, target, background.clone()), watch),
    };
    Found {
        rules: learner.rules(),
        supported_epsilon: ended.is_err().then(|| learner.supported_epsilon()),
        stopped: ended.map_or_else(StopReason::of, |()| StopReason::Certified),
        rounds: learner.rounds(),
        samples: learner.samples(),
    }
}

pub(super) fn frugal<O: Oracle<Error = LimitError<Infallible>>>(
    oracle: &mut O,
    background: &Theory,
    options: &LearnOptions,
    watch: Watch<'_>,
) -> Found {
    let settings = frugal_settings(options, background.attribute_count());
    let mut learner = Frugal::new(settings, Knowledge::with_background(background.clone()));
    let ended = learner.run(oracle, watch);
    of_frugal(learner, ended, background, options)
}

fn frugal_settings(options: &LearnOptions, attributes: usize) -> frugal::FrugalSettings {
    frugal::FrugalSettings {
        accuracy: options.accuracy,
        sampler: options.sampler.clone(),
        seed: options.seed,
        goal: options.target.map(|target| AttrSet::of(attributes, [target])),
        max_premise: options.max_premise,
        threads: options.threads,
        fallback_after: options.fallback_after,
    }
}

fn of_frugal(
    mut learner: Frugal,
    ended: Result<(), LearnError<LimitError<Infallible>>>,
    background: &Theory,
    options: &LearnOptions,
) -> Found {
    let evidence = learner.evidence().epsilon;
    // Evidence at the last moment is an attempt like any other, and may succeed.
    let certified = ended.is_ok() || evidence <= options.accuracy.epsilon();
    Found {
        rules: learner.rules().irredundant_beyond(background),
        supported_epsilon: (!certified).then_some(evidence),
        stopped: match ended {
            Err(error) if !certified => StopReason::of(error),
            _ => StopReason::Certified,
        },
        rounds: learner.spent().rounds,
        samples: learner.samples(),
    }
}

pub(super) fn explore<O: Oracle<Error = LimitError<Infallible>>>(
    oracle: &mut O,
    background: &Theory,
    watch: Watch<'_>,
) -> Found {
    let mut exploration = AttributeExploration::new(Knowledge::with_background(background.clone()));
    let ended = exploration.run(oracle, watch);
    let stopped = ended.map_or_else(StopReason::of, |()| StopReason::Complete);
    Found { rules: exploration.rules(), stopped, supported_epsilon: None, rounds: 0, samples: 0 }
}

/// Settles everything by looking it up in the table.
pub(super) fn settle(context: &Context, background: &Theory, options: &LearnOptions, watch: Watch<'_>) -> Found {
    let mut learner = all_known(context, background, options);
    let ended = learner.settle(usize::MAX, watch).map(|_| ());
    of_frugal(learner, ended, background, options)
}

/// A learner that has seen the whole table.
fn all_known(context: &Context, background: &Theory, options: &LearnOptions) -> Frugal {
    let mut knowledge = Knowledge::with_background(background.clone());
    for row in context.distinct() {
        knowledge.see(row.clone().into()).unwrap_or_else(|_| unreachable!("the background holds in the table"));
    }
    Frugal::new(frugal_settings(options, context.attribute_count()), knowledge)
}

pub(super) fn exact(context: &Context, background: &Theory, options: &LearnOptions, watch: Watch<'_>) -> Found {
    of_basis(basis(context, background, options, None, watch))
}

fn of_basis(ended: Result<canonical::Basis, canonical::Unfinished>) -> Found {
    let (basis, stopped) = match ended {
        Ok(basis) => (basis, StopReason::Complete),
        Err(unfinished) if unfinished.stopped == canonical::BasisStop::Memory => {
            (unfinished.found, StopReason::MemoryLimit)
        }
        Err(unfinished) => (unfinished.found, StopReason::Cancelled),
    };
    Found { rules: basis.rules, stopped, supported_epsilon: None, rounds: 0, samples: 0 }
}

/// So many visits are made on one thread before others are started.
const ALONE: u64 = 20_000;

/// The exact basis, if no more sets are visited than allowed. Small tables are
/// done before a second thread would be of use.
fn basis(
    context: &Context,
    background: &Theory,
    options: &LearnOptions,
    max_visited: Option<u64>,
    watch: Watch<'_>,
) -> Result<canonical::Basis, canonical::Unfinished> {
    let mut on = |threads: usize, max_visited: Option<u64>| {
        let settings = canonical::BasisSettings { threads, max_visited, max_bytes: options.limit_memory };
        let mut go_on = |progress: &canonical::BasisProgress| {
            watch(&Progress {
                rules: background.len() + progress.rules,
                visited: progress.visited,
                bytes: progress.bytes,
                ..Progress::default()
            })
        };
        canonical_basis_with(context, background, &settings, &mut go_on)
    };
    if options.threads > 1 && max_visited.is_none_or(|most| most > ALONE) {
        match on(1, Some(ALONE)) {
            Err(unfinished) if unfinished.stopped == canonical::BasisStop::Work => on(options.threads, max_visited),
            ended => ended,
        }
    } else {
        on(1, max_visited)
    }
}

/// The first turn of either way: so many rules settled, and so many sets
/// visited for each of these and for 1/ε. To settle a rule takes about as long
/// as so many visits.
const FIRST_RULES: usize = 128;
const VISITS_A_RULE: u64 = 8;
const VISITS_AN_EPSILON: f64 = 0.5;

/// Whichever way is quicker on this table, exact or settling. Which that is
/// shows only on the way, so they take turns, each time with more work allowed:
/// that is at worst a small multiple of the quicker one. Work is counted, not
/// timed, so that the result is the same on any machine.
pub(super) fn quickest(
    context: &Context,
    background: &Theory,
    options: &LearnOptions,
    watch: Watch<'_>,
) -> (Method, Found) {
    const MORE: usize = 4;
    let mut learner = all_known(context, background, options);
    let mut rules = FIRST_RULES;
    let sampling = (VISITS_AN_EPSILON / options.accuracy.epsilon()) as u64;
    loop {
        let visits = (rules as u64).saturating_mul(VISITS_A_RULE).saturating_add(sampling);
        match basis(context, background, options, Some(visits), watch).map_err(|unfinished| unfinished.stopped) {
            Ok(basis) => return (Method::Exact, of_basis(Ok(basis))),
            // What was settled so far is worth more than the start of a basis.
            Err(canonical::BasisStop::Cancelled) => {
                let ended = Err(LearnError::Cancelled);
                return (Method::Settle, of_frugal(learner, ended, background, options));
            }
            Err(canonical::BasisStop::Work | canonical::BasisStop::Memory) => {}
        }
        let ended = learner.settle(rules, watch);
        if !matches!(ended, Ok(false)) {
            return (Method::Settle, of_frugal(learner, ended.map(|_| ()), background, options));
        }
        rules = rules.saturating_mul(MORE);
    }
}
