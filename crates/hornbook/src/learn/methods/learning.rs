use std::cell::Cell;
use std::ops::ControlFlow;
use std::time::Instant;

use super::asking::{explore, frugal, pac};
use super::exceptions::rules_with_exceptions;
use super::found::{Failed, Found};
use super::looking_up::{exact, settle, whatever_suits};
use super::options::{LearnFailure, LearnOptions, OptionsError};
use crate::accuracy::Strength;
use crate::canonical::BasisStop;
use crate::domain::Domain;
use crate::learn::pac::Variant;
use crate::learn::progress::{Progress, Watch};
use crate::oracle::{Counted, DomainOracle, Limited};
use crate::outcome::{Guarantee, Method, Questions, StopReason};
use crate::{AttrSet, Conclusion, Implication, Rule, RuleOrder, Rulebook, Run, Theory};

/// Learns the rules of a domain beyond `background`, which must hold in it. The
/// rulebook says why the run ended and what it is worth; a run that is cut
/// short gives what it has.
pub fn learn_domain<D: Domain>(
    mut domain: D,
    background: &Theory,
    options: &LearnOptions,
    watch: Watch<'_>,
) -> Result<Rulebook, LearnFailure<D::Error>> {
    let method = check(&domain, options)?;
    let deadline = options.limit_time.and_then(|time| Instant::now().checked_add(time));
    let out_of_time = Cell::new(false);
    let mut counted = Counted::new(DomainOracle::new(&mut domain, options.seed));
    let tally = counted.tally();
    // A learner that samples without asking must notice the time as well.
    let mut watch = |progress: &Progress| {
        out_of_time.set(deadline.is_some_and(|deadline| Instant::now() >= deadline));
        let progress = Progress { questions: tally.questions().asked, ..*progress };
        if out_of_time.get() { ControlFlow::Break(()) } else { watch(&progress) }
    };
    let mut limited = Limited::new(&mut counted);
    if let Some(most) = options.limit_questions {
        limited = limited.questions(most);
    }
    if let Some(most) = options.limit_time {
        limited = limited.time(most);
    }
    let by_method = |found: Found| (method, found);
    let found = match method {
        Method::Frugal => frugal(&mut limited, background, options, &mut watch).map(by_method),
        Method::Exploration => explore(&mut limited, background, &mut watch).map(by_method),
        Method::Pac => pac(limited, Variant::Letter, background, options, &mut watch).map(by_method),
        Method::PacValid => pac(limited, Variant::Valid, background, options, &mut watch).map(by_method),
        Method::PacCached => pac(limited, Variant::Cached, background, options, &mut watch).map(by_method),
        Method::Settle => settle(&mut domain, background, options, &mut watch).map(by_method),
        Method::Exact => exact(&mut domain, background, options, &mut watch).map(by_method),
        Method::Auto => whatever_suits(&mut domain, background, options, &mut watch),
    };
    finish(domain, background, options, found, &tally.questions(), &out_of_time, &mut watch)
}

/// Whether the options go together and with the domain; the method.
fn check<D: Domain>(domain: &D, options: &LearnOptions) -> Result<Method, OptionsError> {
    let method = options.chosen_method();
    let looks_up = options.method == Method::Exact && domain.table().is_some();
    if options.target.is_some() && !options.method.samples() && !looks_up {
        return Err(OptionsError::TargetNeedsSampling(options.method));
    }
    if options.confidence.is_some() && domain.table().is_none() {
        return Err(OptionsError::ConfidenceNeedsTable);
    }
    if options.min_support.is_some_and(|least| least > 0) && !domain.counts_rows() {
        return Err(OptionsError::SupportNeedsCounting);
    }
    if options.by_rows.is_some() && !matches!(method, Method::Settle | Method::Auto | Method::Exact) {
        return Err(OptionsError::RowsNeedSettle(method));
    }
    let samples_at_once = matches!(method, Method::Pac | Method::PacValid | Method::PacCached);
    if samples_at_once && options.sampler.certified_apart().len() > 1 {
        return Err(OptionsError::ApartNeedsLooks(method));
    }
    Ok(method)
}

/// Makes a rulebook of what was found, with rules that have exceptions if they
/// are wanted.
fn finish<D: Domain>(
    mut domain: D,
    background: &Theory,
    options: &LearnOptions,
    found: Result<(Method, Found), Failed<D::Error>>,
    questions: &Questions,
    out_of_time: &Cell<bool>,
    watch: Watch<'_>,
) -> Result<Rulebook, LearnFailure<D::Error>> {
    let (method, mut found) = match found {
        Ok(found) => found,
        Err(Failed::Domain(error)) => return Err(LearnFailure::Domain(error)),
        Err(Failed::Contradiction(rule)) => return Err(broken_background(&mut domain, background, rule)),
    };
    let called_off = |out_of_time: bool| if out_of_time { StopReason::TimeLimit } else { StopReason::Cancelled };
    if found.stopped == StopReason::Cancelled {
        found.stopped = called_off(out_of_time.get());
    }
    // From here on there is no stopping: what was found would be lost.
    _ = watch(&Progress { rules: background.len() + found.rules.len(), finishing: true, ..Progress::default() });
    let options = &LearnOptions { method, ..options.clone() };
    let mut book = rulebook(&domain, background, found, options, *questions);
    if let (Some(confidence), Some(table)) = (options.confidence, domain.table()) {
        let found = rules_with_exceptions(table, confidence, options, watch);
        book.confident = found.rules;
        if let Some(run) = &mut book.run {
            run.confident_support = Some(found.min_support);
            run.stopped = match found.stopped {
                None => run.stopped,
                Some(BasisStop::Memory | BasisStop::Work) => StopReason::MemoryLimit,
                Some(BasisStop::Cancelled) => called_off(out_of_time.get()),
            };
        }
    }
    book.count_rows(&mut domain).map_err(LearnFailure::Domain)?;
    match domain.table() {
        Some(table) => book.sort_by_telling(table),
        None => book.sort(RuleOrder::default()),
    }
    Ok(book)
}

/// A domain contradicts nobody but whoever gave the background: names the rule
/// that does not hold.
fn broken_background<D: Domain>(
    domain: &mut D,
    background: &Theory,
    rule: Option<Implication>,
) -> LearnFailure<D::Error> {
    match domain.counterexamples(background.rules(), &mut |_| 0) {
        Err(error) => LearnFailure::Domain(error),
        Ok(found) => {
            let broken = background.rules().iter().zip(found).find(|(_, row)| row.is_some()).map(|(rule, _)| rule);
            let named = broken.cloned().or(rule).or_else(|| background.rules().first().cloned());
            LearnFailure::Background(named.unwrap_or_else(|| Implication::never(domain.universe().none())))
        }
    }
}

fn rulebook<D: Domain>(
    domain: &D,
    background: &Theory,
    found: Found,
    options: &LearnOptions,
    questions: Questions,
) -> Rulebook {
    let universe = domain.universe();
    let sampled = options.method.samples();
    let certified = found.stopped.is_end() || found.complete_above.is_some();
    let guarantee = match (certified, found.complete_above) {
        (false, _) => Guarantee::None,
        (_, Some(0)) if options.max_premise.is_none() => Guarantee::Exact,
        (_, Some(_)) => Guarantee::AboveSupport,
        _ if options.strength == Strength::Weak && options.method.has_weak_form() => Guarantee::Weak,
        _ => Guarantee::Strong,
    };
    let looked_up = guarantee == Guarantee::AboveSupport;
    let run = Run {
        method: options.method,
        guarantee,
        distribution: sampled.then(|| found.distribution.unwrap_or_else(|| options.distribution())),
        epsilon: sampled.then(|| options.accuracy.epsilon()),
        delta: sampled.then(|| options.accuracy.delta()),
        min_support: found.complete_above.filter(|_| looked_up),
        max_premise: options.max_premise.filter(|_| looked_up),
        confident_support: None,
        target: options.target.map(|target| universe.name(target).to_owned()),
        seed: options.seed,
        certified,
        stopped: found.stopped,
        supported_epsilon: found.supported_epsilon,
        rounds: found.rounds,
        samples: found.samples,
        questions,
        answers_rest_on: Vec::new(),
        certificate: found.certificate,
    };
    // With a target, what else a rule concludes follows from the background.
    let about_target = |mut rule: Implication| {
        if let (Some(target), Conclusion::Attrs(attrs)) = (options.target, &mut rule.conclusion) {
            attrs.retain_all(&AttrSet::of(universe.len(), [target]));
        }
        rule
    };
    let rules = found.rules.rules().iter().map(|rule| about_target(rule.without_premise()));
    let rules = rules.filter(|rule| !rule.is_trivial());
    Rulebook {
        universe: universe.clone(),
        background: background.rules().to_vec(),
        rules: rules.map(Rule::from).collect(),
        confident: Vec::new(),
        rows: None,
        left_out: 0,
        unlisted_background: 0,
        attribute_supports: Vec::new(),
        run: Some(run),
    }
}
