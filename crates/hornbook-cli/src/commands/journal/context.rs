//! `hornbook journal context`: the objects that are known so far, as a table.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use hornbook::format::ContextFormat;

use super::journal_arg::{JournalArg, not_over};
use crate::arguments::{self, CellArgs};
use crate::ended::Ended;
use crate::failure::Failure;
use crate::input::in_file;
use crate::output::Destination;

/// Write the objects that are known so far as a table, in any format
///
/// What is not known of an object is '?' there; formats that cannot say so need
/// --missing.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    #[command(flatten)]
    journal: JournalArg,
    /// The format of the table; otherwise the extension of --output tells, else
    /// csv
    #[arg(long, value_name = "FORMAT", value_parser = arguments::context_format())]
    format: Option<ContextFormat>,
    /// Write it to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// What becomes of what is not known: the object lacks it, or objects of
    /// which not everything is known are left out
    #[arg(long, value_name = "HOW", value_parser = PossibleValuesParser::new(["absent", "drop"]))]
    missing: Option<String>,
    #[command(flatten)]
    cells: CellArgs,
}

pub(super) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    let exploration = arguments.journal.read()?;
    not_over(&arguments.journal.journal, arguments.output.as_deref())?;
    let format = match (arguments.format, &arguments.output) {
        (Some(format), _) => format,
        (None, Some(path)) if path.as_os_str() != "-" => {
            ContextFormat::from_path(path).map_err(|error| Failure::from(error).hint(" with --format"))?
        }
        _ => ContextFormat::Csv,
    };
    let context = match arguments.missing.as_deref() {
        Some("absent") => exploration.context().unknown_as_absent(),
        Some(_) => exploration.context().complete_rows(),
        None => exploration.context(),
    };
    let mut bytes = Vec::new();
    let hint = if arguments.missing.is_none() && context.has_unknown() { " (see --missing)" } else { "" };
    let written = hornbook::format::write_context_with(&context, format, arguments.cells.options(), &mut bytes);
    written.map_err(|error| in_file(&arguments.journal.journal)(error).hint(hint))?;
    Destination::new(arguments.output.as_deref()).write(&bytes)?;
    Ok(Ended::Well)
}
