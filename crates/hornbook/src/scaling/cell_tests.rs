//! What the cells of one column say of its attributes.

use std::collections::HashMap;

use super::cell::Cell;
use super::predicate::{CellAnswer, Predicate, value_key};
use super::regions::Regions;
use crate::Attr;

/// To look up a value takes as long as to compare it with about so many others.
const FEW_VALUES: usize = 8;

/// Tests of one column, ready for its cells, wherever these are.
#[derive(Clone, Debug)]
pub(super) struct CellTests {
    tests: Vec<(Attr, Predicate)>,
    /// The attributes that stand for one value each, if there are many.
    values: HashMap<String, Attr>,
    /// The attributes that are about numbers, if there are several.
    numbers: Option<Regions>,
}

/// What the tests of a column make of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellState {
    /// It has a value.
    Known,
    /// Its value is missing.
    Missing,
    /// A test makes no sense of it.
    Unexpected,
}

impl CellTests {
    pub(super) fn new(mut tests: Vec<(Attr, Predicate)>) -> Self {
        let mut values = HashMap::new();
        if tests.len() > FEW_VALUES {
            tests.retain(|(attr, predicate)| match predicate {
                Predicate::Equals(value) => *values.entry(value_key(value).to_owned()).or_insert(*attr) != *attr,
                _ => true,
            });
        }
        let numbers = Regions::take_from(&mut tests);
        Self { tests, values, numbers }
    }

    /// Names the attributes that a cell has, and says what the cell is.
    pub(super) fn of_cell(&self, cell: &str, mut holds: impl FnMut(Attr)) -> CellState {
        let cell = &Cell::new(cell);
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
