//! Who wrote an entry.

use hornbook_explore::journal::Entry;
use hornbook_explore::words;
use hornbook_words::escape_control;

/// When an entry was written, and by whom: `Ada, 2026-01-31 12:00 UTC`.
pub(super) fn by_whom(entry: &Entry) -> String {
    let time: String = escape_control(&entry.time).chars().take(16).collect();
    let time = time.replacen('T', " ", 1);
    match words::author(entry) {
        Some(who) => format!("{who}, {time} UTC"),
        None => format!("{time} UTC"),
    }
}
