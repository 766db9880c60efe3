//! Whole tables from bytes in memory, such as those of an uploaded file.

use std::io::Write;
use std::path::Path;

use hornbook::format::{ContextFormat, RawTable};

use super::file_table::FileTable;
use super::finding::FoundFile;
use super::kind::FileKind;
use crate::{Engine, EngineError, OpenOptions};

/// The whole table that the bytes of a file hold. The name of the file tells what it
/// is, or else its first bytes. A file that is packed well may hold far more rows than
/// its size tells: more than `most_rows` are refused before they are read.
pub fn read_bytes(
    bytes: &[u8],
    file_name: &str,
    most_rows: u64,
    options: &OpenOptions,
) -> Result<RawTable, EngineError> {
    let shown = Path::new(file_name);
    let kind = match FileKind::of(shown) {
        Some(kind @ (FileKind::Parquet | FileKind::Arrow | FileKind::Workbook)) => kind,
        None if bytes.starts_with(b"PAR1") => FileKind::Parquet,
        None if bytes.starts_with(b"ARROW1") => FileKind::Arrow,
        _ => {
            let format = ContextFormat::from_path(shown).unwrap_or_else(|_| ContextFormat::guess(bytes));
            return Ok(RawTable::read_with(bytes, format, &options.read).map_err(|error| error.in_file(shown))?);
        }
    };
    // Readers of such files go to and fro in them: that is what files are for.
    let extension = shown.extension().unwrap_or_default().to_string_lossy();
    let suffix = format!(".{extension}");
    let mut making = tempfile::Builder::new();
    making.suffix(&suffix);
    let mut file = match &options.scratch {
        Some(folder) => making.tempfile_in(folder)?,
        None => making.tempfile()?,
    };
    file.write_all(bytes)?;
    file.flush()?;
    let found = FoundFile { path: file.path().to_owned(), shown: shown.to_owned(), kind, partitions: Vec::new() };
    let sample = FileTable::of(shown, vec![found], options)?.sample(most_rows)?;
    if !sample.is_whole {
        return Err(EngineError::Wrong(format!("it has more than {most_rows} rows")));
    }
    Ok(RawTable::Columns(sample.table))
}
