//! Entries of a journal as they are printed.

use hornbook_explore::Exploration;
use hornbook_explore::journal::Entry;
use hornbook_explore::words;
use serde_json::{Value, json};

/// An entry as the journal has it, with what it says in words.
pub(super) fn entry_json(exploration: &Exploration, entry: &Entry) -> Value {
    let mut value = json!(entry);
    if let Some(object) = value.as_object_mut() {
        object.insert("words".to_owned(), exploration.entry_in_words(entry).into());
        let counts = exploration.counts(&entry.id) && !exploration.is_disputed(&entry.id);
        object.insert("counts".to_owned(), counts.into());
    }
    value
}

/// What an entry says, and who said it.
pub(super) fn entry_words(exploration: &Exploration, entry: &Entry) -> String {
    let who = words::author(entry).map(|who| format!(" ({who})")).unwrap_or_default();
    format!("{}{who}", exploration.entry_in_words(entry))
}
