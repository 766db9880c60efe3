//! The report as JSON: the plan, and each table as a list of rows.

use serde_json::{Map, Value as Json, json};

use super::outline::Report;
use super::table::{Row, Table, Value};

pub(super) fn document(report: &Report) -> String {
    let tables: Map<String, Json> = report.tables().map(|table| (table.id.to_owned(), rows(table))).collect();
    let document = json!({
        "format": "hornbook-study-report",
        "version": 1,
        "table": report.table,
        "plan": report.plan,
        "verdict": report.verdict,
        "tables": tables,
    });
    format!("{document:#}\n")
}

fn rows(table: &Table) -> Json {
    let row = |row: &Row| -> Json {
        let cells = row.cells.iter().zip(&table.columns);
        Json::Object(cells.map(|(cell, column)| (column.name.clone(), value(cell))).collect())
    };
    table.rows.iter().map(row).collect()
}

fn value(cell: &Value) -> Json {
    match cell {
        Value::Text(text) => json!(text),
        Value::Count(count) => json!(count),
        Value::Number(number, _) => json!(number),
        Value::Spread(mean, deviation, _) => json!({ "mean": mean, "deviation": deviation }),
        Value::Missing => Json::Null,
    }
}
