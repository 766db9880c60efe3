//! What the values of a column look like.

use std::cmp::Ordering;
use std::collections::HashSet;

use foldhash::fast::RandomState;

use super::cell::{self, BOOLEANS};
use super::choice::Choice;
use super::predicate::value_key;
use super::{Column, Scale};
use crate::error::{FormatError, token};
use crate::table::Table;
use crate::written::number::{MOST_DIGITS, is_padded, is_phone_number, is_plain_number};

/// The most different values of a column that are kept. Those of other columns
/// are hardly asked for. A column of yes and no never has as many, in whatever
/// mixture of large and small letters.
const MOST_KEPT_VALUES: usize = 64;

/// So few values are categories even if there are as few rows.
const FEW_VALUES: usize = 3;

/// What the values of a column look like.
pub(super) struct Profile<'a> {
    pub(super) name: &'a str,
    table: &'a Table,
    column: usize,
    /// How many values differ, missing ones left out.
    count: usize,
    /// The different values, in no particular order; empty if there are too many
    /// to keep.
    few: Vec<&'a str>,
    pub(super) missing: usize,
    /// How many of the missing ones are empty cells.
    empty: usize,
    /// Whether all values are numbers.
    pub(super) numeric: bool,
}

impl<'a> Profile<'a> {
    /// The profiles of all columns.
    pub(super) fn of_all(table: &'a Table) -> Vec<Self> {
        table.for_columns(|column| Self::of(table, column))
    }

    fn of(table: &'a Table, column: usize) -> Self {
        let seen = Seen::of(table, column);
        let count = seen.values.len();
        let few = if count <= MOST_KEPT_VALUES { seen.values.into_iter().collect() } else { Vec::new() };
        let (missing, empty, numeric) = (seen.missing, seen.empty, !seen.words);
        Self { name: &table.columns()[column], table, column, count, few, missing, empty, numeric }
    }

    /// How many values differ.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The different values, sorted: numbers by size, everything else
    /// alphabetically.
    fn sorted(&self) -> Vec<&'a str> {
        let mut values = self.few.clone();
        if self.count > MOST_KEPT_VALUES {
            values.extend(Seen::of(self.table, self.column).values);
        }
        values.sort_unstable();
        if self.numeric {
            values.sort_by_cached_key(|value| Ordered(cell::number(value).unwrap_or(0.0)));
        }
        values
    }

    /// The share of values that differ.
    pub(super) fn distinct_share(&self) -> f64 {
        self.count as f64 / self.table.len().max(1) as f64
    }

    /// A column of this name with that scale.
    pub(super) fn column(&self, Choice { scale, why }: Choice) -> Column {
        // An empty cell that means "no" is not missing.
        let empty_is_no = matches!(&scale, Scale::Boolean { no, .. } if no.iter().any(String::is_empty));
        let missing = if empty_is_no { self.missing - self.empty } else { self.missing };
        let written = self.table.notation(self.column).map(ToString::to_string);
        Column { column: self.name.to_owned(), scale, missing, written, why }
    }

    /// The usual spelling of yes and no that all values belong to. A lone word for
    /// no beside missing values may well be another word, such as the code of
    /// Norway.
    pub(super) fn usual_boolean(&self) -> Option<Scale> {
        let fits = |(yes, no): &&(&str, &[&str])| {
            self.few.iter().all(|value| spells(value, yes) || no.iter().any(|no| spells(value, no)))
        };
        let (yes, no) = BOOLEANS.iter().find(fits).filter(|_| !self.few.is_empty())?;
        let only_no = self.missing > 0 && !self.few.iter().any(|value| spells(value, yes));
        (!only_no).then(|| boolean([yes], no.iter()))
    }

    /// The only value, if there is just one and it is never missing.
    pub(super) fn only_value(&self) -> Option<&'a str> {
        let [only] = self.few.as_slice() else { return None };
        (self.missing == 0).then_some(only)
    }

    /// Whether there are enough rows for each value to be met again.
    pub(super) fn repeats(&self) -> bool {
        self.count <= FEW_VALUES || self.table.len() >= 2 * self.count
    }

    /// Yes and no in whatever mixture of the usual spellings.
    pub(super) fn any_boolean(&self) -> Result<Scale, FormatError> {
        let mut used = Vec::new();
        for value in self.sorted() {
            let fits = |(yes, no): &&(&str, &[&str])| spells(value, yes) || no.iter().any(|no| spells(value, no));
            used.push(BOOLEANS.iter().find(fits).ok_or_else(|| {
                let found = format!("{} in the column {}", token(value), token(self.name));
                FormatError::found(found, "a usual spelling of yes and no (true/false, yes/no, 1/0, x/.)")
            })?);
        }
        used.dedup();
        Ok(boolean(used.iter().map(|(yes, _)| yes), used.iter().flat_map(|(_, no)| no.iter())))
    }

    pub(super) fn nominal(&self) -> Result<Scale, FormatError> {
        match self.count == 0 {
            true => Err(FormatError::plain(format!("the column {} has no values", token(self.name)))),
            false => {
                // What is the same value in several spellings is one.
                let (mut seen, mut values) = (HashSet::new(), self.sorted());
                values.retain(|value| seen.insert(value_key(value)));
                Ok(Scale::Nominal { values: values.into_iter().map(str::to_owned).collect() })
            }
        }
    }
}

/// A number that can be sorted by.
#[derive(PartialEq)]
struct Ordered(f64);

impl Eq for Ordered {}

impl PartialOrd for Ordered {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ordered {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// What was seen of a column.
#[derive(Default)]
struct Seen<'a> {
    values: HashSet<&'a str, RandomState>,
    missing: usize,
    empty: usize,
    /// Whether a value is no number.
    words: bool,
}

impl<'a> Seen<'a> {
    fn of(table: &'a Table, column: usize) -> Self {
        let mut seen = Self::default();
        table.each_value(column, |cell, count| seen.add(cell, count));
        seen
    }

    fn add(&mut self, cell: &'a str, count: usize) {
        let cell = cell.trim();
        if cell::is_missing(cell) {
            self.missing += count;
            self.empty += if cell.is_empty() { count } else { 0 };
        } else if self.values.insert(cell) {
            self.words = self.words || !is_plain_number(cell) || is_code(cell);
        }
    }
}

/// Whether a number is a code: it has a zero in front, it is that of a telephone, or
/// it has more digits than numbers that are counted or measured.
fn is_code(cell: &str) -> bool {
    let many_digits = cell.len() > MOST_DIGITS;
    is_padded(cell) || is_phone_number(cell) || (many_digits && cell.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The scale of a column of a cross table.
pub(super) fn crosses() -> Scale {
    boolean(["x"], ["", "."])
}

fn boolean<S: ToString>(yes: impl IntoIterator<Item = S>, no: impl IntoIterator<Item = S>) -> Scale {
    let list = |spellings: &mut dyn Iterator<Item = S>| {
        let mut list: Vec<String> = Vec::new();
        for spelling in spellings {
            let spelling = spelling.to_string();
            if !list.contains(&spelling) {
                list.push(spelling);
            }
        }
        list
    };
    Scale::Boolean { yes: list(&mut yes.into_iter()), no: list(&mut no.into_iter()) }
}

fn spells(value: &str, spelling: &str) -> bool {
    value.eq_ignore_ascii_case(spelling)
}
