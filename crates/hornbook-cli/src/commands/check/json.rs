//! What came of a check, for programs: as one object, or a line for each broken rule and
//! row.

use hornbook::domain::BreakingRow;
use serde_json::{Value, json};

use super::checked::{Checked, CheckedRule};
use super::rule_id::rule_id;
use crate::words;

/// One object with everything.
pub(super) fn object_of(checked: &Checked) -> Value {
    let universe = &checked.universe;
    let entry = |broken: &CheckedRule| {
        let mut value = words::rule_json(universe, &broken.rule);
        value["count"] = json!(broken.breaks.count);
        value["unjudged"] = json!(broken.breaks.unjudged);
        let row = |row: &BreakingRow| json!({ "row": row.label, "lacks": lacking(checked, broken, row) });
        value["rows"] = broken.breaks.rows.iter().map(row).collect();
        value
    };
    let open = |open: &CheckedRule| {
        let mut value = words::rule_json(universe, &open.rule);
        value["unjudged"] = json!(open.breaks.unjudged);
        value
    };
    let mut value = figures(checked);
    value["broken"] = checked.broken().map(entry).collect();
    value["open"] = checked.open().map(open).collect();
    value
}

/// A line for each row that breaks a rule, and one for the whole at the end.
pub(super) fn lines_of(checked: &Checked) -> String {
    let mut text = String::new();
    for broken in checked.broken() {
        let mut value = words::rule_json(&checked.universe, &broken.rule);
        value["kind"] = json!("broken");
        value["rule"] = json!(broken.rule.display(&checked.universe).to_string());
        value["rule_id"] = json!(rule_id(&checked.universe, &broken.rule));
        value["count"] = json!(broken.breaks.count);
        for row in &broken.breaks.rows {
            value["row"] = json!(row.label);
            value["lacks"] = json!(lacking(checked, broken, row));
            text.push_str(&format!("{value}\n"));
        }
    }
    let mut summary = figures(checked);
    summary["kind"] = json!("summary");
    text + &format!("{summary}\n")
}

fn figures(checked: &Checked) -> Value {
    json!({
        "rules": checked.rules.len(),
        "rows": checked.row_count,
        "broken_rules": checked.broken().count(),
        "breaking_rows": checked.breaking_rows,
        "unjudged_rows": checked.unjudged_rows,
    })
}

/// The names of what a row is known to lack.
fn lacking(checked: &Checked, broken: &CheckedRule, row: &BreakingRow) -> Vec<String> {
    let lacks = broken.lacks(row).unwrap_or_else(|| checked.universe.none());
    checked.universe.names_of(&lacks).map(str::to_owned).collect()
}
