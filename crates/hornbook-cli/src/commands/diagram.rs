//! `hornbook diagram`: the line diagram of the concept lattice.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use hornbook::lattice::{LatticeChoice, Neighbourhood};
use hornbook::prepare::Preparation;
use hornbook::{AttrSet, Context, Universe};
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
  hornbook diagram data/zoo.csv --min-support 20 > frequent.svg
  hornbook diagram data/zoo.csv --around milk --around hair --steps 2 > near.svg

More general concepts are above. An attribute is written at the topmost concept
that has it, an object at the lowest: an object has the attributes that can be
reached upwards from it. The number in a concept counts its objects: 3+2? are
three that have all of it, and two of which something of it is unknown.";

/// Draw the line diagram of a table or of an exploration's objects
///
/// Writes a drawing of the concept lattice, as SVG. Of a lattice with more
/// concepts than --concepts, those with most objects are drawn, and the drawing
/// says so.
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
    /// Leave out concepts that surely have fewer objects
    #[arg(long, value_name = "N", default_value_t = 0)]
    min_support: usize,
    /// Draw only this attribute, and others that are given so (repeatable)
    #[arg(long, value_name = "NAME")]
    attribute: Vec<String>,
    /// Draw what is next to the concept of the objects with this attribute, and
    /// others that are given so (repeatable)
    #[arg(long, value_name = "NAME")]
    around: Vec<String>,
    /// How many steps up and down from there
    #[arg(long, value_name = "N", default_value_t = 1, requires = "around")]
    steps: usize,
    /// Draw also concepts that exist only if something unknown is so
    #[arg(long)]
    perhaps: bool,
    #[command(flatten)]
    reading: SourceArgs,
}

pub(crate) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    if arguments.concepts == 0 {
        return Err(Failure::new("--concepts must be 1 at least"));
    }
    let destination = Destination::new(arguments.output.as_deref());
    destination.check()?;
    let context = context(&arguments.source, &arguments.reading)?;
    let choice = arguments.choice(context.universe())?;
    let diagram = Diagram::chosen(&context, &choice, || ControlFlow::Continue(()));
    let diagram = diagram.map_err(|stopped| Failure::new(stopped.to_string()))?;
    destination.write(svg(&diagram).as_bytes())?;
    if let Some(part) = diagram.part_in_words() {
        let more = if diagram.nodes.len() >= arguments.concepts { ": --concepts draws more" } else { "" };
        note(&format!("{part}{more}."));
    }
    Ok(Ended::Well)
}

impl Arguments {
    fn choice(&self, universe: &Universe) -> Result<LatticeChoice, Failure> {
        let set = |names: &[String]| -> Result<Option<AttrSet>, Failure> {
            if names.is_empty() {
                return Ok(None);
            }
            Ok(Some(universe.set(names)?))
        };
        Ok(LatticeChoice {
            attributes: set(&self.attribute)?,
            least_support: self.min_support,
            around: set(&self.around)?.map(|of| Neighbourhood { of, steps: self.steps }),
            perhaps: self.perhaps,
            ..LatticeChoice::of_most(self.concepts)
        })
    }
}

fn context(path: &Path, reading: &SourceArgs) -> Result<Context, Failure> {
    if path.extension().is_some_and(|extension| extension == "journal") {
        return Ok(Exploration::read(path)?.context());
    }
    // What is missing is drawn as unknown, and not as a no.
    let usual = Preparation { background: false, may_be_empty: false, ..Preparation::exploring() };
    let source = Source::read(path, reading, usual)?;
    source.note_remarks();
    Ok(source.table.context)
}
