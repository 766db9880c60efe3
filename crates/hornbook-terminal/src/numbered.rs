//! Numbers for answers, so that people can speak of them: in the order they
//! were given, those taken back included, so that a number stays the same.

use std::collections::HashMap;

use hornbook_explore::Exploration;
use hornbook_explore::journal::{Entry, EntryId, EntryKind};
use hornbook_words::escape_control;

/// The answers, and what was told without being asked; the rows of a table at
/// the start are nobody's answers.
pub fn answers(exploration: &Exploration) -> Vec<&Entry> {
    let entries = exploration.journal().entries();
    let row = |entry: &&Entry| matches!(entry.what, EntryKind::Object { .. }) && entry.who.is_none();
    let rows = entries.iter().take_while(row).count();
    let told = |entry: &&Entry| matches!(entry.what, EntryKind::Answer(_) | EntryKind::Object { .. });
    entries[rows..].iter().filter(told).collect()
}

/// The numbers of all answers: to find many of them, one by one would take as
/// long as there are answers for each.
pub struct Numbers<'a>(HashMap<&'a EntryId, usize>);

impl<'a> Numbers<'a> {
    /// As they are now.
    pub fn of(exploration: &'a Exploration) -> Self {
        Self(answers(exploration).into_iter().enumerate().map(|(at, entry)| (&entry.id, at + 1)).collect())
    }

    /// The number of an answer; its identity if it has none.
    pub fn label(&self, id: &EntryId) -> String {
        self.0.get(id).map_or_else(|| escape_control(&id.0), ToString::to_string)
    }

    /// `answer 3`, or the identity of what has no number.
    pub fn name(&self, id: &EntryId) -> String {
        self.0.get(id).map_or_else(|| escape_control(&id.0), |number| format!("answer {number}"))
    }
}

/// The number of an answer, from 1; none for a row of the table at the start.
pub fn number_of(exploration: &Exploration, id: &EntryId) -> Option<usize> {
    answers(exploration).iter().position(|entry| entry.id == *id).map(|at| at + 1)
}

/// The entry that is meant by a number, by its identity, or by the start of
/// one that no other has.
pub fn meant(exploration: &Exploration, text: &str) -> Result<EntryId, String> {
    let text = text.trim().trim_end_matches('.');
    let answers = answers(exploration);
    if let Some(entry) = exploration.journal().entries().iter().find(|entry| entry.id.0 == text) {
        return Ok(entry.id.clone());
    }
    if let Some(entry) = text.parse::<usize>().ok().and_then(|number| answers.get(number.checked_sub(1)?)) {
        return Ok(entry.id.clone());
    }
    let begins = |entry: &&Entry| text.len() >= MIN_ID_CHARS && entry.id.0.starts_with(text);
    let mut found = exploration.journal().entries().iter().filter(begins);
    match (found.next(), found.next(), answers.len()) {
        (Some(entry), None, _) => Ok(entry.id.clone()),
        (Some(_), Some(_), _) => Err(format!("More than one entry begins with {text:?}: give more of it.")),
        (None, _, 0) => Err("There are no answers yet.".to_owned()),
        (None, _, 1) => Err(format!("There is no answer {text:?}: there is just number 1.")),
        (None, _, count) => Err(format!("There is no answer {text:?}: they are numbered from 1 to {count}.")),
    }
}

/// So much of an identity is taken for one.
const MIN_ID_CHARS: usize = 4;
