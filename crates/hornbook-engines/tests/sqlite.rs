//! Tables in SQLite files.

#![allow(clippy::unwrap_used)]

mod servers;

use std::path::{Path, PathBuf};

use hornbook_engines::{Engine, EngineError, Location, OpenOptions, sql};
use servers::checking::{CsvFile, NASTY, TestColumn, TestTable};
use sqlx::ConnectOptions;
use tempfile::TempDir;

/// A file that statements were run in.
struct File {
    _folder: TempDir,
    path: PathBuf,
}

impl File {
    fn new(sql: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a file?.db");
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path).create_if_missing(true);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let mut connection = options.connect().await.unwrap();
            sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
            sqlx::Connection::close(connection).await.unwrap();
        });
        Self { _folder: folder, path }
    }

    fn open(&self, options: &OpenOptions) -> Result<Box<dyn Engine>, EngineError> {
        sql::open(&Location::of(Path::new(&format!("sqlite:{}", self.path.display()))), options)
    }

    fn table(&self, table: &str) -> Box<dyn Engine> {
        self.open(&OpenOptions { table: Some(table.to_owned()), ..OpenOptions::default() }).unwrap()
    }

    fn query(&self, query: &str) -> Box<dyn Engine> {
        self.open(&OpenOptions { query: Some(query.to_owned()), ..OpenOptions::default() }).unwrap()
    }
}

fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

fn name(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

#[test]
fn zoo_and_breast_cancer_are_what_their_files_are() {
    for file in ["zoo", "breast-cancer"] {
        let data = CsvFile::read(file);
        let stored = File::new(&data.sql(&name(file), name));
        data.check(&mut *stored.table(file));
    }
}

#[test]
fn a_scan_tells_what_the_texts_tell() {
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
        TestColumn::texts("🦉", "varchar(40) COLLATE NOCASE", &["🦉=a", "🦉=back\\slash", "🦉=?"], &NASTY, quote),
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
                "--3",
                ".5",
                "5.",
                "1e3",
                " 4 ",
                "007",
                "NaN",
                "-0",
                "1e400",
                "1.2.3",
                "99999999999999999999",
                "?",
                "12",
                "13",
            ],
            quote,
        ),
        TestColumn::texts("yes", "text", &["yes"], &["yes", "NO", "No", " yes", "YES", "yEs", "?", ""], quote),
        TestColumn::texts(
            "when",
            "date",
            &["when>=2024-01-31", "when.month=Jan", "when.weekday=Wed"],
            &["2024-01-31", "2024-01-30", "2023-12-24", "2024-02-29"],
            quote,
        ),
        TestColumn::new(
            "int",
            "integer",
            &["int>=3", "int<-5", "2.5<=int<7"],
            &[
                ("1", "1"),
                ("-6", "-6"),
                ("3", "3"),
                ("2", "2"),
                ("7", "7"),
                ("NULL", ""),
                ("9223372036854775807", "9223372036854775807"),
            ],
        ),
        TestColumn::new(
            "anything",
            "integer",
            &["anything=1", "anything=x", "anything=2.5"],
            &[("1", "1"), ("'x'", "x"), ("2.5", "2.5"), ("NULL", ""), ("x'00ff'", ""), ("' 1 x'", " 1 x")],
        ),
        TestColumn::new(
            "untyped",
            "",
            &["untyped=1", "untyped=x"],
            &[("1", "1"), ("'x'", "x"), ("1.0", "1.0"), ("NULL", "")],
        ),
        TestColumn::new(
            "double",
            "real",
            &["double>=0.3", "double<0", "1e20<=double<1e300"],
            &[
                ("0.1", "0.1"),
                ("0.30000000000000004", "0.30000000000000004"),
                ("0.29999999999999993", "0.29999999999999993"),
                ("1e20", "1e20"),
                ("NULL", ""),
                ("-1.5", "-1.5"),
                ("3", "3"),
                ("'word'", "word"),
            ],
        ),
        TestColumn::new(
            "endless",
            "real",
            &["endless>=5"],
            &[("9e999", "Inf"), ("-9e999", "-Inf"), ("1", "1"), ("6", "6")],
        ),
        TestColumn::new(
            "price",
            "numeric(8,2)",
            &["price=2.5", "price=3"],
            &[("2.50", "2.5"), ("3", "3"), ("NULL", ""), ("3.01", "3.01")],
        ),
        TestColumn::new("flag", "boolean", &["flag"], &[("1", "true"), ("0", "false"), ("NULL", "")]),
    ];
    let table = TestTable { columns, rows: 211 };
    let hostile = "t\"; drop table zoo; --\n🦉";
    let file = File::new(&table.sql(&name(hostile), name));
    table.check(&mut *file.table(hostile));
    table.check(&mut *file.query(&format!("SELECT * FROM {} -- all of it", name(hostile))));
}

#[test]
fn a_large_table_is_sampled_from_all_over() {
    let rows = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)";
    let file = File::new(&format!(
        "CREATE TABLE t AS {rows} SELECT i, i % 7 AS seven FROM n; CREATE VIEW v AS SELECT * FROM t"
    ));
    for table in ["t", "v"] {
        let mut engine = file.table(table);
        let sample = engine.sample(10_000).unwrap();
        assert!(!sample.is_whole);
        assert_eq!(sample.row_count, Some(300_000));
        assert!((5_000..20_000).contains(&sample.table.len()), "{table}: {}", sample.table.len());
        let numbers: Vec<u64> = sample.table.column(0).map(|cell| cell.parse().unwrap()).collect();
        assert!(numbers.iter().any(|number| *number < 10_000) && numbers.iter().any(|number| *number > 290_000));
        let again = engine.sample(10_000).unwrap();
        assert_eq!(again.table.column(0).collect::<Vec<_>>(), sample.table.column(0).collect::<Vec<_>>());
    }
}

#[test]
fn what_is_not_there_is_said() {
    let file = File::new("CREATE TABLE animals (a); CREATE TABLE plants (a)");
    let error = |options: OpenOptions| file.open(&options).err().unwrap().to_string();
    let named = |table: &str| OpenOptions { table: Some(table.to_owned()), ..OpenOptions::default() };
    assert!(error(named("animal")).contains("similar: 'animals'"), "{}", error(named("animal")));
    assert!(error(named("x")).contains("'animals', 'plants'"));
    assert!(error(OpenOptions::default()).contains("several tables: say which of 'animals', 'plants'"));
    assert!(error(OpenOptions { query: Some("SELECT 1".to_owned()), ..named("animals") }).contains("both"));
    let wrong = OpenOptions { query: Some("SELECT x FROM nowhere".to_owned()), ..OpenOptions::default() };
    let wrong = error(wrong);
    assert!(wrong.contains("no such table: nowhere"), "{wrong}");
    let none = sql::open(&Location::Sqlite("/nowhere/at all.db".into()), &OpenOptions::default()).err().unwrap();
    assert!(none.to_string().contains("no such file"));
    // The only table needs no name, and one without rows is no table.
    let only = File::new("CREATE TABLE only (a)");
    assert!(only.open(&OpenOptions::default()).unwrap().sample(10).unwrap_err().to_string().contains("no rows"));
    let text = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(text.path(), "this is no database, but a file of text that is long enough to be one".repeat(50))
        .unwrap();
    let error = sql::open(&Location::Sqlite(text.path().into()), &OpenOptions::default()).err().unwrap();
    assert!(error.to_string().contains("not a database"), "{error}");
}
