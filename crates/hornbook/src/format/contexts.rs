//! The formats of contexts, by name and by extension.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use super::conexp::Version;
use super::{burmeister, conexp, cross_table, fimi};
use crate::Context;
use crate::error::{FormatError, token};
use crate::scaling::{Scaling, ScalingOptions, Unseen};
use crate::table::Table;

/// A format of contexts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ContextFormat {
    /// A table with commas, semicolons, tabs or bars; written as a cross table.
    Csv,
    /// A table with tabs.
    Tsv,
    /// Burmeister's `.cxt`.
    Burmeister,
    /// Transactions of item numbers, `.dat`.
    Fimi,
    /// conexp-clj's JSON; either version is read, 1.1 is written.
    ConexpJson,
    /// conexp-clj's JSON; either version is read, 1.0 is written.
    ConexpJsonOld,
}

impl ContextFormat {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Csv, Self::Tsv, Self::Burmeister, Self::Fimi, Self::ConexpJson, Self::ConexpJsonOld];

    /// The name of the format, as [`from_name`](Self::from_name) takes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Tsv => "tsv",
            Self::Burmeister => "cxt",
            Self::Fimi => "fimi",
            Self::ConexpJson => "conexp-json",
            Self::ConexpJsonOld => "conexp-json-1.0",
        }
    }

    /// The format of that name.
    pub fn from_name(name: &str) -> Result<Self, FormatError> {
        let found = match name.to_ascii_lowercase().as_str() {
            "burmeister" => Some(Self::Burmeister),
            "dat" => Some(Self::Fimi),
            "json" | "conexp" => Some(Self::ConexpJson),
            name => Self::ALL.into_iter().find(|format| format.name() == name),
        };
        found.ok_or_else(|| FormatError::found(format!("the format {}", token(name)), one_of()))
    }

    /// What separates the cells, if the format says it.
    fn delimiter(self) -> Option<u8> {
        (self == Self::Tsv).then_some(b'\t')
    }

    /// The format that a file's extension tells.
    pub fn from_path(path: impl AsRef<Path>) -> Result<Self, FormatError> {
        let path = path.as_ref();
        let extension = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
        match extension.as_deref() {
            Some("csv") => Ok(Self::Csv),
            Some("tsv" | "tab") => Ok(Self::Tsv),
            Some("cxt") => Ok(Self::Burmeister),
            Some("dat" | "fimi") => Ok(Self::Fimi),
            Some("json" | "ctx") => Ok(Self::ConexpJson),
            _ => {
                let found = extension.map_or("no extension".to_owned(), |e| format!("the extension {}", token(&e)));
                Err(FormatError::found(found, "one of .csv, .tsv, .cxt, .dat, .json, or a format given").in_file(path))
            }
        }
    }
}

fn one_of() -> String {
    format!("one of {}", ContextFormat::ALL.map(ContextFormat::name).join(", "))
}

/// A context from a file, with the scaling that made it if it was a table.
#[derive(Clone, Debug)]
pub struct ContextFile {
    /// The context.
    pub context: Context,
    /// How columns became attributes; `None` for formats that hold contexts.
    pub scaling: Option<Scaling>,
}

/// Reads a context. `options` say how a table is scaled; the other formats do
/// not need them.
pub fn read_context(bytes: &[u8], format: ContextFormat, options: &ScalingOptions) -> Result<ContextFile, FormatError> {
    let context = match format {
        ContextFormat::Csv | ContextFormat::Tsv => {
            return scaled(&Table::read(bytes, format.delimiter())?, options);
        }
        ContextFormat::Burmeister => burmeister::read(bytes)?,
        ContextFormat::Fimi => fimi::read(bytes)?,
        ContextFormat::ConexpJson | ContextFormat::ConexpJsonOld => conexp::read(bytes)?,
    };
    Ok(ContextFile { context, scaling: None })
}

fn scaled(table: &Table, options: &ScalingOptions) -> Result<ContextFile, FormatError> {
    let scaling = Scaling::detect(table, options)?;
    let context = scaling.apply(table, Unseen::Refuse)?;
    Ok(ContextFile { context, scaling: Some(scaling) })
}

/// Reads a context from a file, whose extension tells the format if none is
/// given.
pub fn read_context_file(
    path: impl AsRef<Path>,
    format: Option<ContextFormat>,
    options: &ScalingOptions,
) -> Result<ContextFile, FormatError> {
    let path = path.as_ref();
    let format = format.map_or_else(|| ContextFormat::from_path(path), Ok)?;
    let read = || match format {
        ContextFormat::Csv | ContextFormat::Tsv => {
            scaled(&Table::read_from(File::open(path)?, format.delimiter())?, options)
        }
        _ => read_context(&std::fs::read(path)?, format, options),
    };
    read().map_err(|error: FormatError| error.in_file(path))
}

/// Writes a context.
pub fn write_context(context: &Context, format: ContextFormat, out: impl Write) -> Result<(), FormatError> {
    match format {
        ContextFormat::Csv => cross_table::write(context, b',', out),
        ContextFormat::Tsv => cross_table::write(context, b'\t', out),
        ContextFormat::Burmeister => burmeister::write(context, out),
        ContextFormat::Fimi => fimi::write(context, out),
        ContextFormat::ConexpJson => conexp::write(context, Version::V1_1, out),
        ContextFormat::ConexpJsonOld => conexp::write(context, Version::V1_0, out),
    }
}
