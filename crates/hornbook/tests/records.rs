//! Tables as JSON and as archives: files of each kind, and what is refused.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use hornbook::format::{ContextFormat, RawTable, compressed_for};
use hornbook::table::Table;
use serde::Deserialize;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/messy/records");

#[derive(Deserialize)]
struct Expected {
    columns: Vec<String>,
    lines: Vec<usize>,
    rows: Vec<Vec<String>>,
}

fn columns(raw: RawTable) -> Table {
    match raw {
        RawTable::Columns(table) => table,
        other => panic!("no table of cells: {other:?}"),
    }
}

#[test]
fn every_file_is_read_as_expected() {
    let folder = Path::new(FOLDER);
    let expected = std::fs::read(folder.join("expected.json")).unwrap();
    let expected: BTreeMap<String, Expected> = serde_json::from_slice(&expected).unwrap();
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let files = names.filter(|name| name != "expected.json").collect::<Vec<_>>();
    assert_eq!(files.len(), expected.len(), "{files:?}");
    for (name, Expected { columns: names, lines, rows }) in expected {
        let table = columns(RawTable::read_file(folder.join(&name), None).unwrap());
        assert_eq!(table.columns(), names, "{name}");
        let cells = |row| (0..table.width()).map(|column| table.cell(row, column).to_owned()).collect::<Vec<_>>();
        assert_eq!((0..table.len()).map(cells).collect::<Vec<_>>(), rows, "{name}");
        assert_eq!((0..table.len()).map(|row| table.line(row)).collect::<Vec<_>>(), lines, "{name}");
    }
}

fn refusal(text: &str, format: ContextFormat) -> String {
    RawTable::read(text.as_bytes(), format).unwrap_err().to_string()
}

#[test]
fn what_is_no_list_of_records_is_refused_where_it_stands() {
    let message = |text: &str| refusal(text, ContextFormat::JsonRecords);
    assert!(message("[1, 2]").starts_with("line 1, column 2: found '1', expected a record"));
    assert!(message("[{\"a\": 1},\n  7]").starts_with("line 2, column 3: found '7', expected a record"));
    assert_eq!(message("[\n {\"a\": 1, \"ä\": 2,\n  \"a\": 3}]"), "line 3, column 8: 'a' occurs twice in one record");
    assert_eq!(message("[{\"ä\": 1, \"ä\": 3}]"), "line 1, column 16: 'ä' occurs twice in one record");
    assert_eq!(message("[{\"a.b\": 1, \"a\": {\"b\": 2}}]"), "line 1, column 24: 'a.b' occurs twice in one record");
    assert_eq!(message("[]"), "the file has no records, and a table needs one");
    assert!(message("[{}, {}]").contains("no columns"));
    assert!(message("[{\"a\": 1},\n{\"a\": }]").starts_with("line 2, column 7: expected value"));
    assert!(message("[{\"a\": 1},\n").starts_with("line 2, column 1: EOF"));
    assert!(message("[{\"a\": 1}] x").contains("trailing characters"));
    assert!(message("{\"a\": [{\"x\": 1}], \"b\": [{\"x\": 1}]}").contains("two lists of records, 'a' and 'b'"));
    assert!(message("{\"a\": [{\"x\": 1}, 5]}").starts_with("line 1, column 18: found '5'"));
    let deep = format!("[{}1{}]", "{\"a\":".repeat(100), "}".repeat(100));
    assert!(message(&deep).contains("nested more than 32 deep"));
}

#[test]
fn what_are_no_records_line_by_line_is_refused_where_it_stands() {
    let message = |text: &str| refusal(text, ContextFormat::JsonLines);
    assert!(message("{\"a\": 1}\n\"x\"\n").starts_with("line 2, column 1: found '\"x\"', expected a record"));
    assert!(message("{\"a\": 1}\n{\"a\": 1\n").starts_with("line 3"));
    assert!(message("{\"a\": 1}\n{a: 1}\n").starts_with("line 2, column 2: key must be a string"));
    assert_eq!(message("\n"), "the file has no records, and a table needs one");
}

#[test]
fn a_single_object_is_no_table() {
    let message = refusal("{\"a\": 1}", ContextFormat::ConexpJson);
    assert!(message.contains("'objects', 'attributes' and 'incidence'"), "{message}");
}

/// Gives out the same record again and again.
struct Endless {
    left: usize,
    buffer: Vec<u8>,
}

impl Read for Endless {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        if self.buffer.is_empty() && self.left > 0 {
            self.left -= 1;
            self.buffer = format!("{{\"n\": {}, \"text\": \"{}\"}}\n", self.left % 5, "x".repeat(1000)).into_bytes();
        }
        let count = out.len().min(self.buffer.len());
        out[..count].copy_from_slice(&self.buffer[..count]);
        self.buffer.drain(..count);
        Ok(count)
    }
}

#[test]
fn many_records_that_repeat_are_read_one_by_one() {
    let source = Endless { left: 20_000, buffer: Vec::new() };
    let table = columns(RawTable::read_from(source, ContextFormat::JsonLines).unwrap());
    assert_eq!((table.len(), table.line(19_999)), (20_000, 20_000));
    assert_eq!(table.cell(1, 0), "3");
}

#[test]
fn an_archive_that_is_cut_short_is_an_error_of_the_table() {
    for extension in ["gz", "zst"] {
        let path = format!("t.csv.{extension}");
        let rows: String = (0..5000).map(|row| format!("{row},{}\n", row * 7919 % 1009)).collect();
        let text = format!("a,b\n{rows}");
        let packed = compressed_for(Path::new(&path), text.as_bytes()).unwrap();
        let error = RawTable::read(&packed[..packed.len() / 2], ContextFormat::Csv).unwrap_err().to_string();
        assert!(error.contains("archive is cut short"), "{error}");
        assert_eq!(RawTable::read(&packed, ContextFormat::Csv).unwrap().len(), 5000);
    }
}
