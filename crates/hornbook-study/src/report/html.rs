//! The report as one page: no network, no other files.

use hornbook_words::escape_html as escaped;

use super::outline::{Plot, Report, Section};
use super::table::{Row, Table, Value};
use crate::plots;

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/sort.js");

pub(super) fn page(report: &Report) -> String {
    let contents: String = report.sections.iter().enumerate().map(link).collect();
    let sections: String = report.sections.iter().enumerate().map(part).collect();
    // The pieces are put in by one pass: nothing in them is taken for a place.
    let pieces = [
        ("title", escaped(&report.title)),
        ("style", STYLE.to_owned() + plots::STYLE),
        ("script", SCRIPT.to_owned()),
        ("verdict", escaped(&report.verdict)),
        ("lead", paragraphs(&report.lead)),
        ("contents", contents),
        ("sections", sections),
    ];
    let mut page = String::new();
    for (at, part) in PAGE.split("{{").enumerate() {
        match part.split_once("}}") {
            Some((name, rest)) if at > 0 => {
                page.extend(pieces.iter().filter(|(piece, _)| *piece == name).map(|(_, text)| text.as_str()));
                page.push_str(rest);
            }
            _ => page.push_str(part),
        }
    }
    page
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

fn paragraphs(text: &[String]) -> String {
    text.iter().map(|paragraph| format!("<p>{}</p>\n", escaped(paragraph))).collect()
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
