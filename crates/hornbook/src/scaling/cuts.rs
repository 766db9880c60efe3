//! Where to cut a column of numbers.

use super::cell;
use super::cut_points::{CutPoints, MOST_INTERVALS, check_cuts};
use super::profile::Profile;
use crate::error::{FormatError, token};
use crate::table::Table;

/// The intervals of a column, unless another number is told.
pub(super) const USUAL_INTERVALS: usize = 4;

/// A cut point may leave so much larger or smaller a share of the rows below it
/// than it should, if it is a rounder number then.
const ROUNDING_SHARE: f64 = 0.04;

/// The different numbers of a column, ascending, with how often they occur.
pub(super) struct Numbers {
    counted: Vec<(f64, usize)>,
    /// How many rows have each of the numbers or a smaller one.
    passed: Vec<usize>,
    all: usize,
}

impl Numbers {
    pub(super) fn of(table: &Table, column: usize) -> Self {
        let mut counted: Vec<(f64, usize)> = Vec::new();
        table.each_value(column, |cell, count| counted.extend(cell::number(cell.trim()).map(|number| (number, count))));
        counted.sort_unstable_by(|(a, _), (b, _)| f64::total_cmp(a, b));
        counted.dedup_by(|later, first| {
            let same = later.0 == first.0;
            first.1 += if same { later.1 } else { 0 };
            same
        });
        let mut all = 0;
        let add = |(_, count): &(f64, usize)| {
            all += count;
            all
        };
        let passed = counted.iter().map(add).collect();
        Self { counted, passed, all }
    }

    /// The place of the number that stands at a rank among all, counted from 0.
    fn place(&self, rank: usize) -> usize {
        self.passed.partition_point(|&passed| passed <= rank).min(self.counted.len().saturating_sub(1))
    }

    /// Round cut points that leave about as many rows in each interval.
    fn quantiles(&self, intervals: usize) -> Vec<f64> {
        let Some(&(least, _)) = self.counted.first() else { return Vec::new() };
        let slack = (self.all as f64 * ROUNDING_SHARE) as usize;
        let mut cuts: Vec<f64> = Vec::new();
        for part in 1..intervals {
            let rank = self.all * part / intervals;
            let (middle, from, to) =
                (self.place(rank), self.place(rank.saturating_sub(slack)), self.place(rank + slack));
            let (from, to) = (from.min(middle.saturating_sub(1)), to.max(middle));
            let cut = match from < to {
                true => roundest(self.counted[from].0, self.counted[to].0),
                false => self.counted[middle].0,
            };
            if cut > least && cuts.last().is_none_or(|last| cut > *last) {
                cuts.push(cut);
            }
        }
        if cuts.is_empty() {
            // Nearly all share the smallest value: set it apart.
            cuts.extend(self.counted.get(1).map(|(number, _)| roundest(least, *number)));
        }
        cuts
    }

    /// Cut points at the same distance.
    fn equal_widths(&self, intervals: usize) -> Vec<f64> {
        let (Some(&(least, _)), Some(&(most, _))) = (self.counted.first(), self.counted.last()) else {
            return Vec::new();
        };
        let width = (most - least) / intervals as f64;
        // As exact as needed to tell the cut points apart, and no more.
        let unit = 10f64.powi((width.abs().log10().floor() as i32 - 2).clamp(-300, 300));
        let cut = |part: usize| round_to(least + width * part as f64, unit);
        let mut cuts: Vec<f64> = (1..intervals).map(cut).filter(|cut| *cut > least && *cut <= most).collect();
        cuts.dedup();
        cuts
    }

    /// The multiples of a number between the smallest and the largest.
    fn every(&self, step: f64) -> Option<Vec<f64>> {
        let (&(least, _), &(most, _)) = (self.counted.first()?, self.counted.last()?);
        let first = (least / step).floor() + 1.0;
        let count = ((most / step).floor() - first + 1.0).max(0.0);
        let multiple = |n: usize| round_to((first + n as f64) * step, step / 1000.0);
        (count < MOST_INTERVALS as f64).then(|| (0..count as usize).map(multiple).collect())
    }

    /// Whether the numbers are whole and leave few out, as those that count rows do.
    pub(super) fn are_dense(&self) -> bool {
        let (Some(&(least, _)), Some(&(most, _))) = (self.counted.first(), self.counted.last()) else { return false };
        self.are_whole() && most - least < 2.0 * self.counted.len() as f64
    }

    /// Whether all are whole numbers.
    pub(super) fn are_whole(&self) -> bool {
        self.counted.iter().all(|(number, _)| number.fract() == 0.0)
    }

    /// Cut points where nothing else is told.
    pub(super) fn usual(&self) -> Vec<f64> {
        self.quantiles(USUAL_INTERVALS)
    }
}

/// A number without the dust that arithmetic leaves on it.
fn round_to(value: f64, unit: f64) -> f64 {
    let digits = (-unit.log10().floor()).clamp(0.0, 17.0) as usize;
    format!("{value:.digits$}").parse().unwrap_or(value)
}

/// The roundest number above `low` and not above `high`, which is above it.
pub(super) fn roundest(low: f64, high: f64) -> f64 {
    let largest = low.abs().max(high.abs());
    if largest == 0.0 || !largest.is_finite() {
        return high;
    }
    let top = largest.log10().ceil() as i32;
    for power in ((top - 16)..=top).rev() {
        for multiple in [1.0, 0.5, 0.25, 0.2] {
            let unit = multiple * 10f64.powi(power);
            // Only quarters of one, of a hundred and of more are round numbers.
            if multiple == 0.25 && power < 2 && power != 0 {
                continue;
            }
            let middle = ((low + high) / 2.0 / unit).round();
            let near = [middle, (low / unit).floor() + 1.0, (high / unit).floor()];
            let fits = |times: &f64| {
                let number = round_to(times * unit, unit / 100.0);
                (number > low && number <= high).then_some(number)
            };
            if let Some(number) = near.iter().find_map(fits) {
                return number + 0.0;
            }
        }
    }
    high
}

/// The cut points of a column that must be one of numbers.
pub(super) fn of_column(
    table: &Table,
    column: usize,
    profile: &Profile<'_>,
    wanted: &CutPoints,
) -> Result<Vec<f64>, FormatError> {
    let is_word = |cell: &str| !cell::is_missing(cell) && cell::number(cell).is_none();
    let any = table.values(column).any(|cell| is_word(cell.trim()));
    if let Some(row) = (0..table.len()).find(|&row| any && is_word(table.cell(row, column).trim())) {
        let found = format!("{} in the column {}", token(table.cell(row, column).trim()), token(profile.name));
        return Err(
            FormatError::found(found, "a number, since it shall be cut into intervals").at_line(table.line(row))
        );
    }
    let numbers = || Numbers::of(table, column);
    let cuts = match wanted {
        CutPoints::Found => numbers().usual(),
        CutPoints::At(cuts) => cuts.clone(),
        CutPoints::AtDates(_) => {
            let name = token(profile.name);
            return Err(FormatError::plain(format!("the column {name} has numbers, which cannot be cut at dates")));
        }
        CutPoints::Quantiles(intervals) => numbers().quantiles(*intervals),
        CutPoints::EqualWidths(intervals) => numbers().equal_widths(*intervals),
        CutPoints::Every(step) => numbers().every(*step).ok_or_else(|| {
            let name = token(profile.name);
            FormatError::plain(format!("the column {name} has more than {MOST_INTERVALS} multiples of {step}"))
        })?,
    };
    check_cuts(&cuts).map_err(|_| {
        FormatError::plain(format!("the column {} has fewer than two values to tell apart", token(profile.name)))
    })?;
    Ok(cuts)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn round_numbers_are_those_that_people_choose() {
        for (low, high, round) in [
            (59_870.0, 61_000.0, 60_000.0),
            (19.0, 30.0, 25.0),
            (44.0, 55.0, 50.0),
            (-3.0, 4.0, 0.0),
            (0.0, 1.0, 1.0),
            (17.0, 18.0, 18.0),
            (0.123_456, 0.2, 0.2),
            (5.1, 5.8, 5.5),
            (-61.0, -58.5, -60.0),
            (1e-9, 2.5e-9, 2e-9),
            (1234.0, 1234.5, 1234.5),
        ] {
            assert_eq!(roundest(low, high), round, "({low}, {high}]");
        }
    }

    proptest! {
        #[test]
        fn a_round_number_is_between(low in -1e6..1e6f64, width in prop_oneof![1e-9..1e-3f64, 1e-3..1e6f64]) {
            let high = low + width;
            let round = roundest(low, high);
            prop_assert!(low < round && round <= high, "({}, {}] {}", low, high, round);
        }
    }

    #[test]
    fn intervals_as_asked_for() {
        let rows: String = (0..100).map(|i| format!("{}\n", i * 10)).collect();
        let table = Table::read(format!("x\n{rows}").as_bytes(), None).unwrap();
        let numbers = Numbers::of(&table, 0);
        assert_eq!(numbers.usual(), [250.0, 500.0, 750.0]);
        assert_eq!(numbers.quantiles(5), [200.0, 400.0, 600.0, 800.0]);
        assert_eq!(numbers.equal_widths(3), [330.0, 660.0]);
        assert_eq!(numbers.every(300.0), Some(vec![300.0, 600.0, 900.0]));
        assert_eq!(numbers.every(0.1), None);
        let table = Table::read(b"x\n0.1\n0.2\n0.3\n0.4\n", None).unwrap();
        assert_eq!(Numbers::of(&table, 0).every(0.1), Some(vec![0.2, 0.3, 0.4]));
    }
}
