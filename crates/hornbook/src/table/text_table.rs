//! A table in memory.

use super::guard::unguard_cell;
use super::lines::RowLines;
use super::object_column::is_object_column;
use super::remark::Remark;
use super::rewriting::Rewriting;
use crate::packed::Packed;
use crate::written::Notation;
use crate::written::date::DatePart;

/// Where the cells of a column go.
#[derive(Clone, Copy, Debug)]
pub(super) enum Slot {
    /// Each value that differs is held once; records refer to it.
    Coded(usize),
    /// Nearly all values differ: they are held row by row.
    Plain(usize),
}

/// A table of text: named columns, and rows of as many cells.
///
/// A row that occurs several times is held once, as a record, and so is each value
/// of a column. Columns of which nearly all values differ, such as names, are no
/// part of records: they are held row by row.
#[derive(Clone, Debug)]
pub struct Table {
    pub(super) columns: Vec<String>,
    pub(super) slots: Vec<Slot>,
    /// The values of each coded column, in the order of their first occurrence.
    pub(super) values: Vec<Packed>,
    /// The values of each record, column by column.
    pub(super) codes: Vec<u32>,
    /// How many rows have each record.
    pub(super) counts: Vec<usize>,
    /// For each row, its record.
    pub(super) rows: Vec<u32>,
    /// The cells of each plain column.
    pub(super) plain: Vec<Packed>,
    pub(super) lines: RowLines,
    pub(super) remarks: Vec<Remark>,
    /// What was done with the cells of each column.
    pub(super) rewritings: Vec<Rewriting>,
}

impl Table {
    /// The names of the columns.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.columns.len()
    }

    /// The number of rows, the header not counted.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// What stands in a row under a column.
    pub fn cell(&self, row: usize, column: usize) -> &str {
        match self.slots[column] {
            Slot::Plain(place) => self.plain[place].get(row),
            Slot::Coded(place) => self.values[place].get(self.code(self.record(row), place)),
        }
    }

    /// The name of a row's object, from the column that has these names.
    pub(crate) fn object_name(&self, row: usize, column: usize) -> &str {
        let cell = self.cell(row, column);
        // So Hornbook writes cross tables: their names may be guarded.
        if column == 0 && is_object_column(&self.columns[0]) { unguard_cell(cell) } else { cell }
    }

    /// The cells of a column, from top to bottom.
    pub fn column(&self, column: usize) -> impl Iterator<Item = &str> + Clone + '_ {
        (0..self.len()).map(move |row| self.cell(row, column))
    }

    /// What was found out about the file that its owner may not expect.
    pub fn remarks(&self) -> &[Remark] {
        &self.remarks
    }

    /// How a column was written in the file, if its cells were changed to how
    /// programs write.
    pub fn notation(&self, column: usize) -> Option<&Notation> {
        self.rewritings.get(column)?.notation.as_ref()
    }

    /// What was done with the cells of a column.
    pub(crate) fn rewriting(&self, column: usize) -> Option<&Rewriting> {
        self.rewritings.get(column)
    }

    /// The columns that hold the parts of a column's dates; they stand behind it.
    pub(crate) fn parts_of_dates(&self, column: usize) -> impl Iterator<Item = usize> + '_ {
        let has_dates = matches!(self.notation(column), Some(Notation::Dates(_)));
        let name = &self.columns[column];
        let is_part = move |place: &usize| {
            let behind = self.columns[*place].strip_prefix(name.as_str()).and_then(|rest| rest.strip_prefix('.'));
            has_dates && behind.is_some_and(|part| DatePart::ALL.iter().any(|known| known.name() == part))
        };
        (column + 1..self.width()).take_while(is_part)
    }

    /// The line of the file at which a row starts.
    pub fn line(&self, row: usize) -> usize {
        self.lines.of(row)
    }

    /// The table of some of its rows, which are given in ascending order. What
    /// occurs in none of them is gone; each row keeps its line in the file.
    #[must_use]
    pub(crate) fn kept(&self, rows: &[usize]) -> Self {
        let mut codes = CodesKept::new(self);
        let mut lines = RowLines::default();
        let (mut records, mut counts, mut kept_rows) = (vec![None; self.records()], Vec::new(), Vec::new());
        for (at, &row) in rows.iter().enumerate() {
            lines.note(at, self.line(row));
            let record = *records[self.record(row)].get_or_insert_with(|| {
                codes.add(self.record(row));
                counts.push(0);
                counts.len() - 1
            });
            counts[record] += 1;
            kept_rows.push(record as u32);
        }
        let plain_kept = |cells: &Packed| {
            let mut kept = Packed::default();
            rows.iter().for_each(|&row| kept.push(cells.get(row)));
            kept
        };
        let CodesKept { values, codes, .. } = codes;
        Self {
            columns: self.columns.clone(),
            slots: self.slots.clone(),
            values,
            codes,
            counts,
            rows: kept_rows,
            plain: self.plain.iter().map(plain_kept).collect(),
            lines,
            remarks: self.remarks.clone(),
            rewritings: self.rewritings.clone(),
        }
    }

    /// The number of records.
    pub(crate) fn records(&self) -> usize {
        self.counts.len()
    }

    /// The record of a row.
    pub(crate) fn record(&self, row: usize) -> usize {
        self.rows[row] as usize
    }

    /// The column with its values held once; `None` for columns that are held row
    /// by row.
    pub(crate) fn coded(&self, column: usize) -> Option<Coded<'_>> {
        match self.slots[column] {
            Slot::Coded(place) => Some(Coded { table: self, place }),
            Slot::Plain(_) => None,
        }
    }

    /// The values of a column, in no particular order. One that occurs several
    /// times may be given only once.
    pub(crate) fn values(&self, column: usize) -> impl Iterator<Item = &str> + Clone + '_ {
        let coded = self.coded(column);
        let plain = if coded.is_none() { Some(self.column(column)) } else { None };
        coded.into_iter().flat_map(Coded::values).chain(plain.into_iter().flatten())
    }

    /// Goes through the values of a column, in no particular order, each with how
    /// often it occurs. A value may come several times, with a part of its rows
    /// each.
    pub(crate) fn each_value<'a>(&'a self, column: usize, mut see: impl FnMut(&'a str, usize)) {
        let Some(coded) = self.coded(column) else {
            return self.column(column).for_each(|cell| see(cell, 1));
        };
        let mut counts = vec![0; coded.values().count()];
        self.counts.iter().enumerate().for_each(|(record, count)| counts[coded.code(record)] += count);
        coded.values().zip(counts).for_each(|(value, count)| see(value, count));
    }

    fn code(&self, record: usize, place: usize) -> usize {
        self.codes[record * self.values.len() + place] as usize
    }
}

impl PartialEq for Table {
    fn eq(&self, other: &Self) -> bool {
        let equal = |column| self.column(column).eq(other.column(column));
        self.columns == other.columns && self.lines == other.lines && (0..self.width()).all(equal)
    }
}

impl Eq for Table {}

/// The values of some records, numbered anew.
struct CodesKept<'a> {
    table: &'a Table,
    /// For each column, the new codes of the old ones that are kept.
    new_codes: Vec<Vec<Option<u32>>>,
    values: Vec<Packed>,
    codes: Vec<u32>,
}

impl<'a> CodesKept<'a> {
    fn new(table: &'a Table) -> Self {
        let new_codes = table.values.iter().map(|values| vec![None; values.len()]).collect();
        Self { table, new_codes, values: vec![Packed::default(); table.values.len()], codes: Vec::new() }
    }

    fn add(&mut self, record: usize) {
        for (place, (new_codes, values)) in self.new_codes.iter_mut().zip(&mut self.values).enumerate() {
            let old = self.table.code(record, place);
            self.codes.push(*new_codes[old].get_or_insert_with(|| {
                values.push(self.table.values[place].get(old));
                values.len() as u32 - 1
            }));
        }
    }
}

/// A column whose values are held once.
#[derive(Clone, Copy)]
pub(crate) struct Coded<'a> {
    table: &'a Table,
    place: usize,
}

impl<'a> Coded<'a> {
    /// The values, each once, by their codes.
    pub(crate) fn values(self) -> impl Iterator<Item = &'a str> + Clone {
        self.table.values[self.place].iter()
    }

    /// The code of a record's value.
    pub(crate) fn code(self, record: usize) -> usize {
        self.table.code(record, self.place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_some_rows_is_as_if_the_others_had_never_been() {
        let lines = ["n,a,b", "one,x,1", "two,y,1", "three,x,2", "four,y,1", "five,x,2"];
        let table = Table::read(lines.join("\n").as_bytes(), None).unwrap();
        let kept = table.kept(&[0, 2, 4]);
        let alone = [lines[0], lines[1], lines[3], lines[5]].join("\n");
        let alone = Table::read(alone.as_bytes(), None).unwrap();
        for column in 0..3 {
            assert!(kept.column(column).eq(alone.column(column)));
            let mut values = [kept.values(column).collect::<Vec<_>>(), alone.values(column).collect()];
            values.iter_mut().for_each(|values| values.sort_unstable());
            assert_eq!(values[0], values[1]);
        }
        assert_eq!((0..3).map(|row| kept.line(row)).collect::<Vec<_>>(), [2, 4, 6]);
        assert!(table.kept(&[]).is_empty());
    }
}
