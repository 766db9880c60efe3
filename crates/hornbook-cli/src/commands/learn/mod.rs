//! `hornbook learn`: the rules of a table.

mod summary;

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use hornbook::format::RulesFormat;
use hornbook::format::rules::text;
use hornbook::learn::methods::{LearnOptions, learn_domain};
use hornbook::learn::pac::Strength;
use hornbook::learn::{Accuracy, Schedule};
use hornbook::prepare::{Preparation, Prepared, WantedSets};
use hornbook::sampling::{Distribution, Sampler};
use hornbook::{Context, Guarantee, Method, Rulebook, StopReason};
use hornbook_words::RulesPage;

use crate::arguments::{self, OutputArgs, OutputFormat, Rows, ShowArgs, SortBy, SourceArgs, ThreadArgs};
use crate::ended::Ended;
use crate::failure::Failure;
use crate::guard::{Guard, Limit};
use crate::output::note;
use crate::progress::Watcher;
use crate::rule_files;
use crate::source::Source;
use crate::words;

const EXAMPLES: &str = "\
Examples:
  hornbook learn data/zoo.csv
  hornbook learn data/zoo.csv --target milk
  hornbook learn data/zoo.csv --min-support 10% --all
  hornbook learn data/zoo.csv --output rules.html
  hornbook learn data/zoo.csv --confidence 0.95
  hornbook learn data/breast-cancer.csv --scale 'Mitoses=ordinal:2,5'
  hornbook learn data/zoo.csv --method frugal --epsilon 0.001
  hornbook learn - --input-format csv --quiet < data/zoo.csv

Too many rules? --target asks for those about one attribute, --min-support for
those that many rows bear out, --max-premise for short ones; --output keeps all
of them in a file, and the 20 most telling are shown.
Ctrl-C ends the run early and prints what was learned so far.
Exit codes: 0 certified or complete; 1 stopped early; 2 bad input.";

/// Learn the rules of a table
///
/// Finds the rules "whatever has A also has B" that hold in a table: all of
/// them if that takes seconds, else all that enough rows bear out, and says which.
/// The most telling are shown. With the methods that ask, the table plays the
/// expert, and questions are counted.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The table: a csv, tsv, json, jsonl, cxt, dat or conexp-clj json file, also
    /// as .gz or .zst; - for standard input
    source: PathBuf,
    #[command(flatten)]
    wanted: WantedArgs,
    #[command(flatten)]
    show: ShowArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    resources: ThreadArgs,
    /// Stop after this many questions
    #[arg(long, value_name = "N", help_heading = "Limits")]
    limit_questions: Option<u64>,
    #[command(flatten)]
    guarantee: GuaranteeArgs,
    #[command(flatten)]
    source_args: SourceArgs,
}

/// Which rules are wanted.
#[derive(Args, Debug)]
#[command(next_help_heading = "Which rules")]
pub(crate) struct WantedArgs {
    /// Only rules that conclude this attribute, as in 'legs=4', 'age>=40' or
    /// 'member'; numbers are cut where they tell most about it
    #[arg(long, value_name = "ATTRIBUTE", allow_hyphen_values = true)]
    target: Option<String>,
    /// Only rules whose premise occurs in at least this many rows, or this share
    /// of them: 50 or 1%; with 0, also rules of what never occurs [default: as
    /// few as can be looked up in seconds]
    #[arg(long, value_name = "N", value_parser = arguments::rows, allow_hyphen_values = true)]
    min_support: Option<Rows>,
    /// Only rules with at most this many attributes in the premise
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    max_premise: Option<u16>,
    /// Also rules that have exceptions, if they hold for at least this share of
    /// the rows with their premise, such as 0.95
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    confidence: Option<f64>,
    /// Also what is known from the scaling, such as that the values of a column
    /// exclude each other
    #[arg(long)]
    no_background: bool,
}

/// How rules are learned, and what is promised about them.
#[derive(Args, Debug)]
#[command(next_help_heading = "Guarantee")]
struct GuaranteeArgs {
    /// How to learn: auto finds all rules if that takes seconds, else all that
    /// enough rows bear out, and says which; exact finds all; settle samples and
    /// looks up in the table what is open; frugal asks as few questions as
    /// possible; pac is the paper to the letter, pac-valid keeps every rule valid,
    /// pac-cached is the variant behind the paper's table; exploration is Ganter's
    #[arg(long, default_value = Method::Auto.name(), value_parser = arguments::method())]
    method: Method,
    /// ε: the share of sets the rules may judge wrongly, where sets are sampled
    /// [default: 0.01; 0.05 for frugal]
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    epsilon: Option<f64>,
    /// δ: the probability with which more may be judged wrongly [default: 0.1]
    #[arg(long, value_name = "PROBABILITY", allow_negative_numbers = true)]
    delta: Option<f64>,
    /// The sets that ε is a share of: described (up to three attributes of a
    /// row; described-up-to-5 for five), short (any up to three attributes),
    /// "described and short" (both, each with a bound of its own, the second
    /// of 2ε), support (as often as they occur in rows), uniform (all alike),
    /// columns (at most one value a column), or a mixture such as
    /// uniform+support or uniform:0.2+support:0.8 [default: described and
    /// short for frugal, with --target described; support for auto; else
    /// uniform with --no-background, support with --target, columns if columns
    /// have several values, and uniform otherwise]
    #[arg(long)]
    distribution: Option<Distribution>,
    /// Let the guarantee speak of which sets are closed, not of what they close
    /// to (usual for pac-cached)
    #[arg(long, conflicts_with = "strong")]
    weak: bool,
    /// Let the guarantee speak of what follows from a set (usual but for
    /// pac-cached)
    #[arg(long)]
    strong: bool,
    /// How δ is spread over the rounds [default: paper for pac and pac-cached,
    /// else thrifty]
    #[arg(long, value_parser = arguments::schedule())]
    schedule: Option<Schedule>,
    /// After this many questions, go on with the paper's refinement, which
    /// needs more of them but never more than a polynomial; for frugal
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    fallback_after: u64,
    /// The seed of everything random: the same seed gives the same rules
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl GuaranteeArgs {
    fn accuracy(&self, method: Method) -> Result<Accuracy, Failure> {
        let usual = if method == Method::Frugal { hornbook_explore::USUAL_EPSILON } else { USUAL_EPSILON };
        Accuracy::new(self.epsilon.unwrap_or(usual), self.delta.unwrap_or(USUAL_DELTA))
            .map_err(|e| Failure::new(format!("--{} must be above 0 and at most 1, but is {}", e.name, e.value)))
    }

    /// Whether somebody asked for a guarantee about sampled sets.
    fn is_asked_for(&self) -> bool {
        self.epsilon.is_some() || self.delta.is_some() || self.distribution.is_some()
    }
}

const USUAL_EPSILON: f64 = 0.01;
const USUAL_DELTA: f64 = 0.1;

impl Arguments {
    /// The method, as far as it is known whether it asks: whoever counts questions
    /// wants few.
    fn asking_method(&self) -> Method {
        match self.guarantee.method {
            Method::Auto if self.limit_questions.is_some() => Method::Frugal,
            method => method,
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    let started = Instant::now();
    let guard = arguments.resources.limits.guard();
    let accuracy = arguments.guarantee.accuracy(arguments.asking_method())?;
    arguments.output.destination().check()?;
    let usual = arguments.wanted.preparation();
    let source = Source::read(&arguments.source, &arguments.source_args, usual)?;
    let mut options = options(arguments, accuracy, &source)?;
    if let Some(limit) = arguments.resources.limits.limit_time {
        // To read the table takes time, too.
        options.limit_time = Some(limit.saturating_sub(started.elapsed()));
    }
    learn(&source, &options, &guard, &arguments.show, &arguments.output)
}

fn options(arguments: &Arguments, accuracy: Accuracy, source: &Source) -> Result<LearnOptions, Failure> {
    let GuaranteeArgs { method, seed, fallback_after, schedule, weak, strong, .. } = arguments.guarantee;
    let wanted = &arguments.wanted;
    let strength = match (weak, strong) {
        (true, _) => Strength::Weak,
        (_, true) => Strength::Strong,
        _ => method.usual_strength(),
    };
    let mut options = LearnOptions {
        strength,
        schedule: schedule.unwrap_or_else(|| method.usual_schedule()),
        rather_sample: arguments.guarantee.is_asked_for(),
        short_premises: true,
        fallback_after,
        seed,
        limit_questions: arguments.limit_questions,
        ..LearnOptions::new(method, accuracy, source.table.context.attribute_count())
    };
    wanted.tell(&mut options, source)?;
    arguments.resources.tell(&mut options);
    options.sampler = sampler(arguments, &options, source)?;
    Ok(options)
}

impl WantedArgs {
    /// What to make of a table so that such rules come out.
    pub(super) fn preparation(&self) -> Preparation {
        Preparation { background: !self.no_background, target: self.target.clone(), ..Preparation::learning() }
    }

    /// Which rules are wanted of the table.
    pub(super) fn tell(&self, options: &mut LearnOptions, source: &Source) -> Result<(), Failure> {
        let context = &source.table.context;
        let target = self.target.as_ref().map(|name| source.table.target(name)).transpose();
        options.target = target.map_err(|error| Failure::new(format!("--target: {error}")))?;
        options.confidence = self.confidence()?;
        options.max_premise = self.max_premise.map(usize::from);
        options.min_support = self.min_support.map(|rows| rows.of(context.len()));
        if let Some(wanted) = options.min_support.filter(|&wanted| wanted > context.len()) {
            let rows = words::counted(context.len(), "row");
            return Err(Failure::new(format!(
                "--min-support is {}, but the table has {rows}",
                words::count(wanted as u64)
            )));
        }
        Ok(())
    }

    fn confidence(&self) -> Result<Option<f64>, Failure> {
        match self.confidence {
            Some(share) if !(share > 0.0 && share < 1.0) => {
                Err(Failure::new(format!("--confidence must be above 0 and below 1, but is {share}")))
            }
            share => Ok(share),
        }
    }
}

/// The distribution, restricted to the sets that rules are wanted about, where
/// sets are sampled.
fn sampler(arguments: &Arguments, options: &LearnOptions, source: &Source) -> Result<Sampler, Failure> {
    let method = options.method;
    let restricted = options.max_premise.is_some() || options.min_support.is_some();
    if restricted && !method.restricts() {
        let able = Method::ALL.into_iter().filter(|method| method.restricts()).map(Method::name).collect::<Vec<_>>();
        let message = format!("--max-premise and --min-support need one of these methods: {}", able.join(", "));
        return Err(Failure::new(message));
    }
    // Where nothing is sampled, laying out the rows for it would be in vain.
    let looked_up = method == Method::Auto && !options.rather_sample && options.limit_questions.is_none();
    if method == Method::Exact || looked_up {
        return Ok(options.sampler.clone());
    }
    let wanted = WantedSets {
        method: arguments.asking_method(),
        distribution: arguments.guarantee.distribution.clone(),
        for_one_target: options.target.is_some(),
        max_premise: options.max_premise,
        min_support: options.min_support,
    };
    Ok(source.table.sampler(&wanted)?)
}

/// Learns from the table and writes what was learned; for `basis` too.
pub(super) fn learn(
    source: &Source,
    options: &LearnOptions,
    guard: &Guard,
    show: &ShowArgs,
    output: &OutputArgs,
) -> Result<Ended, Failure> {
    let Prepared { context, background, .. } = &source.table;
    let mut watcher = Watcher::start(output.quiet, options.limit_time, background.len(), guard);
    if !output.quiet {
        source.describe();
    }
    let learned = learn_domain(context, background, options, &mut |progress| watcher.watch(progress));
    let (took, held) = watcher.finish();
    let mut book = learned?;
    book.unlisted_background = source.table.unlisted_background;
    if let Some(filled) = &source.table.filled {
        book.count_known_rows(&filled.known);
    }
    if let (Some(limit), Some(run)) = (guard.reached(), &mut book.run)
        && run.stopped == StopReason::Cancelled
    {
        run.stopped = match limit {
            Limit::Time => StopReason::TimeLimit,
            Limit::Memory => StopReason::MemoryLimit,
        };
    }
    let summary = summary::lines(context, &book, options, took, held);
    if !output.quiet {
        summary.iter().for_each(|line| note(line));
    }
    let done = book.run.as_ref().is_some_and(|run| run.stopped.is_end());
    if let SortBy::Figure(order) = show.sort {
        book.sort(order);
    }
    let top = show.lines(output);
    match (output.format(), top) {
        (OutputFormat::Page, top) => {
            let page = RulesPage {
                summary: &summary,
                table: Some(context),
                scaling: source.table.scaling.as_ref(),
                most_rules: top.unwrap_or(RulesPage::MOST_RULES),
                ..page(source.file_name(), &book, output)
            };
            output.destination().write(page.html().as_bytes())?;
        }
        (OutputFormat::Rules(RulesFormat::Text), Some(top)) => write_top(&mut book, context, top, output)?,
        (OutputFormat::Rules(format), top) => {
            cut(&mut book, top.unwrap_or(usize::MAX));
            if book.left_out > 0 && !output.quiet {
                note(&format!("{} left out: --all keeps them.", words::counted(book.left_out, "rule")));
            }
            write(&mut book, format, output)?;
        }
    }
    Ok(Ended::well_if(done))
}

/// Keeps the first rules alone: what was learned does not all follow from them.
fn cut(book: &mut Rulebook, top: usize) {
    book.left_out = book.rules.len().saturating_sub(top) + book.confident.len().saturating_sub(top);
    book.rules.truncate(top);
    book.confident.truncate(top);
    if let Some(run) = book.run.as_mut().filter(|_| book.left_out > 0) {
        (run.guarantee, run.certified) = (Guarantee::None, false);
    }
}

/// Writes the first rules, and how to see the others.
fn write_top(book: &mut Rulebook, table: &Context, top: usize, output: &OutputArgs) -> Result<(), Failure> {
    let digest = book.digest(top, Some(table));
    shorten_background(book, output);
    let mut bytes = Vec::new();
    text::write_digest(book, &digest, &mut bytes)?;
    if output.destination().is_file() {
        text::write_attributes(book, &mut bytes)?;
    }
    output.destination().write(&bytes)?;
    let more = digest.left_out + book.confident.len().saturating_sub(top);
    if more > 0 && !output.quiet {
        let rules = words::counted(more, "more rule");
        note(&format!(
            "{rules}: --all lists them, --output rules.html makes a page of them, --sort orders them otherwise."
        ));
    }
    Ok(())
}

/// Writes what is known of something as asked for; for journals.
pub(super) fn write_known(
    book: &mut Rulebook,
    objects: &Context,
    subject: &str,
    summary: &[String],
    output: &OutputArgs,
) -> Result<(), Failure> {
    match output.format() {
        OutputFormat::Page => {
            let page = RulesPage { summary, table: Some(objects), ..page(subject, book, output) };
            output.destination().write(page.html().as_bytes())
        }
        OutputFormat::Rules(format) => write(book, format, output),
    }
}

/// A page of rules, without rows.
fn page<'a>(subject: &'a str, book: &'a Rulebook, output: &OutputArgs) -> RulesPage<'a> {
    RulesPage {
        subject,
        summary: &[],
        book,
        table: None,
        scaling: None,
        show_background: output.show_background,
        most_rules: RulesPage::MOST_RULES,
    }
}

fn write(book: &mut Rulebook, format: RulesFormat, output: &OutputArgs) -> Result<(), Failure> {
    if format == RulesFormat::Text {
        shorten_background(book, output);
    } else if !output.quiet {
        rule_files::say_what_is_lost(book, format);
    }
    let mut bytes = Vec::new();
    hornbook::format::write_rules_with(book, format, output.cells.options(), &mut bytes)?;
    output.destination().write(&bytes)
}

/// Leaves the background out of text that goes to a screen, where it would be in
/// the way, and keeps how much that is. A file may be read by other commands.
fn shorten_background(book: &mut Rulebook, output: &OutputArgs) {
    if !output.show_background && !output.destination().is_file() {
        book.unlisted_background += book.background.len();
        book.background.clear();
    }
}
