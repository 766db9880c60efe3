//! Tables in a real MariaDB.

#![allow(clippy::unwrap_used)]

mod servers;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hornbook_engines::{Control, Engine, EngineError, Grouping, Location, OpenOptions, sql};
use servers::checking::{Collected, CsvFile, NASTY, TestColumn, TestTable, detected};
use servers::mariadb::{Mariadb, PASSWORD};

fn open(server: &Mariadb, options: &OpenOptions) -> Result<Box<dyn Engine>, EngineError> {
    sql::open(&Location::of(Path::new(&server.url())), options)
}

fn of_table(server: &Mariadb, table: &str) -> Box<dyn Engine> {
    open(server, &OpenOptions { table: Some(table.to_owned()), ..OpenOptions::default() }).unwrap()
}

fn of_query(server: &Mariadb, query: &str) -> Box<dyn Engine> {
    open(server, &OpenOptions { query: Some(query.to_owned()), ..OpenOptions::default() }).unwrap()
}

fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}

fn name(name: &str) -> String {
    format!("`{}`", name.replace('`', "``"))
}

#[test]
fn zoo_and_breast_cancer_are_what_their_files_are() {
    let server = Mariadb::shared();
    for file in ["zoo", "breast-cancer"] {
        let data = CsvFile::read(file);
        server.run(&data.sql(&name(file), name));
        data.check(&mut *of_table(&server, file));
    }
}

#[test]
fn a_scan_tells_what_the_texts_tell() {
    let server = Mariadb::shared();
    let columns = vec![
        TestColumn::texts(
            "it's a \"name\"`\n; drop table zoo",
            "varchar(60)",
            &[
                "it's a \"name\"`\n; drop table zoo=a",
                "it's a \"name\"`\n; drop table zoo=4",
                "it's a \"name\"`\n; drop table zoo='; drop table zoo; --",
            ],
            &NASTY,
            quote,
        ),
        TestColumn::texts("ü", "text", &["ü=two\nlines", "ü=back\\slash", "ü=?"], &NASTY, quote),
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
            ],
            quote,
        ),
        TestColumn::texts("yes", "text", &["yes"], &["yes", "NO", "No", " yes", "YES", "yEs", "?", ""], quote),
        TestColumn::texts("accents", "varchar(20)", &["accents=e", "accents=E"], &["e", "é", "E", "È", "e "], quote),
        TestColumn::texts(
            "german",
            "text",
            &["german>=1000", "german<2"],
            &["1,5", "2,25", "1.234,5", "10.000,0", "0,5"],
            quote,
        ),
        TestColumn::new(
            "int",
            "int",
            &["int>=3", "int<-5", "2.5<=int<7"],
            &[("1", "1"), ("-5", "-5"), ("-6", "-6"), ("3", "3"), ("2", "2"), ("7", "7"), ("NULL", "")],
        ),
        TestColumn::new(
            "padded",
            "int(5) zerofill",
            &["padded=7", "padded=8"],
            &[("7", "7"), ("8", "8"), ("NULL", "")],
        ),
        TestColumn::new(
            "big",
            "bigint unsigned",
            &["big>=9007199254740996", "big=18446744073709551615"],
            &[("18446744073709551615", "18446744073709551615"), ("9007199254740995", "9007199254740995"), ("0", "0")],
        ),
        TestColumn::new(
            "double",
            "double",
            &["double>=0.3", "double<0", "1e20<=double<1e300"],
            &[
                ("0.1", "0.1"),
                ("0.30000000000000004", "0.30000000000000004"),
                ("1e20", "1e20"),
                ("1e300", "1e300"),
                ("NULL", ""),
                ("-1.5", "-1.5"),
            ],
        ),
        TestColumn::new(
            "short",
            "float",
            &["short>=0.7", "short<0.1"],
            &[("0.7", "0.7"), ("0.1", "0.1"), ("0.3", "0.3"), ("NULL", "")],
        ),
        TestColumn::new(
            "decimal",
            "decimal(40,20)",
            &["decimal>=1.5", "decimal<0.3"],
            &[
                ("1.50", "1.5"),
                ("0.300", "0.3"),
                ("NULL", ""),
                ("1.49999999999999999999", "1.49999999999999999999"),
                ("-7", "-7"),
            ],
        ),
        TestColumn::new(
            "price",
            "decimal(8,2)",
            &["price=2.5", "price=3"],
            &[("2.50", "2.5"), ("3", "3"), ("NULL", ""), ("3.01", "3.01")],
        ),
        TestColumn::new("flag", "boolean", &["flag"], &[("true", "true"), ("false", "false"), ("NULL", "")]),
        TestColumn::new("bit", "bit(1)", &["bit"], &[("b'1'", "true"), ("b'0'", "false"), ("NULL", "")]),
        TestColumn::new(
            "stars",
            "tinyint(1)",
            &["stars=3", "stars=5"],
            &[("3", "3"), ("5", "5"), ("2", "2"), ("NULL", "")],
        ),
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
            ],
            &[
                ("'2024-01-31'", "2024-01-31"),
                ("'2024-01-30'", "2024-01-30"),
                ("'2023-05-31'", "2023-05-31"),
                ("'2023-06-01'", "2023-06-01"),
                ("NULL", ""),
            ],
        ),
        TestColumn::new(
            "moment",
            "datetime(3)",
            &["moment>=2024-01-31", "moment<2024-01-31 12:30", "moment>=2024-01-31 12:30:00", "moment.hour=12"],
            &[
                ("'2024-01-31 12:30:00'", "2024-01-31 12:30:00"),
                ("'2024-01-31 12:29:59.75'", "2024-01-31 12:29:59"),
                ("'2024-01-31'", "2024-01-31 00:00:00"),
                ("NULL", ""),
                ("'2024-01-31 12:30:01'", "2024-01-31 12:30:01"),
            ],
        ),
        TestColumn::new(
            "clock",
            "time",
            &["clock.hour=9"],
            &[("'09:15'", "09:15:00"), ("'23:59:59'", "23:59:59"), ("NULL", "")],
        ),
        TestColumn::new(
            "mood",
            "enum('happy', 'so la')",
            &["mood=so la"],
            &[("'happy'", "happy"), ("'so la'", "so la"), ("NULL", "")],
        ),
        TestColumn::new("year", "year", &["year>=2020"], &[("2024", "2024"), ("1999", "1999"), ("NULL", "")]),
    ];
    let table = TestTable { columns, rows: 211 };
    let hostile = "t`; drop table zoo; --\nö";
    server.run(&table.sql(&name(hostile), name));
    table.check(&mut *of_table(&server, hostile));
    table.check(&mut *of_query(&server, &format!("SELECT * FROM {} -- all of it", name(hostile))));
}

#[test]
fn what_a_set_holds_are_several_values() {
    let server = Mariadb::shared();
    let columns = vec![TestColumn::new(
        "set",
        "set('a', 'b', 'c')",
        &["set=a", "set=b"],
        &[("'a,b'", "a;b"), ("'a'", "a"), ("''", ""), ("'b,c'", "b;c"), ("'a,c'", "a;c")],
    )];
    let table = TestTable { columns, rows: 53 };
    server.run(&table.sql("sets", name));
    table.check(&mut *of_table(&server, "sets"));
}

#[test]
fn a_query_that_is_called_off_ends_in_the_server() {
    let server = Mariadb::shared();
    server.run("CREATE TABLE slow (a int, b int); INSERT INTO slow VALUES (1, 2), (2, 1), (1, 1), (2, 3);");
    let tests = detected(&of_table(&server, "slow").sample(10).unwrap().table);
    let stopped = Arc::new(AtomicBool::new(false));
    let options = OpenOptions {
        query: Some("SELECT a + 0 * sleep(20) AS a, b FROM slow".to_owned()),
        control: Control::new(stopped.clone(), None),
        ..OpenOptions::default()
    };
    let mut engine = open(&server, &options).unwrap();
    let start = Instant::now();
    let stopping = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(500));
        stopped.store(true, Ordering::Relaxed);
    });
    let error = engine.scan(&tests, Grouping::Grouped, &mut Collected::default()).unwrap_err();
    stopping.join().unwrap();
    assert_eq!(error, EngineError::Stopped);
    assert!(start.elapsed() < Duration::from_secs(10));
    let running =
        "SELECT count(*) FROM information_schema.processlist WHERE info LIKE '%sleep(20)%' AND id <> connection_id()";
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(server.run(running).trim(), "0");
}

#[test]
fn a_wrong_password_is_not_tried_again_and_not_shown() {
    let server = Mariadb::shared();
    let start = Instant::now();
    let url = server.url().replace(PASSWORD, "wr0ng-word");
    let error = sql::open(&Location::Mysql(url), &OpenOptions::default()).err().unwrap();
    assert!(matches!(error, EngineError::Failed(_)), "{error:?}");
    assert!(!error.to_string().contains("wr0ng-word"), "{error}");
    assert!(start.elapsed() < Duration::from_secs(10));
    let name = of_query(&server, "SELECT 1 AS a").name();
    assert!(name.starts_with("mysql://hornbook:***@") && !name.contains(PASSWORD), "{name}");
}

#[test]
fn a_lost_connection_is_made_anew() {
    let server = Mariadb::start();
    server.run("CREATE TABLE t (a int, b int) ENGINE=InnoDB; INSERT INTO t VALUES (1, 2), (2, 1), (1, 1), (2, 3); FLUSH TABLES;");
    let mut engine = of_table(&server, "t");
    let tests = detected(&engine.sample(10).unwrap().table);
    let (mut before, mut after) = (Collected::default(), Collected::default());
    engine.scan(&tests, Grouping::Grouped, &mut before).unwrap();
    server.restart();
    engine.scan(&tests, Grouping::Grouped, &mut after).unwrap();
    assert_eq!(before.rows, after.rows);
    assert_eq!((engine.tally().reconnected, after.begun_anew), (1, 1));
}
