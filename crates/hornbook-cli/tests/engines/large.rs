//! Tables that are too large to be read whole: scanned where they are, and kept on disk
//! if memory does not do.

use std::fmt::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use arrow_array::{ArrayRef, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema};

use crate::common::Place;
use crate::servers::postgres::Postgres;
use crate::sources::{self, At};

/// A column: what it is called, the values that it may have, and which of them the row
/// has, in words that both SQL and [`place_of`](Column::place_of) understand.
struct Column {
    name: String,
    values: &'static [&'static str],
    sql: String,
    place_of: Box<dyn Fn(i64) -> i64>,
}

/// A table of which each row is computed from its number.
struct Made {
    rows: i64,
    columns: Vec<Column>,
}

const NO_YES: &[&str] = &["no", "yes"];
const DIGITS: &[&str] = &["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "a", "b", "c", "d", "e", "f"];

fn column(name: &str, values: &'static [&'static str], sql: String, place_of: impl Fn(i64) -> i64 + 'static) -> Column {
    Column { name: name.to_owned(), values, sql, place_of: Box::new(place_of) }
}

impl Made {
    /// Twelve attributes that are free, two that follow from some of them, and one with
    /// six values, of which one follows from three attributes.
    fn of_few_kinds() -> Self {
        let bit =
            |at: u32| column(&format!("free{at}"), NO_YES, format!("(i / {}) % 2", 1 << at), move |i| i >> at & 1);
        let mut columns: Vec<Column> = (0..10).map(bit).collect();
        columns.push(column("both", NO_YES, "(i % 2) * (i / 2 % 2)".to_owned(), |i| (i & 1) * (i >> 1 & 1)));
        let either = "1 - (1 - i / 4 % 2) * (1 - i / 8 % 2)".to_owned();
        columns.push(column("either", NO_YES, either, |i| 1 - (1 - (i >> 2 & 1)) * (1 - (i >> 3 & 1))));
        columns.push(column("six", &DIGITS[..6], "i % 6".to_owned(), |i| i % 6));
        Self { rows: 400_000, columns }
    }

    /// Thirty columns without any order in them, so that nearly all rows differ, and one
    /// that follows from the first of them.
    fn of_many_kinds() -> Self {
        let digit = |at: i64| {
            let factor = 100_003 + at * 27_644_437 % 800_000;
            let sql = format!("(i * {factor} % 1000003) / 7 % 16");
            column(&format!("c{at}"), DIGITS, sql, move |i| i * factor % 1_000_003 / 7 % 16)
        };
        let mut columns: Vec<Column> = (0..30).map(digit).collect();
        let low = "1 - (i * 100003 % 1000003) / 7 % 16 / 8".to_owned();
        columns.push(column("low", NO_YES, low, |i| 1 - i * 100_003 % 1_000_003 / 7 % 16 / 8));
        Self { rows: 250_000, columns }
    }

    fn cell(column: &Column, row: i64) -> &'static str {
        column.values[(column.place_of)(row) as usize]
    }

    /// The query that computes it from the numbers of the rows.
    fn select(&self) -> String {
        let shown = |column: &Column| {
            let cases: String =
                column.values.iter().enumerate().map(|(at, value)| format!(" WHEN {at} THEN '{value}'")).collect();
            format!("CASE {}{cases} END AS {}", column.sql, column.name)
        };
        self.columns.iter().map(shown).collect::<Vec<_>>().join(", ")
    }

    fn write_sqlite(&self, place: &Place, file: &str) {
        let numbers =
            format!("WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {})", self.rows - 1);
        sources::sqlite(
            &place.path().join(file),
            &format!("CREATE TABLE made AS {numbers} SELECT {} FROM n;", self.select()),
        );
    }

    fn write_postgres(&self, postgres: &Postgres, table: &str) {
        let (select, last) = (self.select(), self.rows - 1);
        postgres.run(&format!("CREATE TABLE {table} AS SELECT {select} FROM generate_series(0::bigint, {last}) i;"));
    }

    fn write_parquet(&self, place: &Place, file: &str) {
        let of = |column: &Column| -> ArrayRef {
            Arc::new((0..self.rows).map(|row| Some(Self::cell(column, row))).collect::<StringArray>())
        };
        let fields: Vec<Field> =
            self.columns.iter().map(|column| Field::new(&column.name, DataType::Utf8, true)).collect();
        let columns = self.columns.iter().map(of).collect();
        let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), columns).unwrap();
        sources::write_parquet(&place.path().join(file), &batch);
    }

    fn write_csv(&self, place: &Place, file: &str) {
        let names: Vec<&str> = self.columns.iter().map(|column| column.name.as_str()).collect();
        let mut text = names.join(",") + "\n";
        for row in 0..self.rows {
            let cells: Vec<&str> = self.columns.iter().map(|column| Self::cell(column, row)).collect();
            writeln!(text, "{}", cells.join(",")).unwrap();
        }
        place.write(file, text);
    }

    /// Puts it where the command can find it.
    fn everywhere(&self, place: &Place, postgres: &Postgres, table: &str) -> [At; 3] {
        self.write_sqlite(place, "made.db");
        self.write_postgres(postgres, table);
        self.write_parquet(place, "made.parquet");
        [At::file("made.parquet"), At::table(&postgres.url(), table), At::table("sqlite:made.db", "made")]
    }
}

#[test]
fn of_few_kinds_give_the_rules_of_the_file() {
    let (place, postgres, made) = (Place::new(), Postgres::shared(), Made::of_few_kinds());
    made.write_csv(&place, "made.csv");
    let csv = At::file("made.csv");
    place.write("r.rules", "free0, free1 -> both\nboth -> either\nsix=0 -> free0\neither, six=5 -> free0\n");
    csv.ok(&place, &["basis", "SOURCE", "--output", "basis.json"]);
    let basis = csv.ok(&place, &["basis", "SOURCE"]);
    for known in [
        "both=yes -> free0=yes, free1=yes",
        "free0=yes, free1=yes -> both=yes",
        "free2=yes -> either=yes",
        "free3=yes -> either=yes",
        "six=4 -> free0=no, both=no",
    ] {
        assert!(basis.lines().any(|line| line.starts_with(known)), "{known}: {basis}");
    }
    let commands: [(&[&str], i32); 4] = [
        (&["learn", "SOURCE", "--all"], 0),
        (&["basis", "SOURCE"], 0),
        (&["check", "r.rules", "SOURCE", "--limit", "0"], 1),
        (&["measure", "basis.json", "SOURCE", "--distribution", "support", "--seed", "5"], 0),
    ];
    let wanted = commands.map(|(command, code)| {
        let ran = csv.run(&place, command);
        assert!(ran.code == code && !ran.out.is_empty(), "{command:?} {ran:?}");
        ran.out
    });
    for at in made.everywhere(&place, &postgres, "few_kinds") {
        for ((command, code), wanted) in commands.iter().zip(&wanted) {
            for memory in [&[][..], &["--memory", "16M"]] {
                let ran = at.run(&place, &[command, memory].concat());
                assert_eq!((ran.code, &ran.out), (*code, wanted), "{command:?} {memory:?} {}: {}", at.source, ran.err);
                let is_told =
                    !["learn", "basis"].contains(&command[0]) || ran.err.contains("columns scaled by a sample");
                assert!(is_told, "{command:?} {}: {}", at.source, ran.err);
            }
        }
    }
}

/// Runs a command, and gives what it printed and the most memory that it ever had, in
/// megabytes.
fn with_peak(place: &Place, arguments: &[&str]) -> (String, String, u64) {
    let mut child = place.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok());
        peak = peak.max(kilobytes.unwrap_or_default() / 1024);
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{arguments:?}: {err}");
    (String::from_utf8(output.stdout).unwrap(), err, peak)
}

/// Precision, recall, and the weak and the strong error that were measured.
fn shares_of(measured: &str) -> [f64; 4] {
    ["precision", "recall", "weak error", "strong error"].map(|name| {
        let rest = measured.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        rest.split_whitespace().next().unwrap().parse().unwrap()
    })
}

/// With a limit of 16 megabytes, a run takes no more than so many: rows that are put
/// together take 32 in any case, the program without any takes 17, or some more with
/// Spark, and the rest are the sample, and what is being read.
const MOST_MEGABYTES: u64 = 96;
/// A file of text that is no longer than this one is held whole, and so are its cells, while
/// they are read.
const MOST_MEGABYTES_FOR_TEXT: u64 = 160;

#[test]
fn of_many_kinds_give_the_same_rules_from_disk() {
    let (place, postgres, made) = (Place::new(), Postgres::shared(), Made::of_many_kinds());
    place.write("r.rules", "c0=0 -> low\nc0=9 -> low\nlow, c0=8 -> ⊥\nc1=1, c2=2 -> low\n");
    let learn =
        "learn SOURCE --target low --max-premise 1 --method settle --seed 4 --distribution short --epsilon 0.001";
    let learn: Vec<&str> = learn.split(' ').collect();
    let measure = ["measure", "low.json", "SOURCE", "--distribution", "support", "--seed", "5", "--tolerance", "0.05"];
    let check = ["check", "r.rules", "SOURCE", "--limit", "0"];
    let (mut all, mut shares) = (Vec::new(), Vec::new());
    made.write_postgres(&postgres, "many_kinds");
    made.write_parquet(&place, "made.parquet");
    for at in [At::file("made.parquet"), At::table(&postgres.url(), "many_kinds")] {
        at.ok(&place, &[&learn[..], &["--output", "low.json"]].concat());
        let (from_memory, report, _) = with_peak(&place, &at.arguments(&learn));
        assert!(report.contains("of memory\n") && !report.contains("on disk"), "{report}");
        assert!(from_memory.contains("c0=0 -> low"), "{from_memory}");
        let few = ["--memory", "16M", "--scratch", "."];
        let (from_disk, report, peak) = with_peak(&place, &at.arguments(&[&learn[..], &few].concat()));
        assert!(report.contains("on disk"), "{report}");
        assert!(peak < MOST_MEGABYTES, "{}: {peak} MB", at.source);
        assert_eq!(from_memory, from_disk, "{}", at.source);
        for few in [&[][..], &few] {
            let checked = at.run(&place, &[&check[..], few].concat());
            assert_eq!(checked.code, 1, "{}: {checked:?}", at.source);
            all.push((from_memory.clone(), checked.out));
            let measured = at.ok(&place, &[&measure[..], few].concat());
            shares.push(shares_of(&measured));
        }
    }
    made.write_sqlite(&place, "made.db");
    let at = At::table("sqlite:made.db", "made");
    let (from_disk, report, peak) = with_peak(&place, &at.arguments(&[&learn[..], &["--memory", "16M"]].concat()));
    assert!(report.contains("on disk") && peak < MOST_MEGABYTES, "{peak} MB, {report}");
    assert_eq!(from_disk, all[0].0);
    // A file of text, too, and in an archive.
    made.write_csv(&place, "made.csv");
    assert!(Command::new("gzip").arg("-1k").arg(place.path().join("made.csv")).status().unwrap().success());
    for file in ["made.csv", "made.csv.gz"] {
        let at = At::file(file);
        let (from_disk, report, peak) = with_peak(&place, &at.arguments(&[&learn[..], &["--memory", "16M"]].concat()));
        assert!(report.contains("on disk") && peak < MOST_MEGABYTES_FOR_TEXT, "{file}: {peak} MB, {report}");
        assert_eq!(from_disk, all[0].0, "{file}");
    }
    assert!(all[0].1.contains("c0=9 -> low: broken by 15,623 rows"), "{}", all[0].1);
    assert!(all.iter().all(|one| *one == all[0]), "{all:?}");
    // Rows come in another order, and so do the sets that are drawn: each share is off by
    // 0.05 at most.
    let alike = |one: &[f64; 4]| one.iter().zip(&shares[0]).all(|(a, b)| (a - b).abs() <= 0.1);
    assert!(shares.iter().all(alike), "{shares:?}");
    assert!(!place.files().iter().any(|name| name.contains("tmp")), "{:?}", place.files());
}
