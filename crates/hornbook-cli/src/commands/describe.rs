//! `hornbook describe`: what the columns of a table become.

use std::path::PathBuf;

use clap::Args;
use hornbook::prepare::{Preparation, Prepared};
use hornbook::scaling::SummaryRow;
use hornbook_words::{column_becomes, escape_control, why_column_becomes};
use serde_json::{Value, json};

use crate::arguments::SourceArgs;
use crate::columns::cut;
use crate::ended::Ended;
use crate::failure::Failure;
use crate::output::Destination;
use crate::reading::Reading;
use crate::source::Source;
use crate::words;

const EXAMPLES: &str = "\
Examples:
  hornbook describe data/zoo.csv
  hornbook describe data/zoo.csv --json
  hornbook describe data/breast-cancer.csv --scale 'Mitoses=ordinal:2,5'
  hornbook describe data/zoo.csv --save-scaling scaling.json
  hornbook learn data/zoo.csv --scaling scaling.json

The file of --save-scaling has a line for each column; change what it says, and
give it to --scaling.
Exit codes: 0 done; 2 bad input.";

/// Show the columns of a table, what each becomes, and why
///
/// Reads the table as learn does, and learns nothing: a line for each column says
/// what it holds, which attributes it gives, and how that was found out.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The table; - for standard input
    source: PathBuf,
    /// Scale as learn --target does: numbers are cut where they tell most about
    /// this attribute
    #[arg(long, value_name = "ATTRIBUTE", allow_hyphen_values = true)]
    target: Option<String>,
    /// Write JSON, with all attributes
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    source_args: SourceArgs,
}

/// How many attributes of a column are shown.
const MOST_ATTRIBUTES_SHOWN: usize = 4;
/// The longest text in the table, in characters.
const LONGEST_TEXT_CHARS: usize = 44;

pub(crate) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    let usual = Preparation { target: arguments.target.clone(), may_be_empty: true, ..Preparation::learning() };
    let source = Source::read_anywhere(&arguments.source, &arguments.source_args, usual, Reading::default())?;
    #[cfg(feature = "experts")]
    if let Some(theory) = &source.theory {
        match arguments.json {
            true => Destination::Stdout.write(&words::json_bytes(&theory.json()))?,
            false => Destination::Stdout.write_words(&theory.description(source.file_name()))?,
        }
        return Ok(Ended::Well);
    }
    source.context()?;
    if let Some(target) = &arguments.target {
        source.table.target(target).map_err(|error| Failure::new(format!("--target: {error}")))?;
    }
    match arguments.json {
        true => Destination::Stdout.write(&words::json_bytes(&json_of(&source)))?,
        false => Destination::Stdout.write_words(&text_of(&source))?,
    }
    Ok(Ended::Well)
}

fn text_of(source: &Source) -> String {
    let Prepared { context, scaling, .. } = &source.table;
    let rows = words::counted(context.len(), "row");
    let attributes = words::counted(context.attribute_count(), "attribute");
    let Some(scaling) = scaling else {
        return format!("{}: {rows}, {attributes}, and no columns\n", source.file_name());
    };
    let summary = scaling.summary();
    let columns = words::counted(summary.len(), "column");
    let mut lines = vec![["column".to_owned(), "becomes".to_owned(), "attributes".to_owned(), "why".to_owned()]];
    for row in &summary {
        let more = row.attributes.len() > MOST_ATTRIBUTES_SHOWN;
        let shown = row.attributes.iter().take(MOST_ATTRIBUTES_SHOWN).cloned();
        let shown = shown.chain(more.then(|| "…".to_owned())).collect::<Vec<_>>().join(", ");
        lines.push(
            [row.column.clone(), column_becomes(row), shown, why_column_becomes(row, scaling.missing)]
                .map(|text| escape_control(&text)),
        );
    }
    let remarks: String = source.remark_lines().iter().map(|line| format!("{line}\n")).collect();
    format!("{}: {rows}, {columns}, {attributes}\n{remarks}{}", source.file_name(), aligned(lines))
}

/// The lines with their texts below each other.
fn aligned(mut lines: Vec<[String; 4]>) -> String {
    // The last one may be as long as it wants.
    lines.iter_mut().for_each(|line| line[..3].iter_mut().for_each(|text| *text = cut(text, LONGEST_TEXT_CHARS)));
    let width = |at: usize| lines.iter().map(|line| line[at].chars().count()).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2)];
    let mut text = String::new();
    for line in &lines {
        let cells = line.iter().zip(widths.into_iter().chain([0]));
        let padded =
            cells.map(|(cell, width)| format!("{cell}{}", " ".repeat(width.saturating_sub(cell.chars().count()))));
        text.push_str(padded.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}

fn json_of(source: &Source) -> Value {
    let table = &source.table;
    let row = |row: &SummaryRow| {
        json!({
            "column": row.column,
            "kind": row.kind,
            "attributes": row.attributes,
            "missing": row.missing,
            "written": row.written,
            "why": row.dropped.as_ref().map(ToString::to_string).or(row.why.clone()),
        })
    };
    let columns = table.scaling.as_ref().map(|scaling| scaling.summary().iter().map(row).collect::<Vec<_>>());
    json!({
        "remarks": source.remarks().iter().map(ToString::to_string).collect::<Vec<_>>(),
        "rows": table.context.len(),
        "rows_left_out": table.left_out,
        "attributes": table.context.attribute_count(),
        "columns": columns,
    })
}
