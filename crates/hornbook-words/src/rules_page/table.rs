//! The table of rules, with the first of them as they are without a script.

use hornbook::{Attr, Universe};

use super::content::RulesPage;
use super::entry::Entry;
use crate::{escape_html as escaped, grouped};

/// So many rules are there without a script.
const PLAIN_ROWS: usize = 200;

/// A column of the table. The script fills it by its name.
struct Column {
    name: &'static str,
    heading: &'static str,
    cell: fn(&Entry) -> String,
}

const FIGURES: [Column; 5] = [
    Column { name: "support", heading: "Rows", cell: support },
    Column { name: "confidence", heading: "Confidence", cell: confidence },
    Column { name: "lift", heading: "Lift", cell: lift },
    Column { name: "leverage", heading: "Leverage", cell: leverage },
    Column { name: "conviction", heading: "Conviction", cell: conviction },
];

/// Whether anything was counted.
pub(super) fn has_figures(entries: &[Entry]) -> bool {
    entries.iter().any(|entry| entry.figures.is_some())
}

pub(super) fn table(page: &RulesPage<'_>, entries: &[Entry]) -> String {
    let has_exceptions = entries.iter().any(|entry| entry.has_exceptions);
    let has_figures = has_figures(entries);
    let is_shown = |column: &&Column| match column.name {
        "support" => entries.iter().any(|entry| entry.support.is_some()),
        // Of rules without exceptions they say nothing.
        "confidence" | "conviction" => has_exceptions && has_figures,
        _ => has_figures,
    };
    let columns: Vec<&Column> = FIGURES.iter().filter(is_shown).collect();
    let heading = |column: &&Column| {
        format!(
            "<th scope=\"col\" class=\"number\" data-name=\"{}\" data-first=\"descending\"><button type=\"button\">{}</button></th>",
            column.name, column.heading
        )
    };
    let headings: String = columns.iter().map(heading).collect();
    let row = |(at, entry): (usize, &Entry)| {
        let rule = rule(&page.book.universe, entry);
        let cells: String =
            columns.iter().map(|column| format!("<td class=\"number\">{}</td>", (column.cell)(entry))).collect();
        format!("<tr><td class=\"number\">{}</td><td class=\"rule\">{rule}</td>{cells}</tr>\n", grouped(at as u64 + 1))
    };
    let rows: String = entries.iter().take(PLAIN_ROWS).enumerate().map(row).collect();
    let more = match entries.len().saturating_sub(PLAIN_ROWS) {
        0 => String::new(),
        more => format!("<noscript><p>{} more are shown by a script.</p></noscript>\n", grouped(more as u64)),
    };
    format!(
        "<div class=\"scroll\"><table id=\"rules\"><thead><tr><th scope=\"col\" class=\"number\" data-name=\"place\" \
         aria-sort=\"ascending\"><button type=\"button\" aria-label=\"Place\">#</button></th><th scope=\"col\" \
         data-name=\"rule\"><button type=\"button\">Rule</button></th>{headings}</tr></thead>\n<tbody>\n{rows}</tbody>\
         </table></div>\n{more}"
    )
}

fn rule(universe: &Universe, entry: &Entry) -> String {
    let names = |attrs: &[Attr]| escaped(&attrs.iter().map(|&attr| universe.name(attr)).collect::<Vec<_>>().join(", "));
    let premise = if entry.premise.is_empty() { "<i>every row</i>".to_owned() } else { names(&entry.premise) };
    match &entry.conclusion {
        Some(conclusion) => format!("{premise} → <b>{}</b>", names(conclusion)),
        None => format!("{premise} → <b class=\"never\">never</b>"),
    }
}

fn support(entry: &Entry) -> String {
    entry.support.map(|support| grouped(support as u64)).unwrap_or_default()
}

fn confidence(entry: &Entry) -> String {
    match entry.confidence_per_mille() {
        Some(1000) => "100%".to_owned(),
        Some(share) => format!("{}.{}%", share / 10, share % 10),
        None => String::new(),
    }
}

fn lift(entry: &Entry) -> String {
    entry.figures.and_then(|figures| figures.lift()).map(|lift| format!("{lift:.2}")).unwrap_or_default()
}

fn leverage(entry: &Entry) -> String {
    entry.figures.map(|figures| format!("{:.3}", figures.leverage())).unwrap_or_default()
}

fn conviction(entry: &Entry) -> String {
    match entry.figures.map(|figures| figures.conviction()) {
        Some(conviction) if conviction.is_finite() => format!("{conviction:.2}"),
        Some(_) => "∞".to_owned(),
        None => String::new(),
    }
}
