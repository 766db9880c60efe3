//! `hornbook basis`: the exact canonical basis of a table.

use std::path::PathBuf;

use clap::Args;
use hornbook::prepare::Preparation;

use super::learn;
use crate::arguments::{self, OutputArgs, SourceArgs};
use crate::ended::Ended;
use crate::failure::Failure;
use crate::source::Source;

const EXAMPLES: &str = "\
Examples:
  hornbook basis data/zoo.csv
  hornbook basis data/zoo.csv --no-background --output basis.json
  hornbook basis data/zoo.csv --quiet --format csv
  hornbook basis data/breast-cancer.csv --limit-memory 2G --threads 4

Ctrl-C ends the run early and prints the rules found so far.
Exit codes: 0 complete; 1 stopped early; 2 bad input.";

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
    /// How many threads may be used; the rules do not depend on it [default:
    /// one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Stop when search and rules hold about this much memory: 500M, 2G, or a
    /// number of bytes
    #[arg(long, value_name = "SIZE", value_parser = arguments::size)]
    limit_memory: Option<usize>,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    source_args: SourceArgs,
}

pub(crate) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    arguments.output.destination().check()?;
    let usual = Preparation { background: !arguments.no_background, ..Preparation::learning() };
    let source = Source::read(&arguments.source, &arguments.source_args, usual)?;
    let mut options = learn::exactly(&source)?;
    options.threads = arguments::threads(arguments.threads);
    options.limit_memory = arguments.limit_memory;
    learn::learn(&source, &options, &arguments.output)
}
