//! Some rows as text, from all over the files.

use std::ops::Range;

use hornbook::table::{Table, TableBuilder};

use super::pieces::within;
use super::source_file::SourceFile;
use crate::{Control, EngineError};

/// So many rows that follow one another are taken together: to read a single one
/// costs as much as to read a page of them.
const RUN_ROWS: u64 = 2048;

/// The rows to take of so many: runs at even distances, about `wanted` rows in all.
pub(super) fn runs(rows: u64, wanted: u64) -> Vec<Range<u64>> {
    if rows <= wanted {
        return std::iter::once(0..rows).collect();
    }
    let length = RUN_ROWS.min(wanted.div_ceil(8)).max(1);
    let count = wanted.div_ceil(length).max(1);
    // The first run begins at the first row, and the last ends at the last.
    let last = rows - length.min(rows);
    let start = |run: u64| match count {
        1 => 0,
        _ => (u128::from(last) * u128::from(run) / u128::from(count - 1)) as u64,
    };
    let mut runs: Vec<Range<u64>> = Vec::new();
    for run in 0..count {
        let start = start(run).max(runs.last().map_or(0, |before| before.end));
        runs.push(start..(start + length).min(rows));
    }
    runs.retain(|run| !run.is_empty());
    runs
}

/// The cells of some rows as text. `ranges` count over all files; without them, all
/// rows are taken.
pub(super) fn read_rows(
    files: &[SourceFile],
    columns: &[String],
    ranges: Option<&[Range<u64>]>,
    control: &Control,
) -> Result<Table, EngineError> {
    let (mut builder, mut text) = (TableBuilder::new(), String::new());
    let (mut before, mut taken) = (0, 0);
    for file in files {
        for piece in file.pieces(1) {
            let rows = piece.rows.unwrap_or_else(|| file.rows_about());
            let inside = ranges.map(|ranges| within(ranges, before..before + rows));
            before += rows;
            if inside.as_ref().is_some_and(Vec::is_empty) {
                continue;
            }
            let inside: Option<Vec<Range<u64>>> =
                inside.map(|ranges| ranges.into_iter().map(|range| range.start as u64..range.end as u64).collect());
            for batch in file.read(&piece, columns, inside.as_deref())? {
                control.check()?;
                let batch = batch?;
                for row in 0..batch.rows {
                    for (column, cells) in columns.iter().zip(&batch.cells) {
                        text.clear();
                        cells.write(row, &mut text);
                        builder.set(column, &text)?;
                    }
                    taken += 1;
                    // As in a file of text, whose first line names the columns.
                    builder.end_row(taken + 1)?;
                }
            }
        }
    }
    Ok(builder.finish()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_spread_over_all_rows() {
        for (rows, wanted) in [(1_000_000, 100_000), (100_001, 100_000), (10, 3), (50, 49), (1, 1), (5_000, 1)] {
            let runs = runs(rows, wanted);
            let taken: u64 = runs.iter().map(|run| run.end - run.start).sum();
            assert!(runs.windows(2).all(|pair| pair[0].end <= pair[1].start), "{rows} {wanted} {runs:?}");
            assert!(taken <= rows && taken + 16 >= wanted && taken <= wanted + RUN_ROWS, "{rows} {wanted} {taken}");
            assert!(runs.last().is_some_and(|run| run.end <= rows));
        }
        assert!(runs(7, 7).into_iter().eq(std::iter::once(0..7)));
        assert_eq!(runs(1_000_000, 100_000).last().map(|run| run.end), Some(1_000_000));
    }
}
