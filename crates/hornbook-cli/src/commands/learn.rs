//! `hornbook learn`: the rules of a table, with a guarantee.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use hornbook::learn::methods::{LearnOptions, learn_domain};
use hornbook::learn::pac::Strength;
use hornbook::learn::{Accuracy, Schedule};
use hornbook::prepare::{Preparation, Prepared, SetsError, WantedSets};
use hornbook::sampling::{Distribution, DistributionKind, Sampler};
use hornbook::{Context, Guarantee, Method, Rulebook, Run, StopReason};
use hornbook_words::rounded_up;

use crate::arguments::{self, OutputArgs, SourceArgs};
use crate::ended::Ended;
use crate::failure::Failure;
use crate::output::note;
use crate::progress::Watcher;
use crate::source::Source;
use crate::words;

const EXAMPLES: &str = "\
Examples:
  hornbook learn data/zoo.csv
  hornbook learn data/zoo.csv --epsilon 0.001 --output rules.json
  hornbook learn data/zoo.csv --distribution support
  hornbook learn data/zoo.csv --target milk --format csv
  hornbook learn data/breast-cancer.csv --scale 'Mitoses=ordinal:2,5'
  hornbook learn - --input-format csv --quiet < data/zoo.csv

Ctrl-C ends the run early and prints what was learned so far.
Exit codes: 0 certified or complete; 1 stopped early; 2 bad input.";

/// If at least this share of the sets that are drawn never occur, that is said.
const MOSTLY_IMPOSSIBLE_SHARE: f64 = 0.95;

/// The memory of a run is told if it is at least this much.
const NOTEWORTHY_BYTES: usize = 16 << 20;

/// Learn the rules of a table, with a guarantee
///
/// Learns until, with probability at least 1 - δ, the rules draw other
/// conclusions than the table for at most a share ε of all sets of attributes.
/// In a table everything can be looked up. With the methods that ask, the table
/// plays the expert, and questions are counted.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The table: a csv, tsv, cxt, dat or conexp-clj json file; - for standard
    /// input
    source: PathBuf,
    /// ε: the share of sets the rules may judge wrongly
    #[arg(long, value_name = "SHARE", default_value_t = 0.01, allow_negative_numbers = true)]
    epsilon: f64,
    /// δ: the probability with which more may be judged wrongly
    #[arg(long, value_name = "PROBABILITY", default_value_t = 0.1, allow_negative_numbers = true)]
    delta: f64,
    /// Let the guarantee speak of which sets are closed, not of what they close
    /// to (usual for pac-cached)
    #[arg(long, conflicts_with = "strong")]
    weak: bool,
    /// Let the guarantee speak of what follows from a set (usual but for
    /// pac-cached)
    #[arg(long)]
    strong: bool,
    /// How to learn: auto takes the quickest way, exact or settle, and says
    /// which; settle samples and looks up in the table what is open; exact
    /// finds the canonical basis; frugal asks as few questions as possible; pac
    /// is the paper to the letter, pac-valid keeps every rule valid, pac-cached
    /// is the variant behind the paper's table; exploration is Ganter's
    #[arg(long, default_value = Method::Auto.name(), value_parser = arguments::method())]
    method: Method,
    /// How δ is spread over the rounds [default: paper for pac and pac-cached,
    /// else thrifty]
    #[arg(long, value_parser = arguments::schedule())]
    schedule: Option<Schedule>,
    /// The sets that ε is a share of: uniform (all alike), support (as often as
    /// they occur in rows), columns (at most one value a column), or a mixture
    /// such as uniform+support or uniform:0.2+support:0.8 [default: uniform with
    /// --no-background; else support with --target, columns if columns have
    /// several values, and uniform otherwise]
    #[arg(long)]
    distribution: Option<Distribution>,
    /// The seed of everything random: the same seed gives the same rules
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads may be used; the rules do not depend on it [default:
    /// one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Stop after this many questions
    #[arg(long, value_name = "N")]
    limit_questions: Option<u64>,
    /// Stop after this long, reading the table included: 30s, 5m, 1h30m, or a
    /// number of seconds
    #[arg(long, value_name = "TIME", value_parser = arguments::duration)]
    limit_time: Option<Duration>,
    /// Learn only the rules that conclude this attribute
    #[arg(long, value_name = "ATTRIBUTE")]
    target: Option<String>,
    /// Learn only rules with at most this many attributes in the premise
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    max_premise: Option<u16>,
    /// Learn only rules whose premise occurs in at least this many rows; with 1,
    /// also rules of what never occurs
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    min_support: Option<u64>,
    /// List also rules that may have exceptions, if they hold for at least this
    /// share of the rows with their premise, such as 0.95
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    confidence: Option<f64>,
    /// After this many questions, go on with the paper's refinement, which
    /// needs more of them but never more than a polynomial; for frugal
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    fallback_after: u64,
    /// Learn also what is known from the scaling, such as that the values of a
    /// column exclude each other
    #[arg(long)]
    no_background: bool,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    source_args: SourceArgs,
}

pub(crate) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    let started = Instant::now();
    let accuracy = Accuracy::new(arguments.epsilon, arguments.delta)
        .map_err(|e| Failure::new(format!("--{} must be above 0 and at most 1, but is {}", e.name, e.value)))?;
    arguments.output.destination().check()?;
    let usual = Preparation { background: !arguments.no_background, ..Preparation::learning() };
    let source = Source::read(&arguments.source, &arguments.source_args, usual)?;
    let mut options = options(arguments, accuracy, &source)?;
    if let Some(limit) = arguments.limit_time {
        // To read the table takes time, too.
        options.limit_time = Some(limit.saturating_sub(started.elapsed()));
        if started.elapsed() >= limit && !arguments.output.quiet {
            note(&format!("To read the table took {}: the time is up.", words::time(started.elapsed())));
        }
    }
    learn(&source, &options, &arguments.output)
}

fn options(arguments: &Arguments, accuracy: Accuracy, source: &Source) -> Result<LearnOptions, Failure> {
    let Arguments { method, seed, limit_questions, limit_time, .. } = *arguments;
    let universe = source.table.context.universe();
    let target = arguments.target.as_ref().map(|name| universe.attr(name)).transpose();
    let strength = match (arguments.weak, arguments.strong) {
        (true, _) => Strength::Weak,
        (_, true) => Strength::Strong,
        _ => method.usual_strength(),
    };
    Ok(LearnOptions {
        method,
        accuracy,
        strength,
        schedule: arguments.schedule.unwrap_or_else(|| method.usual_schedule()),
        sampler: sampler(arguments, source)?,
        by_rows: None,
        max_premise: arguments.max_premise.map(usize::from),
        confidence: confidence(arguments)?,
        min_support: arguments.min_support.map_or(1, |least| least as usize),
        threads: arguments::threads(arguments.threads),
        fallback_after: arguments.fallback_after,
        seed,
        limit_questions,
        limit_time,
        limit_memory: None,
        target: target.map_err(|e| Failure::from(e).hint("; --target names an attribute, as in 'legs=4'"))?,
    })
}

fn confidence(arguments: &Arguments) -> Result<Option<f64>, Failure> {
    match arguments.confidence {
        Some(share) if !(share > 0.0 && share < 1.0) => {
            Err(Failure::new(format!("--confidence must be above 0 and below 1, but is {share}")))
        }
        share => Ok(share),
    }
}

/// The distribution, restricted to the sets that rules are wanted about.
fn sampler(arguments: &Arguments, source: &Source) -> Result<Sampler, Failure> {
    let restricted = arguments.max_premise.is_some() || arguments.min_support.is_some();
    if restricted && !arguments.method.restricts() {
        let able = Method::ALL.into_iter().filter(|method| method.restricts()).map(Method::name).collect::<Vec<_>>();
        let message = format!("--max-premise and --min-support need one of these methods: {}", able.join(", "));
        return Err(Failure::new(message));
    }
    let wanted = WantedSets {
        distribution: arguments.distribution.clone(),
        for_one_target: arguments.target.is_some(),
        max_premise: arguments.max_premise.map(usize::from),
        min_support: arguments.min_support.map(|least| least as usize),
    };
    source.table.sampler(&wanted).map_err(|error| match error {
        SetsError::TooFewRows { wanted, rows } => {
            Failure::new(format!("--min-support is {wanted}, but the table has {rows} rows"))
        }
        error => error.into(),
    })
}

/// The options of the exact basis: nothing is sampled and nothing asked, so
/// that ε and δ do not matter.
pub(super) fn exactly(source: &Source) -> Result<LearnOptions, Failure> {
    Ok(LearnOptions::new(Method::Exact, Accuracy::new(1.0, 1.0)?, source.table.context.attribute_count()))
}

/// Learns from the table and writes what was learned; for `basis` too.
pub(super) fn learn(source: &Source, options: &LearnOptions, output: &OutputArgs) -> Result<Ended, Failure> {
    let Prepared { context, background, .. } = &source.table;
    let mut watcher = Watcher::start(output.quiet, options.limit_time, background.len());
    if !output.quiet {
        source.describe();
    }
    let learned = learn_domain(context, background, options, &mut |progress| watcher.watch(progress));
    let (took, held) = watcher.finish();
    let mut book = learned?;
    if !output.quiet {
        summary(context, &book, options, took, held).iter().for_each(|line| note(line));
    }
    let done = book.run.as_ref().is_some_and(ran_to_its_end);
    write(&mut book, output)?;
    Ok(Ended::well_if(done))
}

/// Writes rules as asked for; for journals too.
pub(super) fn write(book: &mut Rulebook, output: &OutputArgs) -> Result<(), Failure> {
    let format = output.rules_format();
    if !output.show_background && !words::holds_background(format) {
        book.background.clear();
    }
    let mut bytes = Vec::new();
    hornbook::format::write_rules_with(book, format, output.cells.options(), &mut bytes)?;
    output.destination().write(&bytes)
}

/// What was learned and what it is worth, in words.
fn summary(
    context: &Context,
    book: &Rulebook,
    options: &LearnOptions,
    took: Duration,
    held: Option<usize>,
) -> Vec<String> {
    let Some(run) = &book.run else { return Vec::new() };
    let rules = words::counted(book.rules.len(), "rule");
    let about = options.target.map(|target| format!(" about {}", book.universe.name(target))).unwrap_or_default();
    let impossible = match book.rules.iter().filter(|rule| rule.implication.conclusion.is_falsum()).count() {
        0 => String::new(),
        1 if book.rules.len() == 1 => ", of what never occurs".to_owned(),
        some => format!(", {} of them of what never occurs", words::count(some as u64)),
    };
    let beyond = match book.background.len() {
        0 => String::new(),
        known => {
            format!(", beyond {} known from the scaling (--show-background lists those)", words::count(known as u64))
        }
    };
    let mut lines = vec![format!("{rules}{about}{impossible}{beyond}."), worth(book, run, options)];
    let mut done = Vec::new();
    if options.method == Method::Auto {
        done.push(chosen(run, options));
    }
    if run.questions.asked > 0 {
        let asked = words::counted(run.questions.asked as usize, "question");
        let [yes, no] = [run.questions.confirmed, run.questions.refuted].map(words::count);
        done.push(format!("{asked}: {yes} yes, {no} no"));
    }
    if run.rounds > 0 {
        done.push(format!(
            "{}, {}",
            words::counted(run.rounds as usize, "round"),
            words::counted(run.samples as usize, "sample")
        ));
    }
    done.push(words::time(took));
    // What fits anywhere is of no interest.
    done.extend(held.filter(|&held| held >= NOTEWORTHY_BYTES).map(|held| format!("{} of memory", words::size(held))));
    lines.push(format!("{}.", done.join("; ")));
    if let Some(confidence) = options.confidence {
        lines.push(format!(
            "{} with exceptions, at a confidence of at least {}, listed apart{}.",
            words::counted(book.confident.len(), "rule"),
            words::percent(confidence),
            if ran_to_its_end(run) { "" } else { ", not all of them" }
        ));
    }
    if run.guarantee == Guarantee::Strong && options.strength == Strength::Weak {
        lines.push(format!("The method {} has no weak form: the strong guarantee includes it.", run.method));
    }
    // The guarantee is kept, and yet a newcomer would be puzzled.
    let impossible = || options.sampler.impossible_share(context, options.seed);
    if let Some(impossible) =
        run.distribution.as_ref().map(|_| impossible()).filter(|&share| share >= MOSTLY_IMPOSSIBLE_SHARE)
    {
        let share = if impossible < 0.999 { words::percent(impossible) } else { "Nearly all".to_owned() };
        lines.push(format!(
            "{share} of the sets that were drawn never occur, so ε is mostly about those: --distribution support learns \
             the rules among what does occur, --min-support those that many rows bear out."
        ));
    }
    lines
}

/// What was chosen, and why.
fn chosen(run: &Run, options: &LearnOptions) -> String {
    let why = match run.method {
        Method::Frugal => "since questions are limited",
        _ if options.is_restricted() => "since not all rules are wanted",
        _ if !run.certified => "as far as it came",
        Method::Exact => "quicker here than sampling",
        _ => "quicker here than the exact basis",
    };
    format!("method {}, {why}", run.method)
}

/// Whether neither a limit nor the user cut it short. The rules without
/// exceptions may be certified, and those with exceptions yet be cut short.
fn ran_to_its_end(run: &Run) -> bool {
    run.stopped.is_end()
}

fn is_drawn(run: &Run, kind: DistributionKind) -> bool {
    run.distribution.as_ref().is_some_and(|distribution| distribution.is(kind))
}

fn uniform(run: &Run) -> bool {
    is_drawn(run, DistributionKind::Uniform)
}

/// The guarantee that was earned, or why there is none.
fn worth(book: &Rulebook, run: &Run, options: &LearnOptions) -> String {
    match run.guarantee {
        Guarantee::Exact => {
            "The rules are exact: what holds in the table follows from them, and nothing else.".to_owned()
        }
        Guarantee::None => cut_short(run, options),
        guarantee => {
            let sure = words::at_least(1.0 - options.accuracy.delta());
            let share = words::percent(options.accuracy.epsilon());
            let sets = match &run.distribution {
                Some(_) if is_drawn(run, DistributionKind::Columns) && !book.background.is_empty() => {
                    "of the sets that take at most one value a column, and so of all sets".to_owned()
                }
                Some(other) if !uniform(run) => format!("of the sets of attributes, as drawn by '{other}'"),
                _ => "of all sets of attributes (uniform)".to_owned(),
            };
            let wrong = match guarantee {
                Guarantee::Weak => "disagree with the table on whether anything more follows,".to_owned(),
                _ => match options.target {
                    Some(target) => format!("misjudge whether {} follows", book.universe.name(target)),
                    None => "draw other conclusions than the table".to_owned(),
                },
            };
            format!("With probability at least {sure} the rules {wrong} for at most {share} {sets}.")
        }
    }
}

fn cut_short(run: &Run, options: &LearnOptions) -> String {
    let why = if run.stopped == StopReason::Cancelled { "interrupted" } else { run.stopped.name() };
    let start = format!("Stopped early ({why}):");
    match (run.method, run.supported_epsilon) {
        (Method::Exact, _) => format!("{start} these rules are of the basis, but not all of it."),
        (_, None) => format!("{start} these rules hold, but there may be others."),
        (_, Some(supported)) => {
            let [epsilon, delta] = [options.accuracy.epsilon(), options.accuracy.delta()].map(words::significant);
            let evidence = match supported {
                1.0.. => "the evidence so far supports no ε below 1".to_owned(),
                _ => format!("the evidence so far supports ε = {}", rounded_up(supported)),
            };
            format!("{start} no guarantee for ε = {epsilon} yet; {evidence} at δ = {delta}.")
        }
    }
}
