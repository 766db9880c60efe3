//! `hornbook basis`: the exact canonical basis of a table.

use std::path::PathBuf;

use clap::Args;

use super::learn::{self, WantedArgs};
use crate::arguments::{OutputArgs, ShowArgs, SourceArgs, ThreadArgs};
use crate::bars::be_quiet;
use crate::ended::Ended;
use crate::failure::Failure;
use crate::reading::Reading;
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
    /// as .gz or .zst; - for standard input; a Parquet, Arrow or xlsx file; a folder
    /// or pattern of files; postgres://…, mysql://…, sqlite:FILE; or a theory: a
    /// DIMACS file (.cnf) or a feature model (.uvl, or .xml of FeatureIDE)
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
    let wanted = arguments.wanted.rules();
    be_quiet(arguments.output.quiet);
    let reading = Reading { deadline: guard.deadline(), ..Reading::default() };
    let mut source = Source::read_anywhere(&arguments.source, &arguments.source_args, wanted.preparation(), reading)?;
    let mut options = wanted.basis(&source.table, source.rows_at_hand())?;
    arguments.resources.tell(&mut options);
    learn::learn(&mut source, &options, &guard, &arguments.show, &arguments.output)
}
