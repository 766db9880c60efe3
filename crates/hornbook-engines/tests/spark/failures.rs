//! What fails says so in a line, and what is lost is found again.

use std::time::{Duration, Instant};

use hornbook_engines::sql::Connection;
use hornbook_engines::sql::spark::SparkConnection;
use hornbook_engines::{Control, EngineError};

use super::cluster::{Cluster, cluster};
use super::{connect, numbers, texts};

#[test]
fn what_is_not_there_is_said_in_a_line() {
    let cluster = cluster();
    let mut connection = connect(&cluster);
    let relation = connection.relation("`no`.such").unwrap().unwrap();
    for error in [
        connection.columns(&relation).unwrap_err(),
        texts(&mut connection, &format!("SELECT * FROM {relation}")).unwrap_err(),
    ] {
        let EngineError::Wrong(message) = error else { panic!("{error:?}") };
        assert!(message.starts_with("Spark: [TABLE_OR_VIEW_NOT_FOUND] The table or view `no`.`such`"), "{message}");
        assert!(!message.contains('\n'), "{message}");
    }
    let error = connection.relation("/no/such/file.csv").unwrap_err();
    assert!(matches!(&error, EngineError::Wrong(message) if message.contains("/no/such/file.csv")), "{error:?}");
    let error = texts(&mut connection, "SELEKT 1").unwrap_err();
    assert!(matches!(&error, EngineError::Wrong(message) if message.contains("SELEKT")), "{error:?}");
}

#[test]
fn a_query_that_fails_half_way_fails() {
    let cluster = cluster();
    let mut connection = connect(&cluster);
    let query = "SELECT if(id = 900000, raise_error('half-way'), id) FROM range(0, 1000000, 1, 10)";
    let error = numbers(&mut connection, query).unwrap_err();
    let EngineError::Failed(message) = &error else { panic!("{error:?}") };
    assert!(message.contains("half-way") && !message.contains('\n'), "{message}");
    assert_eq!(numbers(&mut connection, "SELECT 1").unwrap(), [[1]]);
}

#[test]
fn who_takes_the_rows_may_refuse_them() {
    let cluster = cluster();
    let mut connection = connect(&cluster);
    let refuse = || EngineError::Failed("enough".to_owned());
    let error = connection.numbers("SELECT id FROM range(0, 10000000000, 1, 1000)", &mut |_| Err(refuse()));
    assert_eq!(error, Err(refuse()));
    cluster.await_that("no job runs", |cluster| cluster.running_jobs() == 0);
    assert_eq!(numbers(&mut connection, "SELECT 1").unwrap(), [[1]]);
}

#[test]
fn a_server_that_is_not_there_is_unreachable() {
    let connect = |url: &str| SparkConnection::connect(url, Control::default()).map(|_| ()).unwrap_err();
    let error = connect("sc://127.0.0.1:1/;token=secret");
    let EngineError::Unreachable(message) = error else { panic!("{error:?}") };
    assert!(message.starts_with("sc://127.0.0.1:1 cannot be reached") && !message.contains("secret"), "{message}");
    // A token is not sent for all to read.
    let error = connect("sc://example.com/;token=secret");
    let EngineError::Wrong(message) = error else { panic!("{error:?}") };
    assert!(message.contains("use_ssl=true") && !message.contains("secret"), "{message}");
}

#[test]
fn a_killed_worker_does_not_change_the_rows() {
    let cluster = cluster();
    let mut connection = connect(&cluster);
    // Each task takes a while, and there are many.
    let query = "SELECT id, aggregate(sequence(0, 3000), 0L, (a, x) -> a ^ hash(x, id)) FROM range(0, 40000, 1, 80)";
    let mut expected = numbers(&mut connection, query).unwrap();
    let mut rows = Vec::new();
    let mut was_killed = false;
    connection
        .numbers(query, &mut |row| {
            if !was_killed && rows.len() > 5000 {
                was_killed = true;
                cluster.kill_worker(1);
            }
            rows.push(row.to_vec());
            Ok(())
        })
        .unwrap();
    cluster.start_worker(1);
    assert!(was_killed);
    expected.sort_unstable();
    rows.sort_unstable();
    assert!(rows == expected);
}

#[test]
fn a_lost_server_is_unreachable_until_it_is_back() {
    let own = Cluster::own("lost", 1);
    let mut connection = SparkConnection::connect(&own.0.url, Control::default()).unwrap();
    let path = own.0.place("people.csv");
    std::fs::write(&path, "name,age\nann,30\nbob,40\n").unwrap();
    let relation = connection.relation(path.to_str().unwrap()).unwrap().unwrap();
    assert_eq!(texts(&mut connection, &format!("SELECT * FROM {relation}")).unwrap().len(), 2);
    // In the middle of an answer.
    let mut is_killed = false;
    let error = connection
        .numbers("SELECT id FROM range(0, 1000000000, 1, 1000)", &mut |_| {
            if !std::mem::replace(&mut is_killed, true) {
                own.0.kill_server();
            }
            Ok(())
        })
        .unwrap_err();
    assert!(matches!(error, EngineError::Unreachable(_)), "{error:?}");
    let begin = Instant::now();
    let error = connection.reconnect().unwrap_err();
    assert!(matches!(error, EngineError::Unreachable(_)), "{error:?}");
    assert!(begin.elapsed() < Duration::from_secs(15));
    own.0.start_server();
    // The new server knows nothing of the old session.
    let error = texts(&mut connection, &format!("SELECT * FROM {relation}")).unwrap_err();
    assert!(matches!(error, EngineError::Unreachable(_)), "{error:?}");
    connection.reconnect().unwrap();
    assert_eq!(texts(&mut connection, &format!("SELECT * FROM {relation}")).unwrap().len(), 2);
}
