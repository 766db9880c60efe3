//! Tables as they stand in their files, of whatever format.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::context_format::ContextFormat;
use super::{burmeister, conexp, fimi};
use crate::Context;
use crate::error::FormatError;
use crate::table::{Delimiter, ReadOptions, Table};

/// A table as it stands in its file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum RawTable {
    /// Cells under columns, of which it is yet to be said what they mean.
    Columns(Table),
    /// Objects with attributes.
    Attributes(Context),
}

impl RawTable {
    /// Reads a table from memory.
    pub fn read(bytes: &[u8], format: ContextFormat) -> Result<Self, FormatError> {
        Self::read_with(bytes, format, &ReadOptions::default())
    }

    /// Reads a table from anywhere. Of a table with columns, only what differs
    /// is held in memory.
    pub fn read_from(source: impl Read + Send, format: ContextFormat) -> Result<Self, FormatError> {
        Self::read_with(source, format, &ReadOptions::default())
    }

    /// Reads a table from anywhere. How a file of cells is read may be told.
    pub fn read_with(
        mut source: impl Read + Send,
        format: ContextFormat,
        options: &ReadOptions,
    ) -> Result<Self, FormatError> {
        let mut all = || {
            let mut bytes = Vec::new();
            source.read_to_end(&mut bytes).map(|_| bytes)
        };
        Ok(match format {
            ContextFormat::Burmeister => Self::Attributes(burmeister::read(&all()?)?),
            ContextFormat::Fimi => Self::Attributes(fimi::read(&all()?)?),
            ContextFormat::ConexpJson | ContextFormat::ConexpJsonOld => Self::Attributes(conexp::read(&all()?)?),
            ContextFormat::Csv => Self::Columns(Table::read_with(source, options)?.with_values(options)),
            ContextFormat::Tsv => {
                let delimiter = options.delimiter.or(Some(Delimiter::Character(b'\t')));
                let options = ReadOptions { delimiter, ..options.clone() };
                Self::Columns(Table::read_with(source, &options)?.with_values(&options))
            }
        })
    }

    /// Reads a table from a file, whose extension tells the format if none is
    /// given.
    pub fn read_file(path: impl AsRef<Path>, format: Option<ContextFormat>) -> Result<Self, FormatError> {
        let path = path.as_ref();
        let format = format.map_or_else(|| ContextFormat::from_path(path), Ok)?;
        let read = || Self::read_from(File::open(path)?, format);
        read().map_err(|error: FormatError| error.in_file(path))
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        match self {
            Self::Columns(table) => table.len(),
            Self::Attributes(context) => context.len(),
        }
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
