//! Where to cut a column of numbers.

use super::cell;
use super::overrides::check_cuts;
use super::profile::Profile;
use crate::format::table::Table;
use crate::format::{FormatError, token};

/// Cut points at the quartiles: as equal shares of the rows as the values
/// allow. Equal ones are merged, and none lies at the smallest value, below
/// which there is nothing.
pub(super) fn quartiles(table: &Table, column: usize) -> Vec<f64> {
    let mut numbers: Vec<f64> = table.column(column).filter_map(|cell| cell::number(cell.trim())).collect();
    numbers.sort_unstable_by(f64::total_cmp);
    let Some(&least) = numbers.first() else { return Vec::new() };
    let mut cuts: Vec<f64> = (1..4).map(|k| numbers[numbers.len() * k / 4]).filter(|&cut| cut > least).collect();
    cuts.dedup();
    if cuts.is_empty() {
        // More than three quarters share the smallest value: set it apart.
        cuts.extend(numbers.iter().copied().find(|&number| number > least));
    }
    cuts
}

/// The cut points given, or else the quartiles, of a column that must be one
/// of numbers.
pub(super) fn of_column(
    table: &Table,
    column: usize,
    profile: &Profile<'_>,
    given: Option<&Vec<f64>>,
) -> Result<Vec<f64>, FormatError> {
    let is_word = |cell: &str| !cell::is_missing(cell) && cell::number(cell).is_none();
    if let Some(row) = (0..table.len()).find(|&row| is_word(table.cell(row, column).trim())) {
        let found = format!("{} in the column {}", token(table.cell(row, column).trim()), token(profile.name));
        return Err(
            FormatError::found(found, "a number, since it shall be cut into intervals").at_line(table.line(row))
        );
    }
    let cuts = given.cloned().unwrap_or_else(|| quartiles(table, column));
    check_cuts(&cuts).map_err(|_| {
        FormatError::plain(format!("the column {} has fewer than two values: nothing to cut", token(profile.name)))
    })?;
    Ok(cuts)
}
