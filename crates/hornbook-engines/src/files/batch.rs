//! Some rows of a file, column by column.

use arrow_array::{Array, ArrayRef};

use super::cell_text::write_cell;
use crate::EngineError;

/// So many rows are looked at together: few enough for their words to stay near.
pub(super) const BATCH_ROWS: usize = 16_384;

/// Rows of a file, with the cells of the columns that were asked for.
#[derive(Debug)]
pub(super) struct Batch {
    /// How many rows these are.
    pub rows: usize,
    /// The cells of each column.
    pub cells: Vec<Cells>,
}

/// The cells of a column.
#[derive(Clone, Debug)]
pub(super) enum Cells {
    /// A cell for each row.
    Each(ArrayRef),
    /// The same in all rows; nothing if it is missing in all.
    Same(Option<String>),
}

/// The rows of a piece of a file, batch by batch.
pub(super) type Batches<'a> = Box<dyn Iterator<Item = Result<Batch, EngineError>> + 'a>;

impl Cells {
    /// Writes the cell of a row; nothing if it is missing.
    pub(super) fn write(&self, row: usize, out: &mut String) {
        match self {
            Self::Each(array) => write_cell(array, row, out),
            Self::Same(Some(text)) => out.push_str(text),
            Self::Same(None) => {}
        }
    }

    fn slice(&self, start: usize, length: usize) -> Self {
        match self {
            Self::Each(array) => Self::Each(array.slice(start, length)),
            Self::Same(_) => self.clone(),
        }
    }
}

impl Batch {
    /// Some of its rows.
    pub(super) fn slice(&self, start: usize, length: usize) -> Self {
        Self { rows: length, cells: self.cells.iter().map(|cells| cells.slice(start, length)).collect() }
    }
}
