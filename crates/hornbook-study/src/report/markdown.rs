//! The report as Markdown.

use super::table::{Table, Value};
use super::{Report, Section};

pub(super) fn page(report: &Report) -> String {
    let mut page = format!("# {}\n\n{}\n", escaped(&report.title), paragraphs(&report.lead));
    for section in &report.sections {
        page.push_str(&part(section));
    }
    page
}

fn part(section: &Section) -> String {
    let mut part = format!("\n## {}\n\n{}", section.title, paragraphs(&section.text));
    if let Some(plot) = &section.plot {
        part.push_str(&format!("\n![{}]({}.svg)\n", escaped(&plot.caption), plot.id));
    }
    if let Some(table) = &section.table {
        part.push_str(&format!("\n{}", rows(table)));
        if let Some(elsewhere) = table.elsewhere() {
            part.push_str(&format!("\n{elsewhere}\n"));
        }
    }
    part
}

fn paragraphs(text: &[String]) -> String {
    text.iter().map(|paragraph| format!("{}\n", escaped(paragraph))).collect::<Vec<_>>().join("\n")
}

fn rows(table: &Table) -> String {
    let names: Vec<String> = table.columns.iter().map(|column| escaped(&column.name)).collect();
    let texts = |place: usize| table.rows.iter().any(|row| row.cells.get(place).is_some_and(Value::is_text));
    let rule = (0..names.len()).map(|place| if texts(place) { "---" } else { "--:" }).collect::<Vec<_>>();
    let mut lines = vec![format!("| {} |", names.join(" | ")), format!("|{}|", rule.join("|"))];
    for row in table.shown() {
        let cells: Vec<String> = row.cells.iter().map(|cell| escaped(&cell.shown())).collect();
        lines.push(format!("| {} |", cells.join(" | ")));
    }
    lines.join("\n") + "\n"
}

/// Names of attributes may have anything in them.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '|' | '*' | '`' | '<' | '[' | ']' | '\\' => escaped.extend(['\\', c]),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}
