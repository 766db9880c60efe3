//! `hornbook answer`: a table, a journal or rules as a program that others can ask.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use hornbook::format::{ContextFormat, RulesFormat};
use hornbook::prepare::Preparation;
use hornbook_experts::{KnownExpert, respond};
use hornbook_explore::Exploration;

use crate::arguments::SourceArgs;
use crate::ended::Ended;
use crate::failure::Failure;
use crate::input::{self, Opened};
use crate::rule_files;
use crate::source::Source;

const EXAMPLES: &str = "\
Examples:
  hornbook learn --ask 'hornbook answer data/zoo.csv'
  hornbook explore --attributes traits.txt --first 'hornbook answer colleague.journal'
  echo '{\"id\":1,\"premise\":[\"milk\"],\"conclusion\":[\"hair\"]}' | hornbook answer data/zoo.csv

A table knows everything: it is all there is. A journal and rules know what follows
from them, and what the objects of the journal break; they do not know the rest.
docs/experts.md has the protocol.";

/// Answer questions on standard input from a table, a journal or rules
///
/// Speaks the protocol of programs that are experts: one JSON object a line. So
/// whatever was learned or written down can be asked by --ask and --first.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The table, the journal of an exploration, or a file of rules
    source: PathBuf,
    /// What it calls itself [default: the name of the file]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    source_args: SourceArgs,
}

pub(crate) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    let path = &arguments.source;
    if input::is_stdin(path) {
        return Err(Failure::new("standard input is for the questions: name the file of what is known"));
    }
    let stem = || path.file_stem().map_or_else(|| input::name(path), |stem| stem.to_string_lossy().into_owned());
    let name = arguments.name.clone().unwrap_or_else(stem);
    let mut expert = match kind(path)? {
        Kind::Journal => KnownExpert::of_exploration(name, &Exploration::read(path)?),
        Kind::Rules => KnownExpert::of_rulebook(name, &rule_files::rules(path)?),
        Kind::Table => {
            let usual = Preparation { background: false, ..Preparation::learning() };
            KnownExpert::of_table(name, Source::read(path, &arguments.source_args, usual)?.context()?)
        }
    };
    let universe = expert.universe().clone();
    respond(&mut expert, &universe, io::stdin().lock(), io::stdout().lock())
        .map_err(|error| Failure::new(error.to_string()))?;
    Ok(Ended::Well)
}

enum Kind {
    Table,
    Journal,
    Rules,
}

/// What a file holds: by its first bytes, else by its name.
fn kind(path: &Path) -> Result<Kind, Failure> {
    // What is no file of its own is a table elsewhere.
    if !path.is_file() {
        return Ok(Kind::Table);
    }
    let opened = Opened::new(path)?;
    if input::begins_journal(opened.start()) {
        return Ok(Kind::Journal);
    }
    let says_rules = String::from_utf8_lossy(opened.start()).contains("\"hornbook-rules\"");
    let named_rules = RulesFormat::from_path(path).is_some() && ContextFormat::from_path(path).is_err();
    Ok(if says_rules || named_rules { Kind::Rules } else { Kind::Table })
}
