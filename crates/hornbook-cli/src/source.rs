//! Reading the table that a command is about, and saying what was made of it.

use std::collections::HashMap;
use std::path::Path;

use hornbook::format::{self, ContextFormat};
use hornbook::scaling::{Missing, Scaling, SummaryRow, Unseen};
use hornbook::table::Table;
use hornbook::{Attr, Context, Theory};

use crate::arguments::{ScaleArgs, SourceArgs};
use crate::failure::Failure;
use crate::input::{self, Opened, in_file};
use crate::output::{Destination, note};
use crate::words;

/// A table as a context, with the scaling that made it one.
pub(crate) struct Source {
    pub(crate) context: Context,
    pub(crate) scaling: Option<Scaling>,
    name: String,
    /// Rows of the file that were left out for their missing values.
    left_out: usize,
    /// Unknown places of a context that were taken for absent.
    unknown: u64,
}

/// What a file of a table holds: text that is yet to be scaled, or a context.
pub(crate) enum Raw {
    Table(Table),
    Context(Context),
}

/// The distribution of the sets that ε is about, where none is named: all sets
/// that the background does not rule out, each alike. What is certified for
/// them holds for uniform sets too.
pub(crate) fn usual_distribution(background: bool, groups: &[Vec<Attr>]) -> &'static str {
    if background && !groups.is_empty() { "columns" } else { "uniform" }
}

impl Source {
    /// Reads and scales the table, and keeps the scaling if asked to.
    pub(crate) fn read(path: &Path, arguments: &SourceArgs) -> Result<Self, Failure> {
        let source = Self::scale(raw(path, arguments.input_format)?, path, &arguments.scale)?.filled()?;
        source.keep_scaling(&arguments.scale)?;
        Ok(source)
    }

    /// Makes a context of what was read.
    pub(crate) fn scale(raw: Raw, path: &Path, arguments: &ScaleArgs) -> Result<Self, Failure> {
        let name = input::name(path);
        let rows;
        let mut unknown = 0;
        let (context, scaling) = match raw {
            Raw::Table(table) => {
                rows = table.len();
                let scaling = scaling(&table, path, arguments)?;
                let context = scaling.apply(&table, Unseen::Refuse).map_err(in_file(path))?;
                (context, Some(scaling))
            }
            Raw::Context(context) => {
                rows = context.len();
                refuse_scaling(arguments, &name)?;
                if context.has_unknown() && arguments.missing != Some(Missing::Drop) {
                    unknown = (0..rows).map(|object| context.model(object).unknown().len() as u64).sum();
                }
                (known(context, arguments.missing, &name)?, None)
            }
        };
        Ok(Self { left_out: rows - context.len(), unknown, context, scaling, name })
    }

    /// A context as it is.
    pub(crate) fn unscaled(context: Context, path: &Path) -> Self {
        Self { context, scaling: None, name: input::name(path), left_out: 0, unknown: 0 }
    }

    /// Refuses a table that has nothing to learn from.
    fn filled(self) -> Result<Self, Failure> {
        let problem = match (self.context.is_empty(), self.context.attribute_count() == 0) {
            (true, _) if self.left_out > 0 => "every row has missing values, and so no row is left",
            (true, _) => "the table has no rows",
            (_, true) => "the table has no attributes",
            _ => return Ok(self),
        };
        Err(Failure::new(format!("{}: {problem}", self.name)))
    }

    /// Writes the scaling to the file that was asked for.
    pub(crate) fn keep_scaling(&self, arguments: &ScaleArgs) -> Result<(), Failure> {
        match (&arguments.save_scaling, &self.scaling) {
            (Some(file), Some(scaling)) => save(scaling, file),
            _ => Ok(()),
        }
    }

    /// What is known of the attributes from how they were made.
    pub(crate) fn background(&self) -> Theory {
        let universe = self.context.universe();
        let rules = self.scaling.as_ref().map(|scaling| scaling.background(universe)).unwrap_or_default();
        // A scaling from a file may promise what this table does not keep, such
        // as that no value is missing.
        Theory::from_rules(universe.len(), rules.into_iter().filter(|rule| self.context.holds(rule)))
    }

    /// The attributes that are values of one column, column by column.
    pub(crate) fn groups(&self) -> Vec<Vec<Attr>> {
        let universe = self.context.universe();
        self.scaling.as_ref().map(|scaling| scaling.exclusive(universe)).unwrap_or_default()
    }

    /// Says in a few lines what was made of the columns.
    pub(crate) fn describe(&self) {
        let left_out = match self.left_out {
            0 => String::new(),
            rows => format!(" ({} left out for missing values)", words::counted(rows, "row")),
        };
        let rows = words::counted(self.context.len(), "row");
        note(&format!(
            "{}: {rows}{left_out}, {}",
            self.name,
            words::counted(self.context.attribute_count(), "attribute")
        ));
        if self.unknown > 0 {
            note(&format!("  {} of the places are unknown (?), taken for absent", words::count(self.unknown)));
        }
        let Some(scaling) = &self.scaling else { return };
        columns(&scaling.summary(), scaling.missing).iter().for_each(|line| note(line));
    }
}

/// The format that was named, that the extension tells, or (from standard
/// input) that the first bytes suggest.
fn format_of(path: &Path, given: Option<ContextFormat>, bytes: &[u8]) -> Result<ContextFormat, Failure> {
    match given {
        Some(format) => Ok(format),
        None if input::is_stdin(path) => Ok(guess(bytes)),
        None => ContextFormat::from_path(path).map_err(|e| Failure::from(e).hint(" with --input-format")),
    }
}

/// What the first bytes look like.
pub(crate) fn guess(bytes: &[u8]) -> ContextFormat {
    match bytes.trim_ascii_start() {
        [b'B', b'\n' | b'\r', ..] => ContextFormat::Burmeister,
        [b'{', ..] => ContextFormat::ConexpJson,
        _ => ContextFormat::Csv,
    }
}

/// What the file holds.
pub(crate) fn raw(path: &Path, format: Option<ContextFormat>) -> Result<Raw, Failure> {
    let opened = Opened::new(path)?;
    let format = format_of(path, format, opened.start())?;
    raw_of(opened, path, format)
}

/// What the file, which is of that format, holds.
pub(crate) fn raw_of(mut opened: Opened, path: &Path, format: ContextFormat) -> Result<Raw, Failure> {
    let table = |delimiter, opened: Opened| Table::read_from(opened.reader(), delimiter).map(Raw::Table);
    let raw = match format {
        ContextFormat::Csv => table(None, opened),
        ContextFormat::Tsv => table(Some(b'\t'), opened),
        _ => format::read_context(opened.bytes(path)?, format, &Default::default())
            .map(|file| Raw::Context(file.context)),
    };
    raw.map_err(in_file(path))
}

/// The scaling from its file, or else as the table suggests.
fn scaling(table: &Table, path: &Path, arguments: &ScaleArgs) -> Result<Scaling, Failure> {
    match &arguments.scaling {
        Some(file) => read_scaling(file),
        None => Scaling::detect(table, &arguments.options()).map_err(in_file(path)),
    }
}

/// A scaling file.
pub(crate) fn read_scaling(file: &Path) -> Result<Scaling, Failure> {
    Scaling::read(&input::read(file)?).map_err(in_file(file))
}

fn save(scaling: &Scaling, file: &Path) -> Result<(), Failure> {
    if input::is_stdin(file) {
        return Err(Failure::new("standard output is for the results: --save-scaling needs a file"));
    }
    let mut bytes = Vec::new();
    scaling.write(&mut bytes).map_err(in_file(file))?;
    Destination::new(Some(file)).write(&bytes)
}

/// Options that only make sense for tables that are scaled.
pub(crate) fn refuse_scaling(arguments: &ScaleArgs, name: &str) -> Result<(), Failure> {
    let given = [
        ("--id", arguments.id.is_some()),
        ("--scale", !arguments.scale.is_empty()),
        ("--scaling", arguments.scaling.is_some()),
        ("--save-scaling", arguments.save_scaling.is_some()),
    ];
    match given.iter().find(|(_, given)| *given) {
        Some((option, _)) => {
            Err(Failure::new(format!("{name} holds attributes, not columns: {option} is for csv and tsv files")))
        }
        None => Ok(()),
    }
}

/// A context of which everything is known.
fn known(context: Context, missing: Option<Missing>, name: &str) -> Result<Context, Failure> {
    match missing {
        _ if !context.has_unknown() => Ok(context),
        None | Some(Missing::Absent) => Ok(context.unknown_as_absent()),
        Some(Missing::Drop) => Ok(context.complete_rows()),
        Some(Missing::Unknown) => Ok(context),
        Some(Missing::Value) => Err(Failure::new(format!(
            "{name} marks attributes as unknown, which cannot be a value of their own: use --missing absent or drop"
        ))),
    }
}

/// The widest line of the table of columns, and the most lines it has.
const WIDTH: usize = 100;
const MOST_LINES: usize = 24;

/// One line for each kind of column: what it is and what it gives.
fn columns(rows: &[SummaryRow], missing: Missing) -> Vec<String> {
    let mut groups: Vec<(&SummaryRow, Vec<&SummaryRow>)> = Vec::new();
    let mut places = HashMap::new();
    for row in rows {
        // Yes is yes, however it is spelled.
        let values = if row.kind == "boolean" { "" } else { &row.values };
        let place = *places.entry((row.kind, values, &row.note)).or_insert(groups.len());
        match groups.get_mut(place) {
            Some((_, members)) => members.push(row),
            None => groups.push((row, vec![row])),
        }
    }
    let heads: Vec<String> = groups
        .iter()
        .map(|(first, members)| match members.len() {
            1 => cut(&first.column, 24),
            several => format!("{several} columns"),
        })
        .collect();
    let widest = heads.iter().map(|head| head.chars().count()).max().unwrap_or(0);
    let line = |(head, (first, members)): (String, &(&SummaryRow, Vec<&SummaryRow>))| {
        let pad = " ".repeat(widest - head.chars().count());
        cut(&format!("  {head}{pad}  {}", said(first, members, missing)), WIDTH)
    };
    let all = groups.len();
    let mut lines: Vec<String> = heads.into_iter().zip(&groups).map(line).take(MOST_LINES).collect();
    if all > MOST_LINES {
        lines.push(format!("  … and {} kinds of columns more (--save-scaling keeps them all)", all - MOST_LINES));
    }
    lines
}

/// What one kind of column is.
fn said(first: &SummaryRow, members: &[&SummaryRow], missing: Missing) -> String {
    let values = || first.attributes.iter().filter(|name| !name.ends_with("=?")).count();
    let mut said = match first.kind {
        "identifier" => "names the rows".to_owned(),
        "boolean" => "yes or no".to_owned(),
        "nominal" => format!("{}: {}", words::counted(values(), "value"), first.values),
        "dropped" => format!("left out: {}", first.note),
        kind => format!("{kind}, {}", first.values),
    };
    let absent: usize = members.iter().map(|row| row.missing).sum();
    if absent > 0 && !matches!(first.kind, "identifier" | "dropped") {
        let how = match missing {
            Missing::Absent => "taken for absent",
            Missing::Value => "as a value",
            Missing::Drop => "their rows left out",
            Missing::Unknown => "left unknown",
        };
        said = format!("{said}; {} missing, {how}", words::count(absent as u64));
    }
    if members.len() > 1 {
        let names: Vec<&str> = members.iter().map(|row| row.column.as_str()).collect();
        said = format!("{said} ({})", names.join(", "));
    }
    said
}

fn cut(text: &str, longest: usize) -> String {
    let shown: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    match shown.chars().count() > longest {
        true => shown.chars().take(longest - 1).chain(['…']).collect(),
        false => shown,
    }
}
