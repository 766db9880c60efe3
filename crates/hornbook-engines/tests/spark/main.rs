//! Tables of a real Spark cluster.
#![cfg(feature = "spark")]
#![allow(clippy::unwrap_used)]

#[path = "../servers/spark.rs"]
mod cluster;

mod cells;
mod failures;
mod scans;
mod stopping;

use hornbook_engines::sql::Connection;
use hornbook_engines::sql::spark::SparkConnection;
use hornbook_engines::{Control, EngineError};

/// The rows of an answer.
type Rows = Vec<Vec<Option<String>>>;

fn connect(cluster: &cluster::Cluster) -> SparkConnection {
    SparkConnection::connect(&cluster.url, Control::default()).unwrap()
}

fn texts(connection: &mut SparkConnection, query: &str) -> Result<Rows, EngineError> {
    let mut rows = Vec::new();
    let bytes = connection.texts(query, &mut |row| {
        rows.push(row.iter().map(|cell| cell.map(str::to_owned)).collect());
        Ok(())
    })?;
    assert!(rows.is_empty() || bytes > 0);
    Ok(rows)
}

fn numbers(connection: &mut SparkConnection, query: &str) -> Result<Vec<Vec<i64>>, EngineError> {
    let mut rows = Vec::new();
    connection.numbers(query, &mut |row| {
        rows.push(row.to_vec());
        Ok(())
    })?;
    Ok(rows)
}

/// A row without missing cells.
fn row(cells: &[&str]) -> Vec<Option<String>> {
    cells.iter().map(|&cell| Some(cell.to_owned())).collect()
}
