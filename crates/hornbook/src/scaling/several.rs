//! Cells that hold several values, as in `Drama|Comedy`.

use std::collections::HashMap;

use super::cell;
use crate::table::Table;

/// The signs that stand between values, the surest first.
const SEPARATORS: [&str; 3] = ["|", ";", ","];
/// The most different values that become attributes.
const MOST_VALUES: usize = 60;
/// The longest value, in characters: what is longer is a sentence.
const LONGEST_VALUE_CHARS: usize = 40;
/// The smallest share of rows that have several values.
const LEAST_SHARE: f64 = 0.05;
/// In so many rows a value occurs on average, at least.
const LEAST_ROWS_PER_VALUE: f64 = 3.0;

/// In so many different cells a value occurs on average, at least.
const LEAST_CELLS_PER_VALUE: f64 = 1.5;

/// The values of a column whose cells hold several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Several {
    pub(super) separator: String,
    /// Sorted.
    pub(super) values: Vec<String>,
}

/// The values of a cell.
pub(super) fn pieces<'a>(cell: &'a str, separator: &'a str) -> impl Iterator<Item = &'a str> {
    cell.split(separator).map(str::trim).filter(|piece| !piece.is_empty())
}

/// The values of a column of that separator.
pub(super) fn with_separator(table: &Table, column: usize, separator: &str) -> Several {
    Several { separator: separator.to_owned(), values: Counted::of(table, column, separator).values() }
}

/// Whether the cells of a column hold several values, and which: values that come
/// back in other cells, alone or with others.
pub(super) fn find(table: &Table, column: usize) -> Option<Several> {
    SEPARATORS.iter().find_map(|separator| {
        let has_sign = || table.values(column).filter(|cell| cell.contains(separator));
        // Two cells of several values may be chance.
        if has_sign().take(3).count() < 3 {
            return None;
        }
        let counted = Counted::of(table, column, separator);
        counted.is_convincing().then(|| Several { separator: (*separator).to_owned(), values: counted.values() })
    })
}

/// How often values occur.
#[derive(Default)]
struct Counted<'a> {
    values: HashMap<&'a str, usize>,
    /// In how many different cells values occur, all together.
    places: usize,
    rows: usize,
    rows_of_several: usize,
    too_long: bool,
    numbers: bool,
    /// Whether a piece has neither letters nor digits.
    signs: bool,
}

impl<'a> Counted<'a> {
    fn of(table: &'a Table, column: usize, separator: &'a str) -> Self {
        let mut counted = Self { numbers: true, ..Self::default() };
        table.each_value(column, |cell, count| {
            let cell = cell.trim();
            if cell::is_missing(cell) {
                return;
            }
            counted.rows += count;
            counted.rows_of_several += if pieces(cell, separator).count() > 1 { count } else { 0 };
            for piece in pieces(cell, separator) {
                *counted.values.entry(piece).or_default() += count;
                counted.places += 1;
                counted.signs |= !piece.contains(char::is_alphanumeric);
                counted.too_long |= piece.chars().count() > LONGEST_VALUE_CHARS;
                counted.numbers &= cell::number(piece).is_some();
            }
        });
        counted
    }

    fn is_convincing(&self) -> bool {
        let occurrences: usize = self.values.values().sum();
        let several = self.rows_of_several as f64 >= LEAST_SHARE * self.rows as f64;
        let come_back = occurrences as f64 >= LEAST_ROWS_PER_VALUE * self.values.len() as f64;
        // `Craftsmen, foremen` is one value, of which no part ever stands elsewhere.
        let combined = self.places as f64 >= LEAST_CELLS_PER_VALUE * self.values.len() as f64;
        // `1,5` is a number of another country, or a pair of them.
        several
            && come_back
            && combined
            && !self.too_long
            && !self.numbers
            && !self.signs
            && (2..=MOST_VALUES).contains(&self.values.len())
    }

    fn values(&self) -> Vec<String> {
        let mut values: Vec<String> =
            self.values.keys().filter(|value| !cell::is_missing(value)).map(|value| (*value).to_owned()).collect();
        values.sort_unstable();
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(cells: &[&str]) -> Option<Several> {
        let rows: String = cells.iter().map(|cell| format!("\"{cell}\";1\n")).collect();
        find(&Table::read(format!("a;b\n{rows}").as_bytes(), None).unwrap(), 0)
    }

    #[test]
    fn values_that_come_back_are_several() {
        let genres = ["Drama|Comedy", "Drama", "Comedy|Crime", "Crime|Drama", "Comedy", "Crime", "Crime|Comedy|Drama"];
        assert_eq!(found(&genres).unwrap().values, ["Comedy", "Crime", "Drama"]);
        let tags = ["a, b", "b, c", "a", "c, a", "b, c, a", "b", "c"];
        assert_eq!(found(&tags).unwrap().separator, ",");
    }

    #[test]
    fn names_and_numbers_are_not_several() {
        assert_eq!(found(&["Smith, John", "Miller, Ann", "Braund, Owen", "Moran, James", "Allen, Tom"]), None);
        let authors = ["Smith, John", "Jones, Mary", "Brown, Bob"].repeat(5);
        assert_eq!(found(&authors), None);
        assert_eq!(found(&["1,5", "2,5", "1,5", "2,5", "2,1", "1,2", "1,5"]), None);
        assert_eq!(found(&["red", "blue", "red", "blue"]), None);
        let patterns = ["#,##0", "#,##0%", "#,##", "#,##0", "#,##0%", "#,##", "#,##0", "#,##0%", "#,##"];
        assert_eq!(found(&patterns), None);
    }

    #[test]
    fn words_that_only_ever_stand_together_are_one_value() {
        let jobs = ["Service", "Craftsmen, Foremen", "Managers, Officials", "Sales", "Farm, Laborers"];
        let rows: Vec<&str> = (0..50).map(|row| jobs[row % jobs.len()]).collect();
        assert_eq!(found(&rows), None);
    }
}
