//! The rows of a table, looked at through tests of its columns.

use std::ops::Range;

use super::cell_tests::{CellState, CellTests};
use super::predicate::Predicate;
use crate::error::FormatError;
use crate::table::Table;
use crate::{Attr, AttrSet};

/// Tests of one column, ready for the cells of a table.
pub(super) struct ColumnTests {
    column: usize,
    cells: CellTests,
    /// What each value of the table says, by its code; empty if the column has
    /// no codes.
    coded: Vec<CodedValue>,
    /// The attributes that the coded values have, one value after the other.
    held: Vec<Attr>,
}

struct CodedValue {
    state: CellState,
    /// Where its attributes are.
    held: Range<usize>,
}

impl ColumnTests {
    pub(super) fn new<'a>(
        table: &Table,
        column: usize,
        tests: impl IntoIterator<Item = (Attr, &'a Predicate)>,
    ) -> Self {
        let cells = CellTests::new(tests.into_iter().map(|(attr, predicate)| (attr, predicate.clone())).collect());
        let (mut coded, mut held) = (Vec::new(), Vec::new());
        for value in table.coded(column).into_iter().flat_map(|coded| coded.values()) {
            let start = held.len();
            let state = cells.of_cell(value, |attr| held.push(attr));
            coded.push(CodedValue { state, held: start..held.len() });
        }
        Self { column, cells, coded, held }
    }

    /// The column in the table.
    pub(super) fn column(&self) -> usize {
        self.column
    }

    /// Adds the attributes that a row has to a set, and says what the cell is
    /// and how many attributes it has.
    pub(super) fn of_row(&self, table: &Table, row: usize, has: &mut AttrSet) -> (CellState, usize) {
        match table.coded(self.column) {
            Some(coded) => {
                let value = &self.coded[coded.code(table.record(row))];
                let held = &self.held[value.held.clone()];
                held.iter().for_each(|&attr| _ = has.insert(attr));
                (value.state, held.len())
            }
            None => {
                let mut held = 0;
                let state = self.cells.of_cell(table.cell(row, self.column), |attr| {
                    has.insert(attr);
                    held += 1;
                });
                (state, held)
            }
        }
    }
}

/// The places in a context of the rows of a table. Rows of the same record
/// have the same one, if all columns that matter are part of the records.
pub(super) struct PlacesOfRecords<'a> {
    table: &'a Table,
    /// For each record that was met, its place or that it is left out; empty if
    /// records do not tell.
    known: Vec<Option<Option<u32>>>,
}

impl<'a> PlacesOfRecords<'a> {
    pub(super) fn new(table: &'a Table, mut columns: impl Iterator<Item = usize>) -> Self {
        let tell = columns.all(|column| table.coded(column).is_some());
        Self { table, known: if tell { vec![None; table.records()] } else { Vec::new() } }
    }

    /// The place of a row, which is found if it is not known.
    pub(super) fn of(
        &mut self,
        row: usize,
        find: impl FnOnce() -> Result<Option<u32>, FormatError>,
    ) -> Result<Option<u32>, FormatError> {
        match self.known.get_mut(self.table.record(row)) {
            None => find(),
            Some(Some(place)) => Ok(*place),
            Some(known) => Ok(*known.insert(find()?)),
        }
    }
}
