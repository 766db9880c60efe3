//! Ordinary use, and ordinary mistakes.

use std::fs;

use crate::common::Place;
use crate::servers::postgres::Postgres;
use crate::sources::{self, At};

#[test]
fn mistakes_get_one_line_that_helps() {
    let place = Place::new();
    let sql = "CREATE TABLE animals (a, b); CREATE TABLE plants (a, b); CREATE TABLE empty (a, b);
        INSERT INTO animals VALUES (NULL, NULL), (NULL, NULL); INSERT INTO plants VALUES ('x', 'y'), ('y', 'x');";
    sources::sqlite(&place.path().join("t.db"), sql);
    sources::write_workbook(&place.path().join("t.xlsx"), &sources::cells("zoo.csv"));
    for (command, wanted) in [
        (
            "learn sqlite:t.db",
            "sqlite:t.db has several tables: say which of 'animals', 'empty', 'plants', with --table",
        ),
        ("learn sqlite:t.db --table plant", "sqlite:t.db has no table 'plant'; similar: 'plants'"),
        ("learn sqlite:t.db --table empty", "sqlite:t.db: the table has no rows"),
        ("learn sqlite:t.db --table animals", "no column of the table gives an attribute ('a': it has no values"),
        ("learn sqlite:gone.db --table x", "gone.db: there is no such file"),
        ("learn sqlite: --table x", "sqlite: names no file, expected sqlite:FILE"),
        ("learn t.db", "t.db is a database of SQLite: say sqlite:t.db"),
        ("learn t.db --table plants", "t.db is a database of SQLite: say sqlite:t.db"),
        ("learn oracle://me:s3cret@host/db --table x", "oracle://me:***@host/db: found an address of oracle, expected"),
        ("learn gone.parquet", "gone.parquet: there is no such file"),
        ("learn gone/*.parquet", "gone/*.parquet: no file matches it"),
        ("learn data/zoo.csv --table zoo", "--table is for tables elsewhere, and data/zoo.csv is a file of text"),
        ("learn t.xlsx --sheet Animals", "Animals & more"),
        ("learn t.xlsx --table zoo", "--table is for databases"),
        ("learn postgres://127.0.0.1:1/x --table y", "Connection refused"),
        ("learn sqlite:t.db --table plants --memory 1M", "--memory must be at least 16 MB"),
    ] {
        let message = place.refused(&command.split(' ').collect::<Vec<_>>());
        assert!(message.contains(wanted), "{command}: {message}");
    }
}

#[test]
fn partitions_are_columns() {
    let place = Place::new();
    let cells = sources::cells("zoo.csv");
    let (head, rows) = cells.split_first().unwrap();
    let last = head.len() - 1;
    for kind in ["mammal", "bird", "fish"] {
        let folder = place.path().join(format!("zoo/type={kind}"));
        fs::create_dir_all(&folder).unwrap();
        let of_kind = rows.iter().filter(|row| row[last] == kind).map(|row| row[..last].to_vec());
        let cells: Vec<Vec<String>> = std::iter::once(head[..last].to_vec()).chain(of_kind).collect();
        sources::write_parquet(&folder.join("part-0.parquet"), &sources::batch(&cells));
    }
    for source in ["zoo", "zoo/*/*.parquet"] {
        let rules = At::file(source).ok(&place, &["learn", "SOURCE", "--all"]);
        assert!(rules.contains("type=bird") && rules.contains("type=fish"), "{source}: {rules}");
    }
}

#[test]
fn values_arrive_as_people_expect() {
    let (place, postgres) = (Place::new(), Postgres::shared());
    postgres.run(
        "CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
         CREATE TABLE kinds (id serial PRIMARY KEY, day date, tags text[], feels mood, big bigint, sum numeric(20, 3), yes boolean);
         INSERT INTO kinds (day, tags, feels, big, sum, yes) SELECT date '2024-01-01' + 31 * (i % 6),
           ARRAY['all', CASE WHEN i % 2 = 0 THEN 'even' ELSE 'odd' END], (ARRAY['sad', 'ok', 'happy'])[1 + i % 3]::mood,
           9223372036854775807 - i % 3, (i % 3) * 0.5, i % 2 = 0 FROM generate_series(1, 60) AS i;",
    );
    let rules = At::table(&postgres.url(), "kinds").ok(&place, &["learn", "SOURCE", "--all"]);
    for word in ["day.month=Jan", "feels=happy", "big=9223372036854775805", "yes", "even"] {
        assert!(rules.contains(word), "{word}: {rules}");
    }
}
