//! The report as Markdown.

use hornbook_words::document::{self, Align, Block, Document};
use hornbook_words::markdown;

use super::outline::{Plot, Report, Section};
use super::table::{Table, Value};

pub(super) fn page(report: &Report) -> String {
    markdown::document(&Document {
        title: report.title.clone(),
        lead: [vec![Block::Paragraph(report.verdict.clone())], paragraphs(&report.lead)].concat(),
        sections: report.sections.iter().map(section).collect(),
    })
}

fn section(section: &Section) -> document::Section {
    let picture =
        |Plot { id, caption, .. }: &Plot| Block::Picture { caption: caption.clone(), file: format!("{id}.svg") };
    let mut blocks = paragraphs(&section.text);
    blocks.extend(section.plot.as_ref().map(picture));
    blocks.extend(section.table.as_ref().map(|table| Block::Table(shown(table))));
    blocks.extend(section.table.as_ref().and_then(Table::elsewhere).map(Block::Note));
    document::Section { title: section.title.clone(), blocks }
}

fn paragraphs(text: &[String]) -> Vec<Block> {
    text.iter().cloned().map(Block::Paragraph).collect()
}

/// What people are shown of a table.
fn shown(table: &Table) -> document::Table {
    let texts = |place: usize| table.rows.iter().any(|row| row.cells.get(place).is_some_and(Value::is_text));
    let column = |(place, column): (usize, &super::table::Column)| document::Column {
        name: column.name.clone(),
        align: if texts(place) { Align::Left } else { Align::Right },
    };
    let cells = |row: &super::table::Row| row.cells.iter().map(Value::shown).collect();
    document::Table {
        columns: table.columns.iter().enumerate().map(column).collect(),
        rows: table.shown().map(cells).collect(),
        is_cross: false,
    }
}
