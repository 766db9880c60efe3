//! Bytes to text, and where in the text one is.

use std::sync::Arc;

use super::error::{FormatError, token};
use crate::{Context, Model, Universe};

/// The text of a file: UTF-8, with or without a byte order mark.
pub(crate) fn text(bytes: &[u8]) -> Result<&str, FormatError> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(FormatError::found("text in UTF-16", "UTF-8").at(1, 1));
    }
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let valid = error.valid_up_to();
        let start = String::from_utf8_lossy(&bytes[..valid]);
        let found = format!("the byte 0x{:02x}", bytes[valid]);
        FormatError::found(found, "text in UTF-8").at_offset(&start, valid)
    })?;
    match text.find('\0') {
        Some(at) => Err(FormatError::found("a NUL byte", "text").at_offset(text, at)),
        None => Ok(text),
    }
}

/// Line and column, in characters and from 1, of an offset into the text.
pub(crate) fn position(text: &str, offset: usize) -> (usize, usize) {
    let before = &text.as_bytes()[..offset.min(text.len())];
    let line_start = before.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
    let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
    // Every character has just one byte that does not continue another.
    let column = before[line_start..].iter().filter(|&&b| b & 0xc0 != 0x80).count() + 1;
    (line, column)
}

/// The lines of a text, numbered, without their line ends.
pub(crate) struct Lines<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    read: usize,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { lines: text.lines().enumerate(), read: 0 }
    }

    /// The next line; at the end of the file, an error that says what should
    /// have come.
    pub(crate) fn expect(&mut self, expected: &str) -> Result<(usize, &'a str), FormatError> {
        self.next().ok_or_else(|| FormatError::found("the end of the file", expected).at(self.read + 1, 1))
    }

    /// The number of the line read last.
    pub(crate) fn line(&self) -> usize {
        self.read
    }

    /// A line further on, without taking it.
    pub(crate) fn peek(&self, ahead: usize) -> Option<&'a str> {
        self.lines.clone().nth(ahead).map(|(_, line)| line)
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let (at, line) = self.lines.next()?;
        self.read = at + 1;
        Some((at + 1, line))
    }
}

/// The most places, distinct rows times attributes, of a table that is read
/// into memory: one bit each, and more while rules are learned.
const MOST_PLACES: usize = 1 << 33;

/// A context that refuses to outgrow memory. A small file can ask for a huge
/// table: a million lines of one item each, all different.
pub(crate) struct Growing {
    context: Context,
    most: usize,
}

impl Growing {
    pub(crate) fn new(universe: Arc<Universe>) -> Self {
        Self { context: Context::new(universe), most: MOST_PLACES }
    }

    pub(crate) fn push(&mut self, name: Option<String>, model: Model) -> Result<(), FormatError> {
        let place = self.place(model)?;
        self.push_at(name.as_deref(), place);
        Ok(())
    }

    /// The place of a row among those that differ, for an object to come.
    pub(crate) fn place(&mut self, model: Model) -> Result<u32, FormatError> {
        let (rows, attributes) = (self.context.distinct().len(), self.context.attribute_count());
        if rows.saturating_mul(attributes) > self.most {
            let message = format!("the table is too large to hold: {rows} different rows of {attributes} attributes");
            return Err(FormatError::plain(message));
        }
        Ok(self.context.place(model))
    }

    /// Adds an object whose row is at that place.
    pub(crate) fn push_at(&mut self, name: Option<&str>, place: u32) {
        self.context.push_at(name, place);
    }

    pub(crate) fn finish(self) -> Context {
        self.context
    }
}

/// What a writer calls an object: its name, or `row 7`.
pub(crate) fn object_name(context: &Context, object: usize) -> String {
    match context.name(object) {
        Some(name) if !name.is_empty() => name.to_owned(),
        _ => format!("row {}", object + 1),
    }
}

/// Refuses a name that a format of one name a line cannot hold.
pub(crate) fn on_one_line(name: &str, format: &str) -> Result<(), FormatError> {
    match name.contains(['\n', '\r', '\0']) {
        true => {
            Err(FormatError::plain(format!("the name {} has a line break, which {format} cannot hold", token(name))))
        }
        false => Ok(()),
    }
}

/// Refuses unknown attributes where the format has no way to say "unknown".
pub(crate) fn nothing_unknown(context: &Context, format: &str) -> Result<(), FormatError> {
    match (0..context.len()).find(|&object| !context.model(object).is_complete()) {
        Some(object) => Err(FormatError::plain(format!(
            "{} has unknown attributes, which {format} cannot hold",
            token(&object_name(context, object))
        ))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AttrSet;

    #[test]
    fn a_table_that_does_not_fit_is_refused() {
        let mut growing = Growing::new(Arc::new(Universe::letters(100)));
        growing.most = 1000;
        let mut push = |attr| growing.push(None, Model::complete(AttrSet::empty(100).with(attr)));
        // Rows that occur already cost nothing.
        assert!((0..1000).all(|row| push(row % 10).is_ok()));
        assert!((0..50).any(|row| push(row).is_err()));
    }

    #[test]
    fn a_bad_byte_is_located_in_characters() {
        let error = text(b"ab\n\xc3\xa4\xff").unwrap_err();
        assert_eq!(error.to_string(), "line 2, column 2: found the byte 0xff, expected text in UTF-8");
        assert_eq!(text(b"\xef\xbb\xbfab").unwrap(), "ab");
        assert!(text(b"a\0b").is_err());
        assert!(text(b"\xff\xfea\0").unwrap_err().to_string().contains("UTF-16"));
    }
}
