//! The start of a file, before its rows are read: what stands above the table,
//! what separates its cells, and which columns repeat their values.

use std::collections::HashSet;
use std::io::Cursor;

use foldhash::fast::RandomState;

use super::cells::{Cell, Extent, split};
use super::line_filter::{Change, LineFilter};
use super::lines::breaks;
use super::part::{Plan, checked, closed_astray, never_closed, short_enough};
use super::sample::Sample;
use super::text_source::{Continued, TextSource};
use super::text_table::Slot;
use crate::dictionary::Hashing;
use crate::error::FormatError;

/// The most rows that are read to see whether the values of a column repeat.
const MOST_ROWS_READ: usize = 1000;

/// The most columns of a table. Rules of more can be neither learned nor read,
/// and a file of another kind may look like one line of millions of cells.
const MOST_COLUMNS: usize = 250_000;

/// The start of a file.
pub(super) struct Head<'a> {
    /// What is read and not yet used.
    pub(super) bytes: Vec<u8>,
    /// What comes behind it.
    pub(super) rest: Box<dyn TextSource + 'a>,
    /// Whether the file ends with the bytes.
    pub(super) whole: bool,
    /// How many bytes are read at first.
    size: usize,
    /// The line at which the bytes start.
    pub(super) line: usize,
}

impl<'a> Head<'a> {
    pub(super) fn read(mut rest: Box<dyn TextSource + 'a>, size: usize) -> Result<Self, FormatError> {
        let mut bytes = Vec::new();
        let whole = !rest.fill(&mut bytes, size)?;
        Ok(Self { bytes, rest, whole, size, line: 1 })
    }

    /// The text that is read; its last character may be cut off. What is no text is
    /// refused when its turn comes.
    pub(super) fn text(&self) -> &str {
        let valid = std::str::from_utf8(&self.bytes).map_or_else(|error| error.valid_up_to(), str::len);
        std::str::from_utf8(&self.bytes[..valid]).unwrap_or_default()
    }

    /// Changes all lines from here on.
    pub(super) fn change(self, change: Change) -> Result<Self, FormatError> {
        let all = Continued { read: Cursor::new(self.bytes), rest: self.rest };
        let changed = Self::read(Box::new(LineFilter::new(all, change)), self.size)?;
        Ok(Self { line: self.line, ..changed })
    }

    /// Leaves out so many lines.
    pub(super) fn skip_lines(&mut self, lines: usize) -> Result<(), FormatError> {
        for _ in 0..lines {
            loop {
                let end = memchr::memchr2(b'\n', b'\r', &self.bytes);
                // A `\r` at the end may be half of a `\r\n`.
                if let Some(end) = end.filter(|end| self.whole || end + 1 < self.bytes.len()) {
                    let both = self.bytes[end..].starts_with(b"\r\n");
                    self.take(end + 1 + usize::from(both));
                    break;
                }
                if self.whole {
                    self.take(self.bytes.len());
                    return Ok(());
                }
                self.grow()?;
            }
        }
        Ok(())
    }

    fn grow(&mut self) -> Result<(), FormatError> {
        let size = self.bytes.len().max(1);
        self.whole = !self.rest.fill(&mut self.bytes, size)?;
        Ok(())
    }

    /// The first records.
    pub(super) fn sample(&self, delimiter: u8, most_records: usize, most_cells: usize) -> Sample<'_> {
        Sample::new(self.text(), self.whole, delimiter, most_records, most_cells)
    }

    /// The cells of the first record, which is read to its end, and where that is.
    /// They are none at the end of the file.
    pub(super) fn first_record(&mut self, delimiter: u8) -> Result<(Vec<Cell>, usize), FormatError> {
        self.skip_breaks()?;
        let mut cells = Vec::new();
        loop {
            match split(&self.bytes, delimiter, MOST_COLUMNS + 1, &mut cells) {
                _ if cells.len() > MOST_COLUMNS => {
                    let found = format!("more than {MOST_COLUMNS} columns");
                    let expected = format!("{MOST_COLUMNS} at most (is it a table at all?)");
                    return Err(FormatError::found(found, expected).at_line(self.line));
                }
                Extent::To(0) if self.whole => return Ok((Vec::new(), 0)),
                Extent::To(end) if self.whole || end < self.bytes.len() => return Ok((cells, end)),
                Extent::Stray(start) => return Err(closed_astray(&self.bytes[..start]).lines_below(self.line)),
                Extent::Open(start) if self.whole => {
                    return Err(never_closed(&self.bytes[..start]).lines_below(self.line));
                }
                extent => {
                    // The cell that is not read to its end yet.
                    let start = match extent {
                        Extent::Open(start) => start,
                        _ => cells.last().map_or(0, |cell: &Cell| cell.raw.start),
                    };
                    let length = self.bytes.len() - start;
                    short_enough(&self.bytes[..start], length).map_err(|error| error.lines_below(self.line))?;
                }
            }
            self.grow()?;
        }
    }

    /// Takes the first record, and gives what its cells say.
    pub(super) fn take_record(&mut self, delimiter: u8) -> Result<Vec<String>, FormatError> {
        let (cells, end) = self.first_record(delimiter)?;
        let texts = texts(&self.bytes[..end], &cells).map_err(|error| error.lines_below(self.line))?;
        self.take(end);
        Ok(texts)
    }

    /// Goes to the start of the first record.
    fn skip_breaks(&mut self) -> Result<(), FormatError> {
        loop {
            let blank = self.bytes.iter().take_while(|&&byte| byte == b'\n' || byte == b'\r').count();
            let all = blank == self.bytes.len();
            // The last may be half of a `\r\n`.
            self.take(if all && !self.whole { blank.saturating_sub(1) } else { blank });
            if !all || self.whole {
                return Ok(());
            }
            self.grow()?;
        }
    }

    fn take(&mut self, count: usize) {
        self.line += breaks(&self.bytes[..count]);
        self.bytes.drain(..count);
    }

    /// Decides which columns to hold row by row: those of which most values
    /// differ, as far as one can see.
    pub(super) fn plan(&self, columns: Vec<String>, delimiter: u8, least_rows: usize) -> Plan {
        let hashing = Hashing::default();
        let mut seen: Vec<HashSet<u64, RandomState>> = vec![HashSet::default(); columns.len()];
        let (mut rows, mut at, mut cells) = (0, 0, Vec::new());
        while rows < MOST_ROWS_READ {
            let extent = split(&self.bytes[at..], delimiter, usize::MAX, &mut cells);
            let Extent::To(end) = extent else { break };
            if at + end == self.bytes.len() {
                break;
            }
            if end > 0 {
                rows += 1;
                for (cell, seen) in cells.iter().zip(&mut seen) {
                    seen.insert(hashing.of(&self.bytes[at..][cell.raw.clone()]));
                }
            }
            at += end + 1;
        }
        let (mut coded, mut plain) = (0, 0);
        let slots = seen.iter().map(|seen| {
            let differ = rows >= least_rows && 2 * seen.len() > rows;
            let count = if differ { &mut plain } else { &mut coded };
            *count += 1;
            if differ { Slot::Plain(*count - 1) } else { Slot::Coded(*count - 1) }
        });
        let slots = slots.collect();
        Plan { delimiter, columns, slots, coded, plain, hashing }
    }
}

/// What the cells of a record of names say. The line of errors is counted from 0.
pub(super) fn texts(record: &[u8], cells: &[Cell]) -> Result<Vec<String>, FormatError> {
    let record = checked(record)?;
    for cell in cells {
        short_enough(&record.as_bytes()[..cell.raw.start], cell.raw.len())?;
    }
    // `a, b, c` without quotes means the names without the blanks.
    let trim = !record.contains('"');
    let text = |cell: &Cell| {
        let text = cell.text(record);
        if trim { text.trim().to_owned() } else { text.into_owned() }
    };
    Ok(cells.iter().map(text).collect())
}
