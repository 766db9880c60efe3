//! What a single cell may be: missing, a number, yes or no.

use std::cell::OnceCell;

/// The spellings of "missing". The case matters here and there: `Na` may well
/// be sodium.
const MISSING: [&str; 9] = ["", "?", "NA", "N/A", "n/a", "NaN", "nan", "null", "NULL"];

/// The spellings of yes and no, in lower case. Crosses come last: only for them
/// an empty cell means no.
pub(super) const BOOLEANS: [(&str, &[&str]); 6] =
    [("true", &["false"]), ("t", &["f"]), ("yes", &["no"]), ("y", &["n"]), ("1", &["0"]), ("x", &["", "."])];

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

/// Whether the cell, trimmed, says that the value is missing.
pub(crate) fn is_missing(cell: &str) -> bool {
    // All spellings are short, and most cells that are asked about are not.
    cell.len() <= 4 && MISSING.contains(&cell)
}

/// The cell as a finite number.
pub(super) fn number(cell: &str) -> Option<f64> {
    // `parse` also knows `inf` and `nan`, which are words here.
    let digits = cell.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.'));
    let number: f64 = if digits { cell.parse().ok()? } else { return None };
    // Adding zero turns -0 into 0.
    number.is_finite().then_some(number + 0.0)
}

/// Whether the cell is a cross, no cross, or unknown.
pub(super) fn is_cross(cell: &str) -> bool {
    matches!(cell.trim(), "" | "." | "x" | "X" | "?")
}
