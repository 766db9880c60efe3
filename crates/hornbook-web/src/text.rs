//! Titles and names: some text on one line, and not much of it.

/// The longest title, and the longest name of a person or an object.
const LONGEST: usize = 200;

/// What is wrong with a title or a name, if anything.
pub(crate) fn fault(text: &str) -> Option<&'static str> {
    match text.trim().chars().count() {
        0 => Some("is missing"),
        count if count > LONGEST => Some("is too long: it may have 200 characters"),
        _ if text.chars().any(char::is_control) => Some("must be on one line, without control characters"),
        _ => None,
    }
}
