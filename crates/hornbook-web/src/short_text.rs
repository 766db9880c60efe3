//! Titles and names: a short text on one line.

use crate::problem::Problem;

/// The longest title, and the longest name of a person or an object.
const MAX_CHARS: usize = 200;

/// What is wrong with a title or a name, if anything.
pub(crate) fn fault(text: &str) -> Option<&'static str> {
    match text.trim().chars().count() {
        0 => Some("is missing"),
        count if count > MAX_CHARS => Some("is too long: it may have 200 characters"),
        _ if text.chars().any(char::is_control) => Some("must be on one line, without control characters"),
        _ => None,
    }
}

/// A title or a name without spaces around it; refused if something is wrong
/// with it. `what` says in the refusal what it is.
pub(crate) fn checked(what: &str, text: &str) -> Result<String, Problem> {
    let text = text.trim();
    match fault(text) {
        Some(fault) => Err(Problem::malformed(format!("The {what} {fault}."))),
        None => Ok(text.to_owned()),
    }
}
