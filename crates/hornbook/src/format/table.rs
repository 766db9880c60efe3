//! Tables as people have them: CSV and its relatives, as plain text cells.
//!
//! What the cells mean is decided in [`scaling`](crate::scaling).

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;

use csv::{ReaderBuilder, StringRecord};

use super::error::{FormatError, token};
use super::source;

/// The delimiters that are recognised, the more usual ones first.
pub(super) const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// How many records are looked at to find the delimiter.
const LOOK_AT: usize = 20;

/// A table of text: named columns, and rows of as many cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    columns: Vec<String>,
    /// All cells one after the other: millions of cells cost no allocation each.
    cells: String,
    ends: Vec<usize>,
    /// The line in the file at which each row starts.
    lines: Vec<usize>,
}

impl Table {
    /// Reads a table. Without a `delimiter` it is found among `,`, `;`, tab
    /// and `|`. The first record names the columns.
    pub fn read(bytes: &[u8], delimiter: Option<u8>) -> Result<Self, FormatError> {
        let text = source::text(bytes)?;
        let mut records = Records::new(text, delimiter.unwrap_or_else(|| find_delimiter(text)));
        let mut record = StringRecord::new();
        let Some(line) = records.next(&mut record)? else {
            return Err(FormatError::plain("the file is empty: it has no header and no rows"));
        };
        let mut table = Self { columns: Vec::new(), cells: String::new(), ends: Vec::new(), lines: Vec::new() };
        table.columns = header(&record, records.raw()).map_err(|e| e.at_line(line))?;
        while let Some(line) = records.next(&mut record)? {
            if record.len() != table.width() {
                return Err(ragged(record.len(), table.width(), records.raw()).at_line(line));
            }
            table.lines.push(line);
            for cell in &record {
                table.cells.push_str(cell);
                table.ends.push(table.cells.len());
            }
        }
        match table.lines.is_empty() {
            true => Err(FormatError::plain("the table has no rows: there is only a header").at_line(line)),
            false => Ok(table),
        }
    }

    /// The names of the columns.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.columns.len()
    }

    /// The number of rows, the header not counted.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// What stands in a row under a column.
    pub fn cell(&self, row: usize, column: usize) -> &str {
        let at = row * self.width() + column;
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.cells[start..self.ends[at]]
    }

    /// The cells of a column, from top to bottom.
    pub fn column(&self, column: usize) -> impl Iterator<Item = &str> + Clone + '_ {
        (0..self.len()).map(move |row| self.cell(row, column))
    }

    /// The line of the file at which a row starts.
    pub fn line(&self, row: usize) -> usize {
        self.lines[row]
    }
}

/// The column names of the first record, which must differ.
fn header(record: &StringRecord, raw: &str) -> Result<Vec<String>, FormatError> {
    // `a, b, c` without quotes means the names without the blanks.
    let trim = !raw.contains('"');
    let mut names: Vec<String> = record.iter().map(|name| if trim { name.trim() } else { name }.to_owned()).collect();
    // Statistics programs leave the name of the row names empty.
    if names[0].is_empty() && names.len() > 1 && !names.iter().any(|name| name == "object") {
        names[0] = "object".to_owned();
    }
    let mut seen = HashMap::new();
    for (at, name) in names.iter().enumerate() {
        if name.is_empty() {
            return Err(FormatError::found(format!("no name for column {}", at + 1), "a name"));
        }
        if let Some(first) = seen.insert(name, at) {
            let message = format!("columns {} and {} have the same name, {}", first + 1, at + 1, token(name));
            return Err(FormatError::plain(message));
        }
    }
    Ok(names)
}

fn ragged(found: usize, expected: usize, raw: &str) -> FormatError {
    let fields = |n: usize| if n == 1 { "1 field".to_owned() } else { format!("{n} fields") };
    // A quote that is never closed swallows the rest of the file.
    let open = raw.bytes().filter(|&b| b == b'"').count() % 2 == 1;
    let hint = if open { " (is a quote not closed?)" } else { "" };
    FormatError::found(fields(found), format!("{} as in the header{hint}", fields(expected)))
}

/// The records of a text, with the lines they start at.
struct Records<'a> {
    text: &'a str,
    reader: csv::Reader<&'a [u8]>,
    /// Where the current record is.
    raw: Range<usize>,
    /// Line breaks were counted up to here …
    counted: usize,
    /// … and this is the line there.
    line: usize,
}

impl<'a> Records<'a> {
    fn new(text: &'a str, delimiter: u8) -> Self {
        let mut builder = ReaderBuilder::new();
        builder.has_headers(false).flexible(true).delimiter(delimiter);
        let reader = builder.from_reader(text.as_bytes());
        Self { text, reader, raw: 0..0, counted: 0, line: 1 }
    }

    /// Reads the next record and says at which line it starts.
    fn next(&mut self, record: &mut StringRecord) -> Result<Option<usize>, FormatError> {
        let start = self.offset();
        let more = self.reader.read_record(record).map_err(|e| FormatError::plain(e.to_string()))?;
        let read = &self.text[start..self.offset().max(start)];
        // Blank lines before a record are skipped, and are not part of it.
        let blank = read.len() - read.trim_start_matches(['\n', '\r']).len();
        self.raw = start + blank..self.offset();
        self.line += line_breaks(&self.text[self.counted..self.raw.start]);
        self.counted = self.raw.start;
        Ok(more.then_some(self.line))
    }

    fn offset(&self) -> usize {
        let at = usize::try_from(self.reader.position().byte()).unwrap_or(usize::MAX).min(self.text.len());
        if self.text.is_char_boundary(at) { at } else { self.text.len() }
    }

    /// The text of the current record.
    fn raw(&self) -> &'a str {
        self.text.get(self.raw.clone()).unwrap_or_default()
    }
}

/// The number of line breaks: `\n`, `\r\n`, or `\r` alone.
fn line_breaks(text: &str) -> usize {
    let bytes = text.as_bytes();
    let lone = |at: usize| bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
    (0..bytes.len()).filter(|&at| bytes[at] == b'\n' || lone(at)).count()
}

/// The delimiter that gives all of the first records the same number of
/// fields, leaves the fewest quotes in them, and gives the most; if none does,
/// the one that gives the header the most.
fn find_delimiter(text: &str) -> u8 {
    let score = |&delimiter: &u8| {
        let mut records = Records::new(text, delimiter);
        let mut record = StringRecord::new();
        let (mut widths, mut quotes) = (Vec::new(), 0);
        while widths.len() < LOOK_AT && matches!(records.next(&mut record), Ok(Some(_))) {
            widths.push(record.len());
            // The wrong delimiter cuts quoted cells apart, quotes and all.
            quotes += record.iter().map(|cell| cell.matches('"').count()).sum::<usize>();
        }
        let first = widths.first().copied().unwrap_or(0);
        // A lone record agrees with itself, and proves nothing.
        let even = widths.len() > 1 && widths.iter().all(|&width| width == first);
        (first > 1, even, Reverse(quotes), first)
    };
    // `max_by_key` takes the last of equals: the more usual ones must come last.
    DELIMITERS.into_iter().rev().max_by_key(score).unwrap_or(b',')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Table, FormatError> {
        Table::read(text.as_bytes(), None)
    }

    #[test]
    fn finds_the_delimiter() {
        for text in
            ["a,b\n1,2\n", "a;b\n1,5;2\n", "a\tb\n1\t2 | 3\n", "a|b\n1|2\n", "a, b\n1,2\n", "\"a\",\"b\"\n1,\"2;3\"\n"]
        {
            assert_eq!(read(text).unwrap().columns(), ["a", "b"], "{text}");
        }
        assert_eq!(read("a\n1\n").unwrap().width(), 1);
    }

    #[test]
    fn quoted_cells_may_span_lines_and_lines_are_counted() {
        let table = read("\u{feff}name,b\r\n\"x\r\ny\",2\r\n\r\nz,\"3\"\r\n").unwrap();
        assert_eq!(table.cell(0, 0), "x\r\ny");
        assert_eq!((table.line(0), table.line(1)), (2, 5));
        assert_eq!(table.column(1).collect::<Vec<_>>(), ["2", "3"]);
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        let message = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(message("a,b\n1,2\n\n1,2,3\n"), "line 4: found 3 fields, expected 2 fields as in the header");
        assert_eq!(message("a,b,a\n"), "line 1: columns 1 and 3 have the same name, 'a'");
        assert_eq!(message("a,b\n"), "line 1: the table has no rows: there is only a header");
        assert_eq!(message(""), "the file is empty: it has no header and no rows");
        assert!(message("a,b\n\"1,2\n3,4\n").contains("is a quote not closed?"));
    }
}
