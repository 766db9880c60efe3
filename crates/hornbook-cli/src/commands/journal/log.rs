//! `hornbook journal log`: everything that was said, in order.

use clap::Args;
use hornbook_explore::Exploration;
use hornbook_explore::journal::{Checksums, Entry};
use hornbook_terminal::fate::{Fate, Fates};
use hornbook_terminal::numbered::Numbers;
use hornbook_words::escape_control;
use serde_json::{Value, json};

use super::entry::{entry_json, entry_words};
use super::journal_arg::JournalArg;
use super::print::print;
use crate::ended::Ended;
use crate::failure::Failure;
use crate::output::note;

/// List all entries of a journal, with their ids and times
#[derive(Args, Debug)]
pub(super) struct Arguments {
    #[command(flatten)]
    journal: JournalArg,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    let exploration = arguments.journal.read()?;
    let entries = exploration.journal().entries();
    let fates = Fates::of(&exploration);
    let numbers = Numbers::of(&exploration);
    let lines: Vec<String> = entries.iter().map(|entry| line(&exploration, &fates, &numbers, entry)).collect();
    let value: Value = entries.iter().map(|entry| entry_json(&exploration, entry)).collect();
    let checksums = match exploration.journal().checksums() {
        Checksums::Every => json!("every line"),
        Checksums::From { line } => json!({ "from_line": line }),
        Checksums::None => json!("none"),
    };
    let value = json!({ "header": exploration.journal().header(), "entries": value, "checksums": checksums });
    exploration.without_checksums().iter().for_each(|line| note(line));
    print(&lines, arguments.json.then_some(&value))?;
    Ok(Ended::Well)
}

fn line(exploration: &Exploration, fates: &Fates, numbers: &Numbers<'_>, entry: &Entry) -> String {
    // 2026-11-15T14:27:46.120Z
    let time = entry.time.split('.').next().unwrap_or_default().replace('T', " ");
    let fate = match fates.get(&entry.id) {
        // Entries go by their ids here.
        Fate::Replaced(by) => Some(format!("replaced by {}", escape_control(&by.0))),
        fate => fate.in_words(numbers),
    };
    let fate = fate.map(|fate| format!("[{fate}] ")).unwrap_or_default();
    format!("{}  {}  {fate}{}", escape_control(&entry.id.0), escape_control(&time), entry_words(exploration, entry))
}
