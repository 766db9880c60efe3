//! What cells look like, to tell headers from data.

/// What a cell looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing, or a word or sign for nothing.
    Missing,
    /// A number, however it is written.
    Number,
    /// A date or a time, in figures.
    Time,
    Text,
}

/// Words for what is missing, in small letters.
const MISSING: [&str; 10] = ["na", "n/a", "nan", "null", "none", "nil", "missing", "unknown", "inf", "-inf"];

impl Kind {
    pub(super) fn of(cell: &str) -> Self {
        let cell = cell.trim();
        let signs = cell.bytes().all(|byte| byte.is_ascii_punctuation());
        if signs || MISSING.iter().any(|word| word.eq_ignore_ascii_case(cell)) {
            Self::Missing
        } else if is_number(cell) {
            Self::Number
        } else if is_time(cell) {
            Self::Time
        } else {
            Self::Text
        }
    }
}

/// Whether a cell is a number, with a point or a comma before its fraction, signs
/// between thousands, or a per cent sign.
fn is_number(cell: &str) -> bool {
    let unsigned = cell.trim_start_matches(['+', '-']);
    if !unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.' || c == ',') {
        return false;
    }
    let grouped = || {
        let figures = unsigned.trim_end_matches('%').trim_end();
        figures.chars().any(|c| c.is_ascii_digit())
            && figures
                .chars()
                .all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '\'' | ' ' | '\u{a0}' | '\u{202f}'))
    };
    cell.parse::<f64>().is_ok() || grouped() || cell.replacen(',', ".", 1).parse::<f64>().is_ok()
}

/// Whether a cell is a date or a time such as `2020-01-31 10:00`.
fn is_time(cell: &str) -> bool {
    let separators = cell.bytes().filter(|byte| b"-/:".contains(byte)).count();
    cell.starts_with(|c: char| c.is_ascii_digit())
        && separators > 0
        && cell.bytes().all(|byte| byte.is_ascii_digit() || b"-/:. TZ+".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_cells() {
        for number in ["5", "-1.5", " 2,5 ", "1.234,5", "1 000", "5 %", ".5", "1e-7", "1,5e3", "007"] {
            assert_eq!(Kind::of(number), Kind::Number, "{number}");
        }
        for time in ["2020-01-31", "31/12/2020", "10:00", "2020-01-31T10:00:00Z", "1/22/20"] {
            assert_eq!(Kind::of(time), Kind::Time, "{time}");
        }
        for missing in ["", " ", "?", "NA", "n/a", "-", "--", ".", "*", "NaN"] {
            assert_eq!(Kind::of(missing), Kind::Missing, "{missing}");
        }
        for text in ["a", "5a", "e5", "a5", "5 apples", "1st", "x/y", "5-a"] {
            assert_eq!(Kind::of(text), Kind::Text, "{text}");
        }
    }
}
