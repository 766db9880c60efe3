//! `hornbook study`: how far ε and δ can be trusted on a table.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use hornbook::Method;
use hornbook::format::ContextFormat;
use hornbook::prepare::{Preparation, Prepared, WantedSets};
use hornbook::sampling::Distribution;
use hornbook::scaling::Missing;
use hornbook_study::paper::{self, Dataset};
use hornbook_study::report::Report;
use hornbook_study::{Grid, Group, PROBES, Plan, PlanError, Store, Subject, Tick, Twin, conduct};
use indicatif::{ProgressBar, ProgressDrawTarget};

use crate::arguments::{self, CellArgs, SourceArgs};
use crate::bars::{be_quiet, style};
use crate::ended::Ended;
use crate::failure::Failure;
use crate::input;
use crate::output::note;
use crate::progress::stopped_by_ctrl_c;
use crate::source::Source;
use crate::words;

const EXAMPLES: &str = "\
Examples:
  hornbook study data/zoo.csv --runs 2 --curves 0 --output zoo-study
  hornbook study data/zoo.csv --epsilon 0.1,0.5 --methods settle -o settle-study

With --paper it repeats the experiments of the paper, and puts the published
figures of data/zoo.csv and data/breast-cancer.csv beside what comes out; that
takes a few minutes. How long a study takes is said as soon as the first run of
each kind is done.
Ctrl-C ends a study early and reports on what there is; started again, it goes on.
Exit codes: 0 done; 1 stopped early; 2 bad input.";

/// The time until the bar is drawn anew.
const TIME_BETWEEN_DRAWINGS: Duration = Duration::from_millis(200);
/// Into how many steps the bar is cut.
const BAR_STEPS: u64 = 1000;
/// Who has to wait longer is told so, …
const WAIT: Duration = Duration::from_secs(10);
/// … and from here on also what can be done about it.
const LONG_WAIT: Duration = Duration::from_secs(60);
/// So many verdicts are told at the terminal; the report has all.
const MAX_VERDICTS_TOLD: usize = 12;

/// Find out how far ε and δ can be trusted on a table
///
/// Runs learners again and again, for every combination of method, ε and δ, on
/// the table and on random tables like it, and says whether the promises were
/// kept: at most a share δ of the runs with an error above ε. The report is a web
/// page, Markdown, CSV and JSON.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The table: a csv, tsv, json, jsonl, cxt, dat or conexp-clj json file, also
    /// as .gz or .zst; - for standard input
    source: PathBuf,
    /// The folder for the records and the report; one that is empty, not there
    /// yet, or that holds the same study, which then goes on
    #[arg(long, short, value_name = "FOLDER")]
    output: PathBuf,
    /// The values of ε, with commas
    #[arg(long, value_name = "SHARES", default_value = "0.01,0.1,0.5", allow_negative_numbers = true)]
    epsilon: String,
    /// The values of δ, with commas
    #[arg(long, value_name = "PROBABILITIES", default_value = "0.1", allow_negative_numbers = true)]
    delta: String,
    /// How often each combination is run
    #[arg(long, value_name = "N", default_value_t = 10)]
    runs: u32,
    /// The methods, with commas, as for learn; auto and those that do not sample
    /// have no ε and are run once
    #[arg(long, value_name = "METHODS", default_value = "pac-cached,frugal,settle,auto")]
    methods: String,
    /// The sets that ε is a share of, as for learn [default: uniform with
    /// --no-background; else columns if columns have several values, and
    /// uniform otherwise]
    #[arg(long)]
    distribution: Option<String>,
    /// How many random tables of each kind: with as many filled places, with
    /// the row sums kept, with one value a column kept; at the ε nearest to 0.1.
    /// They can take far longer than the table itself
    #[arg(long, value_name = "N", default_value_t = 0)]
    random_twins: u32,
    /// How many learning curves for each method, at the smallest ε
    #[arg(long, value_name = "N", default_value_t = 3)]
    curves: u32,
    /// Repeat the experiments of the paper with its own parameters: pac-cached,
    /// uniform sets, nothing known beforehand, missing values as values
    #[arg(long, conflicts_with_all = ["epsilon", "delta", "runs", "methods", "distribution", "random_twins", "curves", "no_background"])]
    paper: bool,
    /// The seed of everything random: the same seed gives the same results
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads may be used; the results do not depend on it [default:
    /// one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Let the learners find also what is known from the scaling
    #[arg(long)]
    no_background: bool,
    /// Say nothing on standard error but errors
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    cells: CellArgs,
    #[command(flatten)]
    source_args: SourceArgs,
}

pub(crate) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    be_quiet(arguments.quiet);
    let grid = grid(arguments)?;
    let source = read(arguments)?;
    let subject = Subject::new(input::name(&arguments.source), source.table.clone());
    let plan = plan(arguments, &grid, &source.table)?;
    let mut store = Store::open(&arguments.output, &subject, &plan)?;
    if !arguments.quiet {
        source.describe();
        announce(&plan, &store);
    }
    let started = Instant::now();
    let done = work(arguments, &subject, &plan, &mut store)?;
    let report = Report::new(&subject, &plan, &store.in_order())?.with_raw_cells(arguments.cells.raw_cells);
    report.write(store.folder())?;
    if !arguments.quiet {
        tell(&report);
        note(&farewell(&store, &plan, done, &arguments.output));
        note(&format!("{}.", words::time(started.elapsed())));
    }
    Ok(Ended::well_if(done))
}

/// Reads the table; for the paper, with missing values as the paper has them.
fn read(arguments: &Arguments) -> Result<Source, Failure> {
    let mut how = arguments.source_args.clone();
    let format = how.input_format.or_else(|| ContextFormat::from_path(&arguments.source).ok());
    let cells = [ContextFormat::Csv, ContextFormat::Tsv, ContextFormat::JsonRecords, ContextFormat::JsonLines];
    let scaled = format.is_some_and(|format| cells.contains(&format)) && how.scale.scaling.is_none();
    if arguments.paper && scaled {
        how.scale.missing.get_or_insert(Missing::Value);
    }
    let background = !arguments.no_background && !arguments.paper;
    Source::read(&arguments.source, &how, Preparation { background, ..Preparation::learning() })
}

fn grid(arguments: &Arguments) -> Result<Grid, Failure> {
    let names = format!("methods such as {}", Method::ALL.map(Method::name).join(", "));
    let number = |text: &str| f64::from_str(text).ok();
    let grid = Grid {
        methods: list("methods", &arguments.methods, &names, Method::from_name)?,
        epsilons: list("epsilon", &arguments.epsilon, "numbers, as in 0.01,0.1", number)?,
        deltas: list("delta", &arguments.delta, "numbers, as in 0.1,0.9", number)?,
        runs: arguments.runs,
        twins: arguments.random_twins,
        curves: arguments.curves,
    };
    grid.check().map_err(|error| refused(&error))?;
    Ok(grid)
}

/// What is between commas.
fn list<T>(option: &str, text: &str, expected: &str, read: impl Fn(&str) -> Option<T>) -> Result<Vec<T>, Failure> {
    let entry = |entry: &str| {
        let wrong = || Failure::new(format!("--{option}: found {entry:?}, expected {expected}"));
        read(entry.trim()).ok_or_else(wrong)
    };
    match text.trim() {
        "" => Ok(Vec::new()),
        some => some.split(',').map(entry).collect(),
    }
}

fn refused(error: &PlanError) -> Failure {
    let option = if matches!(error, PlanError::Distribution(_)) { "" } else { "--" };
    Failure::new(format!("{option}{error}"))
}

fn plan(arguments: &Arguments, grid: &Grid, table: &Prepared) -> Result<Plan, Failure> {
    let kinds = kinds(table);
    let background = table.knows_background;
    let groups: Vec<Group> = match arguments.paper {
        true => paper::groups(Dataset::of(&table.context), &kinds),
        false => grid.groups(&kinds),
    };
    let usual = || table.usual_distribution(Method::Pac, false).to_string();
    let distribution = arguments.distribution.clone().unwrap_or_else(usual);
    let drawn: Distribution = distribution.parse()?;
    if drawn.any_few().is_some() {
        let message = format!("--distribution: '{distribution}' is two distributions, and a study is about one");
        return Err(Failure::new(message).hint("; study 'described' and 'short' each for itself"));
    }
    // Refused here rather than in the first run.
    table.sampler(&WantedSets { distribution: Some(drawn), ..WantedSets::of(Method::Pac) })?;
    Ok(Plan { seed: arguments.seed, distribution, background, probes: PROBES, paper: arguments.paper, groups })
}

/// The kinds of random tables that differ for this one.
fn kinds(table: &Prepared) -> Vec<Twin> {
    // Without columns of several values the last kind is the first.
    Twin::ALL.into_iter().filter(|&kind| kind != Twin::Columns || !table.groups.is_empty()).collect()
}

fn announce(plan: &Plan, store: &Store) {
    let runs = words::counted(plan.cells().len(), "run");
    match store.records().len() {
        0 => note(&format!("{runs} to do.")),
        done => note(&format!("{runs}, {} of them done before.", words::count(done as u64))),
    }
}

/// Runs what is to do, with a bar. Gives whether all is done.
fn work(arguments: &Arguments, subject: &Subject, plan: &Plan, store: &mut Store) -> Result<bool, Failure> {
    let stopped: Arc<AtomicBool> = stopped_by_ctrl_c();
    let target = if arguments.quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(None, target);
    bar.set_style(style("{bar:20} {percent:>3}% {wide_msg}"));
    bar.enable_steady_tick(TIME_BETWEEN_DRAWINGS);
    let started = Instant::now();
    let [told, warned] = [(); 2].map(|()| AtomicBool::new(arguments.quiet));
    let watch = |tick: Tick| {
        bar.update(|state| {
            state.set_len(BAR_STEPS);
            state.set_pos((BAR_STEPS as f64 * done_share(tick, started.elapsed())) as u64);
        });
        bar.set_message(message(tick, started.elapsed()));
        if let Some(left) = tick.left.filter(|_| !told.swap(true, Ordering::Relaxed)) {
            bar.suspend(|| forewarn(arguments, tick.runs - tick.done, left, !warned.load(Ordering::Relaxed)));
        } else if tick.left.is_none()
            && started.elapsed() >= WAIT
            && tick.at_least >= LONG_WAIT
            && !warned.swap(true, Ordering::Relaxed)
        {
            bar.suspend(|| {
                note(&format!(
                    "More than {} for the other {}: the first run of some kinds has not ended yet.",
                    words::time(tick.at_least),
                    words::counted(tick.runs - tick.done, "run")
                ));
                note(&advice(arguments));
            });
        }
    };
    let threads = arguments::threads(arguments.threads);
    let go_on = || !stopped.load(Ordering::Relaxed);
    let done = conduct(subject, plan, store, threads, &watch, &go_on);
    bar.finish_and_clear();
    Ok(done?)
}

/// The part of the time that is over, as far as that is known.
fn done_share(tick: Tick, elapsed: Duration) -> f64 {
    match tick.left {
        Some(left) => elapsed.as_secs_f64() / (elapsed + left).as_secs_f64().max(f64::MIN_POSITIVE),
        None => 0.0,
    }
}

fn message(tick: Tick, elapsed: Duration) -> String {
    let runs = format!("{} of {}", words::count(tick.done as u64), words::counted(tick.runs, "run"));
    match tick.left {
        Some(left) => format!("{runs}, {}, about {} left", words::time(elapsed), words::time(left)),
        None => format!("{runs}, {}; the first of each kind, to see how long they take", words::time(elapsed)),
    }
}

/// Says how long it will take, if one has to wait for it, and what to do if that is
/// too long.
fn forewarn(arguments: &Arguments, runs: usize, left: Duration, with_advice: bool) {
    if left < WAIT {
        return;
    }
    let runs = if runs == 1 { "the last run".to_owned() } else { format!("the other {}", words::counted(runs, "run")) };
    note(&format!("About {} for {runs}, by the time that the first of each kind took.", words::time(left)));
    if left >= LONG_WAIT && with_advice {
        note(&advice(arguments));
    }
}

fn advice(arguments: &Arguments) -> String {
    let shorter = if arguments.paper { "" } else { "Fewer --runs or --methods and a larger --epsilon take less. " };
    format!("{shorter}Ctrl-C ends it with a report on what there is; the same command then goes on.")
}

/// Says whether the promises were kept.
fn tell(report: &Report) {
    note(&report.verdict);
    for verdict in report.verdicts.iter().take(MAX_VERDICTS_TOLD) {
        note(&format!("  {}: {}.", verdict.name, verdict.sentence()));
    }
    let more = report.verdicts.len().saturating_sub(MAX_VERDICTS_TOLD);
    if more > 0 {
        note(&format!("  The other {} are in the report.", words::counted(more, "verdict")));
    }
}

fn farewell(store: &Store, plan: &Plan, done: bool, folder: &Path) -> String {
    let page = folder.join("report.html");
    match done {
        true => format!("Done. The report is {}.", page.display()),
        false => format!(
            "Stopped early: {} of {} runs are done. The report on these is {}; the same command goes on.",
            words::count(store.records().len() as u64),
            words::count(plan.cells().len() as u64),
            page.display()
        ),
    }
}
