//! Where to cut a column of numbers.

use super::cell;
use super::overrides::check_cuts;
use super::profile::Profile;
use crate::error::{FormatError, token};
use crate::table::Table;

/// Cut points at the quartiles, so that the intervals have about as many rows
/// each. Quartiles that are equal give one cut point, and the smallest value gives
/// none, since nothing is below it.
pub(super) fn quartiles(table: &Table, column: usize) -> Vec<f64> {
    let mut numbers = Vec::new();
    table.each_value(column, |cell, count| numbers.extend(cell::number(cell.trim()).map(|number| (number, count))));
    numbers.sort_unstable_by(|(a, _), (b, _)| f64::total_cmp(a, b));
    let Some(&(least, _)) = numbers.first() else { return Vec::new() };
    let mut cuts: Vec<f64> = quarters(&numbers).into_iter().filter(|&cut| cut > least).collect();
    cuts.dedup();
    if cuts.is_empty() {
        // More than three quarters share the smallest value: set it apart.
        cuts.extend(numbers.iter().map(|(number, _)| *number).find(|&number| number > least));
    }
    cuts
}

/// The numbers at a quarter, a half and three quarters of all, in order.
fn quarters(numbers: &[(f64, usize)]) -> Vec<f64> {
    let all: usize = numbers.iter().map(|(_, count)| count).sum();
    let (mut passed, mut quarters) = (0, Vec::new());
    for &(number, count) in numbers {
        passed += count;
        while quarters.len() < 3 && passed > all * (quarters.len() + 1) / 4 {
            quarters.push(number);
        }
    }
    quarters
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
    let any = table.values(column).any(|cell| is_word(cell.trim()));
    if let Some(row) = (0..table.len()).find(|&row| any && is_word(table.cell(row, column).trim())) {
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
