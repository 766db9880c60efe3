//! `hornbook journal retract`: taking an answer back.

use clap::Args;
use hornbook_explore::Exploration;
use hornbook_terminal::{fate, numbered};

use super::journal_arg::JournalArg;
use crate::ended::Ended;
use crate::failure::Failure;
use crate::output::note;
use crate::user::user;

/// Take back an entry of a journal
///
/// What no longer follows is asked again when the exploration goes on. To take
/// back a retraction makes the entry count again.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    #[command(flatten)]
    journal: JournalArg,
    /// The entry: its id as 'log' shows it, or the start of it; or the number of
    /// an answer, as the dialogue counts them
    #[arg(value_name = "ID")]
    entry: String,
    /// Who takes it back [default: the user's name]
    #[arg(long = "as", value_name = "NAME")]
    who: Option<String>,
}

pub(super) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    let mut exploration = Exploration::open(&arguments.journal.journal)?;
    exploration.journal().notes().iter().for_each(|line| note(line));
    let id = numbered::meant(&exploration, &arguments.entry)
        .map_err(|problem| Failure::new(format!("{problem} 'hornbook journal log' lists all entries.")))?;
    fate::can_change(&exploration, &id).map_err(Failure::new)?;
    let consequences = exploration.consequences(std::slice::from_ref(&id));
    let lines = consequences.map(|changes| exploration.consequences_in_words(&changes)).unwrap_or_default();
    let done = exploration.retract(Some(&user(arguments.who.as_deref())), &id);
    let done = done.map_err(|refusal| Failure::new(exploration.refusal(&refusal)))?;
    if let Some(entry) = exploration.entry(&done) {
        note(&format!("{}.", exploration.entry_in_words(entry).trim_end_matches(['.', '?'])));
    }
    lines.iter().for_each(|line| note(line));
    Ok(Ended::Well)
}
