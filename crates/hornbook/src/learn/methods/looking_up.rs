//! The methods that look everything up.

use super::asking::{found_by_frugal, frugal_settings};
use super::found::{Failed, Found, stop_looking};
use super::options::LearnOptions;
use crate::Theory;
use crate::canonical::{self, BasisProgress, BasisSettings, BasisStop, DomainBasisError, Unfinished};
use crate::domain::Domain;
use crate::learn::frugal::Settle;
use crate::learn::progress::{Progress, Watch};
use crate::outcome::{Method, StopReason};

/// Settles everything by looking it up.
pub(super) fn settle<D: Domain>(
    domain: &mut D,
    background: &Theory,
    options: &LearnOptions,
    watch: Watch<'_>,
) -> Result<Found, Failed<D::Error>> {
    let mut learner = settling(domain, background, options)?;
    let ended = learner.run(usize::MAX, watch);
    let stopped = ended.map_or_else(stop_looking, |_| Ok(StopReason::Certified))?;
    Ok(found_by_frugal(learner.into_learner(), stopped, background, options))
}

fn settling<'d, D: Domain>(
    domain: &'d mut D,
    background: &Theory,
    options: &LearnOptions,
) -> Result<Settle<&'d mut D>, Failed<D::Error>> {
    let settings = frugal_settings(options, domain.universe().len());
    let learner = Settle::new(settings, background.clone(), domain).map_err(|conflict| {
        let broken = conflict.rules.first().map(|&place| background.rules()[place].clone());
        Failed::Contradiction(broken)
    })?;
    Ok(match options.by_rows {
        Some(sampler) => learner.by_rows(sampler),
        None => learner,
    })
}

pub(super) fn exact<D: Domain>(
    domain: &mut D,
    background: &Theory,
    options: &LearnOptions,
    watch: Watch<'_>,
) -> Result<Found, Failed<D::Error>> {
    let (rules, stopped) = match basis(domain, background, options, None, watch)? {
        Ok(rules) => (rules, StopReason::Complete),
        Err(Unfinished { stopped: BasisStop::Memory, found }) => (found.rules, StopReason::MemoryLimit),
        Err(Unfinished { found, .. }) => (found.rules, StopReason::Cancelled),
    };
    Ok(found_exactly(rules, stopped))
}

fn found_exactly(rules: Theory, stopped: StopReason) -> Found {
    Found { rules, stopped, certificate: None, supported_epsilon: None, rounds: 0, samples: 0 }
}

/// So many visits are made on one thread before others are started: small
/// tables are done before a second thread would be of use.
const SINGLE_THREAD_VISITS: u64 = 20_000;

/// The exact basis, if no more sets are visited than allowed.
fn basis<D: Domain>(
    domain: &mut D,
    background: &Theory,
    options: &LearnOptions,
    max_visited: Option<u64>,
    watch: Watch<'_>,
) -> Result<Result<Theory, Unfinished>, Failed<D::Error>> {
    let mut on = |threads: usize, max_visited: Option<u64>| {
        let settings = BasisSettings {
            threads,
            max_visited,
            max_bytes: options.limit_memory,
            ..BasisSettings::default()
        };
        let mut go_on = |progress: &BasisProgress| {
            watch(&Progress {
                rules: background.len() + progress.rules,
                visited: progress.visited,
                bytes: progress.bytes,
                ..Progress::default()
            })
        };
        match canonical::domain_basis(domain, background, &settings, &mut go_on) {
            Ok(basis) => Ok(Ok(basis.rules)),
            Err(DomainBasisError::Unfinished(unfinished)) => Ok(Err(unfinished)),
            Err(DomainBasisError::Domain(error)) => Err(Failed::Domain(error)),
        }
    };
    if options.threads > 1 && max_visited.is_none_or(|most| most > SINGLE_THREAD_VISITS) {
        match on(1, Some(SINGLE_THREAD_VISITS))? {
            Err(unfinished) if unfinished.stopped == BasisStop::Work => on(options.threads, max_visited),
            ended => Ok(ended),
        }
    } else {
        on(1, max_visited)
    }
}

/// The first turn of either way: so many rules settled, …
const FIRST_RULES: usize = 128;
/// … and so many sets visited for each of these, which takes about as long as
/// to settle one, …
const VISITS_A_RULE: u64 = 8;
/// … and for 1/ε.
const VISITS_AN_EPSILON: f64 = 0.5;
/// Each turn is longer than the one before by this factor.
const NEXT_TURN_FACTOR: usize = 4;

/// Whichever way is quicker on this domain, exact or settling. Which that is
/// shows only on the way, so they take turns, each time with more work allowed:
/// that is at worst a small multiple of the quicker one. Work is counted, not
/// timed, so that the result is the same on any machine.
pub(super) fn quickest<D: Domain>(
    domain: &mut D,
    background: &Theory,
    options: &LearnOptions,
    watch: Watch<'_>,
) -> Result<(Method, Found), Failed<D::Error>> {
    let mut learner = settling(domain, background, options)?;
    let mut rules = FIRST_RULES;
    let sampling = (VISITS_AN_EPSILON / options.accuracy.epsilon()) as u64;
    let settled = |learner: Settle<&mut D>, stopped| {
        (Method::Settle, found_by_frugal(learner.into_learner(), stopped, background, options))
    };
    loop {
        let visits = (rules as u64).saturating_mul(VISITS_A_RULE).saturating_add(sampling);
        match basis(learner.domain(), background, options, Some(visits), watch)? {
            Ok(basis) => return Ok((Method::Exact, found_exactly(basis, StopReason::Complete))),
            // What was settled so far is worth more than the start of a basis.
            Err(Unfinished { stopped: BasisStop::Cancelled, .. }) => {
                return Ok(settled(learner, StopReason::Cancelled));
            }
            Err(Unfinished { .. }) => {}
        }
        match learner.run(rules, watch) {
            Ok(false) => {}
            Ok(true) => return Ok(settled(learner, StopReason::Certified)),
            Err(error) => return Ok(settled(learner, stop_looking(error)?)),
        }
        rules = rules.saturating_mul(NEXT_TURN_FACTOR);
    }
}
