//! Whose word an entry is.

use crate::journal::Entry;
use hornbook_words::escape_control;

/// Whose word an entry is, if that is known; that of a program is marked as such.
pub fn author(entry: &Entry) -> Option<String> {
    let who = entry.who.as_deref().map(escape_control);
    match entry.program {
        true => Some(who.map_or_else(|| "a program".to_owned(), |who| format!("{who}, a program"))),
        false => who,
    }
}
