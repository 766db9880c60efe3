//! The formats of contexts, by name, by extension and by content.

use std::path::Path;

use super::archive::inner_path;
use super::json_kind::{self, JsonKind};
use crate::error::{FormatError, token};

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
    /// JSON: a list of objects, whose keys are columns; only read.
    JsonRecords,
    /// JSON objects, one a line, whose keys are columns; only read.
    JsonLines,
}

impl ContextFormat {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Csv,
        Self::Tsv,
        Self::Burmeister,
        Self::Fimi,
        Self::ConexpJson,
        Self::ConexpJsonOld,
        Self::JsonRecords,
        Self::JsonLines,
    ];

    /// The name of the format, as [`from_name`](Self::from_name) takes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Tsv => "tsv",
            Self::Burmeister => "cxt",
            Self::Fimi => "fimi",
            Self::ConexpJson => "conexp-json",
            Self::ConexpJsonOld => "conexp-json-1.0",
            Self::JsonRecords => "json-records",
            Self::JsonLines => "jsonl",
        }
    }

    /// The format of that name.
    pub fn from_name(name: &str) -> Result<Self, FormatError> {
        let found = match name.to_ascii_lowercase().as_str() {
            "burmeister" => Some(Self::Burmeister),
            "dat" => Some(Self::Fimi),
            "ndjson" => Some(Self::JsonLines),
            "json" | "conexp" => Some(Self::ConexpJson),
            name => Self::ALL.into_iter().find(|format| format.name() == name),
        };
        found.ok_or_else(|| FormatError::found(format!("the format {}", token(name)), one_of()))
    }

    /// The format that a file's extension tells; for `.csv.gz` and `.csv.zst`, the
    /// one before. `.json` stands for conexp-clj's; when read, the content decides
    /// between it and records.
    pub fn from_path(path: impl AsRef<Path>) -> Result<Self, FormatError> {
        let path = path.as_ref();
        let inner = inner_path(path);
        let extension = inner.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
        match extension.as_deref() {
            Some("csv") => Ok(Self::Csv),
            Some("tsv" | "tab") => Ok(Self::Tsv),
            Some("cxt") => Ok(Self::Burmeister),
            Some("dat" | "fimi") => Ok(Self::Fimi),
            Some("json" | "ctx") => Ok(Self::ConexpJson),
            Some("jsonl" | "ndjson") => Ok(Self::JsonLines),
            _ => {
                let found = extension.map_or("no extension".to_owned(), |e| format!("the extension {}", token(&e)));
                let expected = "one of .csv, .tsv, .cxt, .dat, .json, .jsonl, or a format given";
                Err(FormatError::found(found, expected).in_file(path))
            }
        }
    }

    /// What the first bytes of a file look like, where nothing else tells the
    /// format.
    pub fn guess(bytes: &[u8]) -> Self {
        match bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes).trim_ascii_start() {
            [b'B', b'\n' | b'\r', ..] => Self::Burmeister,
            [b'{', ..] => match json_kind::of_start(bytes) {
                JsonKind::Records => Self::JsonRecords,
                JsonKind::Lines => Self::JsonLines,
                JsonKind::Context => Self::ConexpJson,
            },
            [b'[', rest @ ..] if matches!(rest.trim_ascii_start(), [b'{' | b']', ..]) => Self::JsonRecords,
            _ => Self::Csv,
        }
    }
}

fn one_of() -> String {
    format!("one of {}", ContextFormat::ALL.map(ContextFormat::name).join(", "))
}
