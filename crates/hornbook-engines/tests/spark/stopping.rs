//! What is called off stops in the cluster, too.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hornbook_engines::sql::spark::SparkConnection;
use hornbook_engines::{Control, EngineError};

use super::cluster::cluster;
use super::numbers;

/// It would take hours.
const LONG: &str = "SELECT count(*) FROM range(0, 100000000000000, 1, 100) WHERE hash(id) = 7";

#[test]
fn a_query_that_is_called_off_stops() {
    let cluster = cluster();
    let stopped = Arc::new(AtomicBool::new(false));
    let mut connection = SparkConnection::connect(&cluster.url, Control::new(stopped.clone(), None)).unwrap();
    std::thread::scope(|scope| {
        let asking = scope.spawn(|| {
            let answer = numbers(&mut connection, LONG);
            (answer, Instant::now())
        });
        cluster.await_that("a job runs", |cluster| cluster.running_jobs() > 0);
        stopped.store(true, Ordering::Relaxed);
        let asked = Instant::now();
        let (answer, heard) = asking.join().unwrap();
        assert_eq!(answer, Err(EngineError::Stopped));
        assert!(heard - asked < Duration::from_secs(2), "{:?}", heard - asked);
    });
    cluster.await_that("no job runs", |cluster| cluster.running_jobs() == 0);
    stopped.store(false, Ordering::Relaxed);
    assert_eq!(numbers(&mut connection, "SELECT 1").unwrap(), [[1]]);
}

#[test]
fn a_query_stops_when_the_time_is_up() {
    let cluster = cluster();
    let deadline = Instant::now() + Duration::from_secs(4);
    let control = Control::new(Arc::new(AtomicBool::new(false)), Some(deadline));
    let mut connection = SparkConnection::connect(&cluster.url, control).unwrap();
    assert_eq!(numbers(&mut connection, LONG), Err(EngineError::TimeLimit));
    assert!(deadline.elapsed() < Duration::from_secs(2));
    cluster.await_that("no job runs", |cluster| cluster.running_jobs() == 0);
}
