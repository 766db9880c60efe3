//! The first records of a table, to find out what it is like.

use std::borrow::Cow;

use super::cell_kind::Kind;
use super::cells::{Cell, Extent, split};

/// Some records from the start of a text.
pub(super) struct Sample<'a> {
    records: Vec<Record<'a>>,
    /// Whether a quote is closed nowhere, or in the midst of another cell.
    broken: bool,
}

struct Record<'a> {
    text: &'a str,
    /// Where it starts in the text.
    start: usize,
    cells: Vec<Cell>,
}

impl<'a> Sample<'a> {
    /// Splits the start of a text into at most so many records and cells. If the
    /// text is not `whole`, its last record may be cut off: of it one knows
    /// nothing, unless there is no other.
    pub(super) fn new(text: &'a str, whole: bool, delimiter: u8, most_records: usize, most_cells: usize) -> Self {
        let (mut records, mut broken, mut at, mut count) = (Vec::new(), false, 0, 0);
        while records.len() < most_records && count < most_cells {
            at += blank(&text[at..]);
            let rest = &text[at..];
            if rest.is_empty() {
                break;
            }
            let mut cells = Vec::new();
            let end = match split(rest.as_bytes(), delimiter, usize::MAX, &mut cells) {
                Extent::To(end) => end,
                extent => {
                    broken = whole || matches!(extent, Extent::Stray(_));
                    break;
                }
            };
            if end == rest.len() && !whole && !records.is_empty() {
                break;
            }
            count += cells.len();
            records.push(Record { text: &rest[..end], start: at, cells });
            at += end;
        }
        Self { records, broken }
    }

    pub(super) fn is_broken(&self) -> bool {
        self.broken
    }

    pub(super) fn len(&self) -> usize {
        self.records.len()
    }

    /// The number of cells of each record.
    pub(super) fn widths(&self) -> impl ExactSizeIterator<Item = usize> + Clone + '_ {
        self.records.iter().map(|record| record.cells.len())
    }

    /// Where in the text a record starts.
    pub(super) fn start(&self, record: usize) -> usize {
        self.records[record].start
    }

    /// What a cell says; nothing if there is no such cell.
    pub(super) fn cell(&self, record: usize, column: usize) -> Cow<'a, str> {
        let Record { text, cells, .. } = &self.records[record];
        cells.get(column).map(|cell| cell.text(text)).unwrap_or_default()
    }

    /// What the cells of a record say.
    pub(super) fn cells(&self, record: usize) -> impl Iterator<Item = Cow<'a, str>> + '_ {
        (0..self.records[record].cells.len()).map(move |column| self.cell(record, column))
    }

    pub(super) fn kind(&self, record: usize, column: usize) -> Kind {
        Kind::of(&self.cell(record, column))
    }

    /// Whether a column has something in the records from some on, and nothing but
    /// this.
    pub(super) fn is_all(&self, kind: Kind, column: usize, from: usize) -> bool {
        let mut any = false;
        (from..self.len()).all(|record| {
            let found = self.kind(record, column);
            any |= found == kind;
            found == kind || found == Kind::Missing
        }) && any
    }

    /// How many quotes are left in the cells: the wrong delimiter cuts quoted cells
    /// apart, quotes and all.
    pub(super) fn quotes(&self) -> usize {
        let quotes = |record| self.cells(record).map(|cell| cell.matches('"').count()).sum::<usize>();
        (0..self.len()).map(quotes).sum()
    }
}

/// The length of the line breaks at the start of a text.
pub(super) fn blank(text: &str) -> usize {
    text.bytes().take_while(|&byte| byte == b'\n' || byte == b'\r').count()
}
