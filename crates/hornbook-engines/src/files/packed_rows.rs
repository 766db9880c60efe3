//! Rows as words.

/// The attributes of some rows, as words.
#[derive(Debug, Default)]
pub(super) struct PackedRows {
    /// The words of a row.
    pub words: usize,
    /// How many rows these are.
    pub rows: usize,
    /// What the rows have, one after the other.
    pub has: Vec<u64>,
    /// What is unknown of them; empty if nothing is.
    pub unknown: Vec<u64>,
    /// Which of them are left out; empty if none is.
    pub left_out: Vec<bool>,
}

impl PackedRows {
    /// What a row has.
    pub(super) fn has(&self, row: usize) -> &[u64] {
        &self.has[row * self.words..(row + 1) * self.words]
    }

    /// What is unknown of a row; nothing at all if everything is known.
    pub(super) fn unknown(&self, row: usize) -> &[u64] {
        match self.unknown.is_empty() {
            true => &[],
            false => &self.unknown[row * self.words..(row + 1) * self.words],
        }
    }

    /// Whether a row is left out.
    pub(super) fn is_left_out(&self, row: usize) -> bool {
        self.left_out.get(row).copied().unwrap_or(false)
    }

    /// Begins anew with so many rows that have nothing.
    pub(super) fn begin(&mut self, words: usize, rows: usize) {
        (self.words, self.rows) = (words, rows);
        self.has.clear();
        self.has.resize(words * rows, 0);
        self.unknown.clear();
        self.left_out.clear();
    }
}
