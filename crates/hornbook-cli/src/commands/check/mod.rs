//! `hornbook check`: the rows of a table that break rules.

mod arguments;
mod checked;
#[cfg(feature = "engines")]
mod emit;
#[cfg(feature = "engines")]
mod emit_args;
mod json;
mod junit;
mod named;
mod report_format;
mod rule_id;
mod sarif;
mod text;

use std::path::Path;

#[cfg(feature = "engines")]
use hornbook::Implication;
use hornbook::Rulebook;
use hornbook::format::rules::over;
use hornbook::prepare::{Preparation, ScalingChoice};
use hornbook::scaling::IdColumn;
#[cfg(feature = "engines")]
use hornbook_engines::EngineError;

pub(crate) use self::arguments::Arguments;
#[cfg(feature = "engines")]
use self::checked::Breaks;
use self::checked::Checked;
use self::named::{mentioned, refuse_scales};
use self::report_format::ReportFormat;
use crate::bars::be_quiet;
#[cfg(feature = "engines")]
use crate::elsewhere::{self, Lookup};
use crate::ended::Ended;
use crate::failure::Failure;
use crate::input;
use crate::output::{Destination, note};
use crate::reading::Reading;
use crate::rule_files;
use crate::source::Source;
#[cfg(feature = "experts")]
use crate::theory_source::TheorySource;
use crate::words;

/// How many rows are shown for a broken rule, unless told otherwise.
const USUAL_ROWS_SHOWN: usize = 10;
/// How many rows of a large table elsewhere are fetched for a broken rule, unless told
/// otherwise.
#[cfg_attr(not(feature = "engines"), allow(dead_code))]
const MOST_ROWS_FETCHED: usize = 1000;

pub(crate) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    #[cfg(feature = "engines")]
    if let Some(language) = arguments.emit.emit {
        return emit::run(arguments, language);
    }
    match &arguments.source {
        Some(source) => check(arguments, source),
        None => Err(Failure::new("name the table to check")),
    }
}

fn check(arguments: &Arguments, source: &Path) -> Result<Ended, Failure> {
    input::not_both_stdin(&arguments.rules, source)?;
    let destination = Destination::new(arguments.output.as_deref());
    destination.check()?;
    let book = rule_files::rules(&arguments.rules)?;
    be_quiet(arguments.quiet);
    let (book, table) = read(book, arguments, source)?;
    let format = arguments.report_format();
    let usual = match format {
        ReportFormat::Text => USUAL_ROWS_SHOWN,
        _ if table.shows_rows() => usize::MAX,
        _ => MOST_ROWS_FETCHED,
    };
    let checked = look(table, &book, arguments.limit.unwrap_or(usual), source)?;
    write(&checked, format, source, &destination)?;
    if !arguments.quiet {
        note(&text::summary(&checked));
    }
    Ok(Ended::well_if(checked.broken().next().is_none()))
}

/// What a check exits with if reading was called off: that says nothing of the rules.
const EXIT_CODE_UNCHECKED: i32 = 2;

fn reading() -> Reading {
    Reading { exit_code_if_stopped: EXIT_CODE_UNCHECKED, ..Reading::default() }
}

/// Looks for the rows that break rules, wherever they are.
fn look(table: Source, book: &Rulebook, max_rows: usize, path: &Path) -> Result<Checked, Failure> {
    #[cfg(feature = "engines")]
    if table.lookup.is_some() {
        return look_elsewhere(table, book, max_rows, path);
    }
    #[cfg(not(feature = "engines"))]
    let _ = path;
    #[cfg(feature = "experts")]
    if let Some(mut theory) = table.theory {
        let checked = Checked::domain(&mut theory.domain, book, max_rows);
        return checked.map_err(|error| theory.failure(error));
    }
    let Ok(checked) = Checked::domain(table.context()?, book, max_rows);
    Ok(checked)
}

/// The same for a table that is elsewhere: what rows break is known, and by which keys
/// they are found is asked there.
#[cfg(feature = "engines")]
fn look_elsewhere(table: Source, book: &Rulebook, max_rows: usize, path: &Path) -> Result<Checked, Failure> {
    let failure = |error: EngineError| elsewhere::failure(&error, path, reading());
    let mut checked = match table.apart {
        Some(mut apart) => {
            let checked = Checked::domain(apart.domain(), book, 0).map_err(failure)?;
            apart.say_what_was_asked();
            checked
        }
        None => {
            let Ok(checked) = Checked::domain(&table.table.context, book, 0);
            checked
        }
    };
    let broken: Vec<Implication> = checked.broken().map(|checked| checked.rule.clone()).collect();
    if let Some(Lookup { mut engine, tests }) = table.lookup.filter(|_| max_rows > 0 && !broken.is_empty()) {
        let mut found = engine.breaking(&tests, &broken, max_rows).map_err(failure)?.into_iter();
        for rule in checked.rules.iter_mut().filter(|rule| rule.breaks.count > 0) {
            rule.breaks.rows = found.next().map(|by| Breaks::from(by).rows).unwrap_or_default();
        }
    }
    Ok(checked)
}

/// Writes what came of the check of a source.
fn write(checked: &Checked, format: ReportFormat, source: &Path, destination: &Destination) -> Result<(), Failure> {
    match format {
        ReportFormat::Text => destination.write_words(&text::text_of(checked)),
        ReportFormat::Json => destination.write(&words::json_bytes(&json::object_of(checked))),
        ReportFormat::JsonLines => destination.write(json::lines_of(checked).as_bytes()),
        ReportFormat::Junit => destination.write(junit::xml_of(checked, &input::name(source)).as_bytes()),
        ReportFormat::Sarif => destination.write(&words::json_bytes(&sarif::sarif_of(checked, source))),
    }
}

/// The rules and the table over the same attributes.
fn read(book: Rulebook, arguments: &Arguments, path: &Path) -> Result<(Rulebook, Source), Failure> {
    refuse_scales(arguments)?;
    let named =
        ScalingChoice::Named { id: IdColumn::Detect, universe: book.universe.clone(), needed: mentioned(&book) };
    let usual = Preparation { scaling: named, background: false, ..Preparation::exploring() };
    let source = Source::read_anywhere(path, &arguments.source_args, usual, reading())?;
    if !arguments.quiet {
        source.note_remarks();
        #[cfg(feature = "experts")]
        if let Some(said) = source.theory.as_ref().and_then(TheorySource::emptiness) {
            note(&format!("{}:", input::name(path)));
            note(&said);
        }
        if source.table.left_out > 0 {
            note(&format!("{} left out for missing values.", words::counted(source.table.left_out, "row")));
        }
    }
    let book = over(&book, source.table.context.universe().clone()).map_err(|error| {
        Failure::new(format!("{} and {} differ: {error}", input::name(&arguments.rules), input::name(path)))
            .hint(" in the table")
    })?;
    Ok((book, source))
}
