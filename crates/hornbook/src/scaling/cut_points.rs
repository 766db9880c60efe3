//! What may be told of where a column of numbers is cut.

use super::periods::is_date;
use crate::error::FormatError;

/// How the points are found at which a column of numbers is cut.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum CutPoints {
    /// Round numbers near the quartiles; where rules are looked for, numbers at
    /// which other columns change.
    #[default]
    Found,
    /// These.
    At(Vec<f64>),
    /// These dates.
    AtDates(Vec<String>),
    /// Round numbers that leave about as many rows in each of so many intervals.
    Quantiles(usize),
    /// So many intervals of the same width.
    EqualWidths(usize),
    /// The multiples of this number.
    Every(f64),
}

/// The most intervals that a column is cut into.
pub(super) const MOST_INTERVALS: usize = 200;

/// Cut points must be numbers that ascend.
pub(super) fn check_cuts(cuts: &[f64]) -> Result<(), FormatError> {
    let ascend = cuts.windows(2).all(|pair| pair[0] < pair[1]) && cuts.iter().all(|cut| cut.is_finite());
    match ascend && !cuts.is_empty() {
        true => Ok(()),
        false => Err(FormatError::plain("cut points must be one or more numbers in ascending order")),
    }
}

/// Dates to cut at must be dates with the year first that ascend.
pub(super) fn check_dates(cuts: &[String]) -> Result<(), FormatError> {
    let ascend = cuts.windows(2).all(|pair| pair[0] < pair[1]) && cuts.iter().all(|cut| is_date(cut));
    match ascend && !cuts.is_empty() {
        true => Ok(()),
        false => Err(FormatError::plain("dates to cut at must be one or more in ascending order, as in 2024-01-31")),
    }
}
