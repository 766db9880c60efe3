//! Emitted rules in a real MariaDB: they find the rows that `check` finds, and keep them
//! out.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod emitting;

use emitting::mariadb::Mariadb;
use emitting::{Cells, Rules, assert_same, fitting_types, making, mixed, nasty};
use hornbook_engines::emit::{AttributeColumns, EmitDialect};
use sqlx::{Connection, Executor, MySqlConnection};

async fn run(connection: &mut MySqlConnection, sql: String) -> Result<(), sqlx::Error> {
    connection.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(sql))).await.map(drop)
}

/// A table that is made anew.
async fn make(connection: &mut MySqlConnection, cells: &Cells, types: &[&str], table: &str) -> Vec<String> {
    let (create, rows) = making(cells, table, types, '`');
    run(connection, format!("DROP TABLE IF EXISTS `{table}`; {create}")).await.unwrap();
    rows
}

/// The queries find what `check` finds, in a table of these types, and constraints accept
/// the rows that break no rule and refuse the others.
async fn does_the_same(
    connection: &mut MySqlConnection,
    cells: &Cells,
    rules: &Rules,
    columns: &AttributeColumns,
    types: &[&str],
    table: &str,
) {
    let inserts = make(connection, cells, types, table).await;
    run(connection, inserts.join(";")).await.unwrap();
    for missing_is_absent in [false, true] {
        let mut emission = rules.emission(columns, EmitDialect::Mysql, table);
        emission.missing_is_absent = missing_is_absent;
        let answers = answers!(&mut *connection, emission.queries().unwrap(), rules.rules.len());
        assert_same(&answers, &rules.broken_by(cells, missing_is_absent));
    }
    make(connection, cells, types, table).await;
    run(connection, rules.emission(columns, EmitDialect::Mysql, table).constraints().unwrap()).await.unwrap();
    let broken = rules.broken_by(cells, false);
    for (row, insert) in cells.rows.iter().zip(inserts) {
        let is_bad = broken.iter().any(|rows| rows.contains(&row[0]));
        let ended = run(connection, insert).await;
        assert_eq!(ended.is_err(), is_bad, "{row:?} {ended:?}");
        if let Err(error) = ended {
            assert!(error.to_string().contains("CONSTRAINT `rule_"), "{error}");
        }
    }
}

#[tokio::test]
async fn a_real_mariadb_finds_the_rows_that_check_finds() {
    let server = Mariadb::start().await;
    let connection = &mut MySqlConnection::connect(&server.url()).await.unwrap();
    run(connection, "CREATE DATABASE t CHARACTER SET utf8mb4; USE t".to_owned()).await.unwrap();
    let mut cells = Cells::sample("zoo.csv");
    let rules = Rules::learned(&cells, 60);
    cells.change_every(9);
    let columns = rules.by_names();
    does_the_same(connection, &cells, &rules, &columns, &vec!["text"; cells.columns.len()], "t").await;
    does_the_same(connection, &cells, &rules, &columns, &fitting_types(&cells, "varchar(5)"), "t").await;

    let (cells, rules) = nasty();
    does_the_same(connection, &cells, &rules, &rules.by_names(), &["text"; 6], "we\"ird'; drop table x").await;

    let (cells, rules) = mixed();
    let columns = rules.by_table(&cells);
    let types = ["varchar(9)", "double", "decimal(8, 3)", "date", "varchar(30)", "varchar(5)", "integer"];
    does_the_same(connection, &cells, &rules, &columns, &types, "mixed").await;
    does_the_same(connection, &cells, &rules, &columns, &["text"; 7], "mixed").await;
}
