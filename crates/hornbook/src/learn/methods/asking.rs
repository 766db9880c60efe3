//! The methods that ask: the domain plays the expert.

use super::found::{Failed, Found, stop_reason};
use super::options::LearnOptions;
use crate::learn::exploration::AttributeExploration;
use crate::learn::frugal::{Frugal, FrugalSettings};
use crate::learn::pac::{HornApproximation, PacSettings, Variant};
use crate::learn::progress::Watch;
use crate::learn::protocol::{LearnError, Learner};
use crate::oracle::{LimitError, Oracle, TargetOracle};
use crate::outcome::{Certificate, StopReason};
use crate::{AttrSet, Knowledge, Theory};

pub(super) fn pac<E, O: Oracle<Error = LimitError<E>>>(
    mut oracle: O,
    variant: Variant,
    background: &Theory,
    options: &LearnOptions,
    watch: Watch<'_>,
) -> Result<Found, Failed<E>> {
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
    Ok(Found {
        rules: learner.rules(),
        complete_above: None,
        distribution: None,
        certificate: learner.certificate(),
        supported_epsilon: ended.is_err().then(|| learner.supported_epsilon()),
        stopped: ended.map_or_else(stop_reason, |()| Ok(StopReason::Certified))?,
        rounds: learner.rounds(),
        samples: learner.samples(),
    })
}

pub(super) fn frugal<E, O: Oracle<Error = LimitError<E>>>(
    oracle: &mut O,
    background: &Theory,
    options: &LearnOptions,
    watch: Watch<'_>,
) -> Result<Found, Failed<E>> {
    let settings = frugal_settings(options, background.attribute_count());
    let mut learner = Frugal::new(settings, Knowledge::with_background(background.clone()));
    let ended = learner.run(oracle, watch);
    let stopped = ended.map_or_else(stop_reason, |()| Ok(StopReason::Certified))?;
    Ok(found_by_frugal(learner, stopped, background, options))
}

pub(super) fn frugal_settings(options: &LearnOptions, attributes: usize) -> FrugalSettings {
    FrugalSettings {
        accuracy: options.accuracy,
        sampler: options.sampler.clone(),
        seed: options.seed,
        goal: options.target.map(|target| AttrSet::of(attributes, [target])),
        max_premise: options.max_premise,
        threads: options.threads,
        fallback_after: options.fallback_after,
        effort: None,
    }
}

pub(super) fn found_by_frugal(
    mut learner: Frugal,
    stopped: StopReason,
    background: &Theory,
    options: &LearnOptions,
) -> Found {
    // The learner draws by its own sampler: about sets drawn by rows it can say
    // only what was certified.
    let evidence = match options.by_rows {
        Some(_) => learner.certificate().unwrap_or(Certificate::nothing()),
        None => learner.evidence(),
    };
    // Evidence at the last moment is an attempt like any other, and may succeed.
    let certified = stopped == StopReason::Certified
        || (evidence.samples > 0 && evidence.supported_epsilon() <= options.accuracy.epsilon());
    Found {
        rules: learner.rules().irredundant_beyond(background),
        complete_above: None,
        distribution: None,
        certificate: certified.then_some(evidence),
        supported_epsilon: (!certified).then_some(evidence.supported_epsilon()),
        stopped: if certified { StopReason::Certified } else { stopped },
        rounds: learner.spent().rounds,
        samples: learner.samples(),
    }
}

pub(super) fn explore<E, O: Oracle<Error = LimitError<E>>>(
    oracle: &mut O,
    background: &Theory,
    watch: Watch<'_>,
) -> Result<Found, Failed<E>> {
    let mut exploration = AttributeExploration::new(Knowledge::with_background(background.clone()));
    let ended: Result<(), LearnError<O::Error>> = exploration.run(oracle, watch);
    let stopped = ended.map_or_else(stop_reason, |()| Ok(StopReason::Complete))?;
    let rules = exploration.rules();
    let complete_above = stopped.is_end().then_some(0);
    Ok(Found::looked_up(rules, stopped, complete_above))
}
