//! What may go wrong with a PostgreSQL server, and rows that break rules.

#![allow(clippy::unwrap_used)]

mod servers;

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hornbook::scaling::{IdColumn, Missing, RowTests, Scaling, ScalingOptions};
use hornbook::table::Table;
use hornbook::{Conclusion, Implication};
use hornbook_engines::{Control, Engine, EngineError, Grouping, Location, OpenOptions, sql};
use servers::checking::{Collected, CsvFile, detected};
use servers::postgres::{PASSWORD, Postgres};

fn open(server: &Postgres, options: &OpenOptions) -> Result<Box<dyn Engine>, EngineError> {
    sql::open(&Location::of(Path::new(&server.url())), options)
}

fn of_table(server: &Postgres, table: &str) -> Box<dyn Engine> {
    open(server, &OpenOptions { table: Some(table.to_owned()), ..OpenOptions::default() }).unwrap()
}

/// A table, and a view of it that takes seconds to read.
fn slow(server: &Postgres, seconds: f64) -> RowTests {
    server.run(&format!(
        "CREATE TABLE quick AS SELECT i % 3 AS a, i % 5 AS b, i FROM generate_series(1, 1000) AS i;
         CREATE VIEW slow AS
         SELECT a, b, i FROM quick WHERE i <> 500 OR pg_sleep({seconds}) IS NOT NULL;"
    ));
    detected(&of_table(server, "quick").sample(2000).unwrap().table)
}

#[test]
fn a_server_that_is_restarted_in_the_midst_of_a_scan_does_not_matter() {
    let server = Postgres::start();
    let tests = slow(&server, 3.0);
    let mut engine = of_table(&server, "slow");
    let mut wanted = Collected::default();
    of_table(&server, "quick").scan(&tests, Grouping::Grouped, &mut wanted).unwrap();
    for grouping in [Grouping::Grouped, Grouping::OneByOne] {
        let mut collected = Collected::default();
        let scanned = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(1000));
                server.restart();
            });
            engine.scan(&tests, grouping, &mut collected).unwrap()
        });
        assert_eq!(scanned.rows, 1000);
        assert_eq!(collected.rows, wanted.rows);
        assert_eq!(collected.begun_anew, 1, "the scan was not interrupted");
    }
    assert_eq!(engine.tally().reconnected, 2);
}

#[test]
fn a_query_that_is_called_off_ends_in_the_server() {
    let server = Postgres::shared();
    let tests = slow(&server, 30.0);
    let running = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'COPY%' AND state = 'active'";
    let stopped = Arc::new(AtomicBool::new(false));
    let deadline = Some(Instant::now() + Duration::from_secs(4));
    for (control, wanted) in [
        (Control::new(stopped.clone(), None), EngineError::Stopped),
        (Control::new(Arc::default(), deadline), EngineError::TimeLimit),
    ] {
        let mut engine =
            open(&server, &OpenOptions { table: Some("slow".to_owned()), control, ..OpenOptions::default() }).unwrap();
        let start = Instant::now();
        let error = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(700));
                assert_eq!(server.run(running).trim(), "1", "nothing to call off");
                stopped.store(true, Ordering::Relaxed);
            });
            engine.scan(&tests, Grouping::Grouped, &mut Collected::default()).unwrap_err()
        });
        assert_eq!(error, wanted);
        assert!(start.elapsed() < Duration::from_secs(15));
        let end = Instant::now() + Duration::from_secs(5);
        while server.run(running).trim() != "0" {
            assert!(Instant::now() < end, "the query goes on");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

#[test]
fn what_cannot_be_is_said_at_once_and_without_the_password() {
    let server = Postgres::shared();
    server.run("CREATE TABLE digits AS SELECT i % 3 AS a FROM generate_series(1, 1000) AS i");
    let start = Instant::now();
    let error = |url: String, options: OpenOptions| sql::open(&Location::Postgres(url), &options).err().unwrap();
    let wrong = error(server.url().replace(PASSWORD, "wr0ng-word"), OpenOptions::default());
    assert!(
        matches!(&wrong, EngineError::Failed(why) if why.contains("password") && !why.contains("wr0ng-word")),
        "{wrong:?}"
    );
    let unknown = error(server.url().replace("/postgres", "/n0where"), OpenOptions::default());
    assert!(matches!(&unknown, EngineError::Failed(why) if why.contains("n0where")), "{unknown:?}");
    let nobody = error(server.url().replace(&server.port().to_string(), "1"), OpenOptions::default());
    assert!(matches!(nobody, EngineError::Unreachable(_)), "{nobody:?}");
    let named = |table: &str| OpenOptions { table: Some(table.to_owned()), ..OpenOptions::default() };
    let query = |query: &str| OpenOptions { query: Some(query.to_owned()), ..OpenOptions::default() };
    let similar = error(server.url(), named("digit"));
    assert!(similar.to_string().contains("similar: 'digits'"), "{similar}");
    assert!(error(server.url(), query("SELECT 1 AS a, 2 AS a")).to_string().contains("two columns called 'a'"));
    assert!(error(server.url(), query("SELECT nonsense")).to_string().contains("nonsense"));
    assert!(start.elapsed() < Duration::from_secs(20));
    for message in [wrong, unknown, nobody, similar].map(|error| error.to_string()) {
        assert!(!message.contains(PASSWORD), "{message}");
    }
    let mut engine = open(&server, &query("SELECT a, 1 / (a - 1) AS b FROM digits")).unwrap();
    // A query that fails half-way fails with a message, and the engine can still be asked.
    let failed = engine.sample(100).unwrap_err();
    assert!(failed.to_string().contains("division by zero"), "{failed}");
    assert_eq!(engine.values("a", 10).unwrap().map(|values| values.len()), Some(3));
    assert!(engine.name().contains(":***@") && !engine.name().contains(PASSWORD));
    // Nothing can be changed.
    let changed = open(&server, &query("SELECT nextval('pg_catalog.pg_class_oid_index'::regclass) AS a"))
        .map(|mut engine| engine.sample(1));
    assert!(matches!(changed, Err(_) | Ok(Err(_))));
}

/// Run by the next test, with who one is in the environment.
#[test]
#[ignore = "needs the environment that another test gives it"]
fn opens_by_the_environment() {
    let url = std::env::var("HORNBOOK_TEST_URL").unwrap();
    let options = OpenOptions { query: Some("SELECT 7 AS seven".to_owned()), ..OpenOptions::default() };
    let sample = sql::open(&Location::Postgres(url), &options).unwrap().sample(10).unwrap();
    assert_eq!(sample.table.cell(0, 0), "7");
}

#[test]
fn who_one_is_may_stand_in_the_environment_or_in_a_file() {
    let server = Postgres::shared();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pgpass");
    std::fs::write(&file, format!("127.0.0.1:{}:*:hornbook:{PASSWORD}\n", server.port())).unwrap();
    std::fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    let run = |variables: &[(&str, &str)]| {
        let mut test = Command::new(std::env::current_exe().unwrap());
        test.args(["--exact", "opens_by_the_environment", "--ignored"]).env("HORNBOOK_TEST_URL", server.plain_url());
        test.env_remove("PGPASSWORD").env("PGUSER", "hornbook").envs(variables.iter().copied());
        test.output().unwrap().status.success()
    };
    assert!(run(&[("PGPASSWORD", PASSWORD)]));
    assert!(run(&[("PGPASSFILE", file.to_str().unwrap())]));
    assert!(!run(&[("PGPASSWORD", "wrong")]));
}

#[test]
fn rows_that_break_rules_are_named() {
    let server = Postgres::shared();
    let zoo = CsvFile::read("zoo");
    server.run(&zoo.sql("zoo_broken", |name| format!("\"{name}\"")));
    let table = zoo.table();
    let options = ScalingOptions { id: IdColumn::Column("animal_name".to_owned()), ..ScalingOptions::default() };
    let mut engine = of_table(&server, "zoo_broken");
    let sample = engine.sample(1000).unwrap().table;
    let scaling = Scaling::detect(&sample, &options).unwrap();
    let tests = scaling.row_tests(&sample).unwrap();
    let universe = tests.universe.clone();
    let set = |names: &[&str]| universe.set(names.iter().copied()).unwrap();
    let rules = [
        Implication::new(set(&["milk"]), set(&["hair"])),
        Implication::new(set(&["feathers"]), set(&["eggs"])),
        Implication::never(set(&["aquatic", "hair"])),
        Implication::new(set(&["backbone"]), Conclusion::Attrs(set(&["tail", "legs=4"]))),
    ];
    let found = engine.breaking(&tests, &rules, 5).unwrap();
    let has = |row: usize, name: &str| -> bool {
        let (column, value) = name.split_once('=').unwrap_or((name, "true"));
        let at = table.columns().iter().position(|known| known == column).unwrap();
        table.cell(row, at).to_lowercase() == value
    };
    let names = |row: usize| table.cell(row, 0).to_owned();
    let breaking = |broken: &dyn Fn(usize) -> bool| -> Vec<String> {
        (0..table.len()).filter(|row| broken(*row)).map(names).collect()
    };
    let wanted = [
        breaking(&|row| has(row, "milk") && !has(row, "hair")),
        breaking(&|row| has(row, "feathers") && !has(row, "eggs")),
        breaking(&|row| has(row, "aquatic") && has(row, "hair")),
        breaking(&|row| has(row, "backbone") && !(has(row, "tail") && has(row, "legs=4"))),
    ];
    for ((found, wanted), rule) in found.iter().zip(&wanted).zip(&rules) {
        assert_eq!(found.count, wanted.len() as u64);
        assert_eq!(found.rows.len(), wanted.len().min(5));
        assert!(found.rows.iter().all(|row| wanted.contains(&row.key) && !rule.holds_in(&row.has)));
    }
    assert!(wanted[1].is_empty() && wanted[3].len() > 5);
}

#[test]
fn rows_are_named_by_their_key_or_their_place() {
    let server = Postgres::shared();
    server.run(
        "CREATE TABLE keyed (x int, y text, a boolean, b boolean, PRIMARY KEY (y, x));
         INSERT INTO keyed VALUES (1, 'p', true, true), (2, 'q', true, false), (3, 'r', false, NULL), (4, 's', true, NULL);
         CREATE TABLE placed AS SELECT a, b FROM keyed;",
    );
    let keys = |table: &str, missing: Missing| {
        let mut engine = of_table(&server, table);
        let sample: Table = engine.sample(10).unwrap().table;
        let options = ScalingOptions { id: IdColumn::None, missing, ..ScalingOptions::default() };
        let universe = Arc::new(hornbook::Universe::new(["a", "b"]).unwrap());
        let tests =
            hornbook::scaling::row_tests_by_names(&sample, universe.clone(), &universe.all(), &options).unwrap();
        let rule = Implication::new(universe.set(["a"]).unwrap(), universe.set(["b"]).unwrap());
        let broken = engine.breaking(&tests, &[rule], 10).unwrap().swap_remove(0);
        assert_eq!(broken.count, broken.rows.len() as u64);
        broken.rows.into_iter().map(|row| row.key).collect::<Vec<_>>()
    };
    assert_eq!(keys("keyed", Missing::Absent), ["q, 2", "s, 4"]);
    // Of what is unknown, nothing is known to break it.
    assert_eq!(keys("keyed", Missing::Unknown), ["q, 2"]);
    assert_eq!(keys("keyed", Missing::Drop), ["q, 2"]);
    assert_eq!(keys("placed", Missing::Absent), ["(0,2)", "(0,4)"]);
}
