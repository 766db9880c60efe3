//! The spellings of "missing".

/// Spellings of "missing" wherever they occur. The case matters here and there:
/// `Na` may well be sodium.
const ALWAYS: [&str; 9] = ["", "?", "NA", "N/A", "n/a", "NaN", "nan", "null", "NULL"];

/// Spellings of "missing" that may be values too.
const MOSTLY: [&str; 16] = [
    "None", "-", "--", "---", ".", "#N/A", "#NA", "<NA>", "<null>", "<NULL>", "#VALUE!", "#REF!", "#DIV/0!", "\\N",
    "–", "—",
];

/// Whether the cell, trimmed, says that the value is missing.
pub(crate) fn is_missing(cell: &str) -> bool {
    // All spellings are short, and most cells that are asked about are not.
    cell.len() <= 4 && ALWAYS.contains(&cell)
}

/// Whether the cell, trimmed, says that the value is missing, unless the other
/// values of its column speak against it.
pub(crate) fn is_mostly_missing(cell: &str) -> bool {
    let begins = matches!(cell.as_bytes().first(), Some(b'N' | b'-' | b'.' | b'#' | b'<' | b'\\' | 0xe2));
    begins && cell.len() <= 7 && MOSTLY.contains(&cell)
}

/// Whether the values of a column give signs like `-` another meaning: that of the
/// opposite of `+`, or of no cross.
pub(crate) fn are_signs<'a>(mut values: impl Iterator<Item = &'a str>) -> bool {
    values.all(|value| {
        matches!(value, "+" | "-" | "x" | "X" | "." | "" | "?" | "o" | "O" | "*" | "++" | "+++" | "--" | "---" | "+/-")
    })
}
