//! What came of a check, for people.

use hornbook::Universe;
use hornbook::domain::BreakingRow;
use hornbook_words::escape_control;

use super::checked::{Breaks, Checked, CheckedRule, counted};
use crate::words;

/// The broken rules, each with its rows.
pub(super) fn text_of(checked: &Checked) -> String {
    let universe = &checked.universe;
    let mut text = String::new();
    for broken in checked.broken() {
        let Breaks { count, rows, unjudged } = &broken.breaks;
        let rule_words = words::rule(universe, &broken.rule);
        let open = match *unjudged {
            0 => String::new(),
            rows => format!("; {} cannot be judged", counted(rows, "row")),
        };
        text.push_str(&format!("{rule_words}: {}{open}\n", checked.broken_by(*count)));
        for row in rows {
            text.push_str(&format!("  {}\n", row_words(universe, broken, row)));
        }
        if checked.row_count.is_some() && *count > rows.len() as u64 {
            text.push_str(&format!("  … and {}\n", counted(count - rows.len() as u64, "more row")));
        }
    }
    text
}

/// What is wrong with a row, on one line.
pub(super) fn row_words(universe: &Universe, broken: &CheckedRule, row: &BreakingRow) -> String {
    format!("{}: {}", escape_control(&row.label), problem(universe, broken, row))
}

/// What is wrong with a row.
pub(super) fn problem(universe: &Universe, broken: &CheckedRule, row: &BreakingRow) -> String {
    match broken.lacks(row) {
        Some(lacking) => format!("lacks {}", words::names(universe, &lacking)),
        None if broken.rule.premise.is_empty() => "occurs".to_owned(),
        None => format!("has {}", words::names(universe, &broken.rule.premise)),
    }
}

/// The whole check in a sentence or two.
pub(super) fn summary(checked: &Checked) -> String {
    let of_rules = words::counted(checked.rules.len(), "rule");
    let broken = checked.broken().count();
    let Some(row_count) = checked.row_count else {
        return match broken {
            0 => format!("All is well: {of_rules} hold in every model."),
            some => format!("{} of {of_rules} broken.", words::count(some as u64)),
        };
    };
    let of_rows = counted(row_count, "row");
    let verdict = match (broken, checked.unjudged_rows) {
        (0, 0) => format!("All is well: {of_rows} keep {of_rules}."),
        (0, _) => format!("No row is known to break any of {of_rules}."),
        (some, _) => {
            let by = match checked.breaking_rows {
                Some(rows) => format!("{} of {of_rows}", words::count(rows)),
                None => format!("some of {of_rows}"),
            };
            format!("{} of {of_rules} broken, by {by}.", words::count(some as u64))
        }
    };
    match (checked.unjudged_rows, broken) {
        (0, _) => verdict,
        (rows, 0) => format!("{verdict} {} of {of_rows} cannot be judged: values are missing.", words::count(rows)),
        (rows, _) => format!("{verdict} {} cannot be judged: values are missing.", counted(rows, "more row")),
    }
}
