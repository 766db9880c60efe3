//! The one error of all readers and writers: where, what was found, what was
//! expected.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::NameError;

/// The longest piece of a file that a message repeats, in characters.
const LONGEST_PIECE_CHARS: usize = 40;
/// The longest message of the JSON parser that is repeated, in characters.
const LONGEST_JSON_MESSAGE_CHARS: usize = 160;

/// Why a file could not be read or written.
///
/// Its message is one line: `zoo.cxt:12:5: found 'y', expected 'X', '.' or '?'`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", Place(self))]
pub struct FormatError {
    file: Option<PathBuf>,
    line: Option<usize>,
    column: Option<usize>,
    message: Message,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Message {
    Found { found: String, expected: String },
    Plain(String),
}

impl FormatError {
    /// An error that names what was found and what was expected instead. Text
    /// taken from the file belongs through [`token`] first.
    pub fn found(found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self::of(Message::Found { found: found.into(), expected: expected.into() })
    }

    /// An error that is better said in a sentence.
    pub fn plain(message: impl Into<String>) -> Self {
        Self::of(Message::Plain(message.into()))
    }

    fn of(message: Message) -> Self {
        Self { file: None, line: None, column: None, message }
    }

    /// The error with the line it is in, counted from 1.
    #[must_use]
    pub fn at_line(mut self, line: usize) -> Self {
        self.line = Some(line);
        self
    }

    /// The error with line and column, both counted from 1.
    #[must_use]
    pub fn at(mut self, line: usize, column: usize) -> Self {
        (self.line, self.column) = (Some(line), Some(column));
        self
    }

    /// The error with its place moved down by so many lines.
    pub(crate) fn lines_below(mut self, lines: usize) -> Self {
        self.line = self.line.map(|line| line + lines);
        self
    }

    /// The error with its place given as an offset into `text`.
    #[must_use]
    pub fn at_offset(self, text: &str, offset: usize) -> Self {
        let (line, column) = position(text, offset);
        self.at(line, column)
    }

    /// The error with the name of the file.
    #[must_use]
    pub fn in_file(mut self, path: impl AsRef<Path>) -> Self {
        self.file = Some(path.as_ref().to_owned());
        self
    }

    /// The file, if it was told.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// The line, counted from 1, where one can be named.
    pub fn line(&self) -> Option<usize> {
        self.line
    }

    /// The column in characters, counted from 1, where one can be named.
    pub fn column(&self) -> Option<usize> {
        self.column
    }

    /// What was found; `None` if the error is a plain sentence.
    pub fn what_was_found(&self) -> Option<&str> {
        match &self.message {
            Message::Found { found, .. } => Some(found),
            Message::Plain(_) => None,
        }
    }

    /// What was expected; `None` if the error is a plain sentence.
    pub fn what_was_expected(&self) -> Option<&str> {
        match &self.message {
            Message::Found { expected, .. } => Some(expected),
            Message::Plain(_) => None,
        }
    }
}

impl From<std::io::Error> for FormatError {
    fn from(error: std::io::Error) -> Self {
        Self::plain(error.to_string())
    }
}

impl From<NameError> for FormatError {
    fn from(error: NameError) -> Self {
        Self::plain(match error {
            NameError::Duplicate(name) => format!("the attribute name {} occurs twice", token(&name)),
            NameError::Empty => error.to_string(),
            NameError::Unknown { name, near } => {
                format!("there is no attribute {}{}", token(&name), did_you_mean(near.as_deref()))
            }
        })
    }
}

impl From<serde_json::Error> for FormatError {
    fn from(error: serde_json::Error) -> Self {
        // serde_json repeats its place at the end; ours stands in front.
        let full = error.to_string();
        let message = match full.rfind(" at line ") {
            Some(end) if error.line() > 0 => &full[..end],
            _ => &full,
        };
        let plain = Self::plain(printable(message, LONGEST_JSON_MESSAGE_CHARS));
        if error.line() == 0 { plain } else { plain.at(error.line(), error.column().max(1)) }
    }
}

/// Line and column, in characters and from 1, of an offset into the text.
fn position(text: &str, offset: usize) -> (usize, usize) {
    let before = &text.as_bytes()[..offset.min(text.len())];
    let line_start = before.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
    let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
    // Every character has just one byte that does not continue another.
    let column = before[line_start..].iter().filter(|&&b| b & 0xc0 != 0x80).count() + 1;
    (line, column)
}

/// `, did you mean …?`, or nothing.
pub(crate) fn did_you_mean(near: Option<&str>) -> String {
    near.map(|near| format!(" (did you mean {}?)", token(near))).unwrap_or_default()
}

/// A piece of a file as a message shows it: in quotes, on one line, and not too
/// long.
pub fn token(text: &str) -> String {
    format!("'{}'", printable(text, LONGEST_PIECE_CHARS))
}

fn printable(text: &str, longest: usize) -> String {
    let mut shown = String::new();
    for (at, c) in text.chars().enumerate() {
        if at == longest {
            shown.push('…');
            break;
        }
        // Besides control characters: line separators and the marks that
        // reorder what follows would garble the message.
        if c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}') {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Found { found, expected } => write!(f, "found {found}, expected {expected}"),
            Self::Plain(message) => f.write_str(message),
        }
    }
}

/// Where the error is: `file:line:column: `, as far as it is known.
struct Place<'a>(&'a FormatError);

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FormatError { file, line, column, .. } = self.0;
        match (file, line) {
            (Some(file), Some(line)) => write!(f, "{}:{line}", file.display())?,
            (Some(file), None) => write!(f, "{}", file.display())?,
            (None, Some(line)) => write!(f, "line {line}")?,
            (None, None) => return Ok(()),
        }
        match (file, column) {
            (Some(_), Some(column)) => write!(f, ":{column}: "),
            (None, Some(column)) => write!(f, ", column {column}: "),
            _ => f.write_str(": "),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_is_one_clear_line() {
        let error = FormatError::found(token("y"), "'X', '.' or '?'").at(12, 5);
        assert_eq!(error.to_string(), "line 12, column 5: found 'y', expected 'X', '.' or '?'");
        assert_eq!(error.in_file("zoo.cxt").to_string(), "zoo.cxt:12:5: found 'y', expected 'X', '.' or '?'");
        assert_eq!(FormatError::plain("has no rows").in_file("a.csv").to_string(), "a.csv: has no rows");
    }

    #[test]
    fn long_and_unprintable_pieces_are_tamed() {
        assert_eq!(token("a\nb\u{1b}"), r"'a\nb\u{1b}'");
        assert_eq!(token(&"x".repeat(1000)).chars().count(), LONGEST_PIECE_CHARS + 3);
    }
}
