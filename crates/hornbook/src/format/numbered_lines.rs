//! The lines of a file, numbered for its errors.

use crate::error::FormatError;

/// The lines of a text, numbered, without their line ends.
pub(crate) struct NumberedLines<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    read: usize,
}

impl<'a> NumberedLines<'a> {
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

impl<'a> Iterator for NumberedLines<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let (at, line) = self.lines.next()?;
        self.read = at + 1;
        Some((at + 1, line))
    }
}
