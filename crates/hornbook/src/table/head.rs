//! The start of a file: what separates its cells, the names of its columns, and
//! which of them repeat their values.

use std::collections::HashSet;
use std::io::Read;

use foldhash::fast::RandomState;

use super::blocks::fill;
use super::cells::{Cell, Extent, split};
use super::delimiter;
use super::guard::unguard_cell;
use super::lines::breaks;
use super::object_column::{OBJECT_COLUMN, is_object_column};
use super::part::{Plan, checked, closed_astray, never_closed, short_enough};
use super::text_table::Slot;
use crate::dictionary::Hashing;
use crate::error::{FormatError, token};

/// The most rows that are read to see whether the values of a column repeat.
const MOST_ROWS_READ: usize = 1000;

/// The most columns of a table. Rules of more can be neither learned nor read,
/// and a file of another kind may look like one line of millions of cells.
const MOST_COLUMNS: usize = 250_000;

/// The start of a file.
pub(super) struct Head {
    /// What is read and not yet used.
    pub(super) bytes: Vec<u8>,
    /// Whether the file ends with it.
    pub(super) whole: bool,
    delimiter: u8,
    /// The line at which the bytes start.
    pub(super) line: usize,
}

impl Head {
    pub(super) fn read(source: &mut impl Read, delimiter: Option<u8>, size: usize) -> Result<Self, FormatError> {
        let mut bytes = Vec::new();
        let whole = !fill(source, &mut bytes, size)?;
        if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
            return Err(FormatError::found("text in UTF-16", "UTF-8").at(1, 1));
        }
        if bytes.starts_with("\u{feff}".as_bytes()) {
            bytes.drain(..3);
        }
        let delimiter = match delimiter {
            Some(b'\n' | b'\r' | b'"' | 0 | 0x80..) => {
                return Err(FormatError::plain("this character cannot separate cells"));
            }
            Some(delimiter) => delimiter,
            // What is no text is refused when its turn comes.
            None => delimiter::find(valid(&bytes), whole),
        };
        Ok(Self { bytes, whole, delimiter, line: 1 })
    }

    /// Takes the first record, and gives its line and the names in it.
    pub(super) fn header(&mut self, source: &mut impl Read) -> Result<(usize, Vec<String>), FormatError> {
        let blank = self.bytes.iter().take_while(|&&byte| byte == b'\n' || byte == b'\r').count();
        self.take(blank);
        let mut cells = Vec::new();
        let end = loop {
            match split(&self.bytes, self.delimiter, MOST_COLUMNS + 1, &mut cells) {
                _ if cells.len() > MOST_COLUMNS => {
                    let found = format!("more than {MOST_COLUMNS} columns");
                    let expected = format!("{MOST_COLUMNS} at most (is it a table at all?)");
                    return Err(FormatError::found(found, expected).at_line(self.line));
                }
                Extent::To(end) if self.whole || end < self.bytes.len() => break end,
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
                    let length = self.bytes.len().saturating_sub(start);
                    short_enough(&self.bytes[..start.min(self.bytes.len())], length)
                        .map_err(|error| error.lines_below(self.line))?;
                }
            }
            let size = self.bytes.len().max(1);
            self.whole = !fill(source, &mut self.bytes, size)?;
        };
        if end == 0 {
            return Err(FormatError::plain("the file is empty: it has no header and no rows"));
        }
        let names = names(&self.bytes[..end], &cells).map_err(|error| error.lines_below(self.line))?;
        let line = self.line;
        self.take(end);
        Ok((line, names))
    }

    fn take(&mut self, count: usize) {
        self.line += breaks(&self.bytes[..count]);
        self.bytes.drain(..count);
    }

    /// Decides which columns to hold row by row: those of which most values
    /// differ, as far as one can see.
    pub(super) fn plan(&self, columns: Vec<String>, least_rows: usize) -> Plan {
        let hashing = Hashing::default();
        let mut seen: Vec<HashSet<u64, RandomState>> = vec![HashSet::default(); columns.len()];
        let (mut rows, mut at, mut cells) = (0, 0, Vec::new());
        while rows < MOST_ROWS_READ {
            let extent = split(&self.bytes[at..], self.delimiter, usize::MAX, &mut cells);
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
        Plan { delimiter: self.delimiter, columns, slots, coded, plain, hashing }
    }
}

/// The text at the start of the bytes; their last character may be cut off.
fn valid(bytes: &[u8]) -> &str {
    let valid = std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
    std::str::from_utf8(&bytes[..valid]).unwrap_or_default()
}

/// The column names of the first record, which must differ. The line of errors
/// is counted from 0.
fn names(record: &[u8], cells: &[Cell]) -> Result<Vec<String>, FormatError> {
    let record = checked(record)?;
    for cell in cells {
        short_enough(&record.as_bytes()[..cell.raw.start], cell.raw.len())?;
    }
    // `a, b, c` without quotes means the names without the blanks.
    let trim = !record.contains('"');
    let name = |cell: &Cell| {
        let name = cell.text(record);
        if trim { name.trim().to_owned() } else { name.into_owned() }
    };
    let mut names: Vec<String> = cells.iter().map(name).collect();
    // Statistics programs leave the name of the row names empty.
    if names[0].is_empty() && names.len() > 1 && !names.iter().any(|name| name == OBJECT_COLUMN) {
        names[0] = OBJECT_COLUMN.to_owned();
    }
    // So Hornbook writes cross tables: their names may be guarded.
    if is_object_column(&names[0]) {
        names.iter_mut().for_each(|name| *name = unguard_cell(name).to_owned());
    }
    let mut seen = std::collections::HashMap::new();
    for (at, name) in names.iter().enumerate() {
        if name.is_empty() {
            return Err(FormatError::found(format!("no name for column {}", at + 1), "a name").at_line(0));
        }
        if let Some(first) = seen.insert(name, at) {
            let message = format!("columns {} and {} have the same name, {}", first + 1, at + 1, token(name));
            return Err(FormatError::plain(message).at_line(0));
        }
    }
    Ok(names)
}
