//! What would become of a table, as the page shows it.

use hornbook::prepare::{ColumnLook, RowLook, TableLook};
use hornbook::scaling::Missing;
use hornbook::{AttrSet, Universe};
use hornbook_words::{column_becomes, why_column_becomes};
use serde::Serialize;

use crate::uploaded_table::TableOptions;

/// So many of the first rows are shown.
pub(crate) const SHOWN_ROWS: usize = 6;
/// So many columns are shown; how many more there are is told.
const SHOWN_COLUMNS: usize = 400;
/// So many attributes of a column, and of a row, are shown.
const SHOWN_ATTRIBUTES: usize = 12;
const SHOWN_ATTRIBUTES_OF_ROW: usize = 60;
/// The longest cell that is shown whole, in characters.
const MAX_CELL_CHARS: usize = 60;

/// What would become of a table.
#[derive(Serialize)]
pub(crate) struct ShownTable<'a> {
    id: &'a str,
    file: &'a str,
    options: &'a TableOptions,
    rows: usize,
    /// How many of the rows that are left differ.
    different: usize,
    rows_left_out: usize,
    attributes: usize,
    /// What becomes of missing values.
    missing: Option<Missing>,
    remarks: Vec<ShownRemark>,
    /// Whether it has columns, of which it can be said what they become.
    has_columns: bool,
    columns: Vec<ShownColumn<'a>>,
    columns_left_out: usize,
    first_rows: Vec<ShownRow>,
}

#[derive(Serialize)]
struct ShownRemark {
    words: String,
    /// What overrules it, as an option of the command.
    mended_by: Option<&'static str>,
}

#[derive(Serialize)]
struct ShownColumn<'a> {
    column: &'a str,
    kind: &'static str,
    becomes: String,
    why: String,
    missing: usize,
    examples: Vec<String>,
    cuts: &'a [String],
    attributes: &'a [String],
    attribute_count: usize,
}

#[derive(Serialize)]
struct ShownRow {
    name: Option<String>,
    cells: Vec<String>,
    has: Vec<String>,
    has_more: usize,
    unknown: Vec<String>,
    left_out: bool,
}

impl<'a> ShownTable<'a> {
    pub(crate) fn new(id: &'a str, file: &'a str, options: &'a TableOptions, look: &'a TableLook) -> Self {
        let table = &look.prepared;
        let missing = table.scaling.as_ref().map(|scaling| scaling.missing);
        let shown = look.columns.len().min(SHOWN_COLUMNS);
        let remark =
            |remark: &hornbook::table::Remark| ShownRemark { words: remark.to_string(), mended_by: remark.mended_by() };
        Self {
            id,
            file,
            options,
            rows: table.context.len() + table.left_out,
            different: table.context.distinct().len(),
            rows_left_out: table.left_out,
            attributes: table.context.attribute_count(),
            missing,
            remarks: look.remarks.iter().map(remark).collect(),
            has_columns: table.scaling.is_some(),
            columns: look.columns[..shown]
                .iter()
                .map(|column| column_of(column, missing.unwrap_or_default()))
                .collect(),
            columns_left_out: look.columns.len() - shown,
            first_rows: look.first_rows.iter().map(|row| row_of(row, table.context.universe(), shown)).collect(),
        }
    }
}

fn column_of(column: &ColumnLook, missing: Missing) -> ShownColumn<'_> {
    let summary = &column.summary;
    ShownColumn {
        column: &summary.column,
        kind: summary.kind,
        becomes: column_becomes(summary),
        why: why_column_becomes(summary, missing),
        missing: summary.missing,
        examples: column.examples.iter().map(|cell| cut(cell)).collect(),
        cuts: &column.cuts,
        attributes: &summary.attributes[..summary.attributes.len().min(SHOWN_ATTRIBUTES)],
        attribute_count: summary.attributes.len(),
    }
}

fn row_of(row: &RowLook, universe: &Universe, columns: usize) -> ShownRow {
    let names = |set: &AttrSet| universe.names_of(set).map(str::to_owned).take(SHOWN_ATTRIBUTES_OF_ROW).collect();
    let (has, unknown) = match &row.model {
        Some(model) => (names(model.has()), names(&model.unknown())),
        None => (Vec::new(), Vec::new()),
    };
    let all = row.model.as_ref().map_or(0, |model| model.has().len());
    ShownRow {
        name: row.name.clone(),
        cells: row.cells.iter().take(columns).map(|cell| cut(cell)).collect(),
        has_more: all - has.len(),
        has,
        unknown,
        left_out: row.model.is_none(),
    }
}

/// A cell, cut off if it is long.
fn cut(cell: &str) -> String {
    match cell.chars().nth(MAX_CELL_CHARS) {
        Some(_) => cell.chars().take(MAX_CELL_CHARS - 1).chain(['…']).collect(),
        None => cell.to_owned(),
    }
}
