//! The methods that look everything up, wherever the domain lives.

use super::above_support::Wanted;
use super::asking::{found_by_frugal, frugal_settings};
use super::found::{Failed, Found, stop_looking};
use super::options::LearnOptions;
use crate::canonical::{self, BasisProgress, BasisSettings, BasisStop, DomainBasisError, Unfinished};
use crate::columns::rules_kept;
use crate::domain::Domain;
use crate::learn::frugal::Settle;
use crate::learn::progress::{Progress, Watch};
use crate::outcome::{Method, StopReason};
use crate::sampling::{Sampler, SupportSampler};
use crate::{Context, Implication, Theory};

/// Settles everything by looking it up.
pub(super) fn settle<D: Domain>(
    domain: &mut D,
    background: &Theory,
    options: &LearnOptions,
    watch: Watch<'_>,
) -> Result<Found, Failed<D::Error>> {
    let mut learner = settling(domain, background, options)?;
    let stopped = match learner.run(usize::MAX, watch) {
        Ok(_) => StopReason::Certified,
        Err(_) if learner.domain().was_called_off() => StopReason::Cancelled,
        Err(error) => stop_looking(error)?,
    };
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

/// All rules that were asked for.
pub(super) fn exact<D: Domain>(
    domain: &mut D,
    background: &Theory,
    options: &LearnOptions,
    watch: Watch<'_>,
) -> Result<Found, Failed<D::Error>> {
    if let Some(context) = domain.table() {
        return Ok(Wanted { context, background, options }.all(watch));
    }
    let mut seen = canonical::DomainSeen::of(domain);
    let (rules, stopped) = match basis(domain, &mut seen, background, options, None, watch)? {
        Ok(rules) => (in_few_words(rules, domain, background, options), StopReason::Complete),
        Err(Unfinished { stopped: BasisStop::Memory, found }) => (found.rules, StopReason::MemoryLimit),
        Err(Unfinished { found, .. }) => (found.rules, StopReason::Cancelled),
    };
    Ok(found_exactly(rules, stopped, options))
}

/// Whatever suits: all rules if that is quick, else those that enough rows bear
/// out, else what samples show to be missing.
pub(super) fn whatever_suits<D: Domain>(
    domain: &mut D,
    background: &Theory,
    options: &LearnOptions,
    watch: Watch<'_>,
) -> Result<(Method, Found), Failed<D::Error>> {
    let restricted = options.target.is_some() || options.max_premise.is_some();
    match domain.table() {
        _ if options.min_support.is_some() && (domain.table().is_some() || !restricted) => {
            exact(domain, background, options, watch).map(|found| (Method::Exact, found))
        }
        Some(context) if !options.rather_sample => match broken_rule(context, background) {
            Some(rule) => Err(Failed::Contradiction(Some(rule))),
            None => match (Wanted { context, background, options }).within_budget(watch) {
                Some(found) => Ok((Method::Exact, found)),
                None => {
                    let options = &LearnOptions { sampler: by_support(context, options), ..options.clone() };
                    let mut found = settle(domain, background, options, watch)?;
                    found.distribution = Some(options.distribution());
                    Ok((Method::Settle, found))
                }
            },
        },
        _ if restricted => settle(domain, background, options, watch).map(|found| (Method::Settle, found)),
        _ if !options.rather_sample => as_far_down_as_it_goes(domain, background, options, watch),
        _ => quickest(domain, background, options, watch),
    }
}

/// So many sets are asked for at most, of a domain elsewhere, if nobody said what to
/// look for: with thousands in a question these are few questions.
const MOST_SETS_ELSEWHERE: u64 = 5_000;
/// Shares of the rows to try, the largest first.
const SHARES: [f64; 12] = [0.5, 0.3, 0.2, 0.1, 0.05, 0.03, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0001];

/// All rules of a domain elsewhere if they are not too many, else all that enough rows
/// bear out, as few as the sets allow that may be asked for, else what samples show to be
/// missing. Sets are counted and not seconds, so that the result is always the same.
fn as_far_down_as_it_goes<D: Domain>(
    domain: &mut D,
    background: &Theory,
    options: &LearnOptions,
    watch: Watch<'_>,
) -> Result<(Method, Found), Failed<D::Error>> {
    let mut seen = canonical::DomainSeen::of(domain);
    let most = Some(MOST_SETS_ELSEWHERE);
    let held = match basis(domain, &mut seen, background, options, most, watch)? {
        Ok(rules) => {
            let rules = in_few_words(rules, domain, background, options);
            return Ok((Method::Exact, found_exactly(rules, StopReason::Complete, options)));
        }
        Err(Unfinished { stopped: BasisStop::Cancelled, found }) => {
            return Ok((Method::Exact, found_exactly(found.rules, StopReason::Cancelled, options)));
        }
        Err(Unfinished { found, .. }) => found.rules,
    };
    if !domain.counts_rows() {
        let mut found = settle(domain, background, options, watch)?;
        if !found.stopped.is_end() {
            // What had been found by then is not lost.
            held.rules().iter().for_each(|rule| found.rules.push(rule.clone()));
            found.rules = found.rules.canonical_beyond(background);
        }
        return Ok((Method::Settle, found));
    }
    let rows = domain.supports(&[domain.universe().none()]).map_err(Failed::Domain)?;
    let rows = rows.first().copied().unwrap_or(0);
    let mut best = None;
    for least in SHARES.map(|share| (share * rows as f64).ceil() as usize) {
        let above = &LearnOptions { min_support: Some(least.max(1)), ..options.clone() };
        match basis(domain, &mut seen, background, above, most, watch)? {
            Ok(rules) => best = Some(found_exactly(rules, StopReason::Complete, above)),
            Err(Unfinished { stopped: BasisStop::Cancelled, .. }) if best.is_none() => {
                return Ok((
                    Method::Exact,
                    found_exactly(Theory::new(domain.universe().len()), StopReason::Cancelled, above),
                ));
            }
            // What was complete above a larger share is worth having.
            Err(_) => break,
        }
    }
    match best {
        Some(found) => Ok((Method::Exact, found)),
        None => settle(domain, background, options, watch).map(|found| (Method::Settle, found)),
    }
}

/// A rule of the background that the table breaks.
fn broken_rule(context: &Context, background: &Theory) -> Option<Implication> {
    let kept = rules_kept(context, background.rules());
    background.rules().iter().zip(kept).find(|(_, holds)| !holds).map(|(rule, _)| rule.clone())
}

/// Draws sets as often as they occur, of those that are wanted.
fn by_support(context: &Context, options: &LearnOptions) -> Sampler {
    let support = SupportSampler::of_context(context).map(Sampler::Support);
    let sampler = support.unwrap_or_else(|| Sampler::uniform(context.attribute_count()));
    match options.max_premise {
        Some(most) => sampler.at_most(most),
        None => sampler,
    }
}

fn found_exactly(rules: Theory, stopped: StopReason, options: &LearnOptions) -> Found {
    let complete_above = stopped.is_end().then_some(options.min_support.unwrap_or(0));
    Found::looked_up(rules, stopped, complete_above)
}

/// All rules with the premises cut down to what the rest follows from, where that is
/// wanted and no support tells which premises occur together. From all rules it is told
/// what follows from a set.
fn in_few_words<D: Domain>(rules: Theory, domain: &D, background: &Theory, options: &LearnOptions) -> Theory {
    if !options.short_premises || domain.counts_rows() {
        return rules;
    }
    let attributes = rules.attribute_count();
    let all = Theory::from_rules(attributes, rules.rules().iter().chain(background.rules()).cloned());
    let shorter = |rule: &Implication| {
        // What the premise loses is not said anew: it follows by other rules.
        let Implication { mut premise, conclusion } = rule.without_premise();
        let closed = all.close(&premise);
        for attr in rule.premise.iter() {
            let rest = premise.without(attr);
            if all.close(&rest) == closed {
                premise = rest;
            }
        }
        Implication { premise, conclusion }
    };
    Theory::from_rules(attributes, rules.rules().iter().map(shorter))
}

/// So many visits are made on one thread before others are started: small
/// tables are done before a second thread would be of use.
const SINGLE_THREAD_VISITS: u64 = 20_000;

/// The exact basis, if no more sets are visited than allowed.
fn basis<D: Domain>(
    domain: &mut D,
    seen: &mut canonical::DomainSeen,
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
            min_support: options.min_support.unwrap_or(0),
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
        match seen.basis(domain, background, &settings, &mut go_on) {
            Ok(basis) => Ok(Ok(basis.rules)),
            Err(DomainBasisError::Unfinished(unfinished)) => Ok(Err(unfinished)),
            Err(DomainBasisError::Domain(_)) if domain.was_called_off() => {
                let found = canonical::Basis::empty(domain.universe().len());
                Ok(Err(Unfinished { stopped: BasisStop::Cancelled, found }))
            }
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
fn quickest<D: Domain>(
    domain: &mut D,
    background: &Theory,
    options: &LearnOptions,
    watch: Watch<'_>,
) -> Result<(Method, Found), Failed<D::Error>> {
    let mut learner = settling(domain, background, options)?;
    let mut seen = canonical::DomainSeen::of(learner.domain());
    let mut rules = FIRST_RULES;
    let sampling = (VISITS_AN_EPSILON / options.accuracy.epsilon()) as u64;
    let settled = |learner: Settle<&mut D>, stopped| {
        (Method::Settle, found_by_frugal(learner.into_learner(), stopped, background, options))
    };
    loop {
        let visits = (rules as u64).saturating_mul(VISITS_A_RULE).saturating_add(sampling);
        match basis(learner.domain(), &mut seen, background, options, Some(visits), watch)? {
            Ok(basis) => return Ok((Method::Exact, found_exactly(basis, StopReason::Complete, options))),
            // What was settled so far is worth more than the start of a basis.
            Err(Unfinished { stopped: BasisStop::Cancelled, .. }) => {
                return Ok(settled(learner, StopReason::Cancelled));
            }
            Err(Unfinished { .. }) => {}
        }
        match learner.run(rules, watch) {
            Ok(false) => {}
            Ok(true) => return Ok(settled(learner, StopReason::Certified)),
            Err(_) if learner.domain().was_called_off() => return Ok(settled(learner, StopReason::Cancelled)),
            Err(error) => return Ok(settled(learner, stop_looking(error)?)),
        }
        rules = rules.saturating_mul(NEXT_TURN_FACTOR);
    }
}
