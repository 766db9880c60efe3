//! Cells that a spreadsheet would take for formulas.
//!
//! A cell that begins with `=`, `+`, `-`, `@`, a tab or a line break may be run by
//! the program that opens the file. An apostrophe before it makes it text. So
//! that nothing is lost, a cell that has apostrophes before such a beginning
//! gets one more; to take one off again gives just what was there. Numbers are
//! no formulas, and stay.

use std::borrow::Cow;

const GUARD: char = '\'';

/// The cell as it is written to CSV: with an apostrophe before what a spreadsheet
/// would take for a formula.
pub fn guard_cell(cell: &str) -> Cow<'_, str> {
    if is_risky(cell) { format!("{GUARD}{cell}").into() } else { cell.into() }
}

/// What was written as this cell.
pub(crate) fn unguard_cell(cell: &str) -> &str {
    cell.strip_prefix(GUARD).filter(|cell| is_risky(cell)).unwrap_or(cell)
}

/// Whether a cell begins like a formula, behind any apostrophes.
fn is_risky(cell: &str) -> bool {
    let text = cell.trim_start_matches(GUARD);
    text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']) && !is_number(text)
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| b"0123456789+-.eE".contains(&byte)) && text.parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_begins_like_a_formula_is_text_and_comes_back() {
        for risky in
            ["=1+1", "+a", "-a", "@SUM(A1)", "\tx", "\r=x", "\n", "-", "+-1", "-1+cmd|' /C calc'!A0", "'=x", "''-y"]
        {
            assert_eq!(guard_cell(risky), format!("'{risky}"));
            assert_eq!(unguard_cell(&guard_cell(risky)), risky);
        }
        for plain in ["", "a=b", "-5", "+3.2", "-1e-7", "-.5", "'", "'a", "''", "5", "x-1", " =1", "'-5"] {
            assert_eq!(guard_cell(plain), plain);
            assert_eq!(unguard_cell(plain), plain);
        }
    }
}
