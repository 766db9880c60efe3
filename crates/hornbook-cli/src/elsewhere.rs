//! Tables that are no file of text: reading them where they are, and saying what that
//! took.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process;
use std::time::{Duration, Instant};

use hornbook::Domain;
use hornbook::format::RawTable;
use hornbook::prepare::{Preparation, Prepared, ScalingChoice};
use hornbook::scaling::RowTests;
use hornbook_engines::rows::RowBlocks;
use hornbook_engines::sql::AskedRows;
use hornbook_engines::{
    Control, Engine, EngineError, GatherError, Gathered, Grouping, Limits, Location, OpenOptions, ScanReport, Tally,
    ask, files, gather, plan, sql,
};

use crate::arguments::SourceArgs;
use crate::failure::Failure;
use crate::input;
use crate::memory;
use crate::output::{Destination, note};
use crate::progress::stopped_by_ctrl_c;
use crate::reading::Reading;
use crate::reading_bar::ReadingBar;
use crate::words;

/// The memory that rows may take at least: less would not do for anything.
const LEAST_MEMORY: usize = 16 << 20;
/// The memory that rows may take where the system does not tell how much there is.
const UNKNOWN_MEMORY: usize = 1 << 30;
/// The query is cancelled so long before the whole program has to be at an end.
const TIME_TO_CANCEL: Duration = Duration::from_millis(500);

/// What files of SQLite begin with.
const SQLITE_START: &[u8; 16] = b"SQLite format 3\0";

/// Rows that are no table in memory.
pub(crate) enum RowsApart {
    /// They are held here, in blocks.
    Blocks(RowBlocks),
    /// They stay where they are, so many, and are asked there.
    InSource(Box<dyn AskedRows>, u64),
}

impl RowsApart {
    pub(crate) fn domain(&mut self) -> &mut dyn Domain<Error = EngineError> {
        match self {
            Self::Blocks(blocks) => blocks,
            Self::InSource(domain, _) => &mut **domain,
        }
    }

    /// How many rows there are.
    pub(crate) fn len(&self) -> u64 {
        match self {
            Self::Blocks(blocks) => blocks.len(),
            Self::InSource(_, rows) => *rows,
        }
    }

    /// Says what it took to ask where the rows are, if they are asked there.
    pub(crate) fn say_what_was_asked(&self) {
        if let Self::InSource(domain, _) = self {
            let tally = domain.tally();
            note(&format!("  {} where the rows are{}", words::counted(tally.scans as usize, "scan"), asked(&tally)));
        }
    }

    /// Whether rows can be drawn.
    pub(crate) fn can_be_drawn(&self) -> bool {
        matches!(self, Self::Blocks(_))
    }

    pub(crate) fn use_threads(&mut self, threads: usize) {
        if let Self::Blocks(blocks) = self {
            blocks.use_threads(threads);
        }
    }
}

/// What came from elsewhere.
pub(crate) enum Fetched {
    /// A small table, as a file would hold it, and a way back to its rows if they may
    /// have to be named.
    Whole(Box<RawTable>, Option<Lookup>, Vec<String>),
    /// What the rows of a large one have.
    Scanned(Box<FetchedRows>),
}

/// What the rows of a large table have.
pub(crate) struct FetchedRows {
    pub(crate) table: Prepared,
    pub(crate) apart: Option<RowsApart>,
    pub(crate) lookup: Lookup,
    pub(crate) lines: Vec<String>,
}

/// A way back to the rows themselves.
pub(crate) struct Lookup {
    pub(crate) engine: Box<dyn Engine>,
    pub(crate) tests: RowTests,
}

/// Whether the table is reached by an engine.
pub(crate) fn is_elsewhere(path: &Path) -> bool {
    Location::of(path).is_elsewhere()
}

fn open_options(arguments: &SourceArgs, control: Control) -> OpenOptions {
    let told = &arguments.engine;
    OpenOptions {
        table: told.table.clone(),
        query: told.query.clone(),
        sheet: told.sheet.clone(),
        read: arguments.read.options(),
        scratch: told.scratch.clone(),
        control,
    }
}

/// Where the table is. A file of text is read as those of other programs are, in a stream,
/// if it is told what its rows may take, or if it is larger than they may be.
fn location(path: &Path, arguments: &SourceArgs) -> Location {
    match Location::of(path) {
        Location::Text(file) if arguments.input_format.is_none() && is_read_in_a_stream(&file, arguments) => {
            Location::Files(file)
        }
        location => location,
    }
}

fn is_read_in_a_stream(file: &Path, arguments: &SourceArgs) -> bool {
    let Ok(about) = file.metadata() else { return false };
    if !about.is_file() || !files::is_table(file) {
        return false;
    }
    let told = &arguments.engine;
    let is_told = told.memory.is_some() || told.scratch.is_some() || told.read_time.is_some();
    is_told || memory::usable().is_some_and(|usable| about.len() > usable as u64 / 2)
}

/// Whether a table is reached by an engine, as these arguments have it.
pub(crate) fn needs_engine(path: &Path, arguments: &SourceArgs) -> bool {
    location(path, arguments).is_elsewhere()
}

/// Opens what the path says.
fn open(path: &Path, arguments: &SourceArgs, control: Control, reading: Reading) -> Result<Box<dyn Engine>, Failure> {
    let told = &arguments.engine;
    let options = open_options(arguments, control);
    let location = location(path, arguments);
    let is_database = !matches!(location, Location::Files(_));
    let misplaced = [
        ("--table", told.table.is_some() && !is_database),
        ("--query", told.query.is_some() && !is_database),
        ("--in-source", told.in_source && !is_database),
        ("--sheet", told.sheet.is_some() && is_database),
    ];
    if let Some((option, _)) = misplaced.iter().find(|(_, misplaced)| *misplaced) {
        let what = if is_database { "is for workbooks" } else { "is for databases and clusters" };
        return Err(Failure::new(format!("{option} {what}, and {} is none", input::name(path))));
    }
    if told.query.as_deref().is_some_and(|query| query.trim_matches([';', ' ', '\t', '\r', '\n']).is_empty()) {
        return Err(Failure::new("--query is empty, expected a SELECT"));
    }
    let opened = match &location {
        Location::Sqlite(file) if file.as_os_str().is_empty() => {
            return Err(Failure::new("sqlite: names no file, expected sqlite:FILE"));
        }
        Location::Files(files) => files::open(files, &options),
        location => sql::open(location, &options),
    };
    opened.map_err(|error| failure(&error, path, reading))
}

/// Reads the table, or gathers what its rows have.
pub(crate) fn fetch(
    path: &Path,
    arguments: &SourceArgs,
    preparation: &Preparation,
    reading: Reading,
) -> Result<Fetched, Failure> {
    let told = &arguments.engine;
    let own = told.read_time.and_then(|time| Instant::now().checked_add(time));
    let deadline =
        [reading.deadline.and_then(|deadline| deadline.checked_sub(TIME_TO_CANCEL)), own].into_iter().flatten().min();
    let bar = ReadingBar::new();
    let shown = bar.clone();
    let control = Control::new(stopped_by_ctrl_c(), deadline).with_progress(move |rows, of| shown.tell_rows(rows, of));
    let mut engine = open(path, arguments, control.clone(), reading)?;
    let free = memory::usable().map_or(UNKNOWN_MEMORY, |usable| usable / 2);
    let limits = Limits { scratch: told.scratch.clone(), ..Limits::new(told.memory.unwrap_or(free)) };
    if limits.memory < LEAST_MEMORY {
        return Err(Failure::new(format!("--memory must be at least {}", words::size(LEAST_MEMORY))));
    }
    if told.plan {
        show_plan(&mut *engine, path, preparation, &limits, reading)?;
        process::exit(0);
    }
    let waiting = bar.look_after();
    if told.in_source {
        let asked = ask(&mut *engine, preparation, &limits, |tests| {
            sql::open_domain(&Location::of(path), &open_options(arguments, control), tests)
        });
        drop(waiting);
        bar.finish();
        let asked = asked.map_err(|error| gather_failure(error, path, reading))?;
        return Ok(Fetched::Scanned(Box::new(FetchedRows {
            table: asked.prepared,
            apart: Some(RowsApart::InSource(asked.domain, asked.rows)),
            lookup: Lookup { engine, tests: asked.tests },
            lines: vec!["  the rows stay where they are, and are asked there".to_owned()],
        })));
    }
    let gathered = gather(&mut *engine, preparation, &limits);
    drop(waiting);
    bar.finish();
    match gathered.map_err(|error| gather_failure(error, path, reading))? {
        Gathered::Whole(table, tally) => {
            let lines = vec![format!("  read whole{}", asked(&tally))];
            let lookup = match preparation.scaling {
                ScalingChoice::Named { .. } => {
                    let tests =
                        preparation.row_tests(&table).map_err(|error| gather_failure(error.into(), path, reading))?.0;
                    Some(Lookup { engine, tests })
                }
                _ => None,
            };
            Ok(Fetched::Whole(Box::new(RawTable::Columns(*table)), lookup, lines))
        }
        Gathered::Scanned(scanned) => {
            let lines = report_lines(&scanned.report, scanned.prepared.context.attribute_count());
            let lookup = Lookup { engine, tests: scanned.tests };
            Ok(Fetched::Scanned(Box::new(FetchedRows {
                table: scanned.prepared,
                apart: scanned.blocks.map(RowsApart::Blocks),
                lookup,
                lines,
            })))
        }
    }
}

fn show_plan(
    engine: &mut dyn Engine,
    path: &Path,
    preparation: &Preparation,
    limits: &Limits,
    reading: Reading,
) -> Result<(), Failure> {
    let planned = plan(engine, preparation, limits).map_err(|error| gather_failure(error, path, reading))?;
    let mut text = match planned.is_whole {
        true => "-- The table is small: it is read whole, and this is not asked.\n".to_owned(),
        false => String::new(),
    };
    for step in &planned.steps {
        text.push_str(step.trim_end());
        text.push('\n');
    }
    Destination::Stdout.write_words(&text)
}

/// What was asked of a source, in words behind others.
fn asked(tally: &Tally) -> String {
    let mut said = Vec::new();
    if tally.bytes > 0 {
        said.push(format!("{} moved", words::size(tally.bytes as usize)));
    }
    said.push(format!("{} in the source", words::time(tally.time)));
    match tally.reconnected {
        0 => {}
        1 => said.push("the connection was lost once".to_owned()),
        times => said.push(format!("the connection was lost {times} times")),
    }
    format!("; {}", said.join(", "))
}

/// How the rows were gathered, and where they are.
fn report_lines(report: &ScanReport, attributes: usize) -> Vec<String> {
    let about = if report.distinct_is_estimate { "about " } else { "" };
    let distinct = words::count(report.distinct);
    let held = match report.held {
        None => "held as a table in memory".to_owned(),
        Some((memory, 0)) => format!("held in {} of memory", words::size(memory)),
        Some((memory, disk)) => {
            format!("held in {} of memory and {} on disk", words::size(memory), words::size(disk as usize))
        }
    };
    let grouping = match report.grouping {
        Grouping::OneByOne => "rows one by one, since most differ",
        _ => "equal rows put together where they are",
    };
    let scans = words::counted(report.tally.scans as usize, "scan");
    let mut lines = vec![
        format!("  {about}{distinct} of the rows differ in their {attributes} attributes, {held}"),
        format!("  {scans}, {grouping}{}", asked(&report.tally)),
        format!("  columns scaled by a sample of {}", words::counted(report.sample_rows, "row")),
    ];
    lines.extend(
        report.odd_columns.iter().map(|column| {
            format!("  some values of '{column}' are no numbers, dates or usual words: taken for missing")
        }),
    );
    lines
}

fn gather_failure(error: GatherError, path: &Path, reading: Reading) -> Failure {
    match error {
        GatherError::Engine(error) => failure(&error, path, reading),
        GatherError::Prepare(error) => Failure::new(format!("{}: {error}", input::name(path))),
    }
}

/// The failure that an error of an engine is. One that was called off ends here.
pub(crate) fn failure(error: &EngineError, path: &Path, reading: Reading) -> Failure {
    let why = match error {
        EngineError::Stopped => "as asked for",
        EngineError::TimeLimit => "the time was up",
        error => {
            let wrong = error.to_string();
            let hint = if wrong.contains(" has several tables") { ", with --table" } else { "" };
            return Failure::new(about(path, &wrong)).hint(hint);
        }
    };
    note(&format!("Stopped early: {why}, while the table was being read."));
    process::exit(reading.exit_code_if_stopped)
}

/// What is wrong with a source, with its name before it unless it begins with that.
fn about(path: &Path, wrong: &str) -> String {
    let name = input::name(path);
    let file = name.strip_prefix("sqlite:").map_or(name.as_str(), |file| file.strip_prefix("//").unwrap_or(file));
    match wrong.starts_with(file) {
        true => wrong.to_owned(),
        false => format!("{name}: {wrong}"),
    }
}

/// Why a path of which no engine says that it is there is no file of text either.
pub(crate) fn refuse_strangers(path: &Path) -> Result<(), Failure> {
    let name = input::name(path);
    let places = "a file, a folder, sqlite:FILE, postgres://…, mysql://… or sc://…";
    if let Some((scheme, _)) = name.split_once("://").filter(|_| !path.exists()) {
        return Err(Failure::new(format!("{name}: found an address of {scheme}, expected {places}")));
    }
    if is_sqlite(path) {
        return Err(Failure::new(format!("{name} is a database of SQLite: say sqlite:{name}")));
    }
    Ok(())
}

/// Whether a file begins as those of SQLite do.
fn is_sqlite(path: &Path) -> bool {
    let mut start = [0; SQLITE_START.len()];
    let mut read = || File::open(path)?.read_exact(&mut start);
    // What cannot be read is refused, with the reason, where it is read.
    path.is_file() && read().is_ok() && start == *SQLITE_START
}
