//! Keys and dependencies for programs. All of them are told apart here: also those with a
//! key on the left, and those of columns that are equivalent to others.

use std::fmt::Write;

use hornbook::AttrSet;
use hornbook::dependencies::{Dependency, Key};
use hornbook::table::guard_cell;
use serde_json::{Value, json};

use super::report::Report;

/// A table: what it is, both sides, exceptions and support.
pub(super) fn csv(report: &Report<'_>, raw_cells: bool) -> String {
    let name = |name: &str| if name.contains(',') { format!("\"{name}\"") } else { name.to_owned() };
    let cell = |set: &AttrSet| {
        let names = report.universe.names_of(set).map(name).collect::<Vec<_>>().join(", ");
        quoted(&if raw_cells { names } else { guard_cell(&names).into_owned() })
    };
    let right = |column: usize| cell(&AttrSet::of(report.universe.len(), [column]));
    let mut text = String::from("kind,left,right,exceptions,support\n");
    for key in report.found.all_keys().take(report.lines_shown) {
        _ = writeln!(text, "key,{},,{},", cell(&key.columns), key.exceptions);
    }
    for found in report.found.all().take(report.lines_shown) {
        let Dependency { exceptions, support, .. } = found;
        _ = writeln!(text, "dependency,{},{},{exceptions},{support}", cell(&found.left), right(found.right));
    }
    text
}

fn quoted(cell: &str) -> String {
    match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.to_owned(),
    }
}

/// An object, with a line for each key and dependency.
pub(super) fn json(report: &Report<'_>) -> String {
    let found = report.found;
    let name = |&column: &usize| Value::from(report.universe.name(column));
    let names = |set: &AttrSet| set.iter().map(|column| name(&column)).collect::<Vec<_>>();
    let lines =
        |example: Option<(usize, usize)>| example.map(|(one, other)| [one, other].map(|row| report.table.line(row)));
    let key = |key: Key| {
        let mut value = json!({ "columns": names(&key.columns), "exceptions": key.exceptions });
        if let Some(lines) = lines(key.example) {
            value["example"] = json!({ "lines": lines });
        }
        value
    };
    let dependency = |found: Dependency| {
        let mut value = json!({
            "left": names(&found.left),
            "right": name(&found.right),
            "support": found.support,
            "left_is_key": found.left_is_key,
            "exceptions": found.exceptions,
        });
        if let (Some(lines), Some((one, other))) = (lines(found.example), found.example) {
            let right = [one, other].map(|row| report.table.cell(row, found.right));
            value["example"] = json!({ "lines": lines, "right": right });
        }
        value
    };
    let constant = |column: &usize| json!({ "column": name(column), "value": report.table.cell(0, *column) });
    let few = report.lines_shown;
    // A repeated row breaks every key: what would be one without it has another name.
    let keys = if found.duplicates > report.settings.exceptions { "keys_without_duplicates" } else { "keys" };
    let mut text = String::from("{\n");
    let mut member = |name: &str, value: Value| _ = writeln!(text, "  {}: {value},", Value::from(name));
    member("rows", found.row_count.into());
    member("columns", found.columns.clone().into());
    member("duplicates", found.duplicates.into());
    member("allowed_exceptions", report.settings.exceptions.into());
    member("complete", found.complete.into());
    member("constants", found.constants.iter().map(constant).collect());
    member("equivalent", found.equivalent.iter().map(|class| class.iter().map(name).collect::<Value>()).collect());
    if keys != "keys" {
        member("keys", json!([]));
    }
    list(&mut text, keys, found.all_keys().take(few).map(key));
    text.push_str(",\n");
    list(&mut text, "dependencies", found.all().take(few).map(dependency));
    text.push_str("\n}\n");
    text
}

fn list(text: &mut String, name: &str, items: impl Iterator<Item = Value>) {
    _ = write!(text, "  \"{name}\": [");
    let mut any = false;
    for item in items {
        _ = write!(text, "{}\n    {item}", if any { "," } else { "" });
        any = true;
    }
    text.push_str(if any { "\n  ]" } else { "]" });
}
