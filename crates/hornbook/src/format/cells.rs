//! The cells of one record of a CSV file.
//!
//! The grammar is that of the csv crate, of which this gives the same cells
//! (a property test says so): a record ends at `\n` or `\r`, a cell that starts
//! with a quote may hold delimiters and line breaks, a doubled quote in it is
//! one quote, and what follows its end up to the delimiter belongs to it.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memchr3};

const QUOTE: u8 = b'"';

/// A cell within the record.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    /// All of it, with its quotes.
    pub(super) raw: Range<usize>,
    /// What it says, if that is one piece of the record.
    plain: Option<Range<usize>>,
}

impl Cell {
    /// What the cell says.
    pub(super) fn text<'a>(&self, record: &'a str) -> Cow<'a, str> {
        match &self.plain {
            Some(range) => Cow::Borrowed(&record[range.clone()]),
            None => Cow::Owned(untangled(&record[self.raw.clone()])),
        }
    }
}

/// How far the cells go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// The record, or as much of it as was asked for, ends here.
    To(usize),
    /// A quote is not closed.
    Open,
}

/// Splits off the first `most` cells of a record that starts at the start of
/// `bytes`. At the end of the file, an open quote is closed.
pub(super) fn split(bytes: &[u8], delimiter: u8, most: usize, at_end: bool, cells: &mut Vec<Cell>) -> Extent {
    cells.clear();
    let mut start = 0;
    loop {
        let quoted = bytes.get(start) == Some(&QUOTE);
        let closed = if quoted { closing(bytes, start + 1) } else { Some(start) };
        let Some(closed) = closed.or(at_end.then_some(bytes.len())) else { return Extent::Open };
        let end = memchr3(delimiter, b'\n', b'\r', &bytes[closed..]).map_or(bytes.len(), |at| closed + at);
        let plain = match quoted {
            false => Some(start..end),
            // One quote at either end and none in between.
            true if closed == end && bytes[closed - 1] == QUOTE => Some(start + 1..closed - 1),
            true => None,
        };
        let tangled = |inner: &Range<usize>| quoted && memchr(QUOTE, &bytes[inner.clone()]).is_some();
        cells.push(Cell { raw: start..end, plain: plain.filter(|inner| inner.start <= inner.end && !tangled(inner)) });
        if bytes.get(end) != Some(&delimiter) || cells.len() == most {
            return Extent::To(end);
        }
        start = end + 1;
    }
}

/// Where a quoted cell is closed: behind the first quote that is not doubled.
fn closing(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at += memchr(QUOTE, &bytes[at..])? + 1;
        if bytes.get(at) != Some(&QUOTE) {
            return Some(at);
        }
        at += 1;
    }
}

/// A quoted cell with doubled quotes, something behind its end, or no end.
fn untangled(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut rest = &raw[1..];
    while let Some(at) = rest.find('"') {
        text.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        match rest.strip_prefix('"') {
            Some(after) => {
                text.push('"');
                rest = after;
            }
            None => break,
        }
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(record: &str) -> (Vec<String>, Extent) {
        let mut cells = Vec::new();
        let extent = split(record.as_bytes(), b',', usize::MAX, false, &mut cells);
        (cells.iter().map(|cell| cell.text(record).into_owned()).collect(), extent)
    }

    #[test]
    fn quotes_hold_delimiters_breaks_and_quotes() {
        let (texts, extent) = cells("a,\"b,\"\"\nc\",,\"\",\"d\"e\"f,5\" g\nh");
        assert_eq!(texts, ["a", "b,\"\nc", "", "", "de\"f", "5\" g"]);
        assert_eq!(extent, Extent::To(26));
        assert_eq!(cells("a,\"b\n").1, Extent::Open);
        // The next block may start with the other half of a doubled quote.
        assert_eq!(cells("a,\"b\"").1, Extent::To(5));
    }
}
