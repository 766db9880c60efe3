//! Titles and names: a short text on one line.

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use crate::problem::Problem;

/// The longest title, and the longest name of a person or an object.
const MAX_CHARS: usize = 200;

/// What is wrong with a title or a name, if anything.
pub(crate) fn fault(text: &str) -> Option<&'static str> {
    match text.trim().chars().count() {
        _ if text.chars().all(|c| c.is_whitespace() || is_invisible(c)) => Some("is missing"),
        count if count > MAX_CHARS => Some("is too long: it may have 200 characters"),
        _ if text.chars().any(char::is_control) => Some("must be on one line, without control characters"),
        _ => None,
    }
}

/// Whether a character is not to be seen: it controls, joins or fills, or is none
/// at all.
pub(crate) fn is_invisible(c: char) -> bool {
    c.general_category_group() == GeneralCategoryGroup::Other
        || matches!(c,
            '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{2028}' | '\u{2029}'
            | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{16fe4}' | '\u{1d159}'
            | '\u{e0100}'..='\u{e01ef}')
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
