//! Files as people have them, in `messy/reading`: what is made of each of them.
//! `expected.json` says so, for what is found out and for what is told.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::path::PathBuf;

use hornbook::table::{Delimiter, Encoding, ReadOptions, Table};
use serde::Deserialize;

#[derive(Deserialize)]
struct Expected {
    found: BTreeMap<String, Outcome>,
    told: BTreeMap<String, Told>,
}

#[derive(Deserialize)]
struct Told {
    file: String,
    options: Options,
    #[serde(flatten)]
    outcome: Outcome,
}

/// What one file becomes.
#[derive(Deserialize)]
struct Outcome {
    error: Option<String>,
    #[serde(default)]
    columns: Vec<String>,
    #[serde(default)]
    rows: usize,
    /// Row, column and what stands there.
    #[serde(default)]
    cells: Vec<(usize, usize, String)>,
    /// Rows and their lines.
    #[serde(default)]
    lines: Vec<(usize, usize)>,
    #[serde(default)]
    remarks: Vec<String>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Options {
    delimiter: Option<String>,
    header_lines: Option<usize>,
    skip: Option<usize>,
    comment: Option<char>,
    encoding: Option<String>,
}

impl Options {
    fn read(&self) -> ReadOptions {
        let delimiter = |text: &String| match text.as_str() {
            "blanks" => Delimiter::Blanks,
            text => Delimiter::Character(text.as_bytes()[0]),
        };
        let encoding = |name: &String| match name.as_str() {
            "utf-8" => Encoding::Utf8,
            "windows-1252" => Encoding::Windows1252,
            other => panic!("{other}"),
        };
        ReadOptions {
            delimiter: self.delimiter.as_ref().map(delimiter),
            header_lines: self.header_lines,
            skip: self.skip,
            comment: self.comment,
            encoding: self.encoding.as_ref().map(encoding),
            ..ReadOptions::default()
        }
    }
}

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/messy/reading"))
}

fn expected() -> Expected {
    serde_json::from_slice(&std::fs::read(folder().join("expected.json")).unwrap()).unwrap()
}

fn compare(case: &str, file: &str, options: &ReadOptions, outcome: &Outcome) {
    let bytes = std::fs::read(folder().join(file)).unwrap();
    let table = match Table::read_with(bytes.as_slice(), options) {
        Ok(table) => table,
        Err(error) => return assert_eq!(Some(error.to_string()), outcome.error, "{case}"),
    };
    assert_eq!(None, outcome.error, "{case} was read");
    assert_eq!(table.columns(), outcome.columns, "{case}");
    assert_eq!(table.len(), outcome.rows, "{case}");
    for (row, column, text) in &outcome.cells {
        assert_eq!(table.cell(*row, *column), text, "{case}");
    }
    for (row, line) in &outcome.lines {
        assert_eq!(table.line(*row), *line, "{case}");
    }
    let remarks: Vec<String> = table.remarks().iter().map(ToString::to_string).collect();
    assert_eq!(remarks, outcome.remarks, "{case}");
    assert!(remarks.iter().all(|remark| remark.chars().count() <= 90), "{remarks:?}");
}

#[test]
fn every_file_becomes_what_its_owner_means() {
    for (file, outcome) in &expected().found {
        compare(file, file, &ReadOptions::default(), outcome);
    }
}

#[test]
fn what_is_told_counts() {
    for (case, told) in &expected().told {
        compare(case, &told.file, &told.options.read(), &told.outcome);
    }
}

#[test]
fn every_file_is_expected() {
    let expected = expected();
    for entry in std::fs::read_dir(folder()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(name == "expected.json" || expected.found.contains_key(&name), "{name}");
    }
}
