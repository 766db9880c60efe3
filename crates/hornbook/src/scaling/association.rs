//! Cut points at which other columns change.
//!
//! If all rows from some number on have the same value in another column, and that
//! is no chance, rules about this number are worth having: `income>=60000 ->
//! member`. For a target, the numbers that tell most about it are chosen as
//! decision trees choose them, after Fayyad and Irani, *Multi-interval
//! discretization of continuous-valued attributes for classification learning*
//! (IJCAI 1993).

use std::collections::HashMap;

use super::cell;
use super::cuts::roundest;
use crate::table::Table;

/// The most rows that are looked at; rules are checked against all of them later.
const MOST_ROWS: usize = 10_000;
/// The most cut points of a column.
const MOST_CUTS: usize = 3;
/// The fewest rows in a run of the same value.
const LEAST_RUN: usize = 5;
/// A run is none by chance if it would come about in fewer than one of so many
/// tables.
const TABLES_WITHOUT_CHANCE: f64 = 1000.0;
/// Cut points that differ by less than this share of the rows are one.
const SAME_CUT_SHARE: f64 = 0.03;
/// A cut point may be moved over so large a share of a run to be a round number.
const ROUNDING_SHARE: f64 = 0.05;

/// The rows that are looked at.
pub(super) fn sampled_rows(table: &Table) -> Vec<usize> {
    let step = table.len().div_ceil(MOST_ROWS).max(1);
    (0..table.len()).step_by(step).collect()
}

/// The value of each row that is looked at in a column of few values.
pub(super) struct Labels {
    /// The number of the value; nothing where it is missing.
    of_row: Vec<Option<u32>>,
    /// The share of the rows that have each value.
    shares: Vec<f64>,
}

impl Labels {
    pub(super) fn of(table: &Table, column: usize, rows: &[usize]) -> Self {
        let known = |cell: &str| !cell::is_missing(cell.trim());
        match table.coded(column) {
            Some(coded) => {
                let known: Vec<bool> = coded.values().map(known).collect();
                let code = |row: usize| coded.code(table.record(row));
                Self::new(rows.iter().map(|&row| known[code(row)].then_some(code(row) as u32)).collect())
            }
            None => Self::by(rows, |row| Some(table.cell(row, column).trim()).filter(|cell| known(cell))),
        }
    }

    /// The places where a value passes a test; each value is tested once.
    pub(super) fn places_where(&self, test: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut passes: Vec<Option<bool>> = vec![None; self.shares.len()];
        let known = self.of_row.iter().enumerate().filter_map(|(place, label)| Some((place, (*label)? as usize)));
        known
            .filter(|&(place, label)| *passes[label].get_or_insert_with(|| test(place)))
            .map(|(place, _)| place)
            .collect()
    }

    /// What a function says of the rows.
    pub(super) fn by<T: std::hash::Hash + Eq>(rows: &[usize], label: impl Fn(usize) -> Option<T>) -> Self {
        let mut numbers: HashMap<T, u32> = HashMap::new();
        let mut number = |row: usize| {
            let next = numbers.len() as u32;
            Some(*numbers.entry(label(row)?).or_insert(next))
        };
        Self::new(rows.iter().map(|&row| number(row)).collect())
    }

    fn new(of_row: Vec<Option<u32>>) -> Self {
        let mut counts: Vec<usize> = Vec::new();
        for &label in of_row.iter().flatten() {
            if counts.len() <= label as usize {
                counts.resize(label as usize + 1, 0);
            }
            counts[label as usize] += 1;
        }
        let known: usize = counts.iter().sum();
        Self { of_row, shares: counts.iter().map(|&count| count as f64 / known.max(1) as f64).collect() }
    }

    /// The value that all of these rows have that are known, if that is no chance
    /// in one of so many tests: a place where it is found.
    pub(super) fn agreed_on(&self, places: &[usize], tests: usize) -> Option<usize> {
        let known = || places.iter().copied().filter(|&place| self.of_row[place].is_some());
        let first = known().next()?;
        let value = self.of_row[first]?;
        let agree = known().all(|place| self.of_row[place] == Some(value));
        (agree && is_no_chance(known().count(), self.shares[value as usize], tests as f64)).then_some(first)
    }
}

/// Whether so many rows in a run have a value of that share otherwise than by
/// chance, in one of so many places.
fn is_no_chance(run: usize, share: f64, places: f64) -> bool {
    run >= LEAST_RUN && evidence(run, share) > (TABLES_WITHOUT_CHANCE * places).ln()
}

/// How surprising it is, as a logarithm, that a run of rows has the same value.
fn evidence(run: usize, share: f64) -> f64 {
    -(run as f64) * share.ln()
}

/// The numbers of a column, ascending, with the places of their rows.
pub(super) struct Sorted {
    numbers: Vec<(f64, usize)>,
}

/// A cut point that was found.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    /// How many rows are below.
    rank: usize,
    /// The cut point is above this number.
    low: f64,
    /// The cut point is not above this number.
    high: f64,
    evidence: f64,
    /// The column that changes there.
    by: usize,
}

impl Sorted {
    pub(super) fn of(table: &Table, column: usize, rows: &[usize]) -> Self {
        let number = |(place, &row): (usize, &usize)| Some((cell::number(table.cell(row, column).trim())?, place));
        let mut numbers: Vec<(f64, usize)> = rows.iter().enumerate().filter_map(number).collect();
        numbers.sort_by(|(a, _), (b, _)| f64::total_cmp(a, b));
        Self { numbers }
    }

    /// The cut points at which runs of the same value begin and end, in any of
    /// these columns, and in which.
    pub(super) fn cuts_by_runs<'a>(
        &self,
        labels: impl Iterator<Item = (usize, &'a Labels)>,
        tests: usize,
    ) -> (Vec<f64>, Vec<usize>) {
        let mut found: Vec<Candidate> = labels.flat_map(|(column, labels)| self.runs(column, labels, tests)).collect();
        found.sort_by(|a, b| f64::total_cmp(&b.evidence, &a.evidence));
        let apart = (self.numbers.len() as f64 * SAME_CUT_SHARE).max(1.0) as usize;
        let mut kept: Vec<Candidate> = Vec::new();
        for candidate in found {
            if kept.len() < MOST_CUTS && kept.iter().all(|other| other.rank.abs_diff(candidate.rank) > apart) {
                kept.push(candidate);
            }
        }
        let mut columns: Vec<usize> = kept.iter().map(|candidate| candidate.by).collect();
        columns.sort_unstable();
        columns.dedup();
        (rounded(kept.iter().map(|candidate| (candidate.low, candidate.high))), columns)
    }

    /// Where runs of the same value begin and end that are no chance.
    fn runs(&self, by: usize, labels: &Labels, tests: usize) -> Vec<Candidate> {
        let places = (tests * self.numbers.len().max(1)) as f64;
        let mut found = Vec::new();
        let mut end_run = |run: Option<(usize, u32)>, end: usize| {
            let Some((start, value)) = run else { return };
            let (rows, share) = (self.labels_of(start..end, labels).count(), labels.shares[value as usize]);
            if is_no_chance(rows, share, places) {
                found.extend(self.ends_of(start, end, by, evidence(rows, share)));
            }
        };
        // Where the run began, and its value.
        let mut run: Option<(usize, u32)> = None;
        // Rows of the same number stay together.
        let mut at = 0;
        for group in self.numbers.chunk_by(|a, b| a.0 == b.0) {
            let end = at + group.len();
            let mut values = self.labels_of(at..end, labels);
            if let Some(value) = values.next() {
                let mixed = values.any(|other| other != value);
                if mixed || run.is_some_and(|(_, before)| before != value) {
                    end_run(run.take(), at);
                }
                run = if mixed { None } else { run.or(Some((at, value))) };
            }
            at = end;
        }
        end_run(run, at);
        found
    }

    fn labels_of<'a>(&'a self, range: std::ops::Range<usize>, labels: &'a Labels) -> impl Iterator<Item = u32> + 'a {
        self.numbers[range].iter().filter_map(|(_, place)| labels.of_row[*place])
    }

    /// The cut points at both ends of a run, unless all numbers end there.
    fn ends_of(&self, start: usize, end: usize, by: usize, evidence: f64) -> impl Iterator<Item = Candidate> {
        let numbers = &self.numbers;
        let slack = ((end - start) as f64 * ROUNDING_SHARE) as usize;
        let first = (start > 0).then(|| Candidate {
            rank: start,
            low: numbers[start - 1].0,
            high: numbers[(start + slack).min(end - 1)].0,
            evidence,
            by,
        });
        let last = (end < numbers.len()).then(|| Candidate {
            rank: end,
            low: numbers[(end - 1).saturating_sub(slack).max(start)].0,
            high: numbers[end].0,
            evidence,
            by,
        });
        first.into_iter().chain(last)
    }

    /// The cut points that tell most about the values of another column.
    pub(super) fn cuts_by_information(&self, labels: &Labels) -> Vec<f64> {
        let known: Vec<(f64, u32)> =
            self.numbers.iter().filter_map(|(n, place)| Some((*n, labels.of_row[*place]?))).collect();
        let mut cuts = Vec::new();
        split_by_information(&known, labels.shares.len(), &mut cuts);
        cuts.sort_by(|a: &(f64, f64, f64), b| f64::total_cmp(&b.2, &a.2));
        cuts.truncate(MOST_CUTS);
        rounded(cuts.into_iter().map(|(low, high, _)| (low, high)))
    }
}

/// Round cut points in these places, ascending.
fn rounded(places: impl Iterator<Item = (f64, f64)>) -> Vec<f64> {
    let mut cuts: Vec<f64> = places.map(|(low, high)| roundest(low, high)).collect();
    cuts.sort_unstable_by(f64::total_cmp);
    cuts.dedup();
    cuts
}

fn entropy(counts: &[usize]) -> f64 {
    let all: usize = counts.iter().sum();
    let term = |&count: &usize| {
        let share = count as f64 / all.max(1) as f64;
        if count == 0 { 0.0 } else { -share * share.log2() }
    };
    counts.iter().map(term).sum()
}

/// Splits where that tells most, if it tells enough to be worth saying, and then
/// both parts. Keeps between which numbers each split lies, and how much it tells.
fn split_by_information(known: &[(f64, u32)], labels: usize, cuts: &mut Vec<(f64, f64, f64)>) {
    let count = |part: &[(f64, u32)]| {
        let mut counts = vec![0usize; labels];
        part.iter().for_each(|(_, label)| counts[*label as usize] += 1);
        counts
    };
    let (all, total) = (count(known), known.len() as f64);
    let whole = entropy(&all);
    let (mut below, mut above) = (vec![0usize; labels], all.clone());
    let mut best: Option<(f64, usize)> = None;
    for at in 1..known.len() {
        let label = known[at - 1].1 as usize;
        below[label] += 1;
        above[label] -= 1;
        if known[at - 1].0 < known[at].0 {
            let rest = (at as f64 * entropy(&below) + (total - at as f64) * entropy(&above)) / total;
            if best.is_none_or(|(least, _)| rest < least) {
                best = Some((rest, at));
            }
        }
    }
    let Some((rest, at)) = best else { return };
    let (low, high) = known.split_at(at);
    let (below, above) = (count(low), count(high));
    let kinds = |counts: &[usize]| counts.iter().filter(|count| **count > 0).count() as f64;
    let gain = whole - rest;
    // The price of saying where to split, and what is in both parts.
    let told = kinds(&all) * whole - kinds(&below) * entropy(&below) - kinds(&above) * entropy(&above);
    let price = ((total - 1.0).log2() + (3f64.powf(kinds(&all)) - 2.0).log2() - told) / total;
    if gain > price {
        cuts.push((known[at - 1].0, known[at].0, gain * total));
        split_by_information(low, labels, cuts);
        split_by_information(high, labels, cuts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows with an income, and whether they are members: all from 60,000 on, and
    /// one in three of the others.
    fn members(from: f64) -> Table {
        let row = |i: u64| {
            let income = 15_000.0 + ((i * 7919) % 10_007) as f64 * 8.0;
            let member = income > from || (i * 31).is_multiple_of(3);
            format!("{income},{},{}\n", if member { "yes" } else { "no" }, (i * 13) % 4)
        };
        let rows: String = (0..800).map(row).collect();
        Table::read(format!("income,member,region\n{rows}").as_bytes(), None).unwrap()
    }

    fn by_runs(table: &Table) -> Vec<f64> {
        let rows = sampled_rows(table);
        let labels: Vec<Labels> = (1..3).map(|column| Labels::of(table, column, &rows)).collect();
        Sorted::of(table, 0, &rows).cuts_by_runs(labels.iter().enumerate(), 4).0
    }

    #[test]
    fn a_threshold_that_was_planted_is_found() {
        assert_eq!(by_runs(&members(60_000.0)), [60_000.0]);
        let rows: Vec<usize> = (0..800).collect();
        let table = members(60_000.0);
        let target = Labels::of(&table, 1, &rows);
        let cuts = Sorted::of(&table, 0, &rows).cuts_by_information(&target);
        assert!(cuts.iter().any(|cut| (59_500.0..60_500.0).contains(cut)), "{cuts:?}");
    }

    #[test]
    fn without_a_threshold_none_is_found() {
        assert_eq!(by_runs(&members(1e9)), [0.0; 0]);
        let rows: Vec<usize> = (0..800).collect();
        let table = members(1e9);
        let cuts = Sorted::of(&table, 0, &rows).cuts_by_information(&Labels::of(&table, 1, &rows));
        assert_eq!(cuts, [0.0; 0]);
    }

    #[test]
    fn a_run_in_the_middle_has_two_ends() {
        let rows: String =
            (0..300u64).map(|i| format!("{i},{}\n", if (100..200).contains(&i) { 7 } else { i % 2 })).collect();
        let table = Table::read(format!("x,y\n{rows}").as_bytes(), None).unwrap();
        let rows = sampled_rows(&table);
        let cuts = Sorted::of(&table, 0, &rows).cuts_by_runs([Labels::of(&table, 1, &rows)].iter().enumerate(), 1).0;
        assert_eq!(cuts, [100.0, 200.0]);
    }
}
