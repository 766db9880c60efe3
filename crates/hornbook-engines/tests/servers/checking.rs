//! What a database tells must be what its texts tell.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use hornbook::Universe;
use hornbook::scaling::{CellState, IdColumn, Missing, RowTests, Scaling, ScalingOptions, row_tests_by_names};
use hornbook::table::{ReadOptions, Table, TableBuilder};
use hornbook_engines::{Engine, EngineError, Grouping, RowSink, Scanned};

/// What rows have, what is unknown of them, and how many these are.
pub type Rows = BTreeMap<(Vec<u64>, Vec<u64>), u64>;

/// The rows that a scan told.
#[derive(Default)]
pub struct Collected {
    pub rows: Rows,
    pub begun_anew: usize,
}

impl RowSink for Collected {
    fn row(&mut self, has: &[u64], unknown: &[u64], count: u64) -> Result<(), EngineError> {
        *self.rows.entry((has.to_vec(), unknown.to_vec())).or_default() += count;
        Ok(())
    }

    fn begin_anew(&mut self) -> Result<(), EngineError> {
        self.rows.clear();
        self.begun_anew += 1;
        Ok(())
    }
}

/// A column of a test: how the database declares it, its values in SQL, and the texts
/// that they should be.
pub struct TestColumn {
    pub name: &'static str,
    pub declared: &'static str,
    pub cells: Vec<(String, String)>,
    /// Attributes of it, by name.
    pub attributes: Vec<&'static str>,
}

impl TestColumn {
    /// One of which values are written in SQL as they are told.
    pub fn new(
        name: &'static str,
        declared: &'static str,
        attributes: &[&'static str],
        cells: &[(&str, &str)],
    ) -> Self {
        let cells = cells.iter().map(|(sql, text)| ((*sql).to_owned(), (*text).to_owned())).collect();
        Self { name, declared, cells, attributes: attributes.to_vec() }
    }

    /// One of texts, quoted by `quote`.
    pub fn texts(
        name: &'static str,
        declared: &'static str,
        attributes: &[&'static str],
        cells: &[&str],
        quote: impl Fn(&str) -> String,
    ) -> Self {
        let mut all = vec![("NULL".to_owned(), String::new())];
        all.extend(cells.iter().map(|text| (quote(text), (*text).to_owned())));
        Self { name, declared, cells: all, attributes: attributes.to_vec() }
    }

    fn cell(&self, row: usize) -> &(String, String) {
        &self.cells[row % self.cells.len()]
    }
}

/// A table of a test.
pub struct TestTable {
    pub columns: Vec<TestColumn>,
    pub rows: usize,
}

impl TestTable {
    /// The statements that make it.
    pub fn sql(&self, table: &str, name: impl Fn(&str) -> String) -> String {
        let declared: Vec<String> =
            self.columns.iter().map(|column| format!("{} {}", name(column.name), column.declared)).collect();
        let row = |row: usize| {
            let cells: Vec<&str> = self.columns.iter().map(|column| column.cell(row).0.as_str()).collect();
            format!("({})", cells.join(", "))
        };
        let rows: Vec<String> = (0..self.rows).map(row).collect();
        format!("CREATE TABLE {table} ({});\nINSERT INTO {table} VALUES {};\n", declared.join(", "), rows.join(",\n"))
    }

    fn text(&self, row: usize, column: &str) -> &str {
        &self.columns.iter().find(|known| known.name == column).unwrap().cell(row).1
    }

    /// The table of the texts.
    pub fn table(&self) -> Table {
        let mut builder = TableBuilder::new();
        for row in 0..self.rows {
            self.columns.iter().for_each(|column| builder.set(column.name, &column.cell(row).1).unwrap());
            builder.end_row(row + 1).unwrap();
        }
        builder.finish().unwrap().with_values(&ReadOptions::default())
    }

    /// What the texts tell by themselves.
    fn expected(&self, tests: &RowTests) -> (Rows, Scanned) {
        let mut rows = Rows::new();
        let (mut left_out, mut unexpected) = (0, BTreeSet::new());
        'rows: for row in 0..self.rows {
            let (mut has, mut unknown) = (tests.universe.none(), tests.universe.none());
            let mut is_left_out = false;
            for (at, column) in tests.columns.iter().enumerate() {
                let reading = column.read(self.text(row, &column.column));
                reading.has.iter().for_each(|&attr| _ = has.insert(attr));
                match (reading.state, tests.missing) {
                    (CellState::Missing, Missing::Drop) => is_left_out = true,
                    (CellState::Missing, Missing::Unknown) if !column.missing_is_value => {
                        column.tests.iter().for_each(|(attr, _)| _ = unknown.insert(*attr));
                    }
                    (CellState::Unexpected, _) => _ = unexpected.insert(at),
                    _ => {}
                }
            }
            if is_left_out {
                left_out += 1;
                continue 'rows;
            }
            let unknown = if tests.missing == Missing::Unknown { unknown.words().to_vec() } else { Vec::new() };
            *rows.entry((has.words().to_vec(), unknown)).or_default() += 1;
        }
        (rows, Scanned { rows: self.rows as u64, left_out, unexpected: unexpected.into_iter().collect() })
    }

    /// Compares the sample with the texts cell by cell, and scans by many tests.
    pub fn check(&self, engine: &mut dyn Engine) {
        let sample = engine.sample(200_000).unwrap();
        let table = self.table();
        assert!(sample.is_whole);
        assert_eq!(sample.row_count, Some(self.rows as u64));
        same_cells(&sample.table, &table);
        for missing in [Missing::Absent, Missing::Value, Missing::Drop, Missing::Unknown] {
            for tests in self.tests(&sample.table, missing) {
                self.check_scan(engine, &tests);
            }
        }
    }

    /// Scans by these tests, and compares.
    pub fn check_scan(&self, engine: &mut dyn Engine, tests: &RowTests) {
        let (rows, scanned) = self.expected(tests);
        for grouping in [Grouping::Grouped, Grouping::OneByOne] {
            let mut collected = Collected::default();
            let told = engine.scan(tests, grouping, &mut collected).unwrap();
            let names: Vec<&str> = tests.columns.iter().map(|column| column.column.as_str()).collect();
            assert_eq!(told, scanned, "{grouping:?} {:?} {names:?}", tests.missing);
            if collected.rows != rows {
                let differ = |a: &Rows, b: &Rows| -> Vec<Vec<String>> {
                    let other = |(row, count): &(&(Vec<u64>, Vec<u64>), &u64)| b.get(*row) != Some(*count);
                    let named = |(row, _): (&(Vec<u64>, Vec<u64>), &u64)| {
                        let set = hornbook::AttrSet::from_words(tests.universe.len(), row.0.clone());
                        set.iter().map(|attr| tests.universe.name(attr).to_owned()).collect()
                    };
                    a.iter().filter(other).map(named).collect()
                };
                let (wrong, lacking) = (differ(&collected.rows, &rows), differ(&rows, &collected.rows));
                panic!("{grouping:?} {:?} {names:?}: wrong {wrong:?}, lacking {lacking:?}", tests.missing);
            }
        }
    }

    /// Tests of each column by the names of its attributes, of all of them, and those
    /// that are found out from the sample.
    fn tests(&self, sample: &Table, missing: Missing) -> Vec<RowTests> {
        let options = ScalingOptions { missing, id: IdColumn::None, ..ScalingOptions::default() };
        let by_names = |names: Vec<&str>| {
            let universe = Arc::new(Universe::new(names).unwrap());
            let all = universe.all();
            row_tests_by_names(sample, universe, &all, &options).unwrap()
        };
        let each = self.columns.iter().filter(|column| !column.attributes.is_empty());
        let mut tests: Vec<RowTests> = each.map(|column| by_names(column.attributes.clone())).collect();
        tests.push(by_names(self.columns.iter().flat_map(|column| column.attributes.clone()).collect()));
        for for_rules in [false, true] {
            let options = ScalingOptions { for_rules, ..options.clone() };
            tests.push(Scaling::detect(sample, &options).unwrap().row_tests(sample).unwrap());
        }
        tests
    }
}

/// Whether two tables have the same columns and cells.
pub fn same_cells(found: &Table, wanted: &Table) {
    assert_eq!(found.columns(), wanted.columns());
    assert_eq!(found.len(), wanted.len());
    for row in 0..wanted.len() {
        for (at, column) in wanted.columns().iter().enumerate() {
            assert_eq!(found.cell(row, at), wanted.cell(row, at), "row {row}, column {column:?}");
        }
    }
}

/// The tests that are found out from a table.
pub fn detected(table: &Table) -> RowTests {
    Scaling::detect(table, &ScalingOptions::default()).unwrap().row_tests(table).unwrap()
}

/// Texts that are hard to quote, to compare or to understand.
pub const NASTY: [&str; 24] = [
    "a",
    "A",
    " a ",
    "it's",
    "\"quoted\"",
    "back\\slash",
    "\\",
    "two\nlines",
    "tab\t",
    "'; drop table zoo; --",
    "🦉",
    "Ärger",
    "",
    " ",
    "?",
    "NA",
    "nan",
    "null",
    "-",
    "4",
    "4.0",
    "4.000",
    "NULL",
    "\u{a0}a\u{a0}",
];

/// A file of the folder `data`, as a table of a database.
pub struct CsvFile {
    text: String,
}

impl CsvFile {
    /// The file of that name.
    pub fn read(name: &str) -> Self {
        let path = format!("{}/../../data/{name}.csv", env!("CARGO_MANIFEST_DIR"));
        Self { text: std::fs::read_to_string(path).unwrap() }
    }

    /// The statements that make a table of it.
    pub fn sql(&self, table: &str, name: impl Fn(&str) -> String) -> String {
        let mut lines = self.text.lines();
        let head: Vec<&str> = lines.next().unwrap().split(',').collect();
        let columns: Vec<String> = head.iter().map(|column| format!("{} {}", name(column), declared(column))).collect();
        let cell = |cell: &str| match cell {
            "NA" | "?" => "NULL".to_owned(),
            "TRUE" | "FALSE" => cell.to_owned(),
            cell => format!("'{cell}'"),
        };
        let row = |line: &str| format!("({})", line.split(',').map(cell).collect::<Vec<_>>().join(", "));
        let rows: Vec<String> = lines.map(row).collect();
        format!("CREATE TABLE {table} ({});\nINSERT INTO {table} VALUES {};\n", columns.join(", "), rows.join(",\n"))
    }

    /// The file as it is read.
    pub fn table(&self) -> Table {
        let options = ReadOptions::default();
        Table::read_with(self.text.as_bytes(), &options).unwrap().with_values(&options)
    }

    /// Compares the table of a database with the file cell by cell.
    pub fn check(&self, engine: &mut dyn Engine) {
        let sample = engine.sample(200_000).unwrap();
        assert!(sample.is_whole);
        same_cells(&in_one_way(&sample.table), &in_one_way(&self.table()));
    }
}

fn declared(column: &str) -> &'static str {
    match column {
        "animal_name" | "type" | "Class" => "varchar(40)",
        "legs" => "smallint",
        _ if column.contains('.') || matches!(column, "Id" | "Mitoses") => "integer",
        _ => "boolean",
    }
}

/// TRUE and true are the same, and so are `?` and nothing.
fn in_one_way(table: &Table) -> Table {
    let mut builder = TableBuilder::new();
    for row in 0..table.len() {
        for (at, column) in table.columns().iter().enumerate() {
            let cell = match table.cell(row, at) {
                "NA" | "?" => String::new(),
                cell @ ("TRUE" | "FALSE") => cell.to_lowercase(),
                cell => cell.to_owned(),
            };
            builder.set(column, &cell).unwrap();
        }
        builder.end_row(row + 1).unwrap();
    }
    builder.finish().unwrap()
}
