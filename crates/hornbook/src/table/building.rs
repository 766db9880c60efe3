//! A table made row by row, from formats whose rows name their columns.

use std::collections::HashMap;

use hashbrown::HashTable;

use super::lines::RowLines;
use super::text_table::{Slot, Table};
use crate::dictionary::{Dictionary, Hashing};
use crate::error::{FormatError, token};
use crate::packed::Packed;

/// With fewer rows than this, it cannot be said whether the values of a column
/// repeat.
const LEAST_ROWS: usize = 200;
/// There may be so many columns: more are no table.
const MOST_COLUMNS: usize = 1 << 16;
/// The code of a cell that is empty, or of a column that a row does not have.
const EMPTY: u32 = 0;

/// A table in the making: rows of cells under named columns. A column may appear
/// in any row; the rows before have an empty cell there. Equal values and equal
/// rows are held once.
#[derive(Default)]
pub struct TableBuilder {
    columns: Vec<String>,
    places: HashMap<String, usize>,
    /// The values of each column. The first is the empty cell.
    values: Vec<Dictionary>,
    hashing: Hashing,
    /// The codes of the row that is being made, as far as it has cells.
    row: Vec<u32>,
    /// The last row, counted from 1, that has a cell in each column.
    last_rows: Vec<usize>,
    records: Records,
    rows: Vec<u32>,
    lines: RowLines,
}

/// Rows that differ, each by its codes up to the last that is not empty.
#[derive(Default)]
struct Records {
    codes: Vec<u32>,
    ends: Vec<usize>,
    places: HashTable<u32>,
}

impl Records {
    fn get(&self, record: usize) -> &[u32] {
        let start = if record == 0 { 0 } else { self.ends[record - 1] };
        &self.codes[start..self.ends[record]]
    }

    fn len(&self) -> usize {
        self.ends.len()
    }

    /// The number of a row, which is added if need be.
    fn place(&mut self, row: &[u32], hashing: &Hashing) -> usize {
        let hash = |codes: &[u32]| hashing.of(&codes.iter().flat_map(|code| code.to_le_bytes()).collect::<Vec<u8>>());
        let wanted = hash(row);
        if let Some(&record) = self.places.find(wanted, |&record| self.get(record as usize) == row) {
            return record as usize;
        }
        let record = self.len();
        self.codes.extend(row);
        self.ends.push(self.codes.len());
        let Self { codes, ends, places } = self;
        let start = |record: usize| if record == 0 { 0 } else { ends[record - 1] };
        places.insert_unique(wanted, record as u32, |&record| {
            hash(&codes[start(record as usize)..ends[record as usize]])
        });
        record
    }
}

impl TableBuilder {
    /// A table without rows.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of rows so far.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no row yet.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Adds a cell to the row that is being made. A row has at most one for each
    /// column.
    pub fn set(&mut self, column: &str, cell: &str) -> Result<(), FormatError> {
        let place = match self.places.get(column) {
            Some(&place) => place,
            None => self.add_column(column)?,
        };
        let row_number = self.rows.len() + 1;
        if std::mem::replace(&mut self.last_rows[place], row_number) == row_number {
            return Err(FormatError::plain(format!("{} occurs twice in one record", token(column))));
        }
        if self.row.len() <= place {
            self.row.resize(place + 1, EMPTY);
        }
        let values = &mut self.values[place];
        self.row[place] = values.place(self.hashing.of(cell.as_bytes()), cell, &self.hashing);
        Ok(())
    }

    /// Ends the row that was being made, which starts at this line of its file.
    pub fn end_row(&mut self, line: usize) -> Result<(), FormatError> {
        while self.row.last() == Some(&EMPTY) {
            self.row.pop();
        }
        if self.records.len() >= u32::MAX as usize {
            return Err(FormatError::plain(format!("the table is too large to hold: more than {} rows", u32::MAX)));
        }
        let record = self.records.place(&self.row, &self.hashing);
        self.row.clear();
        self.lines.note(self.rows.len(), line);
        self.rows.push(record as u32);
        Ok(())
    }

    fn add_column(&mut self, name: &str) -> Result<usize, FormatError> {
        let place = self.columns.len();
        if name.is_empty() {
            return Err(FormatError::found("no name for a cell", "a name"));
        }
        if place == MOST_COLUMNS {
            let expected = format!("{MOST_COLUMNS} at most (is it a table at all?)");
            return Err(FormatError::found(format!("more than {MOST_COLUMNS} columns"), expected));
        }
        let mut values = Dictionary::default();
        values.place(self.hashing.of(b""), "", &self.hashing);
        self.values.push(values);
        self.last_rows.push(0);
        self.columns.push(name.to_owned());
        self.places.insert(name.to_owned(), place);
        Ok(place)
    }

    /// The table. There must be a row and a column.
    pub fn finish(self) -> Result<Table, FormatError> {
        if self.rows.is_empty() {
            return Err(FormatError::plain("the table has no rows"));
        }
        if self.columns.is_empty() {
            return Err(FormatError::plain("the table has no columns: its rows are empty"));
        }
        let slots = self.slots();
        let coded: Vec<usize> = (0..slots.len()).filter(|&column| matches!(slots[column], Slot::Coded(_))).collect();
        let (records, numbers) = self.records_of(&coded);
        let rows: Vec<u32> = self.rows.iter().map(|&record| numbers[record as usize]).collect();
        let mut counts = vec![0; records.len()];
        rows.iter().for_each(|&record| counts[record as usize] += 1);
        let (mut values, mut codes) = (Vec::new(), vec![0; records.len() * coded.len()]);
        for (place, &column) in coded.iter().enumerate() {
            let code = |record: usize| records.get(record).get(place).copied().unwrap_or(EMPTY);
            // A value that no row has is none.
            let has_empty = (0..records.len()).any(|record| code(record) == EMPTY);
            let shift = u32::from(!has_empty);
            (0..records.len()).for_each(|record| codes[record * coded.len() + place] = code(record) - shift);
            let mut texts = Packed::default();
            self.values[column].texts().iter().skip(shift as usize).for_each(|text| texts.push(text));
            values.push(texts);
        }
        let plain = self.plain(&slots);
        let Self { columns, lines, .. } = self;
        Ok(Table {
            columns,
            slots,
            values,
            codes,
            counts,
            rows,
            plain,
            lines,
            remarks: Vec::new(),
            rewritings: Vec::new(),
        })
    }

    /// Decides which columns to hold row by row: those of which most values differ.
    fn slots(&self) -> Vec<Slot> {
        let rows = self.rows.len();
        let (mut coded, mut plain) = (0, 0);
        let slot = |values: &Dictionary| {
            let differ = rows >= LEAST_ROWS && 2 * values.texts().len() > rows;
            let count = if differ { &mut plain } else { &mut coded };
            *count += 1;
            if differ { Slot::Plain(*count - 1) } else { Slot::Coded(*count - 1) }
        };
        self.values.iter().map(slot).collect()
    }

    /// The rows that differ in these columns, and which of them each row is that
    /// differs in any.
    fn records_of(&self, columns: &[usize]) -> (Records, Vec<u32>) {
        let (mut records, mut row) = (Records::default(), Vec::new());
        let numbers = (0..self.records.len()).map(|record| {
            let codes = self.records.get(record);
            row.clear();
            row.extend(columns.iter().map(|&column| codes.get(column).copied().unwrap_or(EMPTY)));
            records.place(&row, &self.hashing) as u32
        });
        let numbers = numbers.collect();
        (records, numbers)
    }

    /// The cells of the columns that are held row by row.
    fn plain(&self, slots: &[Slot]) -> Vec<Packed> {
        let columns = (0..slots.len()).filter(|&column| matches!(slots[column], Slot::Plain(_)));
        let cells = |column: usize| {
            let mut cells = Packed::default();
            for &record in &self.rows {
                let code = self.records.get(record as usize).get(column).copied().unwrap_or(EMPTY);
                cells.push(self.values[column].texts().get(code as usize));
            }
            cells
        };
        columns.map(cells).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn built(rows: &[&[(&str, &str)]]) -> Table {
        let mut builder = TableBuilder::new();
        for (at, row) in rows.iter().enumerate() {
            row.iter().for_each(|(column, cell)| builder.set(column, cell).unwrap());
            builder.end_row(3 * at + 1).unwrap();
        }
        builder.finish().unwrap()
    }

    #[test]
    fn columns_may_appear_later_and_cells_be_absent() {
        let table = built(&[&[("a", "1")], &[("b", "2"), ("a", "1")], &[], &[("a", "1")]]);
        assert_eq!(table.columns(), ["a", "b"]);
        let rows: Vec<_> = (0..4).map(|row| (table.cell(row, 0), table.cell(row, 1))).collect();
        assert_eq!(rows, [("1", ""), ("1", "2"), ("", ""), ("1", "")]);
        assert_eq!((table.records(), table.line(2)), (3, 7));
        // No value that does not occur.
        assert_eq!(built(&[&[("a", "1")]]).values(0).collect::<Vec<_>>(), ["1"]);
    }

    #[test]
    fn names_are_held_row_by_row_and_the_rest_once() {
        let mut builder = TableBuilder::new();
        for row in 0..2000 {
            builder.set("b", &(row % 3).to_string()).unwrap();
            builder.set("id", &format!("row {row}")).unwrap();
            builder.end_row(row + 1).unwrap();
        }
        let table = builder.finish().unwrap();
        assert_eq!((table.len(), table.records(), table.plain.len()), (2000, 3, 1));
        assert!((0..2000).all(|row| table.cell(row, 1) == format!("row {row}")));
        assert!((0..2000).all(|row| table.cell(row, 0) == (row % 3).to_string()));
    }

    #[test]
    fn what_is_no_table_is_refused() {
        let mut builder = TableBuilder::new();
        builder.set("a", "1").unwrap();
        assert_eq!(builder.set("a", "").unwrap_err().to_string(), "'a' occurs twice in one record");
        assert!(builder.set("", "1").is_err());
        assert!(TableBuilder::new().finish().is_err());
        let mut empty = TableBuilder::new();
        empty.end_row(1).unwrap();
        assert!(empty.finish().unwrap_err().to_string().contains("no columns"));
    }
}
