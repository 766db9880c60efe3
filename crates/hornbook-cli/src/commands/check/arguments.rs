//! The arguments of `hornbook check`.

use std::path::PathBuf;

use clap::Args;

#[cfg(feature = "engines")]
use super::emit_args;
use super::report_format::ReportFormat;
use crate::arguments::SourceArgs;

const EXAMPLES: &str = "\
Examples:
  hornbook check rules.json data/zoo.csv
  hornbook check rules.json data/zoo.csv --limit 3 --quiet
  hornbook check rules.json data/zoo.csv --json
  hornbook check rules.json data/zoo.csv --output broken.sarif
  hornbook check rules.json data/zoo.csv --format junit --output tests.xml
";

#[cfg(feature = "engines")]
const EMIT_EXAMPLES: &str = emit_args::EXAMPLES;
#[cfg(not(feature = "engines"))]
const EMIT_EXAMPLES: &str = "";

const NOTES: &str = "
A csv or tsv file is read through the attributes that the rules name: 'legs=4'
is had by the rows with 4 under legs, whatever other values there are. So a value
that does not occur is no error, but a missing column is. With --scaling, the
table is scaled as the file says, and a value it does not know gives no
attribute.

Only what is known breaks a rule: a row that may have the premise, or may have the
conclusion, since values are missing, is counted apart. --missing absent takes what
is missing for absent, as learn does; --missing drop leaves such rows out.

Exit codes: 0 no rule is broken; 1 a rule is broken; 2 bad input.";

/// List the rows of a table that break rules
///
/// Goes through the rules one by one and shows which rows break them: what a
/// row lacks, or has and should not.
#[derive(Args, Debug)]
#[command(after_help = format!("{EXAMPLES}{EMIT_EXAMPLES}{NOTES}"))]
pub(crate) struct Arguments {
    /// The rules: a json or text file; - for standard input
    pub(super) rules: PathBuf,
    /// The table to check, or the theory: a DIMACS file (.cnf) or a feature model (.uvl,
    /// or .xml of FeatureIDE), of which a model is shown that breaks a rule
    #[cfg_attr(feature = "engines", arg(required_unless_present = "emit"))]
    #[cfg_attr(not(feature = "engines"), arg(required = true))]
    pub(super) source: Option<PathBuf>,
    /// How many rows to show for each rule [default: 10; in all formats
    /// but text all, or 1000 of a large table elsewhere]
    #[arg(long, value_name = "N")]
    pub(super) limit: Option<usize>,
    /// The format: text, json (one object), jsonl (a line for each broken rule and row),
    /// junit (each rule is a test) or sarif (for code hosts and editors); otherwise the
    /// extension of --output tells, else text
    #[arg(long, value_name = "FORMAT", value_parser = ReportFormat::parser())]
    pub(super) format: Option<ReportFormat>,
    /// Write JSON: short for --format json
    #[arg(long, conflicts_with = "format")]
    pub(super) json: bool,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// Say nothing on standard error but errors
    #[arg(long, short)]
    pub(super) quiet: bool,
    #[cfg(feature = "engines")]
    #[command(flatten)]
    pub(super) emit: emit_args::EmitArgs,
    #[command(flatten)]
    pub(super) source_args: SourceArgs,
}

impl Arguments {
    /// How the outcome is written.
    pub(super) fn report_format(&self) -> ReportFormat {
        let told = || self.output.as_deref().and_then(ReportFormat::of_path);
        match self.json {
            true => ReportFormat::Json,
            false => self.format.or_else(told).unwrap_or(ReportFormat::Text),
        }
    }
}
