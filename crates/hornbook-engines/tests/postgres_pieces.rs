//! Tables of PostgreSQL that are read in pieces, by several connections at once.

#![allow(clippy::unwrap_used)]

mod servers;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hornbook::scaling::RowTests;
use hornbook_engines::{Control, Engine, EngineError, Grouping, Location, OpenOptions, RowSink, sql};
use servers::checking::detected;
use servers::postgres::{PASSWORD, Postgres};

const ROWS: u64 = 50_000;

/// Rows in the order in which they are told; something may happen at the first.
struct InOrder<'a> {
    rows: Vec<Vec<u64>>,
    begun_anew: usize,
    at_first: Option<Box<dyn FnOnce() + 'a>>,
}

impl<'a> InOrder<'a> {
    fn new(at_first: impl FnOnce() + 'a) -> Self {
        Self { rows: Vec::new(), begun_anew: 0, at_first: Some(Box::new(at_first)) }
    }
}

impl RowSink for InOrder<'_> {
    fn row(&mut self, has: &[u64], _: &[u64], count: u64) -> Result<(), EngineError> {
        if let Some(happens) = self.at_first.take() {
            happens();
        }
        assert_eq!(count, 1);
        self.rows.push(has.to_vec());
        Ok(())
    }

    fn begin_anew(&mut self) -> Result<(), EngineError> {
        self.rows.clear();
        self.begun_anew += 1;
        Ok(())
    }
}

/// A table of few rows a page, so that it has several pieces; some of its rows were
/// changed, so that they lie elsewhere, and some values are missing.
fn large(server: &Postgres) {
    server.run(&format!(
        "CREATE TABLE large (id int4, a int4, b text, c float8) WITH (fillfactor = 10);
         INSERT INTO large SELECT i, nullif(i % 7, 3), (i * 7919::int8 % 11)::text || ' b', (i * 31::int8 % 1009) / 8.0
         FROM generate_series(1, {ROWS}) AS i;
         UPDATE large SET a = 5 WHERE id % 1000 = 17;
         CREATE VIEW same AS SELECT * FROM large;"
    ));
}

fn open(url: &str, table: &str, control: Control) -> Box<dyn Engine> {
    let options = OpenOptions { table: Some(table.to_owned()), control, ..OpenOptions::default() };
    sql::open(&Location::of(Path::new(url)), &options).unwrap()
}

fn of_table(server: &Postgres, table: &str) -> Box<dyn Engine> {
    open(&server.url(), table, Control::default())
}

fn tests_of(server: &Postgres) -> RowTests {
    detected(&of_table(server, "large").sample(2000).unwrap().table)
}

/// The rows as one connection tells them.
fn wanted(server: &Postgres, tests: &RowTests) -> Vec<Vec<u64>> {
    let mut sink = InOrder::new(|| ());
    let mut engine = of_table(server, "same");
    assert!(!engine.plan(tests, Grouping::OneByOne).unwrap()[0].contains("ctid"));
    engine.scan(tests, Grouping::OneByOne, &mut sink).unwrap();
    assert_eq!(sink.rows.len() as u64, ROWS);
    sink.rows
}

#[test]
fn rows_come_in_their_order_from_one_snapshot() {
    let server = Postgres::start();
    large(&server);
    let tests = tests_of(&server);
    let wanted = wanted(&server, &tests);
    let mut engine = of_table(&server, "large");
    let plan = engine.plan(&tests, Grouping::OneByOne).unwrap();
    assert!(plan[0].contains("ctid < '(1024,0)'::tid") && plan[0].contains("-- And so on"), "{plan:?}");
    // From here on its snapshot does not change, but the table does.
    engine.sample(100).unwrap();
    server.run("DELETE FROM large WHERE id % 2 = 0; INSERT INTO large SELECT i FROM generate_series(1, 30000) AS i");
    let mut connections = 0;
    let mut sink = InOrder::new(|| {
        let count = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'hornbook'";
        connections = server.run(count).trim().parse().unwrap();
    });
    let scanned = engine.scan(&tests, Grouping::OneByOne, &mut sink).unwrap();
    assert_eq!((scanned.rows, engine.tally().reconnected), (ROWS, 0));
    assert!(sink.rows == wanted, "the rows are others, or in another order");
    drop(sink);
    let cores = std::thread::available_parallelism().unwrap().get();
    assert_eq!(connections, cores.min(3), "of three pieces");
}

#[test]
fn one_connection_does_if_there_are_no_more() {
    let server = Postgres::start();
    large(&server);
    let tests = tests_of(&server);
    let wanted = wanted(&server, &tests);
    server.run(&format!(
        "CREATE ROLE single LOGIN PASSWORD '{PASSWORD}' CONNECTION LIMIT 1; GRANT SELECT ON large TO single"
    ));
    let mut engine = open(&server.url().replace("hornbook:", "single:"), "large", Control::default());
    let mut sink = InOrder::new(|| ());
    engine.scan(&tests, Grouping::OneByOne, &mut sink).unwrap();
    assert!(sink.rows == wanted);
}

#[test]
fn who_waits_to_change_the_table_holds_nothing_up() {
    let server = Postgres::start();
    large(&server);
    let tests = tests_of(&server);
    let wanted = wanted(&server, &tests);
    let mut engine = of_table(&server, "large");
    engine.sample(100).unwrap();
    std::thread::scope(|scope| {
        let changing = scope.spawn(|| server.run("ALTER TABLE large ADD COLUMN d int4"));
        let waiting = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'ALTER%' AND wait_event_type = 'Lock'";
        let end = Instant::now() + Duration::from_secs(20);
        while server.run(waiting).trim() != "1" {
            assert!(Instant::now() < end, "nobody waits");
            std::thread::sleep(Duration::from_millis(50));
        }
        let mut sink = InOrder::new(|| ());
        engine.scan(&tests, Grouping::OneByOne, &mut sink).unwrap();
        assert!(sink.rows == wanted && !changing.is_finished());
        drop(engine);
    });
}

#[test]
fn pieces_begin_anew_after_a_loss_and_end_when_called_off() {
    let server = Postgres::start();
    // A row a page: so many pieces are not all there by the time the first is looked at.
    server.run(
        "CREATE TABLE large (a int4, b int4, page text); ALTER TABLE large ALTER COLUMN page SET STORAGE PLAIN;
         INSERT INTO large SELECT i % 7, i % 11, repeat('x', 7000) FROM generate_series(1, 15000) AS i",
    );
    let tests = tests_of(&server);
    let mut engine = of_table(&server, "large");
    let mut sink = InOrder::new(|| server.restart());
    let scanned = engine.scan(&tests, Grouping::OneByOne, &mut sink).unwrap();
    assert_eq!((scanned.rows, sink.rows.len()), (15_000, 15_000));
    assert_eq!((sink.begun_anew, engine.tally().reconnected), (1, 1));

    let stopped = Arc::new(AtomicBool::new(false));
    let mut engine = open(&server.url(), "large", Control::new(stopped.clone(), None));
    let mut sink = InOrder::new(|| stopped.store(true, Ordering::Relaxed));
    let error = engine.scan(&tests, Grouping::OneByOne, &mut sink).unwrap_err();
    assert_eq!(error, EngineError::Stopped);
}

#[test]
fn only_a_table_that_lies_in_its_own_pages_is_cut() {
    let server = Postgres::start();
    large(&server);
    let tests = tests_of(&server);
    let is_cut = || of_table(&server, "large").plan(&tests, Grouping::OneByOne).unwrap()[0].contains("ctid");
    assert!(is_cut());
    assert!(!of_table(&server, "large").plan(&tests, Grouping::Grouped).unwrap()[0].contains("ctid"));
    server.run("ALTER TABLE large ENABLE ROW LEVEL SECURITY");
    assert!(!is_cut());
    server.run("ALTER TABLE large DISABLE ROW LEVEL SECURITY; CREATE TABLE heir () INHERITS (large)");
    assert!(!is_cut());
}
