//! A scaling as a file, so that new data can be scaled alike.

use std::collections::HashSet;
use std::io::Write;

use serde::{Deserialize, Serialize};

use super::overrides::check_cuts;
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

#[derive(Serialize, Deserialize)]
struct File {
    format: String,
    version: u64,
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

    /// Writes a scaling file.
    pub fn write(&self, mut out: impl Write) -> Result<(), FormatError> {
        let file = File {
            format: FORMAT.to_owned(),
            version: VERSION,
            id: self.id().map(str::to_owned),
            missing: self.missing,
            columns: self.columns.clone(),
        };
        serde_json::to_writer_pretty(&mut out, &file)?;
        writeln!(out)?;
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

impl Scale {
    fn check(&self) -> Result<(), FormatError> {
        match self {
            Self::Intervals { cuts } | Self::Ordinal { cuts } | Self::Interordinal { cuts } => check_cuts(cuts),
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
