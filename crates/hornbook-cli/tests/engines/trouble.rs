//! Servers that go away, tables that change, and runs that are called off.

use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::{Place, Ran};
use crate::servers::checking::CsvFile;
use crate::servers::mariadb::Mariadb;
use crate::servers::postgres::Postgres;
use crate::sources::{self, At};

/// Zoo, in which each row takes a while.
fn slow_zoo(table: &str, seconds: &str) -> String {
    let zoo = CsvFile::read("zoo").sql(table, sources::name);
    let slept = format!("SELECT pg_sleep({seconds}) WHERE {table}.legs >= 0");
    format!("{zoo}\nCREATE VIEW slow_{table} AS SELECT {table}.* FROM {table} CROSS JOIN LATERAL ({slept}) AS slept;")
}

fn start(place: &Place, arguments: &[&str]) -> Child {
    place.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn ended(child: Child) -> Ran {
    child.wait_with_output().unwrap().into()
}

/// Waits until the server is busy with a query that has these words.
fn wait_for_query(server: &Postgres, words: &str) {
    let end = Instant::now() + Duration::from_secs(20);
    while !is_asked(server, words) {
        assert!(Instant::now() < end, "no query has '{words}'");
        sleep(Duration::from_millis(50));
    }
}

fn is_asked(server: &Postgres, words: &str) -> bool {
    let asked = format!(
        "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND query LIKE '%{words}%'"
    );
    server.run(&asked).trim() != "0"
}

#[test]
fn a_server_that_restarts_in_the_middle_is_waited_for() {
    let (place, postgres) = (Place::new(), Postgres::start());
    postgres.run(&slow_zoo("zoo", "0.03"));
    let at = At::table(&postgres.url(), "slow_zoo");
    let learning = start(&place, &at.arguments(&["learn", "SOURCE", "--all"]));
    wait_for_query(&postgres, "slow_zoo");
    sleep(Duration::from_millis(700));
    postgres.restart();
    let ran = ended(learning);
    assert_eq!((ran.code, ran.out), (0, place.ok(&["learn", "data/zoo.csv", "--all"])), "{}", ran.err);
    assert!(ran.err.contains("the connection was lost once"), "{}", ran.err);
}

/// A table that is scanned, in which a new value and a row that breaks a rule appear.
const CHANGING: &str = "CREATE TABLE changing AS SELECT i % 3 AS a, i % 6 AS b FROM generate_series(1, 210000) i;
CREATE VIEW slow_changing AS SELECT c.* FROM changing AS c
  WHERE NOT EXISTS (SELECT pg_sleep(2) WHERE c.b = 77) AND (c.b <> 5 OR random() > 0.0002 OR pg_sleep(0.2) IS NOT NULL);
ANALYZE changing;";

#[test]
fn a_table_that_changes_under_the_run_gives_the_rules_of_one_moment() {
    let (place, postgres) = (Place::new(), Postgres::start());
    postgres.run(CHANGING);
    let learn = ["learn", "SOURCE", "--all"];
    let quick = At::table(&postgres.url(), "changing");
    let before = quick.ok(&place, &learn);
    let slow = At::table(&postgres.url(), "slow_changing");
    let learning = start(&place, &slow.arguments(&learn));
    wait_for_query(&postgres, "slow_changing");
    sleep(Duration::from_millis(300));
    postgres.run("INSERT INTO changing SELECT 9, 8 FROM generate_series(1, 500); DELETE FROM changing WHERE b = 4;");
    let ran = ended(learning);
    let after = quick.ok(&place, &learn);
    assert_ne!(before, after);
    assert_eq!((ran.code, ran.out), (0, before), "{}", ran.err);
    assert!(ran.err.contains("210,000 rows"), "{}", ran.err);
}

/// Sends what Ctrl-C sends.
fn interrupt(child: &Child) {
    assert!(Command::new("kill").arg("-INT").arg(child.id().to_string()).status().unwrap().success());
}

#[test]
fn ctrl_c_and_time_limits_cancel_the_query() {
    let (place, postgres) = (Place::new(), Postgres::shared());
    postgres.run(&slow_zoo("patient", "1"));
    place.write("r.rules", "milk -> hair\n");
    let at = At::table(&postgres.url(), "slow_patient");
    let commands: [(&[&str], i32); 2] =
        [(&["learn", "SOURCE", "--output", "o.json"], 1), (&["check", "r.rules", "SOURCE", "--output", "o.json"], 2)];
    for (command, code) in commands {
        for by_hand in [true, false] {
            let limit: &[&str] = if by_hand { &[] } else { &["--read-time", "1s"] };
            let running = start(&place, &at.arguments(&[command, limit].concat()));
            wait_for_query(&postgres, "slow_patient");
            let began = Instant::now();
            if by_hand {
                interrupt(&running);
            }
            let ran = ended(running);
            assert!(began.elapsed() < Duration::from_secs(10), "{command:?}");
            assert_eq!((ran.code, ran.out.as_str()), (code, ""), "{}", ran.err);
            let why = if by_hand { "as asked for" } else { "the time was up" };
            let last = ran.err.lines().last().unwrap_or_default();
            assert_eq!(last, format!("Stopped early: {why}, while the table was being read."));
            assert!(!place.path().join("o.json").exists());
            sleep(Duration::from_millis(300));
            assert!(!is_asked(&postgres, "slow_patient"), "{command:?}: the query goes on");
        }
    }
}

#[test]
fn ctrl_c_cancels_the_query_of_mariadb() {
    let (place, mariadb) = (Place::new(), Mariadb::shared());
    mariadb.run("CREATE TABLE patient (a integer, b integer); INSERT INTO patient VALUES (1, 2), (2, 1), (3, 3);");
    mariadb.run("CREATE VIEW slow_patient AS SELECT a, b + sleep(20) AS b FROM patient;");
    let asked = || {
        mariadb.run("SELECT count(*) FROM information_schema.processlist WHERE info LIKE '%slow_patient%' AND id <> connection_id()")
    };
    let learning = start(&place, &At::table(&mariadb.url(), "slow_patient").arguments(&["learn", "SOURCE"]));
    let end = Instant::now() + Duration::from_secs(20);
    while asked().trim() == "0" {
        assert!(Instant::now() < end);
        sleep(Duration::from_millis(50));
    }
    sleep(Duration::from_millis(300));
    interrupt(&learning);
    let began = Instant::now();
    let ran = ended(learning);
    assert!(began.elapsed() < Duration::from_secs(10));
    assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{}", ran.err);
    sleep(Duration::from_millis(500));
    assert_eq!(asked().trim(), "0", "the query goes on");
}
