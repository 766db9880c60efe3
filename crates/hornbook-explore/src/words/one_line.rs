//! Text of several lines on one.

use hornbook_words::escape_control;

/// What somebody typed, on one line.
pub(super) fn on_one_line(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    escape_control(&lines.join(" / "))
}
