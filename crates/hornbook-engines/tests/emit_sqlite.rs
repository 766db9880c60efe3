//! Emitted rules in a real SQLite: they find the rows that `check` finds, and keep them out.
#![allow(clippy::unwrap_used)]

mod emitting;

use emitting::{Cells, Rules, assert_same, fitting_types, making, mixed, nasty};
use hornbook_engines::emit::{AttributeColumns, EmitDialect};
use sqlx::{Connection, Executor, SqliteConnection};

async fn database() -> SqliteConnection {
    SqliteConnection::connect("sqlite::memory:").await.unwrap()
}

async fn run(connection: &mut SqliteConnection, sql: String) -> Result<(), sqlx::Error> {
    connection.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(sql))).await.map(drop)
}

/// The queries find what `check` finds, in a table of these types.
async fn finds_the_same(cells: &Cells, rules: &Rules, columns: &AttributeColumns, types: &[&str], table: &str) {
    for missing_is_absent in [false, true] {
        let mut connection = database().await;
        let (create, rows) = making(cells, table, types, '"');
        run(&mut connection, create).await.unwrap();
        for row in rows {
            run(&mut connection, row).await.unwrap();
        }
        let mut emission = rules.emission(columns, EmitDialect::Sqlite, table);
        emission.missing_is_absent = missing_is_absent;
        let answers = answers!(&mut connection, emission.queries().unwrap(), rules.rules.len());
        assert_same(&answers, &rules.broken_by(cells, missing_is_absent));
    }
}

/// Triggers accept the rows that break no rule, and refuse the others.
async fn keeps_out(cells: &Cells, rules: &Rules, columns: &AttributeColumns, types: &[&str], table: &str) {
    let mut connection = database().await;
    let (create, rows) = making(cells, table, types, '"');
    run(&mut connection, create).await.unwrap();
    run(&mut connection, rules.emission(columns, EmitDialect::Sqlite, table).constraints().unwrap()).await.unwrap();
    let broken = rules.broken_by(cells, false);
    for (row, insert) in cells.rows.iter().zip(rows) {
        let is_bad = broken.iter().any(|rows| rows.contains(&row[0]));
        let ended = run(&mut connection, insert).await;
        assert_eq!(ended.is_err(), is_bad, "{row:?} {ended:?}");
        if let Err(error) = ended {
            assert!(error.to_string().contains("broken rule: "), "{error}");
        }
    }
}

#[tokio::test]
async fn samples_with_changed_rows() {
    for name in ["zoo.csv", "breast-cancer.csv"] {
        let mut cells = Cells::sample(name);
        let rules = Rules::learned(&cells, 120);
        cells.change_every(9);
        let text = vec!["text"; cells.columns.len()];
        finds_the_same(&cells, &rules, &rules.by_names(), &text, "t").await;
        finds_the_same(&cells, &rules, &rules.by_names(), &fitting_types(&cells, "varchar(5)"), "t").await;
        keeps_out(&cells, &rules, &rules.by_names(), &text, "t").await;
    }
}

#[tokio::test]
async fn nasty_names_and_values() {
    let (cells, rules) = nasty();
    finds_the_same(&cells, &rules, &rules.by_names(), &["text"; 6], "we\"ird; drop table x").await;
    keeps_out(&cells, &rules, &rules.by_names(), &["text"; 6], "we\"ird; drop table x").await;
}

#[tokio::test]
async fn numbers_dates_and_several_values() {
    let (cells, rules) = mixed();
    let columns = rules.by_table(&cells);
    for types in [["text"; 7], ["varchar(9)", "real", "numeric", "date", "varchar(30)", "boolean", "integer"]] {
        finds_the_same(&cells, &rules, &columns, &types, "mixed").await;
        keeps_out(&cells, &rules, &columns, &types, "mixed").await;
    }
}
