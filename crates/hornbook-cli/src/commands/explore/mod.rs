//! `hornbook explore`: a domain learned from whoever knows it.

mod begin;
mod export;

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal};
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use hornbook::learn::Accuracy;
use hornbook_explore::Exploration;
use hornbook_explore::journal::DistributionName;
use hornbook_terminal::{Session, dialogue};

use super::Ended;
use crate::arguments::SourceArgs;
use crate::failure::Failure;
use crate::input::{self, Opened};
use crate::output::note;

const EXAMPLES: &str = "\
Examples:
  hornbook explore --attributes wheels,engine,flies
  hornbook explore --attributes data/vehicles.txt --title Vehicles
  hornbook explore data/zoo.csv --as ada --epsilon 0.05
  hornbook explore vehicles.journal
  echo 'yes' | hornbook explore vehicles.journal --plain

A file of attributes has one a line: NAME, or NAME | phrase | description, as in
  milk | gives milk | to its young
and '#' begins a comment. Every answer is in the journal before the next question is asked; type
'help' to see what can be answered.
Exit codes: 0 certified; 1 unfinished; 2 bad input.";

/// Explore a domain: answer questions until its rules are known
///
/// Asks whoever knows a domain few questions, until, with probability at least
/// 1 - δ, what the rules say is incomplete for at most a share ε of the sets of
/// attributes. It starts from a list of attributes, from a table whose rows are
/// known already, or from known rules, and goes on with a journal.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A table, whose rows are known objects; or a journal, to go on with it
    source: Option<PathBuf>,
    /// The attributes to explore: names with commas, or a file
    #[arg(long, value_name = "LIST|FILE", conflicts_with = "source")]
    attributes: Option<String>,
    /// The journal to keep [default: named after the table or the file of
    /// attributes, in this folder]
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Rules that are known beforehand, from a file; without a table or
    /// attributes, theirs are explored
    #[arg(long, value_name = "RULES")]
    background: Option<PathBuf>,
    /// ε: the share of sets of which less may be known [default: 0.01]
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    epsilon: Option<f64>,
    /// δ: the probability with which it may be more [default: 0.1]
    #[arg(long, value_name = "PROBABILITY", allow_negative_numbers = true)]
    delta: Option<f64>,
    /// The sets that ε is a share of: uniform (all alike), columns (at most one
    /// value a column), seen (as often as they occur in the objects known by
    /// then) or uniform+seen [default: columns for a table that has some with
    /// several values, else uniform]
    #[arg(long, value_parser = draws())]
    distribution: Option<DistributionName>,
    /// The seed of everything random [default: one nobody knows]
    #[arg(long)]
    seed: Option<u64>,
    /// What the exploration is about
    #[arg(long)]
    title: Option<String>,
    /// Whose answers these are [default: the user's name]
    #[arg(long = "as", value_name = "NAME")]
    who: Option<String>,
    /// Take the answers from a file; - for standard input
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,
    /// Ask line by line, also at a terminal
    #[arg(long)]
    plain: bool,
    /// Ask also about what is known from the scaling, such as that the values of
    /// a column exclude each other
    #[arg(long)]
    no_background: bool,
    #[command(flatten)]
    source_args: SourceArgs,
}

fn draws() -> impl TypedValueParser<Value = DistributionName> {
    PossibleValuesParser::new(DistributionName::ALL.map(DistributionName::name)).try_map(|name| {
        let found = DistributionName::ALL.into_iter().find(|draws| draws.name() == name);
        found.ok_or_else(|| format!("there is no distribution '{name}'"))
    })
}

pub(crate) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    let answers = arguments.answers.as_deref().map(answers).transpose()?;
    let exploration = match &arguments.source {
        Some(path) if is_journal(path)? => go_on(arguments, path)?,
        _ => begin::begin(arguments)?,
    };
    exploration.journal().notes().iter().for_each(|line| note(line));
    let session = Session { exploration, who: Some(who(arguments)), export: &export::export };
    let (stdin, stdout) = (io::stdin(), io::stdout());
    let terminals = stdin.is_terminal() && stdout.is_terminal();
    let ended = match answers {
        Some(answers) => dialogue::script(session, answers, stdout.lock()).map_err(failed)?,
        None if terminals && !arguments.plain && !is_dumb() => full_screen(session)?,
        None => in_lines(session)?,
    };
    Ok(Ended::well_if(ended == hornbook_terminal::Ended::Certified))
}

/// Line by line. What is read from elsewhere than a terminal is shown, so that
/// what comes out is the whole dialogue.
fn in_lines(session: Session<'_>) -> Result<hornbook_terminal::Ended, Failure> {
    let (stdin, stdout) = (io::stdin(), io::stdout());
    dialogue::run(session, stdin.lock(), stdout.lock(), !stdin.is_terminal()).map_err(failed)
}

fn failed(error: dialogue::DialogueError) -> Failure {
    Failure::new(error.to_string())
}

/// For a person at a terminal.
fn full_screen(session: Session<'_>) -> Result<hornbook_terminal::Ended, Failure> {
    hornbook_terminal::screen::run(session).map_err(|error| Failure::new(error.to_string()))
}

/// A terminal that can do nothing but print.
fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

fn answers(path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    if input::is_stdin(path) {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    // Folders can be opened, but not read.
    Opened::new(path)?;
    let file = File::open(path)
        .map_err(|error| Failure::new(format!("cannot read {}: {}", input::name(path), input::reason(&error))))?;
    Ok(Box::new(BufReader::new(file)))
}

/// Whether a file is a journal: by its first line, or else its extension.
fn is_journal(path: &Path) -> Result<bool, Failure> {
    if input::is_stdin(path) {
        return Err(Failure::new("standard input is for the answers: name the file of the table"));
    }
    let says_so = input::begins_journal(Opened::new(path)?.start());
    Ok(says_so || path.extension().is_some_and(|extension| extension == "journal"))
}

/// Goes on with a journal.
fn go_on(arguments: &Arguments, path: &Path) -> Result<Exploration, Failure> {
    let scale = &arguments.source_args.scale;
    let settled = [
        ("--journal", arguments.journal.is_some()),
        ("--background", arguments.background.is_some()),
        ("--distribution", arguments.distribution.is_some()),
        ("--seed", arguments.seed.is_some()),
        ("--title", arguments.title.is_some()),
        ("--no-background", arguments.no_background),
        ("--input-format", arguments.source_args.input_format.is_some()),
        ("--missing", scale.missing.is_some()),
    ];
    if let Some((option, _)) = settled.iter().find(|(_, given)| *given) {
        let path = path.display();
        return Err(Failure::new(format!("{path} is a journal, and {option} is settled when one is begun")));
    }
    crate::source::refuse_scaling(scale, &input::name(path))?;
    let mut exploration = Exploration::open(path)?;
    let (epsilon, delta) = exploration.accuracy();
    let wanted = accuracy(arguments, (epsilon, delta))?;
    if (wanted.epsilon(), wanted.delta()) != (epsilon, delta) {
        let set = exploration.set_accuracy(Some(&who(arguments)), wanted);
        set.map_err(|refusal| Failure::new(exploration.refusal(&refusal)))?;
    }
    Ok(exploration)
}

/// The accuracy that was asked for, or else this.
fn accuracy(arguments: &Arguments, (epsilon, delta): (f64, f64)) -> Result<Accuracy, Failure> {
    Accuracy::new(arguments.epsilon.unwrap_or(epsilon), arguments.delta.unwrap_or(delta))
        .map_err(|e| Failure::new(format!("--{} must be above 0 and at most 1, but is {}", e.name, e.value)))
}

fn who(arguments: &Arguments) -> String {
    super::user(arguments.who.as_deref())
}
