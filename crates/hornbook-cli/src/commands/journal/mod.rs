//! `hornbook journal`: what the journal of an exploration holds, without going
//! on with it; taking answers back, and making one journal of two.

mod context;
mod disputes;
mod log;
mod merge;
mod open;
mod report;
mod retract;
mod rules;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use hornbook_explore::Exploration;
use hornbook_explore::journal::Entry;
use serde_json::{Value, json};

use super::Ended;
use crate::failure::Failure;
use crate::output::Destination;

const EXAMPLES: &str = "\
Examples:
  hornbook journal report vehicles.journal -o vehicles.md
  hornbook journal rules vehicles.journal --format csv
  hornbook journal context vehicles.journal -o vehicles.cxt
  hornbook journal log vehicles.journal
  hornbook journal open vehicles.journal
  hornbook journal merge ada.journal ben.journal -o both.journal
  hornbook journal disputes both.journal --json
  hornbook journal retract ada.journal 1

To read a journal, nobody has to leave it. Exit codes: 0 done; 1 contradictions found; 2 bad input.";

/// Look into journals of explorations, take answers back, merge two
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, arg_required_else_help = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Report(report::Arguments),
    Rules(rules::Arguments),
    Context(context::Arguments),
    Log(log::Arguments),
    Open(open::Arguments),
    Disputes(disputes::Arguments),
    Retract(retract::Arguments),
    Merge(merge::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    match &arguments.command {
        Command::Report(arguments) => report::run(arguments),
        Command::Rules(arguments) => rules::run(arguments),
        Command::Context(arguments) => context::run(arguments),
        Command::Log(arguments) => log::run(arguments),
        Command::Open(arguments) => open::run(arguments),
        Command::Disputes(arguments) => disputes::run(arguments),
        Command::Retract(arguments) => retract::run(arguments),
        Command::Merge(arguments) => merge::run(arguments),
    }
}

/// The journal that is read.
#[derive(Args, Debug)]
struct JournalArg {
    /// The journal
    #[arg(value_name = "JOURNAL")]
    journal: PathBuf,
}

impl JournalArg {
    /// What it amounts to, by which nobody is disturbed.
    fn read(&self) -> Result<Exploration, Failure> {
        Ok(Exploration::read(&self.journal)?)
    }
}

/// Lines as they are, or a value as JSON.
fn print(lines: &[String], value: Option<&Value>) -> Result<(), Failure> {
    let bytes = match value {
        Some(value) => crate::words::json_bytes(value),
        None => lines.iter().flat_map(|line| format!("{line}\n").into_bytes()).collect(),
    };
    Destination::Stdout.write(&bytes)
}

/// An entry as the journal has it, with what it says in words.
fn entry_json(exploration: &Exploration, entry: &Entry) -> Value {
    let mut value = json!(entry);
    if let Some(object) = value.as_object_mut() {
        object.insert("words".to_owned(), exploration.entry_in_words(entry).into());
        let disputed = exploration.disputes().iter().any(|dispute| dispute.entry.as_ref() == Some(&entry.id));
        object.insert("counts".to_owned(), (exploration.counts(&entry.id) && !disputed).into());
    }
    value
}

/// What an entry says, and who said it.
fn entry_words(exploration: &Exploration, entry: &Entry) -> String {
    let who = entry.who.as_deref().map(|who| format!(" ({})", hornbook_words::escape_control(who))).unwrap_or_default();
    format!("{}{who}", exploration.entry_in_words(entry))
}

/// The same path, for messages.
fn shown(path: &Path) -> String {
    hornbook_words::escape_control(&path.display().to_string())
}

/// A journal only grows: nothing is written over it.
fn not_over(journal: &Path, output: Option<&Path>) -> Result<(), Failure> {
    let same = output.and_then(|output| output.canonicalize().ok()).zip(journal.canonicalize().ok());
    match same.is_some_and(|(output, journal)| output == journal) {
        true => Err(Failure::new(format!("{} is the journal itself: name another file", shown(journal)))),
        false => Ok(()),
    }
}
