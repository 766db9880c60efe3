//! A table in memory.

use super::guard::unguard_cell;
use super::lines::RowLines;
use super::object_column::is_object_column;
use super::remark::Remark;
use crate::packed::Packed;
use crate::written::Notation;

/// Where the cells of a column go.
#[derive(Clone, Copy, Debug)]
pub(super) enum Slot {
    /// Each value that differs is held once; records refer to it.
    Coded(usize),
    /// Nearly all values differ: they are held row by row.
    Plain(usize),
}

/// A table of text: named columns, and rows of as many cells.
///
/// A row that occurs several times is held once, as a record, and so is each value
/// of a column. Columns of which nearly all values differ, such as names, are no
/// part of records: they are held row by row.
#[derive(Clone, Debug)]
pub struct Table {
    pub(super) columns: Vec<String>,
    pub(super) slots: Vec<Slot>,
    /// The values of each coded column, in the order of their first occurrence.
    pub(super) values: Vec<Packed>,
    /// The values of each record, column by column.
    pub(super) codes: Vec<u32>,
    /// How many rows have each record.
    pub(super) counts: Vec<usize>,
    /// For each row, its record.
    pub(super) rows: Vec<u32>,
    /// The cells of each plain column.
    pub(super) plain: Vec<Packed>,
    pub(super) lines: RowLines,
    pub(super) remarks: Vec<Remark>,
    /// How each column was written, if not as it stands here.
    pub(super) notations: Vec<Option<Notation>>,
}

impl Table {
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
        self.rows.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// What stands in a row under a column.
    pub fn cell(&self, row: usize, column: usize) -> &str {
        match self.slots[column] {
            Slot::Plain(place) => self.plain[place].get(row),
            Slot::Coded(place) => self.values[place].get(self.code(self.record(row), place)),
        }
    }

    /// The name of a row's object, from the column that has these names.
    pub(crate) fn object_name(&self, row: usize, column: usize) -> &str {
        let cell = self.cell(row, column);
        // So Hornbook writes cross tables: their names may be guarded.
        if column == 0 && is_object_column(&self.columns[0]) { unguard_cell(cell) } else { cell }
    }

    /// The cells of a column, from top to bottom.
    pub fn column(&self, column: usize) -> impl Iterator<Item = &str> + Clone + '_ {
        (0..self.len()).map(move |row| self.cell(row, column))
    }

    /// What was found out about the file that its owner may not expect.
    pub fn remarks(&self) -> &[Remark] {
        &self.remarks
    }

    /// How a column was written in the file, if its cells were changed to how
    /// programs write.
    pub fn notation(&self, column: usize) -> Option<&Notation> {
        self.notations.get(column)?.as_ref()
    }

    /// The line of the file at which a row starts.
    pub fn line(&self, row: usize) -> usize {
        self.lines.of(row)
    }

    /// The number of records.
    pub(crate) fn records(&self) -> usize {
        self.counts.len()
    }

    /// The record of a row.
    pub(crate) fn record(&self, row: usize) -> usize {
        self.rows[row] as usize
    }

    /// The column with its values held once; `None` for columns that are held row
    /// by row.
    pub(crate) fn coded(&self, column: usize) -> Option<Coded<'_>> {
        match self.slots[column] {
            Slot::Coded(place) => Some(Coded { table: self, place }),
            Slot::Plain(_) => None,
        }
    }

    /// The values of a column, in no particular order. One that occurs several
    /// times may be given only once.
    pub(crate) fn values(&self, column: usize) -> impl Iterator<Item = &str> + Clone + '_ {
        let coded = self.coded(column);
        let plain = if coded.is_none() { Some(self.column(column)) } else { None };
        coded.into_iter().flat_map(Coded::values).chain(plain.into_iter().flatten())
    }

    /// Goes through the values of a column, in no particular order, each with how
    /// often it occurs. A value may come several times, with a part of its rows
    /// each.
    pub(crate) fn each_value<'a>(&'a self, column: usize, mut see: impl FnMut(&'a str, usize)) {
        let Some(coded) = self.coded(column) else {
            return self.column(column).for_each(|cell| see(cell, 1));
        };
        let mut counts = vec![0; coded.values().count()];
        self.counts.iter().enumerate().for_each(|(record, count)| counts[coded.code(record)] += count);
        coded.values().zip(counts).for_each(|(value, count)| see(value, count));
    }

    fn code(&self, record: usize, place: usize) -> usize {
        self.codes[record * self.values.len() + place] as usize
    }
}

impl PartialEq for Table {
    fn eq(&self, other: &Self) -> bool {
        let equal = |column| self.column(column).eq(other.column(column));
        self.columns == other.columns && self.lines == other.lines && (0..self.width()).all(equal)
    }
}

impl Eq for Table {}

/// A column whose values are held once.
#[derive(Clone, Copy)]
pub(crate) struct Coded<'a> {
    table: &'a Table,
    place: usize,
}

impl<'a> Coded<'a> {
    /// The values, each once, by their codes.
    pub(crate) fn values(self) -> impl Iterator<Item = &'a str> + Clone {
        self.table.values[self.place].iter()
    }

    /// The code of a record's value.
    pub(crate) fn code(self, record: usize) -> usize {
        self.table.code(record, self.place)
    }
}
