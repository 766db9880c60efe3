//! Tables of a real Spark cluster: a master, two workers and a Connect server.

use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::cluster::{Cluster, cluster};
use crate::common::{Place, Ran};
use crate::same_rules::assert_same;
use crate::sources::{self, At};

fn start(place: &Place, arguments: &[&str]) -> Child {
    place.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn ended(child: Child) -> Ran {
    child.wait_with_output().unwrap().into()
}

/// Where the cluster has a file of the folder `data`.
fn put(cluster: &Cluster, file: &str) -> String {
    let path = cluster.place(&format!("{file}.parquet"));
    sources::write_parquet(&path, &sources::batch(&sources::cells(&format!("{file}.csv"))));
    path.to_str().unwrap().to_owned()
}

#[test]
fn gives_the_rules_of_the_file() {
    let cluster = cluster();
    for file in ["zoo", "breast-cancer"] {
        let (place, path) = (Place::new(), put(&cluster, file));
        let query = format!("SELECT * FROM parquet.`{path}`");
        assert_same(&place, file, &[At::table(&cluster.url, &path), At::query(&cluster.url, &query)]);
    }
}

#[test]
fn check_finds_the_rows_of_the_file() {
    let cluster = cluster();
    let (place, path) = (Place::new(), put(&cluster, "zoo"));
    place.write("r.rules", "hair -> milk\nlegs=4 -> backbone\nfeathers -> eggs\n");
    let check = ["check", "r.rules", "SOURCE", "--limit", "2"];
    let wanted = At::file("data/zoo.csv").run(&place, &check);
    assert!(wanted.code == 1 && wanted.out.contains("broken by"), "{wanted:?}");
    let ran = At::table(&cluster.url, &path).run(&place, &check);
    assert_eq!((ran.code, ran.out), (wanted.code, wanted.out), "{}", ran.err);
}

/// Rows that take a while, in many pieces, of which most are alike.
fn slow(rows: u32) -> String {
    format!(
        "SELECT concat('c', abs(hash(id % 40)) % 5) AS colour, CAST(id % 40 % 7 AS INT) AS legs, id % 40 < 9 AS young,
           aggregate(sequence(0, 400), 0L, (a, x) -> a ^ hash(x, id)) IS NULL AS never
         FROM range(0, {rows}, 1, 60)"
    )
}

#[test]
fn a_worker_killed_in_the_middle_of_a_run_changes_nothing() {
    let cluster = cluster();
    let (place, at) = (Place::new(), At::query(&cluster.url, &slow(400_000)));
    let learn = ["learn", "SOURCE", "--all"];
    let wanted = at.ok(&place, &learn);
    assert!(wanted.contains(" -> "), "{wanted}");
    let learning = start(&place, &at.arguments(&learn));
    cluster.await_that("it is asked", |cluster| cluster.running_jobs() > 0);
    sleep(Duration::from_millis(500));
    cluster.kill_worker(2);
    let ran = ended(learning);
    cluster.start_worker(2);
    assert_eq!((ran.code, ran.out), (0, wanted), "{}", ran.err);
}

#[test]
fn ctrl_c_stops_the_jobs() {
    let cluster = cluster();
    let (place, at) = (Place::new(), At::query(&cluster.url, &slow(100_000_000)));
    let learning = start(&place, &at.arguments(&["learn", "SOURCE", "--output", "o.json"]));
    cluster.await_that("it is asked", |cluster| cluster.running_jobs() > 0);
    let sent = std::process::Command::new("kill").args(["-INT", &learning.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let ran = ended(learning);
    assert!(ran.code != 0 && !place.path().join("o.json").exists(), "{ran:?}");
    cluster.await_that("its jobs end", |cluster| cluster.running_jobs() == 0);
}

#[test]
fn mistakes_get_one_line_and_no_token_is_shown() {
    let (cluster, place) = (cluster(), Place::new());
    let refused = |at: At| at.refused(&place, &["learn", "SOURCE", "--output", "o.json"]);
    let message = refused(At::table(&cluster.url, "gone"));
    assert!(message.contains("gone"), "{message}");
    let message = refused(At::query(&cluster.url, "SELECT 1 / 0 AS a, id FROM range(10)"));
    assert!(message.contains("DIVIDE_BY_ZERO") || message.contains("zero"), "{message}");
    let secret = format!("{}/;token=s3cr3t-t0ken;use_ssl=true", cluster.url);
    let message = refused(At::table(&secret, "gone"));
    assert!(!message.contains("s3cr3t-t0ken"), "{message}");
}

#[test]
fn rows_that_stay_in_the_cluster_are_asked_there() {
    let cluster = cluster();
    let (place, path) = (Place::new(), put(&cluster, "zoo"));
    let wanted = At::file("data/zoo.csv").rules(&place, &["basis", "SOURCE"]);
    assert!(wanted.len() > 100);
    assert_eq!(At::table(&cluster.url, &path).rules(&place, &["basis", "SOURCE", "--in-source"]), wanted);
}
