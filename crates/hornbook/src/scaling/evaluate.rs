//! The rows of a table, looked at through tests of its columns.

use std::collections::HashMap;
use std::ops::Range;

use super::cell::Cell;
use super::predicate::{CellAnswer, Predicate, value_key};
use super::regions::Regions;
use crate::error::FormatError;
use crate::table::Table;
use crate::{Attr, AttrSet};

/// To look up a value takes as long as to compare it with about so many others.
const FEW_VALUES: usize = 8;

/// Tests of one column, ready for its cells.
pub(super) struct ColumnTests<'a> {
    column: usize,
    tests: Vec<(Attr, &'a Predicate)>,
    /// The attributes that stand for one value each, if there are many.
    values: HashMap<&'a str, Attr>,
    /// The attributes that are about numbers, if there are several.
    numbers: Option<Regions>,
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

/// What the tests of a column make of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellState {
    /// It has a value.
    Known,
    /// Its value is missing.
    Missing,
    /// A test makes no sense of it.
    Unexpected,
}

impl<'a> ColumnTests<'a> {
    pub(super) fn new(
        table: &Table,
        column: usize,
        tests: impl IntoIterator<Item = (Attr, &'a Predicate)>,
    ) -> ColumnTests<'a> {
        let mut tests: Vec<(Attr, &Predicate)> = tests.into_iter().collect();
        let mut values = HashMap::new();
        if tests.len() > FEW_VALUES {
            tests.retain(|(attr, predicate)| match predicate {
                Predicate::Equals(value) => *values.entry(value_key(value)).or_insert(*attr) != *attr,
                _ => true,
            });
        }
        let numbers = Regions::take_from(&mut tests);
        let mut ready = Self { column, tests, values, numbers, coded: Vec::new(), held: Vec::new() };
        if let Some(coded) = table.coded(column) {
            for value in coded.values() {
                let mut held = std::mem::take(&mut ready.held);
                let start = held.len();
                let state = ready.of_cell(&Cell::new(value), |attr| held.push(attr));
                ready.coded.push(CodedValue { state, held: start..held.len() });
                ready.held = held;
            }
        }
        ready
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
                let state = self.of_cell(&Cell::new(table.cell(row, self.column)), |attr| {
                    has.insert(attr);
                    held += 1;
                });
                (state, held)
            }
        }
    }

    fn of_cell(&self, cell: &Cell<'_>, mut holds: impl FnMut(Attr)) -> CellState {
        let mut state = if cell.is_missing() { CellState::Missing } else { CellState::Known };
        if let Some(&attr) = self.values.get(value_key(cell.text())) {
            holds(attr);
        }
        if let Some(regions) = &self.numbers {
            match cell.number() {
                Some(number) => regions.of(number).iter().for_each(|&attr| holds(attr)),
                None if cell.is_missing() => {}
                None => state = CellState::Unexpected,
            }
        }
        for (attr, predicate) in &self.tests {
            let answer = predicate.answer(cell);
            match answer {
                CellAnswer::Holds => holds(*attr),
                CellAnswer::Fails | CellAnswer::Missing => {}
                CellAnswer::Unexpected => state = CellState::Unexpected,
            }
            // Where an empty cell means no, it is not missing.
            if matches!((predicate, answer), (Predicate::Yes { .. }, CellAnswer::Holds | CellAnswer::Fails)) {
                state = CellState::Known;
            }
        }
        state
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
