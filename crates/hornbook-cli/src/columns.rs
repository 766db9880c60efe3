//! What was made of the columns of a table, in words.

use std::collections::HashMap;

use hornbook::scaling::{Missing, Scaling, SummaryRow};
use hornbook_words::missing_values;

use crate::words;

/// The longest line about columns, in characters.
const LONGEST_LINE_CHARS: usize = 100;
/// The longest name of a column, in characters.
const LONGEST_NAME_CHARS: usize = 24;
/// The most lines about columns.
const MOST_LINES: usize = 24;

/// One line for each kind of column: what it is and what it gives.
pub(crate) fn describe(scaling: &Scaling) -> Vec<String> {
    let (rows, missing) = (scaling.summary(), scaling.missing);
    let mut groups: Vec<(&SummaryRow, Vec<&SummaryRow>)> = Vec::new();
    let mut places = HashMap::new();
    for row in &rows {
        // Yes is yes, however it is spelled.
        let values = if row.kind == "boolean" { "" } else { &row.values };
        let place = *places.entry((row.kind, values, why_dropped(row), &row.written, &row.why)).or_insert(groups.len());
        match groups.get_mut(place) {
            Some((_, members)) => members.push(row),
            None => groups.push((row, vec![row])),
        }
    }
    let heads: Vec<String> = groups
        .iter()
        .map(|(first, members)| match members.len() {
            1 => cut(&first.column, LONGEST_NAME_CHARS),
            several => format!("{several} columns"),
        })
        .collect();
    let widest = heads.iter().map(|head| head.chars().count()).max().unwrap_or(0);
    let line = |(head, (first, members)): (String, &(&SummaryRow, Vec<&SummaryRow>))| {
        let pad = " ".repeat(widest - head.chars().count());
        cut(&format!("  {head}{pad}  {}", said(first, members, missing)), LONGEST_LINE_CHARS)
    };
    let all = groups.len();
    let mut lines: Vec<String> = heads.into_iter().zip(&groups).map(line).take(MOST_LINES).collect();
    if all > MOST_LINES {
        lines.push(format!("  … and {} kinds of columns more (--save-scaling keeps them all)", all - MOST_LINES));
    }
    lines
}

/// Why a column is left out, and how to keep it.
fn why_dropped(row: &SummaryRow) -> Option<String> {
    let reason = row.dropped.as_ref()?;
    let keep = match reason.may_be_overruled() {
        true => format!("; to keep it: --scale '{}=nominal'", row.column),
        false => String::new(),
    };
    Some(format!("{reason}{keep}"))
}

/// What one kind of column is.
fn said(first: &SummaryRow, members: &[&SummaryRow], missing: Missing) -> String {
    let values = || first.attributes.iter().filter(|name| !name.ends_with("=?")).count();
    let mut said = match first.kind {
        "identifier" => "names the rows".to_owned(),
        "boolean" => "yes or no".to_owned(),
        "nominal" => format!("{}: {}", words::counted(values(), "value"), first.values),
        "several" => format!("several of {}: {}", words::counted(values(), "value"), first.values),
        "dropped" => format!("left out: {}", why_dropped(first).unwrap_or_default()),
        kind => format!("{kind}, {}", first.values),
    };
    // The usual needs no reason.
    if let Some(why) = first.why.as_deref().filter(|why| why.starts_with("where")) {
        said = format!("{said}, {why}");
    }
    if let Some(written) = &first.written {
        said = format!("{said}; {written}");
    }
    let absent: usize = members.iter().map(|row| row.missing).sum();
    if absent > 0 && !matches!(first.kind, "identifier" | "dropped") {
        said = format!("{said}; {}", missing_values(absent, missing));
    }
    if members.len() > 1 {
        let names: Vec<&str> = members.iter().map(|row| row.column.as_str()).collect();
        said = format!("{said} ({})", names.join(", "));
    }
    said
}

/// The text on one line, cut off if it is longer.
pub(crate) fn cut(text: &str, longest: usize) -> String {
    let shown: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    match shown.chars().count() > longest {
        true => shown.chars().take(longest - 1).chain(['…']).collect(),
        false => shown,
    }
}
