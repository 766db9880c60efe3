//! What a single cell may be: missing, a number, yes or no.

use std::cell::OnceCell;

pub(super) use crate::written::missing::is_missing;
pub(super) use crate::written::number::plain_number as number;

/// The spellings of yes and no, in lower case. Crosses come last: only for them
/// an empty cell means no.
pub(super) const BOOLEANS: [(&str, &[&str]); 6] =
    [("true", &["false"]), ("t", &["f"]), ("yes", &["no"]), ("y", &["n"]), ("1", &["0"]), ("x", &["", "."])];

/// Whether a value is a usual spelling of yes.
pub(crate) fn is_yes(value: &str) -> bool {
    BOOLEANS.iter().any(|(yes, _)| yes.eq_ignore_ascii_case(value))
}

/// The name of the value "missing".
pub(super) const UNKNOWN: &str = "?";

/// A cell, of which it is found out once whether it is a number.
pub(super) struct Cell<'a> {
    text: &'a str,
    number: OnceCell<Option<f64>>,
}

impl<'a> Cell<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text: text.trim(), number: OnceCell::new() }
    }

    /// What the cell says, without the blanks around.
    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    pub(super) fn is_missing(&self) -> bool {
        is_missing(self.text)
    }

    pub(super) fn number(&self) -> Option<f64> {
        *self.number.get_or_init(|| number(self.text))
    }
}

/// Whether the cell is a cross, no cross, or unknown.
pub(super) fn is_cross(cell: &str) -> bool {
    matches!(cell.trim(), "" | "." | "x" | "X" | "?")
}
