//! The cells of one record of a CSV file.
//!
//! The grammar is that of the csv crate, of which this gives the same cells
//! (a property test says so): a record ends at `\n` or `\r`, a cell that starts
//! with a quote may hold delimiters and line breaks, a doubled quote in it is
//! one quote, and what follows its end up to the delimiter belongs to it. Only
//! what is left of a forgotten quote is not taken for a cell: one that is never
//! closed, or closed lines below in the midst of something else.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memchr2, memchr3};

pub(super) const QUOTE: u8 = b'"';

/// A cell within the record.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    /// All of it, with its quotes.
    pub(super) raw: Range<usize>,
    form: Form,
}

#[derive(Clone, Copy, Debug)]
enum Form {
    Bare,
    /// One quote at either end and none in between.
    Quoted,
    /// Anything else with quotes.
    Tangled,
}

impl Cell {
    /// Where in the record stands what the cell says, if that is one piece.
    pub(super) fn piece(&self) -> Option<Range<usize>> {
        match self.form {
            Form::Bare => Some(self.raw.clone()),
            Form::Quoted => Some(self.raw.start + 1..self.raw.end - 1),
            Form::Tangled => None,
        }
    }

    /// What the cell says.
    pub(super) fn text<'a>(&self, record: &'a str) -> Cow<'a, str> {
        match self.piece() {
            Some(range) => Cow::Borrowed(&record[range]),
            None => Cow::Owned(untangled(&record[self.raw.clone()])),
        }
    }
}

/// How far the cells go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// The record, or as much of it as was asked for, ends here.
    To(usize),
    /// The quoted cell that starts here is not closed.
    Open(usize),
    /// The quoted cell that starts here ends in another line, and there something
    /// follows that is not the next cell: its quote was forgotten, and what closes
    /// it opens another.
    Stray(usize),
}

/// Splits off the first `most` cells of a record that starts at the start of
/// `bytes`.
pub(super) fn split(bytes: &[u8], delimiter: u8, most: usize, cells: &mut Vec<Cell>) -> Extent {
    cells.clear();
    let mut start = 0;
    loop {
        let quoted = bytes.get(start) == Some(&QUOTE);
        let closed = if quoted { closing(bytes, start + 1) } else { Some(start) };
        let Some(closed) = closed else { return Extent::Open(start) };
        let end = memchr3(delimiter, b'\n', b'\r', &bytes[closed..]).map_or(bytes.len(), |at| closed + at);
        if quoted && end > closed && memchr2(b'\n', b'\r', &bytes[start..closed]).is_some() {
            return Extent::Stray(start);
        }
        let form = if quoted { form(&bytes[start..end]) } else { Form::Bare };
        cells.push(Cell { raw: start..end, form });
        if bytes.get(end) != Some(&delimiter) || cells.len() == most {
            return Extent::To(end);
        }
        start = end + 1;
    }
}

/// Splits a line that has no quotes: the cells end at delimiters only.
pub(super) fn split_bare(line: &[u8], delimiter: u8, cells: &mut Vec<Cell>) {
    cells.clear();
    let mut start = 0;
    each_of(delimiter, line, |end| {
        cells.push(Cell { raw: start..end, form: Form::Bare });
        start = end + 1;
    });
    cells.push(Cell { raw: start..line.len(), form: Form::Bare });
}

/// Where a byte occurs. Cells are short: to start a search anew behind each
/// delimiter takes longer than to go through eight bytes at a time.
fn each_of(byte: u8, bytes: &[u8], mut found: impl FnMut(usize)) {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let pattern = u64::from_le_bytes([byte; 8]);
    let (words, rest) = bytes.as_chunks::<8>();
    for (at, word) in words.iter().enumerate() {
        let differ = u64::from_le_bytes(*word) ^ pattern;
        // The high bit of each byte that is zero here, and no other bit.
        let mut equal = !(((differ & LOW) + LOW) | differ | LOW);
        while equal != 0 {
            found(8 * at + equal.trailing_zeros() as usize / 8);
            equal &= equal - 1;
        }
    }
    let from = bytes.len() - rest.len();
    rest.iter().enumerate().filter(|(_, other)| **other == byte).for_each(|(at, _)| found(from + at));
}

fn form(quoted: &[u8]) -> Form {
    match quoted {
        [QUOTE, inner @ .., QUOTE] if memchr(QUOTE, inner).is_none() => Form::Quoted,
        _ => Form::Tangled,
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

/// A quoted cell with doubled quotes, or something behind its end.
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
        let extent = split(record.as_bytes(), b',', usize::MAX, &mut cells);
        (cells.iter().map(|cell| cell.text(record).into_owned()).collect(), extent)
    }

    #[test]
    fn lines_without_quotes_are_split_alike() {
        for line in ["", ",", "a", "a,b", ",,,,,,,,,,,", "abcdefg,hijklmnop,ä,\u{ac},-,+", "1,0,1,1,0,0,1,0,1,1,0,1,"]
        {
            let (mut all, mut bare) = (Vec::new(), Vec::new());
            split(line.as_bytes(), b',', usize::MAX, &mut all);
            split_bare(line.as_bytes(), b',', &mut bare);
            let raw = |cells: &[Cell]| cells.iter().map(|cell| cell.raw.clone()).collect::<Vec<_>>();
            assert_eq!(raw(&all), raw(&bare), "{line}");
        }
    }

    #[test]
    fn quotes_hold_delimiters_breaks_and_quotes() {
        let (texts, extent) = cells("a,\"b,\"\"\nc\",,\"\",\"d\"e\"f,5\" g\nh");
        assert_eq!(texts, ["a", "b,\"\nc", "", "", "de\"f", "5\" g"]);
        assert_eq!(extent, Extent::To(26));
        assert_eq!(cells("a,\"b\n").1, Extent::Open(2));
        // The next block may start with the other half of a doubled quote.
        assert_eq!(cells("a,\"b\"").1, Extent::To(5));
    }

    #[test]
    fn a_quote_closed_lines_below_in_the_midst_of_a_cell_is_stray() {
        assert_eq!(cells("a,\"b,1\n\"c\",2\n").1, Extent::Stray(2));
        assert_eq!(cells("a,\"b,1\r\"\"c\"d,2\n").1, Extent::Stray(2));
        // Within a line, people write such things and mean them.
        assert_eq!(cells("a,\"b\"c,2\n\"").1, Extent::To(8));
    }
}
