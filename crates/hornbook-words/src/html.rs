//! Documents as HTML.

use crate::document::{Align, Block, Column, Document, Item, Table};
use crate::escape_html as plain;

/// How a document looks, on paper and on screen.
pub const STYLE: &str = include_str!("document.css");

/// The document as a page that needs nothing else.
pub fn page(document: &Document) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n{}</main>\n</body>\n</html>\n",
        plain(&document.title),
        body(document)
    )
}

/// The document, to be put into a page.
pub fn body(document: &Document) -> String {
    let mut body = format!("<h1>{}</h1>\n", plain(&document.title));
    body.extend(document.lead.iter().map(block));
    for section in &document.sections {
        body.push_str(&format!("<h2>{}</h2>\n", plain(&section.title)));
        body.extend(section.blocks.iter().map(block));
    }
    body
}

fn block(block: &Block) -> String {
    match block {
        Block::Paragraph(text) => format!("<p>{}</p>\n", plain(text)),
        Block::Summary { verdict, text } => {
            format!("<p class=\"summary\"><strong>{}</strong> {}</p>\n", plain(verdict), plain(text))
        }
        Block::Note(text) => format!("<p class=\"quiet\">{}</p>\n", plain(text)),
        Block::List(items) => format!("{}\n", list("ul", items)),
        Block::NumberedList(items) => format!("{}\n", list("ol", items)),
        Block::Definitions(terms) => {
            let term = |(term, text): &(String, String)| format!("<dt>{}</dt><dd>{}</dd>\n", plain(term), plain(text));
            format!("<dl>\n{}</dl>\n", terms.iter().map(term).collect::<String>())
        }
        Block::Table(table) => rows(table),
        Block::Picture { caption, file } => {
            let caption = plain(caption);
            format!(
                "<figure><img src=\"{}\" alt=\"{caption}\"><figcaption>{caption}</figcaption></figure>\n",
                plain(file)
            )
        }
    }
}

fn list(kind: &str, items: &[Item]) -> String {
    let item = |Item { text, remark, items }: &Item| {
        let remark = remark.as_ref().map(|remark| format!(" <em>({})</em>", plain(remark))).unwrap_or_default();
        let below = if items.is_empty() { String::new() } else { list("ul", items) };
        format!("<li>{}{remark}{below}</li>\n", plain(text))
    };
    format!("<{kind}>\n{}</{kind}>", items.iter().map(item).collect::<String>())
}

fn rows(table: &Table) -> String {
    let class = if table.is_cross { " class=\"cross\"" } else { "" };
    let heading = |column: &Column| match column.name.as_str() {
        "" => "<td></td>".to_owned(),
        name => format!("<th scope=\"col\"{}>{}</th>", aligned(column), plain(name)),
    };
    let cell = |(at, (text, column)): (usize, (&String, &Column))| match table.is_cross && at == 0 {
        true => format!("<th scope=\"row\">{}</th>", plain(text)),
        false => format!("<td{}>{}</td>", aligned(column), plain(text)),
    };
    let row = |row: &Vec<String>| {
        format!("<tr>{}</tr>\n", row.iter().zip(&table.columns).enumerate().map(cell).collect::<String>())
    };
    format!(
        "<div class=\"scroll\"><table{class}>\n<thead><tr>{}</tr></thead>\n<tbody>\n{}</tbody></table></div>\n",
        table.columns.iter().map(heading).collect::<String>(),
        table.rows.iter().map(row).collect::<String>()
    )
}

fn aligned(column: &Column) -> &'static str {
    match column.align {
        Align::Left => " class=\"left\"",
        Align::Center => "",
        Align::Right => " class=\"right\"",
    }
}
