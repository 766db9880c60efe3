//! What cells of a column become.

use crate::written::Notation;
use crate::written::missing::{is_missing, is_mostly_missing};
use crate::written::number::usual_text;

/// What a cell becomes that is told to be missing.
const MISSING: &str = "NA";

/// What is done with the cells of a column.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rewriting {
    pub(super) notation: Option<Notation>,
    /// Spellings that are told to be missing.
    pub(super) told_missing: Vec<String>,
    /// Whether all values are numbers in the way of programs.
    pub(super) plain_numbers: bool,
    /// Whether signs such as `-` stand for a missing value.
    pub(super) signs_are_missing: bool,
    /// Words among numbers or dates, which are taken for missing.
    pub(super) words: Vec<String>,
    /// How many rows have one of these words.
    pub(super) word_rows: usize,
    /// Whether anything changes.
    pub(super) changes: bool,
}

impl Rewriting {
    /// What becomes of a cell, if it changes.
    pub(crate) fn cell(&self, cell: &str) -> Option<String> {
        let cell = cell.trim();
        match cell {
            _ if self.told_missing.iter().any(|missing| missing.trim() == cell) => Some(MISSING.to_owned()),
            _ if self.words.iter().any(|word| word == cell) => Some(String::new()),
            _ if is_missing(cell) => None,
            // Not `NA`: beside crosses, what is missing means no.
            _ if self.signs_are_missing && is_mostly_missing(cell) => Some(String::new()),
            _ if self.plain_numbers => Some(usual_text(cell).into_owned()),
            _ => self.notation.as_ref().and_then(|notation| notation.usual_text(cell)),
        }
    }
}
