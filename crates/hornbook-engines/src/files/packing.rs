//! From batches of cells to words: which attributes each row has.

use hornbook::scaling::RowTests;

use super::batch::Batch;
use super::block::Block;
use super::column_codes::ColumnCodes;
use super::effects::{EffectId, Effects};
use super::groups::Groups;
use super::packed_rows::PackedRows;

/// Makes words of the rows of a table.
pub(super) struct Packer<'a> {
    columns: Vec<ColumnCodes<'a>>,
    words: usize,
    codes: Vec<EffectId>,
}

impl<'a> Packer<'a> {
    /// A packer for batches that have the cells of these columns.
    pub(super) fn new(tests: &'a RowTests, columns: &[String], told_missing: &'a [String]) -> Self {
        let codes = |column: &String| ColumnCodes::new(Effects::new(tests, column, told_missing));
        Self {
            columns: columns.iter().map(codes).collect(),
            words: tests.universe.none().words().len(),
            codes: Vec::new(),
        }
    }

    /// What the rows of a batch have.
    pub(super) fn pack(&mut self, batch: &Batch, packed: &mut PackedRows) {
        packed.begin(self.words, batch.rows);
        for (column, cells) in self.columns.iter_mut().zip(&batch.cells) {
            column.find(cells, batch.rows, &mut self.codes);
            let Effects { first_word, span, ref has, ref unknown, .. } = column.effects;
            add_words(&mut packed.has, self.words, (first_word, span), has, &self.codes);
            if column.effects.any_unknown {
                packed.unknown.resize(self.words * batch.rows, 0);
                add_words(&mut packed.unknown, self.words, (first_word, span), unknown, &self.codes);
            }
            if column.effects.any_left_out {
                packed.left_out.resize(batch.rows, false);
                let leaves_out = &column.effects.leaves_out;
                let rows = packed.left_out.iter_mut().zip(&self.codes);
                rows.for_each(|(left_out, code)| *left_out |= leaves_out[*code as usize]);
            }
        }
    }

    /// Puts the rows of a batch to those that they are equal to.
    pub(super) fn group(&mut self, batch: &Batch, groups: &mut Groups) {
        groups.begin(batch.rows);
        for (at, (column, cells)) in self.columns.iter_mut().zip(&batch.cells).enumerate() {
            column.find(cells, batch.rows, &mut self.codes);
            groups.add_column(at, &self.codes, column.effects.len());
        }
        groups.end();
    }

    /// The rows that were put together.
    pub(super) fn grouped(&self, groups: &mut Groups) -> Block {
        groups.take(self.words, |column| &self.columns[column].effects)
    }

    /// The columns of the tests in which a cell was not to be expected.
    pub(super) fn unexpected(&self) -> impl Iterator<Item = usize> + '_ {
        self.columns.iter().flat_map(|column| column.effects.unexpected.iter().copied())
    }
}

/// Adds to each row the words of its effect: `span` words from the first on.
fn add_words(rows: &mut [u64], words: usize, (first, span): (usize, usize), of_effects: &[u64], codes: &[EffectId]) {
    if words == 1 {
        rows.iter_mut().zip(codes).for_each(|(row, code)| *row |= of_effects[*code as usize]);
    } else if words > 0 {
        for (row, code) in rows.chunks_exact_mut(words).zip(codes) {
            let effect = &of_effects[*code as usize * span..][..span];
            row[first..first + span].iter_mut().zip(effect).for_each(|(word, more)| *word |= more);
        }
    }
}
