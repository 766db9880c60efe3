//! How what a program said is shown to people.

use hornbook_words::escape_control;

/// No more of a line is shown.
const MAX_SHOWN_CHARS: usize = 160;

/// What was said, escaped and cut so that it fits into a message.
pub(crate) fn quote(said: &str) -> String {
    let mut shown: String = said.chars().take(MAX_SHOWN_CHARS).collect();
    if shown.len() < said.len() {
        shown.push('…');
    }
    escape_control(&shown)
}
