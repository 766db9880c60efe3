//! Cells as they are written become values as they are meant: numbers and dates in
//! the way of programs, and one spelling for what is missing.

use std::borrow::Cow;

use super::date_columns::Parts;
use super::object_column::is_object_column;
use super::options::{Decimal, ReadOptions};
use super::remark::Remark;
use super::rewriting::Rewriting;
use super::text_table::{Slot, Table};
use crate::dictionary::{Dictionary, Hashing};
use crate::packed::Packed;
use crate::written::Notation;
use crate::written::missing::{are_signs, is_missing, is_mostly_missing};
use crate::written::notation::find;
use crate::written::number::{is_plain_number, usual_text};

/// The most different words that are mistakes in a column of numbers.
const MOST_WORDS: usize = 3;
/// For one row with such a word there are so many others.
const ROWS_PER_WORD: usize = 50;
/// So many different numbers make a column one of numbers, for all its words.
const LEAST_NUMBERS: usize = 13;

impl Table {
    /// The table with its cells as they are meant. Numbers are written in the way
    /// of programs, each in one way (`4` for `4.0`), dates with the year first;
    /// what is told to be missing is `NA`. A column of dates is followed by columns
    /// of their years, months, weekdays and hours, as far as they differ.
    #[must_use]
    pub fn with_values(mut self, options: &ReadOptions) -> Self {
        let told = options.decimal.map(|decimal| decimal == Decimal::Comma);
        // The names of objects stay as they are.
        let objects = self.columns.first().is_some_and(|name| is_object_column(name));
        let mut columns = self.for_columns(|column| self.find_rewriting(column, options, told));
        // One column with `1,5` tells what `1,234` means in another.
        let comma = |column: &Rewriting| matches!(&column.notation, Some(Notation::Numbers(style)) if style.decimal_comma || style.thousands == Some('.'));
        if told.is_none() && columns.iter().any(comma) {
            columns = self.for_columns(|column| self.find_rewriting(column, options, Some(true)));
        }
        if objects {
            columns[0] = Rewriting::default();
        }
        let mut merged = false;
        for (at, rewriting) in columns.iter().enumerate().filter(|(_, rewriting)| rewriting.changes) {
            merged |= self.rewrite(at, |cell| rewriting.cell(cell));
        }
        self.remarks.extend(self.remarks_on_values(&columns));
        self.rewritings = columns;
        self.add_parts_of_dates(merged, Parts::ThatDiffer);
        self
    }

    fn find_rewriting(&self, column: usize, options: &ReadOptions, decimal_comma: Option<bool>) -> Rewriting {
        let trimmed = || self.values(column).map(str::trim);
        let told = |cell: &str| options.missing.iter().any(|missing| missing.trim() == cell);
        let signs_are_missing = trimmed().any(is_mostly_missing) && !are_signs(trimmed().filter(|cell| !told(cell)));
        let says_missing =
            |cell: &str| is_missing(cell) || told(cell) || (signs_are_missing && is_mostly_missing(cell));
        let words = few_words(trimmed().filter(|cell| !says_missing(cell)), self.len());
        let word_rows = words.as_ref().map_or(0, |words| self.rows_with(column, words));
        let words = words.filter(|_| word_rows <= (self.len() / ROWS_PER_WORD).max(1));
        let words: Vec<String> = words.unwrap_or_default().into_iter().map(str::to_owned).collect();
        let is_value = |cell: &&str| !says_missing(cell) && !words.iter().any(|word| word == cell);
        let values = trimmed().filter(is_value);
        let notation = find(values.clone(), decimal_comma);
        let coded = self.coded(column).is_some();
        // Columns of which nearly all values differ are hardly compared as texts.
        let plain_numbers = notation.is_none() && coded && values.clone().all(is_plain_number);
        let missing_changes = signs_are_missing || (!options.missing.is_empty() && trimmed().any(told));
        let number_changes = plain_numbers && values.clone().any(|value| matches!(usual_text(value), Cow::Owned(_)));
        // Only among numbers and dates a word is a mistake.
        let among_numbers = notation.is_some() || (!words.is_empty() && values.clone().all(is_plain_number));
        let words = if among_numbers { words.clone() } else { Vec::new() };
        let word_rows = if words.is_empty() { 0 } else { word_rows };
        let changes = missing_changes || number_changes || notation.is_some() || !words.is_empty();
        let told_missing = options.missing.clone();
        Rewriting { notation, told_missing, plain_numbers, signs_are_missing, words, word_rows, changes }
    }

    /// How many rows have one of these cells.
    fn rows_with(&self, column: usize, words: &[&str]) -> usize {
        let mut rows = 0;
        self.each_value(column, |cell, count| rows += if words.contains(&cell.trim()) { count } else { 0 });
        rows
    }

    /// What the owner of the table may not expect of its values.
    fn remarks_on_values(&self, columns: &[Rewriting]) -> Vec<Remark> {
        let named = |is_so: &dyn Fn(&Notation) -> bool| -> Vec<String> {
            let so = columns.iter().enumerate().filter(|(_, column)| column.notation.as_ref().is_some_and(is_so));
            so.map(|(at, _)| self.columns[at].clone()).collect()
        };
        let numbers = named(&|notation| matches!(notation, Notation::Numbers(style) if style.ambiguous));
        let dates = named(&|notation| matches!(notation, Notation::Dates(style) if style.ambiguous));
        let words = columns.iter().enumerate().filter(|(_, column)| !column.words.is_empty()).map(|(at, column)| {
            Remark::WordsAmongNumbers {
                column: self.columns[at].clone(),
                words: column.words.clone(),
                rows: column.word_rows,
            }
        });
        let mut remarks: Vec<Remark> = words.collect();
        remarks.extend((!numbers.is_empty()).then_some(Remark::AmbiguousNumbers(numbers)));
        remarks.extend((!dates.is_empty()).then_some(Remark::AmbiguousDates(dates)));
        remarks
    }

    /// Changes the cells of a column, and says whether values became the same.
    fn rewrite(&mut self, column: usize, change: impl Fn(&str) -> Option<String>) -> bool {
        let changed = |texts: &Packed| -> Vec<String> {
            texts.iter().map(|text| change(text).unwrap_or_else(|| text.to_owned())).collect()
        };
        let place = match self.slots[column] {
            Slot::Plain(place) => {
                self.plain[place] = packed(changed(&self.plain[place]));
                return false;
            }
            Slot::Coded(place) => place,
        };
        let (hashing, mut dictionary) = (Hashing::default(), Dictionary::default());
        let number = |text: &String| dictionary.place(hashing.of(text.as_bytes()), text, &hashing);
        let codes: Vec<u32> = changed(&self.values[place]).iter().map(number).collect();
        self.values[place] = dictionary.into_texts();
        if self.values[place].len() == codes.len() {
            return false;
        }
        let width = self.values.len();
        self.codes.iter_mut().skip(place).step_by(width).for_each(|code| *code = codes[*code as usize]);
        true
    }
}

/// The words without any digit in a column that is otherwise one of numbers or
/// dates; nothing if there are none, or too many.
fn few_words<'a>(values: impl Iterator<Item = &'a str>, rows: usize) -> Option<Vec<&'a str>> {
    let (mut words, mut others): (Vec<&str>, usize) = (Vec::new(), 0);
    for value in values {
        if value.bytes().any(|byte| byte.is_ascii_digit()) {
            others += 1;
        } else if !words.contains(&value) {
            words.push(value);
        }
        if words.len() > MOST_WORDS {
            return None;
        }
    }
    (!words.is_empty() && others >= LEAST_NUMBERS && rows > LEAST_NUMBERS).then_some(words)
}

fn packed(texts: impl IntoIterator<Item = String>) -> Packed {
    let mut packed = Packed::default();
    texts.into_iter().for_each(|text| packed.push(&text));
    packed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str, options: &ReadOptions) -> Table {
        Table::read_with(text.as_bytes(), options).unwrap().with_values(options)
    }

    fn column(text: &str) -> Vec<String> {
        let table = table(text, &ReadOptions::default());
        table.column(0).map(str::to_owned).collect()
    }

    #[test]
    fn numbers_have_one_spelling() {
        assert_eq!(column("a,b\n4,x\n4.0,x\n+4,y\n,x\n"), ["4", "4", "4", ""]);
        // Codes are no numbers, and words among numbers stay as they are.
        assert_eq!(column("a,b\n007,x\n7,x\n"), ["007", "7"]);
        assert_eq!(column("a,b\n4.0,x\nfour,x\n"), ["4.0", "four"]);
    }

    #[test]
    fn rows_that_become_the_same_are_one_record() {
        let table = table("a,b\n4,x\n4.0,x\n5,x\n", &ReadOptions::default());
        assert_eq!((table.len(), table.records()), (3, 2));
        assert_eq!(table.record(0), table.record(1));
    }

    #[test]
    fn signs_for_missing_values_depend_on_the_others() {
        assert_eq!(column("a,b\n4,x\n-,x\n#N/A,x\nNone,x\n"), ["4", "", "", ""]);
        assert_eq!(column("a,b\n2.0,x\n<null>,x\n<NULL>,x\n"), ["2", "", ""]);
        assert_eq!(column("a,b\n+,1\n-,2\n"), ["+", "-"]);
        assert_eq!(column("a,b\nx,1\n.,2\n"), ["x", "."]);
        assert_eq!(column("a,b\nx,1\n-,2\n"), ["x", "-"]);
    }

    #[test]
    fn a_missing_value_may_be_told() {
        let options = ReadOptions { missing: vec!["-999".to_owned()], ..ReadOptions::default() };
        assert_eq!(table("a,b\n1.50,x\n-999,y\n", &options).column(0).collect::<Vec<_>>(), ["1.5", "NA"]);
    }

    #[test]
    fn a_decimal_comma_in_one_column_tells_of_the_others() {
        let read = |text: &str| table(text, &ReadOptions::default());
        let alone = read("a;b\n1,234;x\n2,500;y\n");
        assert_eq!(alone.column(0).collect::<Vec<_>>(), ["1234", "2500"]);
        let both = read("a;b\n1,234;0,5\n2,500;1,5\n");
        assert_eq!(both.column(0).collect::<Vec<_>>(), ["1.234", "2.5"]);
        let told = ReadOptions { decimal: Some(Decimal::Comma), ..ReadOptions::default() };
        let told = table("a;b\n1,234;1.234\n2,500;5.000\n", &told);
        assert_eq!((told.cell(0, 0), told.cell(0, 1)), ("1.234", "1234"));
    }

    #[test]
    fn a_word_among_many_numbers_is_missing_and_told() {
        let rows: String =
            (0..60).map(|row| format!("{},a\n", if row == 7 { "oops".to_owned() } else { row.to_string() })).collect();
        let read = table(&format!("x,y\n{rows}"), &ReadOptions::default());
        assert_eq!((read.cell(7, 0), read.cell(8, 0)), ("", "8"));
        assert_eq!(read.remarks()[0].to_string(), "1 cell of 'x' taken for missing: 'oops'.");
        // Few numbers may be categories, as words are; many words are none by mistake.
        assert_eq!(column("a,b\n1,x\n2,x\nmany,x\n"), ["1", "2", "many"]);
        let rows: String = (0..60).map(|row| format!("{},a\n", if row % 3 == 0 { "none" } else { "17" })).collect();
        assert!(table(&format!("x,y\n{rows}"), &ReadOptions::default()).remarks().is_empty());
    }

    #[test]
    fn what_may_be_meant_otherwise_is_told() {
        let remarks = |text: &str| table(text, &ReadOptions::default()).remarks().to_vec();
        assert_eq!(remarks("a;b\n1,234;x\n2,500;y\n"), [Remark::AmbiguousNumbers(vec!["a".to_owned()])]);
        assert_eq!(remarks("a;b\n1,234,567;x\n2,500;y\n"), []);
        assert_eq!(remarks("a;b\n1/2/2020;x\n3/4/2020;y\n"), [Remark::AmbiguousDates(vec!["a".to_owned()])]);
    }
}
