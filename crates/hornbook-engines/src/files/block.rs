//! Rows on their way to whoever takes them.

use super::packed_rows::PackedRows;

/// Some rows, ready to be handed on.
#[derive(Debug, Default)]
pub(super) struct Block {
    /// The words of a row.
    pub words: usize,
    /// What the rows have, one after the other.
    pub has: Vec<u64>,
    /// What is unknown of them, likewise.
    pub unknown: Vec<u64>,
    /// How often each occurs.
    pub counts: Vec<u64>,
    /// How many rows were gone through for it.
    pub rows: u64,
    /// How many of these were left out.
    pub left_out: u64,
}

impl Block {
    /// What a row has, and what is unknown of it.
    pub(super) fn row(&self, at: usize) -> (&[u64], &[u64]) {
        let range = at * self.words..(at + 1) * self.words;
        let unknown = self.unknown.get(range.clone()).unwrap_or_default();
        let unknown = if unknown.iter().all(|word| *word == 0) { &[] } else { unknown };
        (&self.has[range], unknown)
    }

    /// Adds a row.
    pub(super) fn push(&mut self, has: &[u64], unknown: &[u64], count: u64) {
        self.words = has.len();
        if !unknown.is_empty() {
            // The rows before have nothing that is unknown.
            self.unknown.resize(self.has.len(), 0);
            self.unknown.extend_from_slice(unknown);
        }
        self.has.extend_from_slice(has);
        self.counts.push(count);
    }

    /// All rows of a batch, one by one.
    pub(super) fn one_by_one(packed: &mut PackedRows) -> Self {
        let mut block = Self { words: packed.words, rows: packed.rows as u64, ..Self::default() };
        if packed.left_out.is_empty() {
            block.has = std::mem::take(&mut packed.has);
            block.unknown = std::mem::take(&mut packed.unknown);
            block.counts = vec![1; packed.rows];
            return block;
        }
        for row in 0..packed.rows {
            match packed.is_left_out(row) {
                true => block.left_out += 1,
                false => block.push(packed.has(row), packed.unknown(row), 1),
            }
        }
        block.unknown.resize(if block.unknown.is_empty() { 0 } else { block.has.len() }, 0);
        block
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(rows: &[(u64, u64)], left_out: &[bool]) -> PackedRows {
        PackedRows {
            words: 1,
            rows: rows.len(),
            has: rows.iter().map(|row| row.0).collect(),
            unknown: if rows.iter().any(|row| row.1 != 0) { rows.iter().map(|row| row.1).collect() } else { vec![] },
            left_out: left_out.to_vec(),
        }
    }

    fn told(block: &Block) -> Vec<(u64, u64, u64)> {
        let row = |at: usize| {
            let (has, unknown) = block.row(at);
            (has[0], unknown.first().copied().unwrap_or(0), block.counts[at])
        };
        (0..block.counts.len()).map(row).collect()
    }

    #[test]
    fn one_by_one_rows_stay_as_they_are() {
        let block = Block::one_by_one(&mut packed(&[(1, 0), (1, 4), (2, 0)], &[]));
        assert_eq!(told(&block), [(1, 0, 1), (1, 4, 1), (2, 0, 1)]);
        let block = Block::one_by_one(&mut packed(&[(1, 2), (1, 4), (2, 0)], &[true, false, false]));
        assert_eq!((told(&block), block.left_out), (vec![(1, 4, 1), (2, 0, 1)], 1));
    }
}
