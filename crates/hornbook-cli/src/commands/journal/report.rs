//! `hornbook journal report`: rules, objects, open questions and the
//! certificate, for people.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use hornbook_words::document::Document;
use hornbook_words::{html, markdown, text};

use super::journal_arg::{JournalArg, not_over};
use crate::ended::Ended;
use crate::failure::Failure;
use crate::output::Destination;

/// Write a report: rules, objects, open questions, certificate
#[derive(Args, Debug)]
pub(super) struct Arguments {
    #[command(flatten)]
    journal: JournalArg,
    /// How to write it; html is a page that needs nothing else
    #[arg(long, value_name = "FORMAT", default_value = "markdown", value_parser = format())]
    format: fn(&Document) -> String,
    /// Write it to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The writer of that name.
fn format() -> impl TypedValueParser<Value = fn(&Document) -> String> {
    PossibleValuesParser::new(["text", "markdown", "html"]).map(|name| match name.as_str() {
        "text" => text::document,
        "html" => html::page,
        _ => markdown::document,
    })
}

pub(super) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    let report = hornbook_explore::report(&arguments.journal.read()?);
    not_over(&arguments.journal.journal, arguments.output.as_deref())?;
    Destination::new(arguments.output.as_deref()).write_words(&(arguments.format)(&report))?;
    Ok(Ended::Well)
}
