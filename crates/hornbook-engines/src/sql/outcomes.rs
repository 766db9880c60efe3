//! What the cells of a column may tell of a row.

use hornbook::Attr;
use hornbook::scaling::{CellState, TestedColumn};

/// What a cell tells of its row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    /// The attributes that the row has.
    pub(super) has: Vec<Attr>,
    /// What the cell is.
    pub(super) state: State,
}

/// What a cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// It has a value.
    Known,
    /// Its value is missing.
    Missing,
    /// Its value was not to be expected.
    Unexpected,
    /// The database cannot tell: the text must be looked at.
    Unsure,
}

/// The different outcomes of one column. A CASE yields their numbers.
#[derive(Clone, Debug)]
pub(super) struct Outcomes<'a> {
    tested: &'a TestedColumn,
    list: Vec<Outcome>,
}

impl<'a> Outcomes<'a> {
    pub(super) fn new(tested: &'a TestedColumn) -> Self {
        Self { tested, list: Vec::new() }
    }

    /// The number of what a cell of this text tells.
    pub(super) fn of_text(&mut self, text: &str) -> usize {
        let reading = self.tested.read(text);
        let state = match reading.state {
            CellState::Known => State::Known,
            CellState::Unexpected => State::Unexpected,
            CellState::Missing => State::Missing,
        };
        self.place(Outcome { has: reading.has, state })
    }

    /// The number of "the database cannot tell".
    pub(super) fn unsure(&mut self) -> usize {
        self.place(Outcome { has: Vec::new(), state: State::Unsure })
    }

    fn place(&mut self, outcome: Outcome) -> usize {
        match self.list.iter().position(|known| *known == outcome) {
            Some(place) => place,
            None => {
                self.list.push(outcome);
                self.list.len() - 1
            }
        }
    }

    /// All of them, in the order of their numbers.
    pub(super) fn into_list(self) -> Vec<Outcome> {
        self.list
    }
}
