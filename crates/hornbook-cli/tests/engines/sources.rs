//! Tables put where the command can find them.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema};
use parquet::arrow::ArrowWriter;

use crate::common::{Place, Ran, data};
use crate::xlsx::{Cell, workbook};

/// Where a table is, and the options that say which.
pub struct At {
    pub source: String,
    pub options: Vec<String>,
}

impl At {
    pub fn file(source: &str) -> Self {
        Self { source: source.to_owned(), options: Vec::new() }
    }

    pub fn table(source: &str, table: &str) -> Self {
        Self { source: source.to_owned(), options: vec!["--table".to_owned(), table.to_owned()] }
    }

    pub fn query(source: &str, query: &str) -> Self {
        Self { source: source.to_owned(), options: vec!["--query".to_owned(), query.to_owned()] }
    }

    /// The arguments with `SOURCE` replaced by the table.
    pub fn arguments<'a>(&'a self, words: &[&'a str]) -> Vec<&'a str> {
        let known = words.iter().map(|&word| if word == "SOURCE" { self.source.as_str() } else { word });
        known.chain(self.options.iter().map(String::as_str)).collect()
    }

    pub fn run(&self, place: &Place, words: &[&str]) -> Ran {
        place.run(&self.arguments(words))
    }

    /// Runs a command that must exit with 0, and gives its standard output.
    pub fn ok(&self, place: &Place, words: &[&str]) -> String {
        place.ok(&self.arguments(words))
    }

    /// The rules that a command finds, in a fixed order: which tell most is weighed by the
    /// rows, where they are at hand.
    pub fn rules(&self, place: &Place, words: &[&str]) -> Vec<String> {
        let found: serde_json::Value =
            serde_json::from_str(&self.ok(place, &[words, &["--format", "json"]].concat())).unwrap();
        let side = |rule: &serde_json::Value, side: &str| rule[side].to_string();
        let rules = found["rules"].as_array().unwrap().iter();
        let mut rules: Vec<String> =
            rules.map(|rule| format!("{} -> {}", side(rule, "premise"), side(rule, "conclusion"))).collect();
        rules.sort();
        rules
    }

    /// Runs a command that must refuse its input in one line, and gives it.
    pub fn refused(&self, place: &Place, words: &[&str]) -> String {
        place.refused(&self.arguments(words))
    }
}

/// A name as it is quoted in most databases.
pub fn name(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A name as it is quoted in MariaDB.
pub fn mysql_name(name: &str) -> String {
    format!("`{}`", name.replace('`', "``"))
}

/// Runs statements in an SQLite file.
pub fn sqlite(file: &Path, sql: &str) -> String {
    use std::io::Write;
    let mut sqlite = Command::new("sqlite3");
    sqlite.args(["-batch", "-bail"]).arg(file).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = sqlite.spawn().expect("Debian's package sqlite3 is installed");
    child.stdin.take().unwrap().write_all(sql.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The cells of a file of the folder `data`, below their header; nothing where a value
/// is missing.
pub fn cells(file: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(data().join(file)).unwrap();
    let cell = |cell: &str| if matches!(cell, "NA" | "?") { String::new() } else { cell.to_owned() };
    text.lines().map(|line| line.split(',').map(cell).collect()).collect()
}

/// Columns of words, as a batch.
pub fn batch(cells: &[Vec<String>]) -> RecordBatch {
    let fields: Vec<Field> = cells[0].iter().map(|name| Field::new(name, DataType::Utf8, true)).collect();
    let column = |at: usize| -> ArrayRef {
        let words = cells[1..].iter().map(|row| Some(row[at].as_str()).filter(|cell| !cell.is_empty()));
        Arc::new(words.collect::<StringArray>())
    };
    let columns = (0..cells[0].len()).map(column).collect();
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns).unwrap()
}

pub fn write_parquet(path: &Path, batch: &RecordBatch) {
    let mut writer = ArrowWriter::try_new(File::create(path).unwrap(), batch.schema(), None).unwrap();
    writer.write(batch).unwrap();
    writer.close().unwrap();
}

pub fn write_arrow(path: &Path, batch: &RecordBatch) {
    let mut writer = arrow_ipc::writer::FileWriter::try_new(File::create(path).unwrap(), &batch.schema()).unwrap();
    writer.write(batch).unwrap();
    writer.finish().unwrap();
}

/// A workbook of which the second sheet has the cells; what looks like numbers and
/// booleans is such.
pub fn write_workbook(path: &Path, cells: &[Vec<String>]) {
    let cell = |cell: &String| match cell.as_str() {
        "TRUE" => Cell::Yes(true),
        "FALSE" => Cell::Yes(false),
        text => text.parse().map_or_else(|_| Cell::Word(text.to_owned()), Cell::Number),
    };
    let rows = cells.iter().map(|row| row.iter().map(cell).collect()).collect();
    let notes = vec![vec![Cell::Word("notes".to_owned())], vec![Cell::Word("none".to_owned())]];
    fs::write(path, workbook(&[("About", notes), ("Animals & more", rows)])).unwrap();
}

/// Two files of one table in a folder, compressed.
pub fn write_gz_folder(folder: &Path, file: &str) {
    fs::create_dir_all(folder).unwrap();
    let text = fs::read_to_string(data().join(file)).unwrap();
    let (header, rows) = text.split_once('\n').unwrap();
    let middle = rows[..rows.len() / 2].rfind('\n').unwrap() + 1;
    for (name, rows) in [("a.csv", &rows[..middle]), ("b.csv", &rows[middle..])] {
        fs::write(folder.join(name), format!("{header}\n{rows}")).unwrap();
        assert!(Command::new("gzip").arg(folder.join(name)).status().unwrap().success());
    }
}
