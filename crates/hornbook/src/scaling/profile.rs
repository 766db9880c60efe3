//! What the values of a column look like.

use std::collections::HashSet;

use foldhash::fast::RandomState;

use super::cell::{self, BOOLEANS};
use super::{Column, Scale};
use crate::format::table::Table;
use crate::format::{FormatError, token};

/// What the values of a column look like.
pub(super) struct Profile<'a> {
    pub(super) name: &'a str,
    pub(super) rows: usize,
    /// The values that differ, missing ones left out, in no order.
    values: Vec<&'a str>,
    pub(super) missing: usize,
    /// How many of the missing ones are empty cells.
    empty: usize,
    /// Whether all values are numbers.
    pub(super) numeric: bool,
}

impl<'a> Profile<'a> {
    pub(super) fn of(table: &'a Table, column: usize) -> Self {
        let mut seen = Seen::default();
        table.each_value(column, |cell, count| seen.add(cell, count));
        let values: Vec<&str> = seen.values.into_iter().collect();
        let numeric = values.iter().all(|value| cell::number(value).is_some());
        let (missing, empty) = (seen.missing, seen.empty);
        Self { name: &table.columns()[column], rows: table.len(), values, missing, empty, numeric }
    }

    /// How many values differ.
    pub(super) fn count(&self) -> usize {
        self.values.len()
    }

    /// The values that differ in order: numbers by size, everything else
    /// alphabetically.
    fn sorted(&self) -> Vec<&'a str> {
        let mut values = self.values.clone();
        values.sort_unstable();
        if self.numeric {
            let number = |value: &&str| cell::number(value).unwrap_or(0.0);
            let mut numbered: Vec<(f64, &str)> = values.iter().map(|value| (number(value), *value)).collect();
            numbered.sort_by(|(a, _), (b, _)| f64::total_cmp(a, b));
            values = numbered.into_iter().map(|(_, value)| value).collect();
        }
        values
    }

    /// The share of values that differ.
    pub(super) fn distinct_share(&self) -> f64 {
        self.values.len() as f64 / self.rows.max(1) as f64
    }

    /// Whether the values are measured rather than counted or numbered.
    pub(super) fn is_decimal(&self) -> bool {
        self.numeric && self.values.iter().any(|value| value.contains(['.', 'e', 'E']))
    }

    /// A column of this name with that scale.
    pub(super) fn column(&self, scale: Scale) -> Column {
        // An empty cell that means "no" is not missing.
        let empty_is_no = matches!(&scale, Scale::Boolean { no, .. } if no.iter().any(String::is_empty));
        let missing = if empty_is_no { self.missing - self.empty } else { self.missing };
        Column { column: self.name.to_owned(), scale, missing }
    }

    /// The usual spelling of yes and no that all values belong to.
    pub(super) fn usual_boolean(&self) -> Option<Scale> {
        let fits = |(yes, no): &&(&str, &[&str])| {
            self.values.iter().all(|value| spells(value, yes) || no.iter().any(|no| spells(value, no)))
        };
        let (yes, no) = BOOLEANS.iter().find(fits).filter(|_| !self.values.is_empty())?;
        Some(boolean([yes], no.iter()))
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
        match self.values.is_empty() {
            true => Err(FormatError::plain(format!("the column {} has no values", token(self.name)))),
            false => Ok(Scale::Nominal { values: self.sorted().into_iter().map(str::to_owned).collect() }),
        }
    }
}

/// What was seen of a column.
#[derive(Default)]
struct Seen<'a> {
    values: HashSet<&'a str, RandomState>,
    missing: usize,
    empty: usize,
}

impl<'a> Seen<'a> {
    fn add(&mut self, cell: &'a str, count: usize) {
        let cell = cell.trim();
        if cell::is_missing(cell) {
            self.missing += count;
            self.empty += if cell.is_empty() { count } else { 0 };
        } else {
            self.values.insert(cell);
        }
    }
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
