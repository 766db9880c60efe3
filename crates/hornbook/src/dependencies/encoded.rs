//! The columns of a table as numbers, without what says nothing about dependencies.
//!
//! Rows that occur several times are held once, constant columns are left out, and of
//! columns that are equivalent (each follows from the other) only the first is held:
//! what holds for it holds for the others.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::column::Column;
use super::partition::{Partition, Scratch};
use super::settings::MissingCells;
use crate::AttrSet;
use crate::table::Table;
use crate::written::missing::is_missing;

/// The rows that differ, and the columns that are held.
#[derive(Clone, Debug)]
pub(super) struct Encoded {
    pub(super) columns: Vec<Column>,
    /// The rows that agree in each column.
    pub(super) partitions: Vec<Partition>,
    /// The values row by row: to compare two rows, they must lie together.
    cells: Vec<u32>,
    /// How often each row occurs.
    pub(super) weights: Vec<usize>,
    /// For each row, the first one of the table that is equal to it.
    origins: Vec<u32>,
    /// Two rows of the table that are equal.
    pub(super) duplicate: Option<(usize, usize)>,
    /// How many rows the table has.
    pub(super) row_count: usize,
    /// The columns of the table that are constant.
    pub(super) constants: Vec<usize>,
    /// The columns of the table that each column stands for, itself first.
    pub(super) classes: Vec<Vec<usize>>,
}

/// Rows of the table, of which some may be known to be equal already.
struct Entries {
    /// The first row of each.
    rows: Vec<u32>,
    weights: Vec<usize>,
}

impl Encoded {
    pub(super) fn new(table: &Table, missing: MissingCells) -> Self {
        let entries = Entries::of(table, missing);
        let mut constants = Vec::new();
        let mut classes: Vec<Vec<usize>> = Vec::new();
        let mut kept: Vec<(Vec<u32>, usize)> = Vec::new();
        let mut places: HashMap<u64, Vec<usize>, RandomState> = HashMap::default();
        let hashing = RandomState::default();
        for column in 0..table.width() {
            let (codes, values) = entries.codes(table, column, missing);
            if values <= 1 {
                constants.push(column);
                continue;
            }
            // Values are numbered as they occur: equal numbers, equal partitions.
            let same = places.entry(std::hash::BuildHasher::hash_one(&hashing, &codes)).or_default();
            match same.iter().find(|&&place| kept[place].0 == codes) {
                Some(&place) => classes[place].push(column),
                None => {
                    same.push(kept.len());
                    classes.push(vec![column]);
                    kept.push((codes, values));
                }
            }
        }
        Self::without_duplicates(table, &entries, &kept, constants, classes)
    }

    fn without_duplicates(
        table: &Table,
        entries: &Entries,
        kept: &[(Vec<u32>, usize)],
        constants: Vec<usize>,
        classes: Vec<Vec<usize>>,
    ) -> Self {
        let order = sorted(entries.rows.len(), kept);
        let equal = |a: u32, b: u32| kept.iter().all(|(codes, _)| codes[a as usize] == codes[b as usize]);
        let (mut distinct, mut weights): (Vec<u32>, Vec<usize>) = (Vec::new(), Vec::new());
        let mut duplicate = None;
        for &entry in &order {
            let weight = entries.weights[entry as usize];
            match (distinct.last(), weights.last_mut()) {
                (Some(&last), Some(sum)) if equal(last, entry) => {
                    duplicate.get_or_insert((entries.row(last), entries.row(entry)));
                    *sum += weight;
                }
                _ => {
                    distinct.push(entry);
                    weights.push(weight);
                }
            }
        }
        duplicate = duplicate.or_else(|| entries.duplicate(table));
        let columns: Vec<Column> = kept.iter().map(|(codes, values)| Column::new(&distinct, codes, *values)).collect();
        let mut scratch = Scratch::default();
        let whole = Partition::whole(distinct.len());
        let partitions = columns.iter().map(|column| whole.refine(column, &mut scratch)).collect();
        let cell = |row: usize| columns.iter().map(move |column| column.codes[row]);
        Self {
            cells: (0..distinct.len()).flat_map(cell).collect(),
            columns,
            partitions,
            weights,
            origins: distinct.iter().map(|&entry| entries.rows[entry as usize]).collect(),
            duplicate,
            row_count: table.len(),
            constants,
            classes,
        }
    }

    /// The number of columns that are held.
    pub(super) fn width(&self) -> usize {
        self.columns.len()
    }

    /// The number of rows that differ.
    pub(super) fn len(&self) -> usize {
        self.origins.len()
    }

    /// How many rows are equal to another that is counted.
    pub(super) fn duplicates(&self) -> usize {
        self.row_count - self.len()
    }

    /// The row of the table that a row stands for.
    pub(super) fn origin(&self, row: u32) -> usize {
        self.origins[row as usize] as usize
    }

    /// Rows of the table, the upper one first.
    pub(super) fn origins(&self, (one, other): (u32, u32)) -> (usize, usize) {
        let (one, other) = (self.origin(one), self.origin(other));
        (one.min(other), one.max(other))
    }

    /// The columns in which two rows differ.
    pub(super) fn difference(&self, one: u32, other: u32) -> AttrSet {
        let width = self.width();
        let row = |row: u32| &self.cells[row as usize * width..(row as usize + 1) * width];
        let words = row(one).chunks(64).zip(row(other).chunks(64)).map(|(one, other)| {
            let differ = one.iter().zip(other).map(|(a, b)| u64::from(a != b));
            differ.enumerate().fold(0, |word, (at, bit)| word | bit << at)
        });
        AttrSet::from_words(width, words)
    }
}

impl Entries {
    /// The records of the table where they are all there is to its rows, else its rows.
    fn of(table: &Table, missing: MissingCells) -> Self {
        let records_suffice = missing == MissingCells::Equal && (0..table.width()).all(|c| table.coded(c).is_some());
        if !records_suffice {
            return Self { rows: (0..table.len() as u32).collect(), weights: vec![1; table.len()] };
        }
        let mut entries = Self { rows: vec![u32::MAX; table.records()], weights: vec![0; table.records()] };
        for row in 0..table.len() {
            let record = table.record(row);
            entries.rows[record] = entries.rows[record].min(row as u32);
            entries.weights[record] += 1;
        }
        entries
    }

    fn row(&self, entry: u32) -> usize {
        self.rows[entry as usize] as usize
    }

    /// Two rows that are one entry.
    fn duplicate(&self, table: &Table) -> Option<(usize, usize)> {
        let entry = self.weights.iter().position(|&weight| weight > 1)?;
        let first = self.rows[entry] as usize;
        let other = (first + 1..table.len()).find(|&row| table.record(row) == table.record(first))?;
        Some((first, other))
    }

    /// The values of a column, numbered as they occur, and how many there are.
    fn codes(&self, table: &Table, column: usize, missing: MissingCells) -> (Vec<u32>, usize) {
        let rows = self.rows.iter().map(|&row| row as usize);
        let mut next = 0..;
        let mut fresh = move || next.next().unwrap_or(u32::MAX);
        let mut absent = None;
        let mut number_missing = |fresh: &mut dyn FnMut() -> u32| match missing {
            MissingCells::Equal => *absent.get_or_insert_with(fresh),
            MissingCells::Distinct => fresh(),
        };
        let mut codes = Vec::with_capacity(self.rows.len());
        match table.coded(column) {
            Some(coded) => {
                let missing: Vec<bool> = coded.values().map(|value| is_missing(value.trim())).collect();
                let mut numbers = vec![u32::MAX; missing.len()];
                for row in rows {
                    let value = coded.code(table.record(row));
                    if missing[value] {
                        codes.push(number_missing(&mut fresh));
                        continue;
                    }
                    if numbers[value] == u32::MAX {
                        numbers[value] = fresh();
                    }
                    codes.push(numbers[value]);
                }
            }
            None => {
                let mut numbers: HashMap<&str, u32, RandomState> = HashMap::default();
                for row in rows {
                    let cell = table.cell(row, column);
                    codes.push(match is_missing(cell.trim()) {
                        true => number_missing(&mut fresh),
                        false => *numbers.entry(cell).or_insert_with(&mut fresh),
                    });
                }
            }
        }
        let values = codes.iter().max().map_or(0, |&most| most as usize + 1);
        (codes, values)
    }
}

/// The entries, sorted by the columns: the fewer values a column has, the more it
/// counts, so that rows that agree in many columns are near each other. Of equal
/// entries the first comes first.
fn sorted(entries: usize, columns: &[(Vec<u32>, usize)]) -> Vec<u32> {
    let mut by_values: Vec<&(Vec<u32>, usize)> = columns.iter().collect();
    by_values.sort_by_key(|(_, values)| std::cmp::Reverse(*values));
    let mut order: Vec<u32> = (0..entries as u32).collect();
    let mut next = vec![0; entries];
    for (codes, values) in by_values {
        let mut places = vec![0_u32; values + 1];
        codes.iter().for_each(|&code| places[code as usize + 1] += 1);
        (1..places.len()).for_each(|at| places[at] += places[at - 1]);
        for &entry in &order {
            let place = &mut places[codes[entry as usize] as usize];
            next[*place as usize] = entry;
            *place += 1;
        }
        std::mem::swap(&mut order, &mut next);
    }
    order
}
