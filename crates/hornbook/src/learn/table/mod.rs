//! Learning from a table, by any method: the table plays the expert.

mod method;
mod ways;

use std::cell::Cell;
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::confident::{self, confident_rules};
use super::frugal::FALLBACK_AFTER;
use super::pac::{Strength, Variant};
use super::{Accuracy, LearnError, Progress, Schedule, Watch};
use crate::oracle::{Counted, LimitError, Limited, TableOracle};
use crate::sampling::Sampler;
use crate::{Attr, AttrSet, Conclusion, Context, Implication, Questions, Rule, Rulebook, Run, Theory};

pub use method::Method;
use ways::{Found, exact, explore, frugal, pac, quickest, settle};

/// What [`learn_table`] is told.
#[derive(Clone, Debug)]
pub struct LearnOptions {
    /// How rules are learned.
    pub method: Method,
    /// ε and δ.
    pub accuracy: Accuracy,
    /// Weak or strong.
    pub strength: Strength,
    /// How δ is spread over rounds.
    pub schedule: Schedule,
    /// The distribution of the samples. With a `max_premise`, and for rules of
    /// a least support, it must draw no other sets.
    pub sampler: Sampler,
    /// Ask about no longer premises; for the frugal method.
    pub max_premise: Option<usize>,
    /// How many threads sample; the result does not depend on it.
    pub threads: usize,
    /// After so many questions the frugal method gives way to one with a
    /// polynomial bound.
    pub fallback_after: u64,
    /// The seed of everything random.
    pub seed: u64,
    /// No more questions than these.
    pub limit_questions: Option<u64>,
    /// No more time than this.
    pub limit_time: Option<Duration>,
    /// No more memory than this, in bytes; for the exact method.
    pub limit_memory: Option<usize>,
    /// Learn rules with exceptions too, of at least this confidence.
    pub confidence: Option<f64>,
    /// Only those whose premise occurs in so many rows.
    pub min_support: usize,
    /// Learn only rules that conclude this attribute.
    pub target: Option<Attr>,
}

impl LearnOptions {
    /// The usual ones: uniform sets, the method's own strength and schedule,
    /// one thread, no limits.
    pub fn new(method: Method, accuracy: Accuracy, attributes: usize) -> Self {
        Self {
            method,
            accuracy,
            strength: method.usual_strength(),
            schedule: method.usual_schedule(),
            sampler: Sampler::uniform(attributes),
            max_premise: None,
            threads: 1,
            fallback_after: FALLBACK_AFTER,
            seed: 1,
            limit_questions: None,
            limit_time: None,
            limit_memory: None,
            confidence: None,
            min_support: 1,
            target: None,
        }
    }

    /// Whether only some of the rules are wanted.
    pub fn is_restricted(&self) -> bool {
        self.target.is_some() || self.max_premise.is_some() || self.min_support > 1
    }
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The guarantee was earned.
    Certified,
    /// Everything is known.
    Complete,
    /// The limit on questions was reached.
    QuestionLimit,
    /// The limit on time was reached.
    TimeLimit,
    /// The limit on memory was reached.
    MemoryLimit,
    /// The watcher called it off.
    Cancelled,
}

impl StopReason {
    /// The words for it, as in rule files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Certified => "certified",
            Self::Complete => "complete",
            Self::QuestionLimit => "question limit",
            Self::TimeLimit => "time limit",
            Self::MemoryLimit => "memory limit",
            Self::Cancelled => "cancelled",
        }
    }

    fn of(error: LearnError<LimitError<Infallible>>) -> Self {
        match error {
            LearnError::Oracle(LimitError::Questions) => Self::QuestionLimit,
            LearnError::Oracle(LimitError::Time) => Self::TimeLimit,
            LearnError::Cancelled => Self::Cancelled,
            LearnError::Oracle(LimitError::Oracle(never)) => match never {},
            LearnError::Unanswered(_) | LearnError::Conflict(_) => {
                unreachable!("a table knows every answer and does not contradict itself")
            }
        }
    }
}

/// Options that do not go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionsError {
    /// All rules about one attribute, exactly, are too many to list.
    #[error("a target needs a method that samples, not '{0}': exactly, the rules about one attribute can be too many")]
    TargetNeedsSampling(&'static str),
}

/// Learns the rules of a table beyond `background`, which must hold in it. The
/// rulebook says why the run ended and what it is worth; a run that is cut
/// short gives what it has.
pub fn learn_table(
    context: &Context,
    background: &Theory,
    options: &LearnOptions,
    watch: Watch<'_>,
) -> Result<Rulebook, OptionsError> {
    if options.target.is_some() && !options.method.samples() {
        return Err(OptionsError::TargetNeedsSampling(options.method.name()));
    }
    let deadline = options.limit_time.and_then(|time| Instant::now().checked_add(time));
    let out_of_time = Cell::new(false);
    let mut counted = Counted::new(TableOracle::new(context, options.seed));
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
    let method = chosen_beforehand(options);
    let (method, mut found) = match method {
        Method::Auto => quickest(context, background, options, &mut watch),
        Method::Exact => (method, exact(context, background, options, &mut watch)),
        Method::Settle => (method, settle(context, background, options, &mut watch)),
        Method::Frugal => (method, frugal(&mut limited, background, options, &mut watch)),
        Method::Exploration => (method, explore(&mut limited, background, &mut watch)),
        Method::Pac => (method, pac(limited, Variant::Letter, background, options, &mut watch)),
        Method::PacValid => (method, pac(limited, Variant::Valid, background, options, &mut watch)),
        Method::PacCached => (method, pac(limited, Variant::Cached, background, options, &mut watch)),
    };
    let options = &LearnOptions { method, ..options.clone() };
    let called_off = |out_of_time: bool| if out_of_time { StopReason::TimeLimit } else { StopReason::Cancelled };
    if found.stopped == StopReason::Cancelled {
        found.stopped = called_off(out_of_time.get());
    }
    let questions = counted.questions();
    let mut book = rulebook(context, background, found, options, questions);
    if let Some(confidence) = options.confidence {
        let settings = confident::ConfidentSettings {
            confidence,
            accuracy: options.accuracy,
            seed: options.seed,
            target: options.target,
            max_premise: options.max_premise,
            min_support: options.min_support,
        };
        let (rules, complete) = confident_rules(context, &settings, &mut watch);
        book.confident = rules;
        if let (false, Some(run)) = (complete, &mut book.run) {
            run.stopped = called_off(out_of_time.get()).name().to_owned();
        }
    }
    Ok(book)
}

/// The method, as far as the options decide it.
fn chosen_beforehand(options: &LearnOptions) -> Method {
    match options.method {
        // Whoever counts questions wants few.
        Method::Auto if options.limit_questions.is_some() => Method::Frugal,
        Method::Auto if options.is_restricted() => Method::Settle,
        method => method,
    }
}

fn rulebook(
    context: &Context,
    background: &Theory,
    found: Found,
    options: &LearnOptions,
    questions: Questions,
) -> Rulebook {
    let certified = matches!(found.stopped, StopReason::Certified | StopReason::Complete);
    let sampled = options.method.samples();
    let guarantee = match (certified, sampled, options.strength) {
        (false, _, _) => "none",
        (true, false, _) => "exact",
        (true, true, Strength::Weak) if options.method.has_weak_form() => "weak",
        (true, true, _) => "strong",
    };
    let run = Run {
        method: options.method.name().to_owned(),
        guarantee: guarantee.to_owned(),
        distribution: sampled.then(|| options.sampler.name()),
        epsilon: sampled.then(|| options.accuracy.epsilon()),
        delta: sampled.then(|| options.accuracy.delta()),
        target: options.target.map(|target| context.universe().name(target).to_owned()),
        seed: options.seed,
        certified,
        stopped: found.stopped.name().to_owned(),
        supported_epsilon: found.supported_epsilon,
        rounds: found.rounds,
        samples: found.samples,
        questions,
    };
    // With a target, what else a rule concludes follows from the background.
    let about_target = |mut rule: Implication| {
        if let (Some(target), Conclusion::Attrs(attrs)) = (options.target, &mut rule.conclusion) {
            attrs.retain_all(&AttrSet::of(context.attribute_count(), [target]));
        }
        rule
    };
    let rules = found.rules.rules().iter().map(|rule| about_target(rule.without_premise()));
    let rules = rules.filter(|rule| !rule.is_trivial());
    let mut book = Rulebook {
        universe: context.universe().clone(),
        background: background.rules().to_vec(),
        rules: rules.map(|implication| Rule { implication, support: None }).collect(),
        confident: Vec::new(),
        run: Some(run),
    };
    book.count_support(context);
    book.sort_by_strength();
    book
}
