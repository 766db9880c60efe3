//! `hornbook journal report`: rules, objects, open questions and the
//! certificate, for people.

use std::path::PathBuf;

use clap::Args;

use super::{Ended, JournalArg};
use crate::failure::Failure;
use crate::output::Destination;

/// Write a report in Markdown: rules, objects, open questions, certificate
#[derive(Args, Debug)]
pub(super) struct Arguments {
    #[command(flatten)]
    journal: JournalArg,
    /// Write it to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    let report = hornbook_explore::report(&arguments.journal.read()?);
    super::not_over(&arguments.journal.journal, arguments.output.as_deref())?;
    Destination::new(arguments.output.as_deref()).write(report.as_bytes())?;
    Ok(Ended::Well)
}
