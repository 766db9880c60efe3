//! Names, passwords, queries and files that are out to do harm.

use std::fs;
use std::path::Path;

use crate::common::Place;
use crate::servers::checking::CsvFile;
use crate::servers::mariadb::{self, Mariadb};
use crate::servers::postgres::{self, Postgres};
use crate::sources::{self, At};

const TABLE: &str = "\"; drop table victims; --";
const COLUMNS: [&str; 4] = ["it's", "a \"b\" `c`", "two\nlines", "x); DELETE FROM victims; --"];

/// A table of which the names are no good, in a file and in SQL.
fn hostile(name: fn(&str) -> String) -> (String, String) {
    let rows: Vec<[&str; 4]> =
        vec![["a", "x", "1", "u"], ["b", "x", "2", "u"], ["a", "y", "1", "v"], ["c", "y", "2", "v"]];
    let cell = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let line = |cells: &[&str; 4]| cells.map(cell).join(",") + "\n";
    let csv = line(&COLUMNS) + &rows.iter().map(line).collect::<String>();
    let columns: Vec<String> = COLUMNS.iter().map(|column| format!("{} varchar(9)", name(column))).collect();
    let row = |cells: &[&str; 4]| format!("({})", cells.map(|cell| format!("'{cell}'")).join(", "));
    let rows: Vec<String> = rows.iter().map(row).collect();
    let table = name(TABLE);
    let sql = format!(
        "CREATE TABLE victims (a integer); INSERT INTO victims VALUES (1);
         CREATE TABLE {table} ({}); INSERT INTO {table} VALUES {};",
        columns.join(", "),
        rows.join(", ")
    );
    (csv, sql)
}

#[test]
fn names_are_just_names() {
    let (place, postgres, mariadb) = (Place::new(), Postgres::shared(), Mariadb::shared());
    let (csv, sql) = hostile(sources::name);
    place.write("t.csv", csv);
    postgres.run(&sql);
    mariadb.run(&hostile(sources::mysql_name).1);
    sources::sqlite(&place.path().join("t.db"), &sql);
    let csv = At::file("t.csv");
    let wanted = csv.ok(&place, &["learn", "SOURCE", "--all"]);
    assert!(wanted.contains("two\\nlines=1"), "{wanted}");
    csv.ok(&place, &["learn", "SOURCE", "--output", "r.json"]);
    for source in [postgres.url(), mariadb.url(), "sqlite:t.db".to_owned()] {
        let at = At::table(&source, TABLE);
        assert_eq!(at.ok(&place, &["learn", "SOURCE", "--all"]), wanted, "{source}");
        assert_eq!(at.ok(&place, &["check", "r.json", "SOURCE"]), "", "{source}");
        let plan = at.ok(&place, &["learn", "SOURCE", "--plan"]);
        assert!(plan.contains("SELECT") && !plan.contains(" -> "), "{plan}");
    }
    assert_eq!(postgres.run("SELECT a FROM victims").trim(), "1");
    assert_eq!(mariadb.run("SELECT a FROM victims").trim(), "1");
    assert_eq!(sources::sqlite(&place.path().join("t.db"), "SELECT a FROM victims;").trim(), "1");
}

/// Whether a file in the folder, or below it, has these words.
fn any_file_has(folder: &Path, words: &str) -> bool {
    fs::read_dir(folder).unwrap().any(|entry| {
        let path = entry.unwrap().path();
        if path.is_dir() {
            return any_file_has(&path, words);
        }
        String::from_utf8_lossy(&fs::read(&path).unwrap()).contains(words)
    })
}

#[test]
fn no_output_holds_the_password() {
    let (postgres, mariadb) = (Postgres::shared(), Mariadb::shared());
    let data = CsvFile::read("zoo");
    postgres.run(&data.sql("hidden", sources::name));
    mariadb.run(&data.sql("hidden", sources::mysql_name));
    for (url, password) in [(postgres.url(), postgres::PASSWORD), (mariadb.url(), mariadb::PASSWORD)] {
        let (place, at) = (Place::new(), At::table(&url, "hidden"));
        for command in [
            "learn SOURCE --output r.json --save-scaling scaling.json",
            "learn SOURCE --output r.html",
            "basis SOURCE --output r.txt",
            "describe SOURCE",
            "learn SOURCE --plan",
            "measure r.json SOURCE",
            "study SOURCE --output study --methods settle --epsilon 0.5 --delta 0.5 --runs 1 --random-twins 0 --curves 0",
            "learn SOURCE --sheet x",
            "learn SOURCE --memory 1M",
            "learn SOURCE --scaling gone.json",
            "learn SOURCE --scale nothing=nominal",
            "convert SOURCE t.cxt",
            "check r.txt SOURCE --scale hair=nominal",
        ] {
            let ran = at.run(&place, &command.split(' ').collect::<Vec<_>>());
            assert!(!ran.out.contains(password) && !ran.err.contains(password), "{command}: {ran:?}");
        }
        assert!(place.read("r.html").contains("hidden") && place.path().join("study/report.html").exists());
        assert!(!any_file_has(place.path(), password));
        for wrong in
            [url.replace(password, "wr0ng-w0rd"), url.replace("127.0.0.1:", "127.0.0.1:1"), url + "?sslmode=no"]
        {
            let message = At::table(&wrong, "hidden").refused(&place, &["learn", "SOURCE", "--output", "o.json"]);
            assert!(!message.contains(password) && !message.contains("wr0ng-w0rd"), "{message}");
        }
    }
}

#[test]
fn a_query_that_fails_half_way_leaves_nothing() {
    let (place, postgres) = (Place::new(), Postgres::shared());
    let late = "SELECT i % 7 AS a, i % 5 AS b, 10 / (299999 - i) > 0 AS c FROM generate_series(0, 299999) AS i";
    let at = At::query(&postgres.url(), late);
    for output in ["o.json", "o.html"] {
        let message = at.refused(&place, &["learn", "SOURCE", "--output", output, "--save-scaling", "s.json"]);
        assert!(message.contains("division by zero"), "{message}");
    }
    for (query, about) in [
        ("SELECT 1; DROP TABLE victims", "syntax error"),
        ("DROP TABLE victims", "syntax error"),
        ("WITH gone AS (DELETE FROM pg_class RETURNING *) SELECT * FROM gone", "WITH clause"),
        ("SELECT set_config('transaction_read_only', 'off', true), setval('s', 1)", "s\\\" does not exist"),
        ("  ;\n", "--query is empty"),
    ] {
        let message = At::query(&postgres.url(), query).refused(&place, &["learn", "SOURCE"]);
        assert!(message.contains(about) || message.contains(&about.replace('\\', "")), "{query}: {message}");
    }
}

#[test]
fn a_file_that_is_cut_off_is_refused() {
    let place = Place::new();
    let batch = sources::batch(&sources::cells("zoo.csv"));
    sources::write_parquet(&place.path().join("t.parquet"), &batch);
    sources::write_arrow(&place.path().join("t.arrow"), &batch);
    sources::write_workbook(&place.path().join("t.xlsx"), &sources::cells("zoo.csv"));
    fs::create_dir(place.path().join("parts")).unwrap();
    fs::copy(place.path().join("t.parquet"), place.path().join("parts/whole.parquet")).unwrap();
    for name in ["t.parquet", "t.arrow", "t.xlsx"] {
        let bytes = fs::read(place.path().join(name)).unwrap();
        for share in [0, 1, 2, 3] {
            place.write(name, &bytes[..bytes.len() * share / 4]);
            let message = place.refused(&["learn", name, "--output", "o.json"]);
            assert!(message.contains(name) && message.matches(name).count() == 1, "{message}");
        }
    }
    fs::rename(place.path().join("t.parquet"), place.path().join("parts/cut.parquet")).unwrap();
    let message = place.refused(&["learn", "parts", "--output", "o.json"]);
    assert!(message.contains("parts/cut.parquet"), "{message}");
}
