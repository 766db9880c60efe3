//! Columns for the years, months, weekdays and hours of dates.

use std::collections::HashMap;

use super::rewriting::Rewriting;
use super::text_table::{Slot, Table};
use crate::dictionary::{Dictionary, Hashing};
use crate::packed::Packed;
use crate::written::date::{self, DatePart};
use crate::written::{DateOrder, DateStyle, Notation};

/// Which parts of dates become columns.
#[derive(Clone, Copy, Debug)]
pub(super) enum Parts {
    All,
    ThatDiffer,
}

impl Parts {
    /// How many values a part has at least.
    fn least_values(self) -> usize {
        match self {
            Self::All => 1,
            Self::ThatDiffer => 2,
        }
    }
}

/// A column that is added.
struct Added {
    /// The column that it stands behind.
    behind: usize,
    name: String,
    /// Its value in each row.
    codes: Vec<u32>,
    values: Packed,
}

impl Table {
    /// The table with columns for the parts of dates that are the same in all rows,
    /// too: another table, in which they differ, may have named them.
    #[must_use]
    pub fn with_all_parts_of_dates(mut self) -> Self {
        self.add_parts_of_dates(false, Parts::All);
        self
    }

    /// Adds the columns of years, months, weekdays and hours. Records that became
    /// the same, and those that differ now, are told apart anew if need be.
    pub(super) fn add_parts_of_dates(&mut self, merged: bool, which: Parts) {
        let mut added = Vec::new();
        for column in 0..self.width() {
            if let Some(Notation::Dates(style)) = self.notation(column) {
                added.extend(
                    DatePart::ALL.into_iter().filter_map(|part| self.part_of_dates(column, style, part, which)),
                );
            }
        }
        if !added.is_empty() || merged {
            self.tell_records_apart(&added);
        }
        for part in added.into_iter().rev() {
            self.columns.insert(part.behind + 1, part.name);
            self.rewritings.insert(part.behind + 1, Rewriting::default());
            self.slots.insert(part.behind + 1, Slot::Coded(self.values.len()));
            self.values.push(part.values);
        }
    }

    /// A part of the dates of a column, if it is told and not yet there.
    fn part_of_dates(&self, column: usize, style: &DateStyle, part: DatePart, which: Parts) -> Option<Added> {
        let name = format!("{}.{}", self.columns[column], part.name());
        let iso = DateStyle { order: style.order.map(|_| DateOrder::YearMonthDay), ..*style };
        let (hashing, mut dictionary) = (Hashing::default(), Dictionary::default());
        let mut code = |cell: &str| {
            let text = date::convert(cell, &iso).and_then(|moment| moment.part(part)).unwrap_or_default();
            dictionary.place(hashing.of(text.as_bytes()), &text, &hashing)
        };
        let codes: Vec<u32> = match self.coded(column) {
            Some(coded) => {
                let codes: Vec<u32> = coded.values().map(code).collect();
                (0..self.len()).map(|row| codes[coded.code(self.record(row))]).collect()
            }
            None => self.column(column).map(&mut code).collect(),
        };
        let values = dictionary.into_texts();
        let told = values.iter().filter(|value| !value.is_empty()).count();
        (told >= which.least_values() && !self.columns.contains(&name)).then_some(Added {
            behind: column,
            name,
            codes,
            values,
        })
    }

    /// Numbers the records anew: rows have the same one if they had the same values
    /// before, and have the same values in the columns that are added. These become
    /// the last of the coded columns, the last one first.
    fn tell_records_apart(&mut self, added: &[Added]) {
        let old_width = self.values.len();
        let mut places: HashMap<Vec<u32>, u32> = HashMap::new();
        let mut codes = Vec::new();
        let mut counts = Vec::new();
        let rows = (0..self.rows.len()).map(|row| {
            let record = self.record(row);
            let old = &self.codes[record * old_width..][..old_width];
            let key: Vec<u32> = old.iter().copied().chain(added.iter().rev().map(|part| part.codes[row])).collect();
            let next = counts.len() as u32;
            let place = *places.entry(key).or_insert_with_key(|key| {
                codes.extend_from_slice(key);
                counts.push(0);
                next
            });
            counts[place as usize] += 1;
            place
        });
        self.rows = rows.collect();
        (self.codes, self.counts) = (codes, counts);
    }
}

#[cfg(test)]
mod tests {
    use super::super::ReadOptions;
    use super::*;

    fn table(text: &str, options: &ReadOptions) -> Table {
        Table::read_with(text.as_bytes(), options).unwrap().with_values(options)
    }

    #[test]
    fn parts_that_do_not_differ_are_there_if_wanted() {
        let table = table("when,n\n2024-05-06,a\n2024-05-13,b\n,a\n", &ReadOptions::default());
        assert_eq!(table.columns(), ["when", "n"]);
        let table = table.with_all_parts_of_dates();
        assert_eq!(table.columns(), ["when", "when.year", "when.month", "when.weekday", "n"]);
        let row = |row: usize| (0..5).map(|column| table.cell(row, column)).collect::<Vec<_>>();
        assert_eq!(row(1), ["2024-05-13", "2024", "May", "Mon", "b"]);
        assert_eq!(row(2), ["", "", "", "", "a"]);
    }

    #[test]
    fn dates_are_followed_by_their_parts() {
        let text = "when,n\n31.12.2023,a\n01.01.2024,b\n02.01.2024,a\n,b\n";
        let table = table(text, &ReadOptions::default());
        assert_eq!(table.columns(), ["when", "when.year", "when.month", "when.weekday", "n"]);
        let row = |row: usize| (0..5).map(|column| table.cell(row, column)).collect::<Vec<_>>();
        assert_eq!(row(0), ["2023-12-31", "2023", "Dec", "Sun", "a"]);
        assert_eq!(row(2), ["2024-01-02", "2024", "Jan", "Tue", "a"]);
        assert_eq!(row(3), ["", "", "", "", "b"]);
        // The same where nearly all dates differ and are held row by row.
        let rows: String =
            (0..400).map(|day| format!("2020-{:02}-{:02},{}\n", 1 + day % 12, 1 + day % 28, day % 3)).collect();
        let table = self::table(&format!("when,n\n{rows}"), &ReadOptions::default());
        assert_eq!(table.columns(), ["when", "when.month", "when.weekday", "n"]);
        assert_eq!((table.cell(13, 1), table.cell(13, 3), table.cell(399, 3)), ("Feb", "1", "0"));
    }
}
