//! Tables that are held in memory as text: workbooks and small files of text.

use std::fs::File;
use std::io::{BufReader, Cursor, Read};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use arrow_array::{ArrayRef, StringArray};
use hornbook::format::{ContextFormat, FormatError, decompressed, records};
use hornbook::table::{Delimiter, ReadOptions, Table};

use super::batch::{BATCH_ROWS, Batch, Cells};
use super::damage::damaged;
use super::kind::FileKind;
use super::pieces::within;
use super::workbook::{Workbook, WorkbookError};
use crate::{EngineError, OpenOptions};

/// How many bytes of a JSON file tell what it holds.
const START_BYTES: u64 = 1 << 16;

/// A table in memory, with its cells as they stand in the file.
pub(super) struct HeldTable {
    table: Table,
}

impl HeldTable {
    /// Reads the whole file.
    pub(super) fn read(path: &Path, kind: FileKind, file: File, options: &OpenOptions) -> Result<Self, EngineError> {
        let table = match kind {
            FileKind::Text(format) => read_text(file, format, &options.read).map_err(|error| error.in_file(path))?,
            _ => {
                let extension = path.extension().unwrap_or_default().to_string_lossy();
                let read = || {
                    let mut workbook = Workbook::open(BufReader::new(&file), &extension)?;
                    workbook.table(options.sheet.as_deref(), &options.read)
                };
                let broken = || Err(WorkbookError::Damaged("its content makes no sense".to_owned()));
                catch_unwind(AssertUnwindSafe(read))
                    .unwrap_or_else(|_| broken())
                    .map_err(|error| error.told(path, |why| damaged(path, kind, why)))?
            }
        };
        Ok(Self { table })
    }

    /// The table.
    pub(super) fn table(&self) -> &Table {
        &self.table
    }

    pub(super) fn columns(&self) -> &[String] {
        self.table.columns()
    }

    pub(super) fn rows(&self) -> u64 {
        self.table.len() as u64
    }

    /// The cells of these columns, of all rows or of ranges of them.
    pub(super) fn batches<'a>(
        &'a self,
        columns: &'a [String],
        ranges: Option<&[Range<u64>]>,
    ) -> impl Iterator<Item = Batch> + use<'a> {
        batches_of(&self.table, columns, ranges)
    }
}

/// The cells of some columns of a table in memory, of all rows or of ranges of them.
pub(super) fn batches_of<'a>(
    table: &'a Table,
    columns: &[String],
    ranges: Option<&[Range<u64>]>,
) -> impl Iterator<Item = Batch> + use<'a> {
    let all = 0..table.len() as u64;
    let ranges = within(ranges.unwrap_or(std::slice::from_ref(&all)), all.clone());
    let pieces = ranges.into_iter().flat_map(|range| {
        let end = range.end;
        range.step_by(BATCH_ROWS).map(move |start| start..end.min(start + BATCH_ROWS))
    });
    let place = |name: &String| table.columns().iter().position(|column| column == name);
    let places: Vec<Option<usize>> = columns.iter().map(place).collect();
    pieces.map(move |rows| {
        let cells = |place: &Option<usize>| match place {
            None => Cells::Same(None),
            Some(column) => {
                let texts: ArrayRef =
                    Arc::new(StringArray::from_iter_values(rows.clone().map(|row| table.cell(row, *column))));
                Cells::Each(texts)
            }
        };
        Batch { rows: rows.len(), cells: places.iter().map(cells).collect() }
    })
}

/// A table of text, with its cells as they stand there.
fn read_text(source: File, format: ContextFormat, options: &ReadOptions) -> Result<Table, FormatError> {
    match format {
        ContextFormat::Csv => Table::read_with(decompressed(source)?, options),
        ContextFormat::Tsv => {
            let delimiter = options.delimiter.or(Some(Delimiter::Character(b'\t')));
            Table::read_with(decompressed(source)?, &ReadOptions { delimiter, ..options.clone() })
        }
        ContextFormat::JsonLines => records::read_lines(decompressed(source)?),
        ContextFormat::JsonRecords => records::read(decompressed(source)?),
        _ => {
            let mut source = decompressed(source)?;
            let mut start = Vec::new();
            source.by_ref().take(START_BYTES).read_to_end(&mut start)?;
            let format = ContextFormat::guess(&start);
            let whole = Cursor::new(start).chain(source);
            match format {
                ContextFormat::JsonRecords => records::read(whole),
                ContextFormat::JsonLines => records::read_lines(whole),
                _ => Err(FormatError::found("a context", "records: a list of objects, or an object a line")),
            }
        }
    }
}
