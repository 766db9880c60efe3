//! Documents as Markdown.

use crate::document::{Align, Block, Document, Item, Table};
use crate::escape_markdown as plain;

/// The document.
pub fn document(document: &Document) -> String {
    let heading = |signs: &str, title: &str| format!("{signs} {}\n", plain(title));
    let mut parts = vec![heading("#", &document.title)];
    parts.extend(document.lead.iter().map(block));
    for section in &document.sections {
        parts.push(heading("##", &section.title));
        parts.extend(section.blocks.iter().map(block));
    }
    parts.join("\n")
}

fn block(block: &Block) -> String {
    match block {
        Block::Paragraph(text) | Block::Note(text) => format!("{}\n", plain(text)),
        Block::Summary { verdict, text } => format!("**{}** {}\n", plain(verdict), plain(text)),
        Block::List(items) => list(items, "", &|_| "-".to_owned()),
        Block::NumberedList(items) => list(items, "", &|at| format!("{}.", at + 1)),
        Block::Definitions(terms) => {
            terms.iter().map(|(term, text)| format!("- **{}**: {}\n", plain(term), plain(text))).collect()
        }
        Block::Table(table) => rows(table),
        Block::Picture { caption, file } => format!("![{}]({file})\n", plain(caption)),
    }
}

fn list(items: &[Item], indent: &str, mark: &dyn Fn(usize) -> String) -> String {
    let mut lines = String::new();
    for (at, Item { text, remark, items }) in items.iter().enumerate() {
        let mark = mark(at);
        let remark = remark.as_ref().map(|remark| format!(" *({})*", plain(remark))).unwrap_or_default();
        lines.push_str(&format!("{indent}{mark} {}{remark}\n", plain(text)));
        // What is below an item begins where its text does.
        let below = format!("{indent}{}", " ".repeat(mark.len() + 1));
        lines.push_str(&list(items, &below, &|_| "-".to_owned()));
    }
    lines
}

fn rows(table: &Table) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let rule = table.columns.iter().map(|column| match column.align {
        Align::Left => "---",
        Align::Center => ":-:",
        Align::Right => "--:",
    });
    let mut lines = line(table.columns.iter().map(|column| plain(&column.name)).collect());
    lines.push_str(&format!("|{}|\n", rule.collect::<Vec<_>>().join("|")));
    lines.extend(table.rows.iter().map(|row| line(row.iter().map(|cell| plain(cell)).collect())));
    lines
}
