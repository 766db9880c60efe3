//! Tables in a real PostgreSQL.

#![allow(clippy::unwrap_used)]

mod servers;

use std::path::Path;

use hornbook_engines::{Engine, EngineError, Location, OpenOptions, sql};
use servers::checking::{CsvFile, NASTY, TestColumn, TestTable};
use servers::postgres::Postgres;

fn open(server: &Postgres, options: &OpenOptions) -> Result<Box<dyn Engine>, EngineError> {
    sql::open(&Location::of(Path::new(&server.url())), options)
}

fn of_table(server: &Postgres, table: &str) -> Box<dyn Engine> {
    open(server, &OpenOptions { table: Some(table.to_owned()), ..OpenOptions::default() }).unwrap()
}

fn of_query(server: &Postgres, query: &str) -> Box<dyn Engine> {
    open(server, &OpenOptions { query: Some(query.to_owned()), ..OpenOptions::default() }).unwrap()
}

fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

fn name(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

#[test]
fn zoo_and_breast_cancer_are_what_their_files_are() {
    let server = Postgres::shared();
    for file in ["zoo", "breast-cancer"] {
        let data = CsvFile::read(file);
        server.run(&data.sql(&name(file), name));
        data.check(&mut *of_table(&server, file));
    }
}

fn all_kinds() -> TestTable {
    let columns = vec![
        TestColumn::texts(
            "it's a \"name\"\n; drop table zoo",
            "text",
            &[
                "it's a \"name\"\n; drop table zoo=a",
                "it's a \"name\"\n; drop table zoo=4",
                "it's a \"name\"\n; drop table zoo='; drop table zoo; --",
            ],
            &NASTY,
            quote,
        ),
        TestColumn::texts("🦉", "varchar(40)", &["🦉=two\nlines", "🦉=back\\slash", "🦉=?"], &NASTY, quote),
        TestColumn::texts(
            "numbers as text",
            "text",
            &["numbers as text>=3", "1<=numbers as text<4.5", "numbers as text<-2"],
            &[
                "1",
                "2.50",
                "3",
                "+3",
                "-3.5",
                ".5",
                "5.",
                "1e3",
                " 4 ",
                "007",
                "NaN",
                "-0",
                "1e400",
                "99999999999999999999",
                "?",
                "12",
                "13",
                "14",
            ],
            quote,
        ),
        TestColumn::texts("yes", "text", &["yes"], &["yes", "NO", "No", " yes", "YES", "yEs", "?", ""], quote),
        TestColumn::texts("odd", "text", &["odd>=5"], &["1", "six", "7", "8 apples", ""], quote),
        TestColumn::texts(
            "several",
            "text",
            &["several=Drama", "several=Crime"],
            &["Drama|Crime", "Drama", "Comedy|Drama", "Crime | Drama", "Comedy", "Crime|Comedy", ""],
            quote,
        ),
        TestColumn::texts("code", "char(6)", &["code=ab", "code=ABC"], &["ab", "AB", "ABC", "x"], quote),
        TestColumn::texts(
            "german",
            "text",
            &["german>=1000", "german<2"],
            &["1,5", "2,25", "1.234,5", "10.000,0", "0,5", "17,25", "1.000,5"],
            quote,
        ),
        TestColumn::texts(
            "day first",
            "text",
            &["day first>=2024-01-31", "day first.month=Jan", "day first.weekday=Wed", "day first.year=2023"],
            &["31.01.2024", "30.01.2024", "24.12.2023", "29.02.2024", "15.06.2023", "16.07.2023"],
            quote,
        ),
        TestColumn::new(
            "int",
            "integer",
            &["int>=3", "int<-5", "2.5<=int<7"],
            &[("1", "1"), ("-5", "-5"), ("-6", "-6"), ("3", "3"), ("2", "2"), ("7", "7"), ("NULL", ""), ("6", "6")],
        ),
        TestColumn::new(
            "few",
            "smallint",
            &["few=1", "few=2.0"],
            &[("1", "1"), ("2", "2"), ("NULL", ""), ("3", "3"), ("1", "1")],
        ),
        TestColumn::new(
            "big",
            "bigint",
            &["big>=9007199254740996", "big=9223372036854775807"],
            &[
                ("9223372036854775807", "9223372036854775807"),
                ("-9223372036854775808", "-9223372036854775808"),
                ("9007199254740995", "9007199254740995"),
                ("9007199254740994", "9007199254740994"),
                ("0", "0"),
            ],
        ),
        TestColumn::new(
            "double",
            "double precision",
            &["double>=0.3", "double<0", "1e20<=double<1e300"],
            &[
                ("0.1", "0.1"),
                ("0.30000000000000004", "0.30000000000000004"),
                ("0.29999999999999993", "0.29999999999999993"),
                ("1e20", "1e20"),
                ("-0.0", "0"),
                ("1e300", "1e300"),
                ("'NaN'", "NaN"),
                ("NULL", ""),
                ("-1.5", "-1.5"),
                ("5e-324", "5e-324"),
            ],
        ),
        TestColumn::new(
            "endless",
            "double precision",
            &["endless>=5"],
            &[("'Infinity'", "Infinity"), ("'-Infinity'", "-Infinity"), ("1", "1"), ("6", "6"), ("'NaN'", "NaN")],
        ),
        TestColumn::new(
            "short",
            "real",
            &["short>=0.7", "short<0.1"],
            &[("0.7", "0.7"), ("0.1", "0.1"), ("0.3", "0.3"), ("16777216", "16777216"), ("NULL", "")],
        ),
        TestColumn::new(
            "decimal",
            "numeric",
            &["decimal>=1.5", "decimal<0.3", "decimal>=100000000000000000000"],
            &[
                ("1.50", "1.5"),
                ("0.300", "0.3"),
                ("100000000000000000000", "100000000000000000000"),
                ("NULL", ""),
                ("'NaN'", "NaN"),
                ("1.4999999999999999999999", "1.4999999999999999999999"),
                ("1e-30", "0.000000000000000000000000000001"),
                ("-7", "-7"),
            ],
        ),
        TestColumn::new(
            "price",
            "numeric(8,2)",
            &["price=2.5", "price=3"],
            &[("2.50", "2.5"), ("3", "3"), ("NULL", ""), ("3.01", "3.01")],
        ),
        TestColumn::new(
            "huge",
            "numeric",
            &["huge>=5"],
            &[("1e400", &format!("1{}", "0".repeat(400))), ("1", "1"), ("7", "7"), ("-3", "-3")],
        ),
        TestColumn::new("flag", "boolean", &["flag"], &[("true", "true"), ("false", "false"), ("NULL", "")]),
        TestColumn::new(
            "day",
            "date",
            &[
                "day>=2024-01-31",
                "day<2023-06",
                "2023-01-01<=day<2024-01",
                "day.month=Jan",
                "day.weekday=Wed",
                "day.year=2024",
                "day.year>=2024",
            ],
            &[
                ("'2024-01-31'", "2024-01-31"),
                ("'2024-01-30'", "2024-01-30"),
                ("'2023-05-31'", "2023-05-31"),
                ("'2023-06-01'", "2023-06-01"),
                ("NULL", ""),
                ("'2022-12-31'", "2022-12-31"),
                ("'1066-10-14'", "1066-10-14"),
            ],
        ),
        TestColumn::new(
            "moment",
            "timestamp",
            &[
                "moment>=2024-01-31",
                "moment<2024-01-31 12:30",
                "moment>=2024-01-31 12:30:00",
                "moment.hour=12",
                "moment.weekday=Wed",
            ],
            &[
                ("'2024-01-31 12:30:00'", "2024-01-31 12:30:00"),
                ("'2024-01-31 12:29:59.75'", "2024-01-31 12:29:59"),
                ("'2024-01-31'", "2024-01-31 00:00:00"),
                ("'2024-01-30 23:59:59.999'", "2024-01-30 23:59:59"),
                ("NULL", ""),
                ("'2024-01-31 12:30:01'", "2024-01-31 12:30:01"),
            ],
        ),
        TestColumn::new(
            "zoned",
            "timestamptz",
            &["zoned.hour=11", "zoned>=2024-01-31"],
            &[
                ("'2024-01-31 12:30:00+01'", "2024-01-31 11:30:00"),
                ("'2024-01-31 00:30:00+01'", "2024-01-30 23:30:00"),
                ("'2024-02-01 00:30:00+00'", "2024-02-01 00:30:00"),
            ],
        ),
        TestColumn::new(
            "far",
            "date",
            &["far=2024-01-31"],
            &[
                ("'2024-01-31'", "2024-01-31"),
                ("'infinity'", "infinity"),
                ("'0044-03-15 BC'", "0044-03-15 BC"),
                ("'0999-12-31'", "0999-12-31"),
            ],
        ),
        TestColumn::new(
            "clock",
            "time",
            &["clock.hour=9"],
            &[("'09:15'", "09:15:00"), ("'23:59:59.5'", "23:59:59"), ("NULL", ""), ("'10:00'", "10:00:00")],
        ),
        TestColumn::new(
            "list",
            "text[]",
            &["list=a", "list=b"],
            &[
                ("'{a,b}'", "a;b"),
                ("'{a}'", "a"),
                ("'{}'", ""),
                ("NULL", ""),
                ("'{c,b}'", "c;b"),
                ("'{b,a,c}'", "b;a;c"),
            ],
        ),
        TestColumn::new(
            "json",
            "jsonb",
            &["json={\"a\": 1}"],
            &[("'{\"a\":1}'", "{\"a\": 1}"), ("'[]'", "[]"), ("NULL", "")],
        ),
        TestColumn::new("mood", "mood", &["mood=so la"], &[("'happy'", "happy"), ("'so la'", "so la"), ("NULL", "")]),
        TestColumn::new(
            "uuid",
            "uuid",
            &["uuid=00000000-0000-0000-0000-000000000001"],
            &[("'00000000-0000-0000-0000-000000000001'", "00000000-0000-0000-0000-000000000001"), ("NULL", "")],
        ),
    ];
    TestTable { columns, rows: 211 }
}

#[test]
fn a_scan_tells_what_the_texts_tell() {
    let server = Postgres::shared();
    server.run("CREATE TYPE mood AS ENUM ('happy', 'so la');");
    let table = all_kinds();
    let hostile = "t\"; drop table zoo; --\n🦉";
    server.run(&table.sql(&name(hostile), name));
    table.check(&mut *of_table(&server, hostile));
    table.check(&mut *of_query(&server, &format!("SELECT * FROM {} -- all of it", name(hostile))));
}

#[test]
fn a_value_of_many_is_found_among_its_neighbours() {
    let server = Postgres::shared();
    let attributes =
        ["w=a", "w=ab", "w=a b", "w=A", "w=Ab", "w=it's", "w=back\\slash", "w=~", "w=4", "w=#", "w=b", "w=ba"];
    let cells = [
        "a",
        "ab",
        "a b",
        "A",
        "Ab",
        "it's",
        "back\\slash",
        "~",
        "4",
        "#",
        "b",
        "ba",
        " a ",
        "4.0",
        "aB",
        "aa",
        "",
        "zz",
        "ä",
        "?",
        "NA",
        "!",
        "~~",
        "B",
        "its",
        "4.5",
        "\ta",
        "a\u{1}",
    ];
    let known = TestColumn::texts("w", "text", &attributes, &cells, quote);
    // Some values that are not ASCII: their order depends on the encoding.
    let german =
        TestColumn::texts("g", "text", &["g=ä", "g=a", "g=b", "g=ö", "g=z"], &["ä", "a", "b", "ö", "z", "o"], quote);
    let table = TestTable { columns: vec![known, german], rows: 29 * 7 };
    server.run(&table.sql("many_words", name));
    table.check(&mut *of_table(&server, "many_words"));
}

#[test]
fn rows_come_in_their_order_where_the_server_would_use_workers() {
    let server = Postgres::start();
    server.run(
        "CREATE TABLE long AS SELECT i AS id, i % 7 AS a FROM generate_series(1, 150000) AS i;
         ALTER TABLE long SET (parallel_workers = 4); ANALYZE long;
         ALTER ROLE hornbook SET parallel_setup_cost = 0; ALTER ROLE hornbook SET parallel_tuple_cost = 0;",
    );
    // So it would: this is what is tested.
    assert!(server.run("EXPLAIN SELECT id::text FROM long").contains("Gather"));
    let mut engine = of_table(&server, "long");
    let sample = engine.sample(200_000).unwrap();
    assert!(sample.is_whole);
    assert!((0..150_000).all(|row| sample.table.cell(row, 0) == (row + 1).to_string()));
}
