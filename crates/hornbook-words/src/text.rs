//! Documents as plain text.

use unicode_width::UnicodeWidthStr;

use crate::document::{Align, Block, Document, Item, Table};
use crate::escape_control as plain;

/// The document.
pub fn document(document: &Document) -> String {
    let mut parts = vec![heading(&document.title, "=")];
    parts.extend(document.lead.iter().map(block));
    for section in &document.sections {
        parts.push(heading(&section.title, "-"));
        parts.extend(section.blocks.iter().map(block));
    }
    parts.join("\n")
}

fn heading(title: &str, below: &str) -> String {
    let title = plain(title);
    format!("{title}\n{}\n", below.repeat(title.width()))
}

fn block(block: &Block) -> String {
    match block {
        Block::Paragraph(text) | Block::Note(text) => format!("{}\n", plain(text)),
        Block::Summary { verdict, text } => format!("{} {}\n", plain(verdict), plain(text)),
        Block::List(items) => list(items, "", &|_| "-".to_owned()),
        Block::NumberedList(items) => list(items, "", &|at| format!("{}.", at + 1)),
        Block::Definitions(terms) => {
            terms.iter().map(|(term, text)| format!("{}: {}\n", plain(term), plain(text))).collect()
        }
        Block::Table(table) => rows(table),
        Block::Picture { caption, file } => format!("{} ({})\n", plain(caption), plain(file)),
    }
}

fn list(items: &[Item], indent: &str, mark: &dyn Fn(usize) -> String) -> String {
    let mut lines = String::new();
    for (at, Item { text, remark, items }) in items.iter().enumerate() {
        let mark = mark(at);
        let remark = remark.as_ref().map(|remark| format!(" ({})", plain(remark))).unwrap_or_default();
        lines.push_str(&format!("{indent}{mark} {}{remark}\n", plain(text)));
        let below = format!("{indent}{}", " ".repeat(mark.len() + 1));
        lines.push_str(&list(items, &below, &|_| "-".to_owned()));
    }
    lines
}

fn rows(table: &Table) -> String {
    let names: Vec<String> = table.columns.iter().map(|column| plain(&column.name)).collect();
    let rows: Vec<Vec<String>> = table.rows.iter().map(|row| row.iter().map(|cell| plain(cell)).collect()).collect();
    let width = |at: usize| {
        let cells = rows.iter().filter_map(|row| row.get(at)).chain([&names[at]]);
        cells.map(|cell| cell.width()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..names.len()).map(width).collect();
    let line = |cells: &[String]| {
        let padded = cells.iter().zip(&table.columns).zip(&widths);
        let padded = padded.map(|((cell, column), &width)| pad(cell, width, column.align));
        format!("{}\n", padded.collect::<Vec<_>>().join("  ").trim_end())
    };
    let rule: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
    [&names, &rule].into_iter().chain(&rows).map(|cells| line(cells)).collect()
}

fn pad(text: &str, width: usize, align: Align) -> String {
    let room = width.saturating_sub(text.width());
    let before = match align {
        Align::Left => 0,
        Align::Center => room / 2,
        Align::Right => room,
    };
    format!("{}{text}{}", " ".repeat(before), " ".repeat(room - before))
}
