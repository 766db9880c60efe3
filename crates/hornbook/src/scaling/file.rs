//! A scaling as a file, so that new data can be scaled alike.

use std::collections::HashSet;
use std::io::Write;

use serde::Deserialize;
use serde_json::Value;

use super::cut_points::{check_cuts, check_dates};
use super::{Column, Missing, Scale, Scaling, cell};
use crate::error::{FormatError, token};
use crate::text::{self, check_header};

const FORMAT: &str = "hornbook-scaling";
const VERSION: u64 = 1;

#[derive(Deserialize)]
struct Header {
    format: String,
    version: u64,
}

#[derive(Deserialize)]
struct File {
    /// The column that names the objects. Its scale tells that too: this is for
    /// other programs.
    id: Option<String>,
    missing: Missing,
    columns: Vec<Column>,
}

impl Scaling {
    /// Reads a scaling file.
    pub fn read(bytes: &[u8]) -> Result<Self, FormatError> {
        let text = text::of_bytes(bytes)?;
        let header: Header = serde_json::from_str(text)?;
        check_header(&header.format, header.version, FORMAT, VERSION)?;
        let file: File = serde_json::from_str(text)?;
        let scaling = Self { missing: file.missing, columns: file.columns };
        scaling.check()?;
        if let Some(id) = file.id.as_deref().filter(|_| file.id.as_deref() != scaling.id()) {
            return Err(FormatError::plain(format!("the id {} is no column of the scale 'identifier'", token(id))));
        }
        scaling.universe()?;
        Ok(scaling)
    }

    /// Writes a scaling file: JSON with a line for each column, to be read and
    /// changed by people.
    pub fn write(&self, mut out: impl Write) -> Result<(), FormatError> {
        let quoted = |text: &str| serde_json::to_string(text);
        let id = self.id().map_or(Ok("null".to_owned()), quoted)?;
        writeln!(out, "{{")?;
        writeln!(out, "  \"format\": {}, \"version\": {VERSION},", quoted(FORMAT)?)?;
        writeln!(out, "  \"id\": {id},")?;
        writeln!(out, "  \"missing\": {},", serde_json::to_string(&self.missing)?)?;
        writeln!(out, "  \"columns\": [")?;
        for (at, column) in self.columns.iter().enumerate() {
            let comma = if at + 1 < self.columns.len() { "," } else { "" };
            writeln!(out, "    {}{comma}", one_line(&serde_json::to_value(column)?)?)?;
        }
        writeln!(out, "  ]\n}}")?;
        Ok(())
    }

    fn check(&self) -> Result<(), FormatError> {
        let mut names = HashSet::new();
        for column in &self.columns {
            if !names.insert(&column.column) {
                return Err(FormatError::plain(format!("the column {} occurs twice", token(&column.column))));
            }
            column.scale.check().map_err(|e| FormatError::plain(format!("column {}: {e}", token(&column.column))))?;
        }
        match self.columns.iter().filter(|column| column.scale == Scale::Identifier).count() {
            0 | 1 => Ok(()),
            _ => Err(FormatError::plain("only one column can name the objects")),
        }
    }
}

/// The fields of a column in the order in which people want to read them.
const FIELDS: [&str; 11] =
    ["column", "scale", "true", "false", "separator", "values", "cuts", "reason", "missing", "written", "why"];

/// A value as JSON in one line, with blanks for people, and whole numbers without
/// a fraction.
fn one_line(value: &Value) -> Result<String, FormatError> {
    let all = |items: Vec<Result<String, FormatError>>| items.into_iter().collect::<Result<Vec<_>, _>>();
    Ok(match value {
        Value::Array(items) => format!("[{}]", all(items.iter().map(one_line).collect())?.join(", ")),
        Value::Object(fields) => {
            let mut fields: Vec<(&String, &Value)> = fields.iter().collect();
            fields.sort_by_key(|(name, _)| FIELDS.iter().position(|first| first == name));
            let field = |(name, value): (&String, &Value)| {
                Ok(format!("{}: {}", serde_json::to_string(name)?, one_line(value)?))
            };
            format!("{{{}}}", all(fields.into_iter().map(field).collect())?.join(", "))
        }
        Value::Number(number) => match number.as_f64() {
            Some(whole) if whole.fract() == 0.0 && whole.abs() < 1e15 => format!("{whole:.0}"),
            _ => number.to_string(),
        },
        other => serde_json::to_string(other)?,
    })
}

impl Scale {
    fn check(&self) -> Result<(), FormatError> {
        match self {
            Self::Intervals { cuts } | Self::Ordinal { cuts } | Self::Interordinal { cuts } => check_cuts(cuts),
            Self::Periods { cuts } => check_dates(cuts),
            Self::Several { separator, .. } if separator.is_empty() => {
                Err(FormatError::plain("the sign between several values must not be empty"))
            }
            Self::Nominal { values } | Self::Several { values, .. } => {
                match values.iter().find(|v| cell::is_missing(v) || v.trim() != v.as_str()) {
                    Some(value) => {
                        Err(FormatError::found(token(value), "a value, not a missing one, without blanks around"))
                    }
                    None => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }
}
