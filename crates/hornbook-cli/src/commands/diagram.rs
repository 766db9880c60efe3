//! `hornbook diagram`: the line diagram of the concept lattice.

use std::path::{Path, PathBuf};

use clap::Args;
use hornbook::Context;
use hornbook::prepare::Preparation;
use hornbook_diagram::{Diagram, svg};
use hornbook_explore::Exploration;

use crate::arguments::SourceArgs;
use crate::ended::Ended;
use crate::failure::Failure;
use crate::output::{Destination, note};
use crate::source::Source;

const EXAMPLES: &str = "\
Examples:
  hornbook diagram data/zoo.csv --output zoo.svg
  hornbook diagram data/zoo.csv --concepts 50 > top.svg

More general concepts are above. An attribute is written at the topmost concept
that has it, an object at the lowest: an object has the attributes that can be
reached upwards from it.";

/// Draw the line diagram of a table or of an exploration's objects
///
/// Writes a drawing of the concept lattice, as SVG. Of a lattice with more
/// concepts than --concepts, the upper part is drawn, and the drawing says so.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The table: a csv, tsv, json, jsonl, cxt or dat file; or the journal
    /// of an exploration, whose name ends in .journal
    source: PathBuf,
    /// The file for the drawing; otherwise standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// About how many concepts are drawn at most
    #[arg(long, value_name = "N", default_value_t = 300)]
    concepts: usize,
    #[command(flatten)]
    reading: SourceArgs,
}

pub(crate) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    if arguments.concepts == 0 {
        return Err(Failure::new("--concepts must be 1 at least"));
    }
    let destination = Destination::new(arguments.output.as_deref());
    destination.check()?;
    let diagram = Diagram::of(&context(&arguments.source, &arguments.reading)?, arguments.concepts);
    destination.write(svg(&diagram).as_bytes())?;
    if !diagram.complete {
        let count = diagram.nodes.len();
        note(&format!("This is the upper part, the {count} most general concepts: --concepts draws more."));
    }
    Ok(Ended::Well)
}

fn context(path: &Path, reading: &SourceArgs) -> Result<Context, Failure> {
    if path.extension().is_some_and(|extension| extension == "journal") {
        return Ok(Exploration::read(path)?.context());
    }
    let usual = Preparation { background: false, for_rules: false, ..Preparation::learning() };
    let source = Source::read(path, reading, usual)?;
    source.note_remarks();
    Ok(source.table.context)
}
