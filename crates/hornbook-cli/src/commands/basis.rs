//! `hornbook basis`: the exact canonical basis of a table.

use std::path::PathBuf;

use clap::Args;

use super::{Ended, learn};
use crate::arguments::{OutputArgs, SourceArgs};
use crate::failure::Failure;
use crate::source::Source;

const EXAMPLES: &str = "\
Examples:
  hornbook basis data/zoo.csv
  hornbook basis data/zoo.csv --no-background --output basis.json
  hornbook basis data/zoo.csv --quiet --format csv

Exit codes: 0 complete; 1 interrupted; 2 bad input.";

/// Find the exact canonical basis of a table
///
/// The canonical (Duquenne-Guigues) basis is the smallest set of rules from
/// which everything follows that holds in the table, and nothing else. It can
/// be very large: learn finds rules that are nearly as good in less time.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The table: a csv, tsv, cxt, dat or conexp-clj json file; - for standard
    /// input
    source: PathBuf,
    /// Find also what is known from the scaling, such as that the values of a
    /// column exclude each other
    #[arg(long)]
    no_background: bool,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    source_args: SourceArgs,
}

pub(crate) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    arguments.output.destination().check()?;
    let source = Source::read(&arguments.source, &arguments.source_args)?;
    learn::learn(&source, !arguments.no_background, &learn::exactly(&source)?, &arguments.output)
}
