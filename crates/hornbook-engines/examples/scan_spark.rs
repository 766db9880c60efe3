//! What a scan in a Spark cluster costs, against the cluster's own plain scan.
//!
//! `scan_spark sc://HOST:PORT FOLDER [ROWS] [TIMES]` makes two tables of Parquet in the
//! folder, unless they are there: `few` with 1,000 distinct rows and `distinct` with
//! none twice. Then it measures, in turns, a query that looks at all cells, a grouped
//! scan and one row by row, and prints the shortest of each, in seconds.

#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

use std::path::Path;
use std::time::{Duration, Instant};

use hornbook::scaling::{Missing, RowTests, Scaling, ScalingOptions};
use hornbook_engines::sql::spark::SparkConnection;
use hornbook_engines::sql::{Connection, Dialect, SqlEngine};
use hornbook_engines::{Control, Engine, EngineError, Grouping, OpenOptions, RowSink};

fn main() -> Result<(), EngineError> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [url, folder, rest @ ..] = &arguments[..] else {
        return Err(EngineError::Wrong("usage: scan_spark sc://HOST:PORT FOLDER [ROWS] [TIMES]".to_owned()));
    };
    let number = |place: usize, usual: u64| rest.get(place).map_or(usual, |text| text.parse().unwrap());
    let (rows, times) = (number(0, 10_000_000), number(1, 3));
    println!("{:10} {:>6} {:>9} {:>7} {:>12} {:>10}", "table", "attrs", "way", "seconds", "rows told", "bytes");
    for (name, code) in [("few", FEW), ("distinct", DISTINCT)] {
        let path = Path::new(folder).join(format!("{name}-{rows}"));
        if !path.exists() {
            make(url, &path, code, rows)?;
        }
        measure(url, name, path.to_str().unwrap(), times)?;
    }
    Ok(())
}

/// The number of a row, of 24 bits: one of a thousand, or each once.
const FEW: &str = "SELECT pmod(xxhash64(id), 1000) * 16777 AS n FROM ids";
const DISTINCT: &str = "SELECT c ^ shiftright(c, 13) AS n FROM (SELECT (b * 7919777) & 16777215 AS c FROM \
    (SELECT a ^ shiftright(a, 11) AS b FROM (SELECT (id * 10368889) & 16777215 AS a FROM ids)))";

/// Eight columns of eight values each, three bits of the number of a row.
fn make(url: &str, path: &Path, code: &str, rows: u64) -> Result<(), EngineError> {
    let digits: Vec<String> =
        (0..8).map(|digit| format!("CAST(shiftright(n, {}) & 7 AS INT) AS d{digit}", 3 * digit)).collect();
    let query = format!(
        "WITH ids AS (SELECT id FROM range(0, {rows}, 1, 8)), codes AS ({code}), digits AS (SELECT {} FROM codes)
         SELECT element_at(array('red', 'green', 'blue', 'black', 'white', 'grey', 'pink', 'gold'), d0 + 1) AS colour,
           element_at(array('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun', 'never'), d1 + 1) AS day,
           concat('shop ', d2) AS shop, element_at(array('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), d3 + 1) AS grade,
           concat('k', d4) AS kind, d5 AS legs, d6 AS size, CAST(d7 * 1.5 AS DOUBLE) AS weight
         FROM digits",
        digits.join(", ")
    );
    let path = Dialect::Spark.text(path.to_str().unwrap());
    let mut connection = SparkConnection::connect(url, Control::default())?;
    connection.texts(&format!("INSERT OVERWRITE DIRECTORY {path} USING parquet {query}"), &mut |_| Ok(()))?;
    Ok(())
}

fn measure(url: &str, name: &str, path: &str, times: u64) -> Result<(), EngineError> {
    let mut connection = SparkConnection::connect(url, Control::default())?;
    let relation = connection.relation(path)?.unwrap();
    let options = OpenOptions { table: Some(path.to_owned()), ..OpenOptions::default() };
    let mut engine = SqlEngine::new(SparkConnection::connect(url, Control::default())?, &options)?;
    let tests = tests(&mut engine)?;
    let mut best = [Duration::MAX; 3];
    let mut told = [(0, 0); 3];
    for _ in 0..times {
        let begin = Instant::now();
        let bytes = connection.texts(&format!("SELECT sum(hash(*)) FROM {relation}"), &mut |_| Ok(()))?;
        (best[0], told[0]) = (best[0].min(begin.elapsed()), (1, bytes));
        for (place, grouping) in [(1, Grouping::Grouped), (2, Grouping::OneByOne)] {
            let (begin, before) = (Instant::now(), engine.tally().bytes);
            let mut sink = Count(0);
            engine.scan(&tests, grouping, &mut sink)?;
            (best[place], told[place]) = (best[place].min(begin.elapsed()), (sink.0, engine.tally().bytes - before));
        }
    }
    for ((way, time), (rows, bytes)) in ["plain", "grouped", "each"].iter().zip(best).zip(told) {
        let (seconds, attributes) = (time.as_secs_f64(), tests.universe.len());
        println!("{name:10} {attributes:>6} {way:>9} {seconds:>7.2} {rows:>12} {bytes:>10}");
    }
    Ok(())
}

fn tests(engine: &mut impl Engine) -> Result<RowTests, EngineError> {
    let begin = Instant::now();
    let sample = engine.sample(100_000)?;
    println!("a sample of {} rows took {:.2} s", sample.table.len(), begin.elapsed().as_secs_f64());
    let wanted = ScalingOptions { missing: Missing::Absent, for_rules: true, ..ScalingOptions::default() };
    let tests = Scaling::detect(&sample.table, &wanted)?.row_tests(&sample.table)?;
    if std::env::var_os("HORNBOOK_SHOW_PLAN").is_some() {
        println!("{}", engine.plan(&tests, Grouping::Grouped)?.join("\n"));
    }
    Ok(tests)
}

/// Counts what it is told.
struct Count(u64);

impl RowSink for Count {
    fn row(&mut self, _has: &[u64], _unknown: &[u64], _count: u64) -> Result<(), EngineError> {
        self.0 += 1;
        Ok(())
    }

    fn begin_anew(&mut self) -> Result<(), EngineError> {
        self.0 = 0;
        Ok(())
    }
}
