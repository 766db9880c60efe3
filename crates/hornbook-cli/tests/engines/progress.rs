//! How far reading is, as a terminal shows it.

use std::process::Command;

use crate::common::{HORNBOOK, Place};
use crate::servers::postgres::Postgres;

/// What a terminal is given by a line of the shell, in which `COMMAND` is ours.
fn at_a_terminal(place: &Place, line: &str) -> String {
    let mut script = Command::new("script");
    let line = format!("stty cols 100; {}", line.replace("COMMAND", HORNBOOK));
    script.args(["--quiet", "--return", "--command", &line, "/dev/null"]);
    let output = script.current_dir(place.path()).env("SHELL", "/bin/sh").output().unwrap();
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{line}: {shown}");
    shown
}

#[test]
fn of_text_that_comes_slowly() {
    let line = "{ head -50 data/zoo.csv; sleep 1; tail -51 data/zoo.csv; } | COMMAND learn - --top 1";
    let shown = at_a_terminal(&Place::new(), line);
    assert!(shown.contains("reading: "), "{shown}");
}

#[test]
fn of_a_database_that_has_nothing_to_tell_yet() {
    let (place, postgres) = (Place::new(), Postgres::shared());
    let query = "SELECT i % 3 AS a, i % 2 AS b FROM generate_series(1, 12) AS i, pg_sleep(2)";
    let learn = format!("COMMAND learn '{}' --query '{query}' --top 1", postgres.url());
    let shown = at_a_terminal(&place, &learn);
    assert!(shown.contains("waiting for the source"), "{shown}");
    let shown = at_a_terminal(&place, &format!("{learn} --quiet"));
    assert!(!shown.contains("waiting"), "{shown}");
}
