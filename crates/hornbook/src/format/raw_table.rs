//! Tables as they stand in their files, of whatever format.

use std::fs::File;
use std::io::{Cursor, Read};
use std::path::Path;

use super::archive::{decompressed, read_whole};
use super::context_format::ContextFormat;
use super::json_kind::{self, JsonKind};
use super::{burmeister, conexp, fimi, records};
use crate::Context;
use crate::error::FormatError;
use crate::table::{Delimiter, ReadOptions, Table};

/// How many bytes of a JSON file tell what it holds.
const START_BYTES: u64 = 1 << 16;

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

    /// Reads a table from anywhere, be it packed as gzip or Zstandard. How a file
    /// of cells is read may be told. JSON may hold a context of conexp-clj or
    /// records: the content decides.
    pub fn read_with(
        source: impl Read + Send,
        format: ContextFormat,
        options: &ReadOptions,
    ) -> Result<Self, FormatError> {
        let mut source = decompressed(source)?;
        let table = match format {
            ContextFormat::Burmeister => return Ok(Self::Attributes(burmeister::read(&read_whole(source)?)?)),
            ContextFormat::Fimi => return Ok(Self::Attributes(fimi::read(&read_whole(source)?)?)),
            ContextFormat::ConexpJson | ContextFormat::ConexpJsonOld => {
                let mut start = Vec::new();
                source.by_ref().take(START_BYTES).read_to_end(&mut start)?;
                let kind = json_kind::of_start(&start);
                let whole = Cursor::new(start).chain(source);
                match kind {
                    JsonKind::Records => records::read(whole)?,
                    JsonKind::Lines => records::read_lines(whole)?,
                    JsonKind::Context => return Ok(Self::Attributes(conexp::read(&read_whole(whole)?)?)),
                }
            }
            ContextFormat::JsonRecords => records::read(source)?,
            ContextFormat::JsonLines => records::read_lines(source)?,
            ContextFormat::Csv => Table::read_with(source, options)?,
            ContextFormat::Tsv => {
                let delimiter = options.delimiter.or(Some(Delimiter::Character(b'\t')));
                Table::read_with(source, &ReadOptions { delimiter, ..options.clone() })?
            }
        };
        Ok(Self::Columns(table.with_values(options)))
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
