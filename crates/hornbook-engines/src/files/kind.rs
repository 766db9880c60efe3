//! What a file is, told by its name.

use std::ffi::OsStr;
use std::path::Path;

use hornbook::format::{ContextFormat, inner_path};

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileKind {
    /// Parquet.
    Parquet,
    /// Arrow's own format, as a file or a stream; Feather is the same.
    Arrow,
    /// A workbook of Excel or LibreOffice.
    Workbook,
    /// A table as text, perhaps in an archive.
    Text(ContextFormat),
}

impl FileKind {
    /// What the name of a file tells; nothing if it is none of these.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let extension = path.extension().map(OsStr::to_ascii_lowercase);
        match extension.as_deref().and_then(OsStr::to_str) {
            Some("parquet" | "pq" | "parq") => Some(Self::Parquet),
            Some("arrow" | "feather" | "ipc" | "arrows") => Some(Self::Arrow),
            Some("xlsx" | "xlsm" | "xlsb" | "xls" | "ods") => Some(Self::Workbook),
            _ => {
                let format = ContextFormat::from_path(inner_path(path)).ok()?;
                let has_columns = !matches!(format, ContextFormat::Burmeister | ContextFormat::Fimi);
                has_columns.then_some(Self::Text(format))
            }
        }
    }

    /// What it is called.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Parquet => "Parquet",
            Self::Arrow => "Arrow",
            Self::Workbook => "Excel",
            Self::Text(ContextFormat::Csv) => "CSV",
            Self::Text(ContextFormat::Tsv) => "TSV",
            Self::Text(_) => "JSON",
        }
    }
}
