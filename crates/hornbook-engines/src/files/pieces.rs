//! A file in pieces, which are read one by one or side by side.

use std::ops::Range;

/// A piece of a file that can be read by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// Its groups of rows or record batches; those of a file of text are one.
    pub units: Range<usize>,
    /// The rows before it in the file, if that is known.
    pub rows_before: Option<u64>,
    /// The rows of it, if that is known.
    pub rows: Option<u64>,
}

impl Piece {
    /// A whole file, of which it is not known how many rows it has.
    pub(super) fn whole(rows: Option<u64>) -> Self {
        Self { units: 0..1, rows_before: Some(0), rows }
    }

    /// Pieces of at least so many rows, of units whose rows are given.
    pub(super) fn of_units(unit_rows: &[u64], least_rows: u64) -> Vec<Self> {
        let mut pieces = Vec::new();
        let (mut start, mut before, mut rows) = (0, 0u64, 0u64);
        for (at, unit) in unit_rows.iter().enumerate() {
            rows += unit;
            if rows >= least_rows || at + 1 == unit_rows.len() {
                pieces.push(Self { units: start..at + 1, rows_before: Some(before), rows: Some(rows) });
                (start, before, rows) = (at + 1, before + rows, 0);
            }
        }
        pieces
    }
}

/// The parts of ranges that are inside of one, counted from its start.
pub(super) fn within(ranges: &[Range<u64>], outer: Range<u64>) -> Vec<Range<usize>> {
    let inside = ranges.iter().map(|range| range.start.max(outer.start)..range.end.min(outer.end));
    let inside = inside.filter(|range| range.start < range.end);
    inside.map(|range| (range.start - outer.start) as usize..(range.end - outer.start) as usize).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_groups_of_rows_are_put_together() {
        let pieces = Piece::of_units(&[5, 1, 1, 9, 2], 5);
        let found: Vec<_> =
            pieces.into_iter().map(|piece| (piece.units, piece.rows_before.unwrap(), piece.rows.unwrap())).collect();
        assert_eq!(found, [(0..1, 0, 5), (1..4, 5, 11), (4..5, 16, 2)]);
        assert!(Piece::of_units(&[], 5).is_empty());
    }
}
