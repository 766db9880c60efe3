//! `hornbook basis`: the exact canonical basis of a table.

use std::path::PathBuf;

use clap::Args;
use hornbook::Method;
use hornbook::learn::Accuracy;
use hornbook::learn::methods::LearnOptions;

use super::learn::{self, WantedArgs};
use crate::arguments::{OutputArgs, ShowArgs, SourceArgs, ThreadArgs};
use crate::ended::Ended;
use crate::failure::Failure;
use crate::source::Source;

const EXAMPLES: &str = "\
Examples:
  hornbook basis data/zoo.csv
  hornbook basis data/zoo.csv --no-background --output basis.json
  hornbook basis data/zoo.csv --min-support 10
  hornbook basis data/zoo.csv --quiet --format csv
  hornbook basis data/breast-cancer.csv --limit-memory 2G --threads 4

Ctrl-C ends the run early and prints the rules found so far.
Exit codes: 0 complete; 1 stopped early; 2 bad input.";

/// Find the exact canonical basis of a table
///
/// The canonical (Duquenne-Guigues) basis is the smallest set of rules from
/// which everything follows that holds in the table, and nothing else. It can
/// be very large: --min-support finds the part that enough rows bear out, from
/// which every rule follows that as many do.
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
    #[command(flatten)]
    source_args: SourceArgs,
}

pub(crate) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    let guard = arguments.resources.limits.guard();
    arguments.output.destination().check()?;
    let usual = arguments.wanted.preparation();
    let source = Source::read(&arguments.source, &arguments.source_args, usual)?;
    let attributes = source.table.context.attribute_count();
    // Nothing is sampled, so that ε and δ do not matter.
    let mut options = LearnOptions::new(Method::Exact, Accuracy::new(1.0, 1.0)?, attributes);
    arguments.wanted.tell(&mut options, &source)?;
    arguments.resources.tell(&mut options);
    learn::learn(&source, &options, &guard, &arguments.show, &arguments.output)
}
