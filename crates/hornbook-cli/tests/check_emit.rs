//! Rules written for a database and its tools.
#![cfg(feature = "engines")]
#![allow(clippy::unwrap_used)]

mod common;

use std::io::Write;
use std::process::{Command, Stdio};

use common::Place;
use serde_json::Value;

fn place() -> Place {
    let place = Place::new();
    place.write("r.rules", "hair -> milk\nmilk, eggs -> ⊥\nlegs=4 -> hair, backbone\n");
    place
}

/// Runs a script in a real SQLite database, and gives what it answers: a line a row.
fn sqlite(place: &Place, script: &str) -> (bool, String) {
    let mut child = Command::new("sqlite3")
        .args(["-batch", "zoo.db"])
        .current_dir(place.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("sqlite3 is installed");
    child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    (output.status.success(), text)
}

#[test]
fn queries_find_the_rows_that_check_names() {
    let place = place();
    let (made, told) = sqlite(&place, ".import --csv data/zoo.csv zoo\n");
    assert!(made, "{told}");
    let sql = place.ok(&["check", "r.rules", "data/zoo.csv", "--emit", "sql", "--dialect", "sqlite", "-q"]);
    let (ran, told) = sqlite(&place, &sql);
    assert!(ran, "{told}");
    let mut found: Vec<String> =
        told.lines().filter(|line| line.contains("|TRUE|") || line.contains("|FALSE|")).map(first_cell).collect();
    let checked = place.run(&["check", "r.rules", "data/zoo.csv", "--json"]);
    let checked: Value = serde_json::from_str(&checked.out).unwrap();
    let broken = checked["broken"].as_array().unwrap();
    let rows = broken.iter().flat_map(|rule| rule["rows"].as_array().unwrap());
    let mut expected: Vec<String> = rows.map(|row| row["row"].as_str().unwrap().to_owned()).collect();
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
    assert!(expected.len() > 5, "{expected:?}");
    let count = |rule: &Value| rule["count"].as_u64().unwrap();
    let counts: Vec<String> = told.lines().filter(|line| line.contains("->")).map(last_cell).collect();
    let all: u64 = counts.iter().map(|count| count.parse::<u64>().unwrap()).sum();
    assert_eq!((counts.len(), all), (3, broken.iter().map(count).sum()));
}

fn first_cell(line: &str) -> String {
    line.split('|').next().unwrap().to_owned()
}

fn last_cell(line: &str) -> String {
    line.rsplit('|').next().unwrap().to_owned()
}

#[test]
fn triggers_refuse_new_rows_that_break_a_rule() {
    let place = place();
    sqlite(&place, "CREATE TABLE zoo (hair, milk, eggs, legs, backbone);\n");
    let arguments = ["check", "r.rules", "--emit", "sql", "--style", "constraints", "--dialect", "sqlite"];
    place.ok(&[&arguments[..], &["--emit-table", "zoo", "--output", "zoo.sql"]].concat());
    assert!(sqlite(&place, &place.read("zoo.sql")).0);
    assert!(sqlite(&place, "INSERT INTO zoo VALUES ('yes', 'yes', 'no', 4, 1);\n").0);
    assert!(sqlite(&place, "INSERT INTO zoo VALUES ('yes', NULL, 'no', 4, 1);\n").0);
    let (ran, told) = sqlite(&place, "INSERT INTO zoo VALUES ('yes', 'no', 'no', 4, 1);\n");
    assert!(!ran && told.contains("broken rule: hair -> milk"), "{told}");
    let (ran, told) = sqlite(&place, "UPDATE zoo SET eggs = 'yes' WHERE milk = 'yes';\n");
    assert!(!ran && told.contains("broken rule: eggs, milk -> ⊥") | told.contains("milk, eggs -> ⊥"), "{told}");
}

#[test]
fn the_dialect_and_the_table_are_as_told() {
    let place = place();
    let emit = |more: &[&str]| place.ok(&[&["check", "r.rules", "--emit", "sql", "-q"], more].concat());
    let sql = emit(&["--emit-table", "farm.zoo", "--dialect", "postgres"]);
    assert!(sql.contains("FROM \"farm\".\"zoo\" WHERE lower(trim(\"hair\"::text)) IN ('true', "), "{sql}");
    let sql = emit(&["--emit-table", "zoo", "--dialect", "mysql", "--style", "constraints"]);
    assert!(sql.contains("ALTER TABLE `zoo` ADD CONSTRAINT `rule_"), "{sql}");
    assert!(emit(&["--emit-table", "zoo"]).contains("for standard SQL."));
    assert!(emit(&["data/zoo.csv"]).contains("FROM \"zoo\""));
}

#[test]
fn dbt_gets_a_folder_of_tests() {
    let place = place();
    let arguments = ["check", "r.rules", "--emit", "dbt", "--emit-table", "zoo", "--dialect", "postgres"];
    let message = place.refused(&arguments);
    assert!(message.contains("--output"), "{message}");
    let arguments = [&arguments[..], &["--output", "tests"]].concat();
    place.ok(&arguments);
    let mut files: Vec<_> =
        std::fs::read_dir(place.path().join("tests")).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 3);
    for file in &files {
        let text = std::fs::read_to_string(file).unwrap();
        assert!(text.starts_with("-- Rows that break: "), "{text}");
        assert!(text.contains("\nselect * from {{ ref('zoo') }}\nwhere ") && !text.contains(';'), "{text}");
    }
    // What is there is not written over.
    let message = place.refused(&arguments);
    assert!(message.contains("there is something in it"), "{message}");
}

#[test]
fn great_expectations_get_a_suite() {
    let place = place();
    let suite = place.ok_json(&["check", "r.rules", "--emit", "great-expectations", "--dialect", "postgres", "-q"]);
    assert_eq!(suite["name"], "hornbook_table");
    let expectations = suite["expectations"].as_array().unwrap();
    assert_eq!(expectations.len(), 3);
    for expectation in expectations {
        assert_eq!(expectation["type"], "unexpected_rows_expectation");
        let query = expectation["kwargs"]["unexpected_rows_query"].as_str().unwrap();
        assert!(query.starts_with("SELECT * FROM {batch} WHERE "), "{query}");
        assert!(expectation["meta"]["rule"].as_str().unwrap().contains("->"));
    }
}

#[test]
fn names_that_can_be_read_in_two_ways_are_told() {
    let place = place();
    place.write("odd.rules", "a=b=c -> d\n");
    let ran = place.run(&["check", "odd.rules", "--emit", "sql", "--emit-table", "t"]);
    assert!(ran.err.contains("'a=b=c' is taken for a test of the column 'a'"), "{ran:?}");
    assert!(ran.out.contains("TRIM(CAST(\"a\" AS VARCHAR(4000))) = 'b=c'"), "{ran:?}");
    // A table knows its columns.
    place.write("odd.csv", "a=b,d\nc,yes\n");
    let ran = place.run(&["check", "odd.rules", "odd.csv", "--emit", "sql"]);
    assert!(
        ran.out.contains("TRIM(CAST(\"a=b\" AS VARCHAR(4000))) = 'c'") && !ran.err.contains("taken for"),
        "{ran:?}"
    );
}

#[test]
fn what_cannot_be_written_is_refused() {
    let place = place();
    let refused = |arguments: &[&str], words: &str| {
        let message = place.refused(&[&["check", "r.rules"], arguments].concat());
        assert!(message.contains(words), "{message}");
    };
    refused(&["--emit", "sql"], "--emit-table");
    refused(&["--emit", "sql", "--emit-table", "t", "--missing", "drop"], "--missing drop");
    refused(&["--emit", "dbt", "--emit-table", "t", "-o", "f", "--style", "queries"], "--style");
    refused(&["postgres://me:s3cret@localhost/db", "--emit", "sql"], "leave SOURCE out");
    refused(&["gone.csv", "--emit", "sql"], "gone.csv");
    place.write("less.csv", "hair,milk\nyes,no\n");
    refused(&["less.csv", "--emit", "sql"], "there is no column");
    place.write("empty.rules", "hair -> hair\n");
    let message = place.refused(&["check", "empty.rules", "--emit", "sql", "--emit-table", "t"]);
    assert!(message.contains("no rules to write"), "{message}");
    place.write(
        "zero.json",
        r#"{"format": "hornbook-rules", "version": 1, "attributes": ["a\u0000=b", "c"],
        "rules": [{"premise": ["a\u0000=b"], "conclusion": ["c"]}]}"#,
    );
    let message = place.refused(&["check", "zero.json", "--emit", "sql", "--emit-table", "t"]);
    assert!(message.contains("a zero byte cannot be written"), "{message}");
    let ran = place.run(&["check", "r.rules", "--emit", "sql", "--emit-table", "t", "--json"]);
    assert_eq!(ran.code, 2);
}
