//! Learning from a table, by any method: the table plays the expert.

use std::cell::Cell;
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::confident::{self, confident_rules};
use super::exploration::Exploration;
use super::frugal::{self, FALLBACK_AFTER, Frugal};
use super::pac::{HornApproximation, Settings, Strength, Variant};
use super::{Accuracy, LearnError, Progress, Schedule, Watch};
use crate::oracle::{Answer, Counted, LimitError, Limited, Oracle, TableOracle, TargetOracle};
use crate::sampling::Sampler;
use crate::{
    Attr, AttrSet, Conclusion, Context, Implication, Knowledge, Questions, Rule, Rulebook, Run, Theory, canonical,
    canonical_basis_with,
};

/// How rules are learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// As few questions as possible, every rule valid: the default.
    Frugal,
    /// Algorithms 4 and 5 (or 3) to the letter.
    Pac,
    /// The same with a hypothesis that is valid at all times.
    PacValid,
    /// The variant behind the paper's table.
    PacCached,
    /// Attribute exploration: exact, questions counted.
    Exploration,
    /// The canonical basis, without questions.
    Exact,
}

impl Method {
    /// All methods.
    pub const ALL: [Self; 6] =
        [Self::Frugal, Self::Pac, Self::PacValid, Self::PacCached, Self::Exploration, Self::Exact];

    /// The name of the method, as in `--method`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Frugal => "frugal",
            Self::Pac => "pac",
            Self::PacValid => "pac-valid",
            Self::PacCached => "pac-cached",
            Self::Exploration => "exploration",
            Self::Exact => "exact",
        }
    }

    /// Weak for the variant behind the paper's table, which is; else strong.
    pub fn usual_strength(self) -> Strength {
        if self == Self::PacCached { Strength::Weak } else { Strength::Strong }
    }

    /// The paper's schedule for the methods that follow it to the letter or
    /// reproduce its table, whose figures depend on it; else the thrifty one.
    pub fn usual_schedule(self) -> Schedule {
        if matches!(self, Self::Pac | Self::PacCached) { Schedule::Paper } else { Schedule::Thrifty }
    }

    /// Whether it samples, and so has a guarantee with ε and δ.
    pub fn samples(self) -> bool {
        !matches!(self, Self::Exploration | Self::Exact)
    }
}

/// What [`learn_table`] is told.
#[derive(Clone, Debug)]
pub struct Options {
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

impl Options {
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
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
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

impl Stopped {
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

/// What came out of a method, before it becomes a rulebook.
struct Found {
    rules: Theory,
    stopped: Stopped,
    supported_epsilon: Option<f64>,
    rounds: u64,
    samples: u64,
}

/// Learns the rules of a table beyond `background`, which must hold in it. The
/// rulebook says why the run ended and what it is worth; a run that is cut
/// short gives what it has.
pub fn learn_table(
    context: &Context,
    background: &Theory,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Rulebook, OptionsError> {
    if options.target.is_some() && !options.method.samples() {
        return Err(OptionsError::TargetNeedsSampling(options.method.name()));
    }
    let deadline = options.limit_time.and_then(|time| Instant::now().checked_add(time));
    let out_of_time = Cell::new(false);
    let asked = Cell::new(0);
    // A learner that samples without asking must notice the time as well.
    let mut watch = |progress: &Progress| {
        out_of_time.set(deadline.is_some_and(|deadline| Instant::now() >= deadline));
        let progress = Progress { questions: asked.get(), ..*progress };
        if out_of_time.get() { ControlFlow::Break(()) } else { watch(&progress) }
    };
    let mut counted = Counted::new(Tallied { inner: TableOracle::new(context, options.seed), asked: &asked });
    let mut limited = Limited::new(&mut counted);
    if let Some(most) = options.limit_questions {
        limited = limited.questions(most);
    }
    if let Some(most) = options.limit_time {
        limited = limited.time(most);
    }
    let mut found = match (options.method, options.target) {
        (Method::Exact, _) => exact(context, background, options, &mut watch),
        (Method::Frugal, _) => frugal(&mut limited, background, options, &mut watch),
        (Method::Exploration, _) => explore(&mut limited, background, &mut watch),
        (Method::Pac, target) => pac(limited, Variant::Letter, target, background, options, &mut watch),
        (Method::PacValid, target) => pac(limited, Variant::Valid, target, background, options, &mut watch),
        (Method::PacCached, target) => pac(limited, Variant::Cached, target, background, options, &mut watch),
    };
    let called_off = |out_of_time: bool| if out_of_time { Stopped::TimeLimit } else { Stopped::Cancelled };
    if found.stopped == Stopped::Cancelled {
        found.stopped = called_off(out_of_time.get());
    }
    let questions = counted.questions();
    let mut book = rulebook(context, background, found, options, questions);
    if let Some(confidence) = options.confidence {
        let settings = confident::Settings {
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

/// Shows the watcher how many questions were asked while the learner, which
/// knows nothing of counting, holds the oracle.
struct Tallied<'a, O> {
    inner: O,
    asked: &'a Cell<u64>,
}

impl<O: Oracle> Oracle for Tallied<'_, O> {
    type Error = O::Error;

    fn attributes(&self) -> usize {
        self.inner.attributes()
    }

    fn ask(&mut self, question: &Implication) -> Result<Answer, O::Error> {
        self.asked.set(self.asked.get() + 1);
        self.inner.ask(question)
    }
}

fn pac<O: Oracle<Error = LimitError<Infallible>>>(
    mut oracle: O,
    variant: Variant,
    target: Option<Attr>,
    background: &Theory,
    options: &Options,
    watch: Watch<'_>,
) -> Found {
    let mut learner = HornApproximation::new(Settings {
        accuracy: options.accuracy,
        schedule: options.schedule,
        strength: options.strength,
        variant,
        sampler: options.sampler.clone(),
        seed: options.seed,
        background: background.clone(),
    });
    let ended = match target {
        None => learner.run(&mut oracle, watch),
        Some(target) => learner.run(&mut TargetOracle::new(oracle, target, background.clone()), watch),
    };
    Found {
        rules: learner.rules(),
        supported_epsilon: ended.is_err().then(|| learner.supported_epsilon()),
        stopped: ended.map_or_else(Stopped::of, |()| Stopped::Certified),
        rounds: learner.rounds(),
        samples: learner.samples(),
    }
}

fn frugal<O: Oracle<Error = LimitError<Infallible>>>(
    oracle: &mut O,
    background: &Theory,
    options: &Options,
    watch: Watch<'_>,
) -> Found {
    let attributes = background.attributes();
    let settings = frugal::Settings {
        accuracy: options.accuracy,
        sampler: options.sampler.clone(),
        seed: options.seed,
        goal: options.target.map(|target| AttrSet::of(attributes, [target])),
        max_premise: options.max_premise,
        threads: options.threads,
        fallback_after: options.fallback_after,
    };
    let mut learner = Frugal::new(settings, Knowledge::with_background(background.clone()));
    let ended = learner.run(oracle, watch);
    let evidence = learner.evidence().epsilon;
    // Evidence at the last moment is an attempt like any other, and may succeed.
    let certified = ended.is_ok() || evidence <= options.accuracy.epsilon();
    Found {
        rules: learner.rules().irredundant_beyond(background),
        supported_epsilon: (!certified).then_some(evidence),
        stopped: match ended {
            Err(error) if !certified => Stopped::of(error),
            _ => Stopped::Certified,
        },
        rounds: learner.spent().rounds,
        samples: learner.samples(),
    }
}

fn explore<O: Oracle<Error = LimitError<Infallible>>>(oracle: &mut O, background: &Theory, watch: Watch<'_>) -> Found {
    let mut exploration = Exploration::new(Knowledge::with_background(background.clone()));
    let ended = exploration.run(oracle, watch);
    let stopped = ended.map_or_else(Stopped::of, |()| Stopped::Complete);
    Found { rules: exploration.rules(), stopped, supported_epsilon: None, rounds: 0, samples: 0 }
}

fn exact(context: &Context, background: &Theory, options: &Options, watch: Watch<'_>) -> Found {
    let settings =
        canonical::Settings { threads: options.threads, max_bytes: options.limit_memory, ..Default::default() };
    let mut go_on = |progress: &canonical::Progress| {
        watch(&Progress {
            rules: background.len() + progress.rules,
            visited: progress.visited,
            bytes: progress.bytes,
            ..Progress::default()
        })
    };
    let (rules, stopped) = match canonical_basis_with(context, background, &settings, &mut go_on) {
        Ok(basis) => (basis.rules, Stopped::Complete),
        Err(unfinished) if unfinished.stopped == canonical::Stopped::Memory => {
            (unfinished.found.rules, Stopped::MemoryLimit)
        }
        Err(unfinished) => (unfinished.found.rules, Stopped::Cancelled),
    };
    Found { rules, stopped, supported_epsilon: None, rounds: 0, samples: 0 }
}

fn rulebook(context: &Context, background: &Theory, found: Found, options: &Options, questions: Questions) -> Rulebook {
    let certified = matches!(found.stopped, Stopped::Certified | Stopped::Complete);
    let sampled = options.method.samples();
    let guarantee = match (certified, sampled, options.strength) {
        (false, _, _) => "none",
        (true, false, _) => "exact",
        // Frugal has no weak form: strong holds as well.
        (true, true, Strength::Weak) if options.method != Method::Frugal => "weak",
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
            attrs.retain_all(&AttrSet::of(context.attributes(), [target]));
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
