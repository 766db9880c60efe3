//! A scan in the cluster tells what the cells of the sample tell.

use std::collections::BTreeMap;
use std::path::Path;

use hornbook::scaling::{CellState, Missing, RowTests, Scaling, ScalingOptions};
use hornbook::table::Table;
use hornbook_engines::sql::SqlEngine;
use hornbook_engines::sql::spark::SparkConnection;
use hornbook_engines::{Control, Engine, EngineError, Grouping, OpenOptions, RowSink};

use super::cluster::{Cluster, cluster};

/// What rows have, what is unknown of them, and how often they occur.
#[derive(Debug, Default, PartialEq, Eq)]
struct Rows(BTreeMap<(Vec<u64>, Vec<u64>), u64>);

impl RowSink for Rows {
    fn row(&mut self, has: &[u64], unknown: &[u64], count: u64) -> Result<(), EngineError> {
        *self.0.entry((has.to_vec(), unknown.to_vec())).or_default() += count;
        Ok(())
    }

    fn begin_anew(&mut self) -> Result<(), EngineError> {
        self.0.clear();
        Ok(())
    }
}

/// What the cells of a table tell: its rows, and how many are left out.
fn read(table: &Table, tests: &RowTests) -> (Rows, u64) {
    let (mut rows, mut left_out) = (Rows::default(), 0);
    let places: Vec<usize> = tests
        .columns
        .iter()
        .map(|tested| table.columns().iter().position(|name| *name == tested.column).unwrap())
        .collect();
    for row in 0..table.len() {
        let (mut has, mut unknown, mut is_dropped) = (tests.universe.none(), tests.universe.none(), false);
        for (tested, &place) in tests.columns.iter().zip(&places) {
            let reading = tested.read(table.cell(row, place));
            reading.has.iter().for_each(|&attr| _ = has.insert(attr));
            if reading.state == CellState::Missing {
                is_dropped |= tests.missing == Missing::Drop;
                if tests.missing == Missing::Unknown && !tested.missing_is_value {
                    tested.tests.iter().for_each(|(attr, _)| _ = unknown.insert(*attr));
                }
            }
        }
        if is_dropped {
            left_out += 1;
            continue;
        }
        let unknown = if tests.missing == Missing::Unknown { unknown.words() } else { &[] };
        rows.row(has.words(), unknown, 1).unwrap();
    }
    (rows, left_out)
}

fn open(cluster: &Cluster, options: &OpenOptions) -> SqlEngine<SparkConnection> {
    let connection = SparkConnection::connect(&cluster.url, Control::default()).unwrap();
    SqlEngine::new(connection, options).unwrap()
}

fn table(name: &str) -> OpenOptions {
    OpenOptions { table: Some(name.to_owned()), ..OpenOptions::default() }
}

fn query(query: &str) -> OpenOptions {
    OpenOptions { query: Some(query.to_owned()), ..OpenOptions::default() }
}

fn tests_of(sample: &Table, missing: Missing) -> RowTests {
    let wanted = ScalingOptions { missing, for_rules: true, ..ScalingOptions::default() };
    Scaling::detect(sample, &wanted).unwrap().row_tests(sample).unwrap()
}

/// Scans tell the same as cells, grouped or not, whatever missing values are.
fn check(cluster: &Cluster, options: &OpenOptions) {
    let mut engine = open(cluster, options);
    let sample = engine.sample(200_000).unwrap();
    assert!(sample.is_whole);
    for missing in [Missing::Absent, Missing::Value, Missing::Drop, Missing::Unknown] {
        let tests = tests_of(&sample.table, missing);
        assert!(!tests.columns.is_empty());
        let (expected, left_out) = read(&sample.table, &tests);
        for grouping in [Grouping::Grouped, Grouping::OneByOne] {
            let mut rows = Rows::default();
            let scanned = engine.scan(&tests, grouping, &mut rows).unwrap();
            let plan = engine.plan(&tests, grouping).unwrap();
            assert!(rows == expected, "{missing:?} {grouping:?}\n{}", plan.join("\n"));
            assert_eq!((scanned.rows, scanned.left_out), (sample.table.len() as u64, left_out));
            assert_eq!(scanned.unexpected, Vec::<usize>::new());
        }
    }
}

#[test]
fn files_of_text() {
    let cluster = cluster();
    for name in ["zoo", "breast-cancer"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../data/{name}.csv")).canonicalize().unwrap();
        check(&cluster, &table(path.to_str().unwrap()));
    }
}

/// Columns of all types, with what is usual, missing and strange in them.
const ALL_TYPES: &str = "
    SELECT
      element_at(array('red', ' red ', 'it\\'s', 'a\\\\b', '\"; drop', NULL, '?', '', 'Red', '4.0'), CAST(id % 10 AS INT) + 1)
        AS `nasty``name \"'`,
      element_at(array('yes', 'no', 'YES', NULL), CAST(id % 4 AS INT) + 1) AS answer,
      element_at(array('3', '4.0', '4', '10', ' 7', 'NA'), CAST(id % 6 AS INT) + 1) AS written,
      CAST(id % 7 AS INT) AS whole,
      CAST(id % 3 AS TINYINT) AS tiny,
      CAST(id * 1000003 AS BIGINT) AS large,
      CAST(id % 9 AS DECIMAL(12, 2)) / 4 AS money,
      CASE id % 8 WHEN 0 THEN CAST('NaN' AS DOUBLE) WHEN 1 THEN -0.0D WHEN 2 THEN 1e300 WHEN 3 THEN NULL
        WHEN 4 THEN -1e-7 ELSE id / 3D END AS real,
      CAST(id / 7 AS FLOAT) AS narrow,
      CASE id % 3 WHEN 0 THEN true WHEN 1 THEN false END AS flag,
      date_add(DATE '2023-11-30', CAST(id AS INT)) AS day,
      CASE WHEN id % 5 > 0 THEN TIMESTAMP_NTZ '2024-02-28 23:59:59.5' + make_interval(0, 0, 0, 0, CAST(id AS INT)) END AS moment,
      TIMESTAMP '2024-02-28 12:00:00' + make_interval(0, 0, 0, CAST(id % 40 AS INT)) AS instant,
      CASE id % 4 WHEN 0 THEN array('a', 'b') WHEN 1 THEN array('b') WHEN 2 THEN array() ELSE NULL END AS list,
      map('k', id) AS other,
      if(id % 2 = 0, 'x', 'y') AS `line\nbreak`,
      element_at(array('Ä', 'ä', 'ß', '日本', '💥'), CAST(id % 5 AS INT) + 1) AS letters
    FROM range(0, 240, 1, 3)";

#[test]
fn all_types_of_columns() {
    let cluster = cluster();
    check(&cluster, &query(ALL_TYPES));
}

#[test]
fn a_table_that_is_not_there_and_one_that_is_near() {
    let cluster = cluster();
    let connection = SparkConnection::connect(&cluster.url, Control::default()).unwrap();
    let error = SqlEngine::new(connection, &table("no.such")).map(|_| ()).unwrap_err();
    assert!(error.to_string().contains("has no table 'no.such'"), "{error}");
    let connection = SparkConnection::connect(&cluster.url, Control::default()).unwrap();
    let error = SqlEngine::new(connection, &table("/no/such/folder/")).map(|_| ()).unwrap_err();
    assert!(error.to_string().contains("PATH_NOT_FOUND"), "{error}");
}

#[test]
fn a_worker_is_killed_in_the_middle_of_a_scan() {
    /// Kills a worker once some rows came.
    struct Killing<'a> {
        rows: Rows,
        count: u64,
        was_killed: bool,
        cluster: &'a Cluster,
    }
    impl RowSink for Killing<'_> {
        fn row(&mut self, has: &[u64], unknown: &[u64], count: u64) -> Result<(), EngineError> {
            self.count += count;
            if self.count > 100_000 && !std::mem::replace(&mut self.was_killed, true) {
                self.cluster.kill_worker(2);
            }
            self.rows.row(has, unknown, count)
        }

        fn begin_anew(&mut self) -> Result<(), EngineError> {
            panic!("Spark mends that by itself");
        }
    }

    let cluster = cluster();
    // Its tasks take a while, and there are many.
    let options = query(
        "SELECT concat('c', hash(id) % 5) AS colour, CAST(id % 11 AS INT) AS legs, hash(id, 7) % 2 = 0 AS flag,
                sha2(repeat(CAST(id AS STRING), 20), 512) > '8' AS slow
         FROM range(0, 3000000, 1, 60)",
    );
    let mut engine = open(&cluster, &options);
    let sample = engine.sample(10_000).unwrap();
    assert!(!sample.is_whole);
    let tests = tests_of(&sample.table, Missing::Absent);
    let mut expected = Rows::default();
    engine.scan(&tests, Grouping::Grouped, &mut expected).unwrap();
    let mut killing = Killing { rows: Rows::default(), count: 0, was_killed: false, cluster: &cluster };
    let scanned = engine.scan(&tests, Grouping::OneByOne, &mut killing).unwrap();
    cluster.start_worker(2);
    assert!(killing.was_killed);
    assert_eq!(scanned.rows, 3_000_000);
    assert_eq!(killing.rows, expected);
}
