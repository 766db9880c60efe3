//! `hornbook dependencies`: keys and functional dependencies of the columns of a table.

mod exports;
mod report;
mod text;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Instant;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use hornbook::canonical::{BasisProgress, BasisSettings, Unfinished};
use hornbook::dependencies::{Dependencies, DependencyProgress, DependencySettings, MissingCells, find_dependencies};
use hornbook::format::{ContextFormat, RawTable, RulesFormat};
use hornbook::learn::Progress;
use hornbook::prepare::RowAmount;
use hornbook::table::Table;
use hornbook::{NameError, Rulebook, Theory, Universe, canonical_basis_with};

use self::report::Report;
use crate::arguments::{self, CellArgs, LimitArgs};
use crate::ended::Ended;
use crate::failure::Failure;
use crate::input;
use crate::output::{Destination, note};
use crate::progress::Watcher;
use crate::read_args::ReadArgs;
use crate::source;
use crate::words;

const EXAMPLES: &str = "\
Examples:
  hornbook dependencies data/zoo.csv
  hornbook dependencies data/zoo.csv --target type --max-left 3
  hornbook dependencies data/zoo.csv --exceptions 2 --max-left 2
  hornbook dependencies data/breast-cancer.csv --exceptions 1% --max-left 1 --format json
  hornbook dependencies data/breast-cancer.csv --quiet --output dependencies.csv
  hornbook dependencies data/zoo.csv --basis --output pairs.json

In 'city, street -> zip  # support 12', 12 rows share their city and street with
another row: the fewer, the likelier it holds by chance. If a key stands on the
left, no two rows do, and every column follows: text leaves these out, csv and json
have them.

Cells are compared as text. What is missing (empty, ?, NA) equals what is missing.
Ctrl-C ends the run early and prints what was found so far.
Exit codes: 0 complete; 1 stopped early; 2 bad input.";

/// How many keys and dependencies are shown, unless told otherwise.
const USUAL_LINES_SHOWN: usize = 20;

/// Find keys and functional dependencies of the columns of a table
///
/// Says which columns tell all rows apart (keys), which have one value (constant),
/// which say the same (equivalent), and which follow from which others: in
/// 'city, street -> zip', rows with the same city and street have the same zip.
/// Left sides and keys are as small as can be. With --exceptions, also what holds
/// once a few rows are left out.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The table: a csv or tsv file; - for standard input
    source: PathBuf,
    /// Only dependencies of this column, and no keys
    #[arg(long, value_name = "COLUMN")]
    target: Option<String>,
    /// Only left sides and keys of at most this many columns
    #[arg(long, value_name = "N")]
    max_left: Option<usize>,
    /// Also what holds once at most this many rows are left out: 5, or 1% of the rows
    #[arg(long, value_name = "ROWS", default_value = "0", value_parser = RowAmount::from_str)]
    exceptions: RowAmount,
    /// What a missing cell (?, empty, NA) is equal to: any other one of its column, or
    /// none
    #[arg(long, value_name = "HOW", default_value = "equal", value_parser = missing_cells())]
    missing: MissingCells,
    /// Give the canonical basis instead: the fewest dependencies from which all others
    /// follow, as rules that close and entails understand
    #[arg(long, conflicts_with_all = ["target", "max_left", "exceptions", "top", "all"])]
    basis: bool,
    /// How many keys and dependencies to show [default: 20 as text on standard output,
    /// else all]
    #[arg(long, value_name = "N")]
    top: Option<usize>,
    /// Show all of them
    #[arg(long, conflicts_with = "top")]
    all: bool,
    #[command(flatten)]
    limits: LimitArgs,
    /// The format: text, csv or json; otherwise the extension of --output tells, else
    /// text
    #[arg(long, value_name = "FORMAT", value_parser = output_format())]
    format: Option<OutputFormat>,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    cells: CellArgs,
    /// Say nothing on standard error but errors
    #[arg(long, short)]
    quiet: bool,
    /// The format of the table; otherwise its extension tells
    #[arg(long, value_name = "FORMAT", value_parser = arguments::context_format(), help_heading = "Reading the table")]
    input_format: Option<ContextFormat>,
    #[command(flatten)]
    read: ReadArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OutputFormat {
    Text,
    Csv,
    Json,
}

impl OutputFormat {
    fn of_name(name: &str) -> Option<Self> {
        match name {
            "text" | "txt" => Some(Self::Text),
            "csv" => Some(Self::Csv),
            "json" => Some(Self::Json),
            _ => None,
        }
    }
}

fn output_format() -> impl TypedValueParser<Value = OutputFormat> {
    let of_name = |name: String| OutputFormat::of_name(&name).ok_or("no such format");
    PossibleValuesParser::new(["text", "csv", "json"]).try_map(of_name)
}

fn missing_cells() -> impl TypedValueParser<Value = MissingCells> {
    PossibleValuesParser::new(["equal", "distinct"]).map(|name| match name.as_str() {
        "distinct" => MissingCells::Distinct,
        _ => MissingCells::Equal,
    })
}

impl Arguments {
    fn output_format(&self) -> OutputFormat {
        let extension = || self.output.as_deref().and_then(Path::extension)?.to_str();
        self.format.or_else(|| OutputFormat::of_name(extension()?)).unwrap_or(OutputFormat::Text)
    }

    /// How many keys and dependencies are shown.
    fn lines_shown(&self, destination: &Destination) -> usize {
        match (self.output_format(), destination) {
            _ if self.all => usize::MAX,
            (OutputFormat::Text, Destination::Stdout) if !destination.is_file() => {
                self.top.unwrap_or(USUAL_LINES_SHOWN)
            }
            _ => self.top.unwrap_or(usize::MAX),
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    let started = Instant::now();
    let guard = arguments.limits.guard();
    let destination = Destination::new(arguments.output.as_deref());
    destination.check()?;
    let table = read(arguments)?;
    let universe = Universe::new(table.columns().iter().cloned())?;
    let settings = settings(arguments, &table, &universe)?;
    let mut watcher = Watcher::start(arguments.quiet, arguments.limits.limit_time, 0, &guard);
    if !arguments.quiet {
        note(&described(arguments, &table));
        source::note_remarks(table.remarks());
    }
    let mut watch = |progress: &Progress| watcher.watch(progress);
    let found = find_dependencies(&table, &settings, &mut |progress| watch(&shown(progress)));
    let basis = arguments.basis.then(|| basis(&found, &mut watch));
    watcher.finish();
    let report = Report {
        table: &table,
        universe: &universe,
        found: &found,
        settings,
        lines_shown: arguments.lines_shown(&destination),
    };
    let basis_len = basis.as_ref().map(|(rules, _)| rules.len());
    let complete = match basis {
        None => {
            write(&report, arguments, &destination)?;
            found.complete
        }
        Some((rules, complete)) => {
            write_basis(&rules, &universe, arguments, &destination)?;
            complete
        }
    };
    if !arguments.quiet {
        let stopped = if complete {
            ""
        } else {
            match arguments.max_left {
                None => "Stopped early: what was found holds, but it is not all (--max-left 3 ends sooner). ",
                Some(_) => "Stopped early: what was found holds, but it is not all. ",
            }
        };
        let basis = basis_len.map(|len| format!("; {} in the basis", words::count(len as u64))).unwrap_or_default();
        note(&format!("{stopped}{}{basis}; {}.", text::summary(&report), words::time(started.elapsed())));
    }
    Ok(Ended::well_if(complete))
}

fn read(arguments: &Arguments) -> Result<Table, Failure> {
    match source::raw(&arguments.source, arguments.input_format, &arguments.read)? {
        RawTable::Columns(table) => Ok(table),
        _ => Err(Failure::new(format!(
            "{} holds attributes, not columns: dependencies are found in csv and tsv files; basis finds the rules of \
             attributes",
            input::name(&arguments.source)
        ))),
    }
}

fn settings(arguments: &Arguments, table: &Table, universe: &Universe) -> Result<DependencySettings, Failure> {
    let target = arguments.target.as_ref().map(|name| universe.attr(name)).transpose();
    Ok(DependencySettings {
        max_left: arguments.max_left,
        target: target.map_err(no_such_column)?,
        exceptions: arguments.exceptions.at_most(table.len()),
        missing: arguments.missing,
    })
}

fn no_such_column(error: NameError) -> Failure {
    match error {
        NameError::Unknown { name, near } => {
            let hint = near.map(|near| format!(" (did you mean '{near}'?)")).unwrap_or_default();
            Failure::new(format!("there is no column '{name}'{hint}"))
        }
        error => error.into(),
    }
}

fn described(arguments: &Arguments, table: &Table) -> String {
    let (rows, columns) = (words::counted(table.len(), "row"), words::counted(table.width(), "column"));
    format!("{}: {rows}, {columns}", input::name(&arguments.source))
}

/// Where the search is, as the bar shows it.
fn shown(progress: &DependencyProgress) -> Progress {
    Progress {
        rules: progress.found,
        visited: progress.tried,
        agreed: progress.done as u64,
        needed: progress.right_sides as u64,
        ..Progress::default()
    }
}

/// The canonical basis, and whether that is all of it.
fn basis(found: &Dependencies, watch: &mut dyn FnMut(&Progress) -> ControlFlow<()>) -> (Theory, bool) {
    let Some(pairs) = found.pairs() else { return (Theory::new(found.columns.len()), false) };
    let settings = BasisSettings { threads: arguments::threads(None), ..BasisSettings::default() };
    let mut watch = |progress: &BasisProgress| {
        watch(&Progress {
            rules: progress.rules,
            visited: progress.visited,
            bytes: progress.bytes,
            ..Progress::default()
        })
    };
    match canonical_basis_with(&pairs, &Theory::new(pairs.attribute_count()), &settings, &mut watch) {
        Ok(basis) => (basis.rules, true),
        Err(Unfinished { found, .. }) => (found.rules, false),
    }
}

fn write(report: &Report<'_>, arguments: &Arguments, destination: &Destination) -> Result<(), Failure> {
    match arguments.output_format() {
        OutputFormat::Text => destination.write_words(&text::report(report)),
        OutputFormat::Csv => destination.write(exports::csv(report, arguments.cells.raw_cells).as_bytes()),
        OutputFormat::Json => destination.write(exports::json(report).as_bytes()),
    }
}

fn write_basis(
    rules: &Theory,
    universe: &Universe,
    arguments: &Arguments,
    destination: &Destination,
) -> Result<(), Failure> {
    let format = match arguments.output_format() {
        OutputFormat::Text => RulesFormat::Text,
        OutputFormat::Csv => RulesFormat::Csv,
        OutputFormat::Json => RulesFormat::Json,
    };
    let book = Rulebook::new(universe.clone().into(), rules.rules().iter().cloned());
    let mut bytes = Vec::new();
    hornbook::format::write_rules_with(&book, format, arguments.cells.options(), &mut bytes)?;
    destination.write(&bytes)
}
