//! The report as one page: no network, no other files.

use hornbook_words::escape_html as escaped;
use hornbook_words::page::{Page, fill, paragraphs};

use super::outline::{Plot, Report, Section};
use super::table::{Row, Table, Value};
use crate::plots;

pub(super) fn page(report: &Report) -> String {
    let pieces = [
        ("title", escaped(&report.title)),
        ("verdict", escaped(&report.verdict)),
        ("lead", paragraphs(&report.lead)),
        ("contents", report.sections.iter().enumerate().map(link).collect()),
        ("sections", report.sections.iter().enumerate().map(part).collect()),
    ];
    let page = Page {
        title: report.title.clone(),
        style: plots::STYLE.to_owned(),
        body: fill(include_str!("page/body.html"), &pieces),
        script: include_str!("page/tables.js").to_owned(),
    };
    page.html()
}

fn link((at, section): (usize, &Section)) -> String {
    format!("<li><a href=\"#section{at}\">{}</a></li>", escaped(&section.title))
}

fn part((at, section): (usize, &Section)) -> String {
    let plot = section.plot.as_ref().map(figure).unwrap_or_default();
    let table = section.table.as_ref().map(table).unwrap_or_default();
    let (title, text) = (escaped(&section.title), paragraphs(&section.text));
    format!("<section id=\"section{at}\">\n<h2>{title}</h2>\n{text}{plot}{table}</section>\n")
}

fn figure(Plot { id, caption, svg }: &Plot) -> String {
    format!("<figure id=\"{id}\">{svg}<figcaption>{}</figcaption></figure>\n", escaped(caption))
}

fn table(table: &Table) -> String {
    let texts = |place: usize| table.rows.iter().any(|row| row.cells.get(place).is_some_and(Value::is_text));
    let header = |(place, column): (usize, &super::table::Column)| {
        let kind = if texts(place) { "text" } else { "number" };
        format!("<th scope=\"col\" class=\"{kind}\"><button type=\"button\">{}</button></th>", escaped(&column.name))
    };
    let header: String = table.columns.iter().enumerate().map(header).collect();
    let rows: String = table.shown().map(row).collect();
    let elsewhere = table.elsewhere().map(|text| format!("<p class=\"note\">{text}</p>\n")).unwrap_or_default();
    format!(
        "<div class=\"scroll\"><table id=\"table-{}\"><thead><tr>{header}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n{elsewhere}",
        table.id
    )
}

fn row(row: &Row) -> String {
    let cell = |value: &Value| {
        // A long rule may take several lines, a name of two words not.
        let kind = match value {
            Value::Text(text) if text.chars().count() > 30 => "long",
            Value::Text(_) => "text",
            _ => "number",
        };
        format!("<td class=\"{kind}\" data-key=\"{}\">{}</td>", escaped(&value.key()), escaped(&value.shown()))
    };
    format!("<tr>{}</tr>\n", row.cells.iter().map(cell).collect::<String>())
}
