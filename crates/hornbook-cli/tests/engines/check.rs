//! `check` as a gate on tables elsewhere, and the other commands on a small one.

use serde_json::Value;

use crate::common::Place;
use crate::servers::checking::CsvFile;
use crate::servers::mariadb::{self, Mariadb};
use crate::servers::postgres::{self, Postgres};
use crate::sources::{self, At};

const RULES: &str = "milk -> hair\nfeathers -> airborne\neggs, milk -> ⊥\nbackbone -> tail\nlegs=6 -> eggs\n";

/// A table without names of rows, but with a key, of which a and c are broken by the rows
/// 20 and 30.
const KEYED: &str = "CREATE TABLE keyed (k integer PRIMARY KEY, a integer, b varchar(9));
INSERT INTO keyed VALUES (10, 1, 'x'), (20, 1, 'y'), (30, 1, 'y'), (40, 0, 'x'), (50, 0, NULL), (60, 1, NULL);";

fn place() -> Place {
    let place = Place::new();
    place.write("zoo.rules", RULES);
    place
}

/// The broken rules with their counts and the rows that break them, in any order.
fn broken(report: &str) -> Vec<(String, u64, Vec<String>)> {
    let report: Value = serde_json::from_str(report).unwrap();
    let mut broken = Vec::new();
    for rule in report["broken"].as_array().unwrap() {
        let rows = rule["rows"].as_array().unwrap().iter();
        let mut rows: Vec<String> = rows.map(|row| row["row"].as_str().unwrap().to_owned()).collect();
        rows.sort();
        broken.push((format!("{} {}", rule["premise"], rule["conclusion"]), rule["count"].as_u64().unwrap(), rows));
    }
    broken
}

#[test]
fn finds_the_rows_that_it_finds_in_the_file() {
    let (postgres, mariadb, place) = (Postgres::shared(), Mariadb::shared(), place());
    let data = CsvFile::read("zoo");
    postgres.run(&data.sql("checked", sources::name));
    mariadb.run(&data.sql("checked", sources::mysql_name));
    sources::sqlite(&place.path().join("t.db"), &data.sql("checked", sources::name));
    sources::write_parquet(&place.path().join("t.parquet"), &sources::batch(&sources::cells("zoo.csv")));
    let wanted = place.run(&["check", "zoo.rules", "data/zoo.csv", "--json"]);
    let wanted = (wanted.code, broken(&wanted.out));
    assert_eq!((wanted.0, wanted.1.len()), (1, 4));
    place.write("kept.rules", "milk -> breathes\n");
    place.write("wrong.rules", "wings -> airborne\n");
    for at in [
        At::table(&postgres.url(), "checked"),
        At::table(&mariadb.url(), "checked"),
        At::table("sqlite:t.db", "checked"),
        At::query("sqlite:t.db", "SELECT * FROM checked"),
        At::file("t.parquet"),
    ] {
        let ran = at.run(&place, &["check", "zoo.rules", "SOURCE", "--json"]);
        assert_eq!((ran.code, broken(&ran.out)), wanted, "{}", at.source);
        let few = at.run(&place, &["check", "zoo.rules", "SOURCE", "--json", "--limit", "1"]);
        for (rule, (_, _, rows)) in broken(&few.out).iter().zip(&wanted.1) {
            assert!(rule.1 > 0 && rule.2.len() == 1 && rows.contains(&rule.2[0]), "{}: {rule:?}", at.source);
        }
        let none = at.run(&place, &["check", "kept.rules", "SOURCE"]);
        assert_eq!((none.code, none.out.as_str()), (0, ""), "{}", at.source);
        let message = at.refused(&place, &["check", "wrong.rules", "SOURCE"]);
        assert!(message.contains("wings"), "{message}");
    }
}

#[test]
fn names_rows_by_their_key() {
    let (postgres, mariadb, place) = (Postgres::shared(), Mariadb::shared(), place());
    postgres.run(KEYED);
    mariadb.run(KEYED);
    sources::sqlite(&place.path().join("t.db"), KEYED);
    place.write("k.rules", "a=1 -> b=x\n");
    for source in [postgres.url(), mariadb.url(), "sqlite:t.db".to_owned()] {
        let at = At::table(&source, "keyed");
        let ran = at.run(&place, &["check", "k.rules", "SOURCE", "--json"]);
        let rows = ["20", "30"].map(str::to_owned).to_vec();
        assert_eq!((ran.code, broken(&ran.out)), (1, vec![(r#"["a=1"] ["b=x"]"#.to_owned(), 2, rows)]), "{source}");
    }
}

#[test]
fn no_report_holds_a_password() {
    let (postgres, mariadb, place) = (Postgres::shared(), Mariadb::shared(), place());
    let data = CsvFile::read("zoo");
    postgres.run(&data.sql("secret", sources::name));
    mariadb.run(&data.sql("secret", sources::mysql_name));
    for (url, password) in [(postgres.url(), postgres::PASSWORD), (mariadb.url(), mariadb::PASSWORD)] {
        let at = At::table(&url, "secret");
        for (format, holds) in [("text", "milk"), ("json", "{"), ("jsonl", "{"), ("junit", "<?xml"), ("sarif", "***@")]
        {
            let ran = at.run(&place, &["check", "zoo.rules", "SOURCE", "--format", format, "--output", "report"]);
            let report = place.read("report");
            assert!(ran.code == 1 && report.contains(holds), "{format}: {ran:?} {report}");
            for said in [&report, &ran.out, &ran.err] {
                assert!(!said.contains(password), "{format}: {said}");
            }
        }
    }
}

#[test]
fn other_commands_know_such_tables() {
    let place = place();
    sources::sqlite(&place.path().join("t.db"), &CsvFile::read("zoo").sql("zoo", sources::name));
    let (csv, at) = (At::file("data/zoo.csv"), At::table("sqlite:t.db", "zoo"));
    let described = at.ok(&place, &["describe", "SOURCE"]);
    assert_eq!(described.replacen("zoo:", "zoo.csv:", 1), csv.ok(&place, &["describe", "SOURCE"]));
    let study = ["--methods", "settle", "--epsilon", "0.5", "--delta", "0.5", "--runs", "1", "--random-twins", "0"];
    let words = [&["study", "SOURCE", "--output", "study", "--curves", "0"], study.as_slice()].concat();
    at.ok(&place, &words);
    assert!(place.read("study/report.md").contains("settle"));
    let message = place.refused(&["convert", "sqlite:t.db", "t.cxt"]);
    assert!(message.contains("sqlite:t.db is no file of text"), "{message}");
}
