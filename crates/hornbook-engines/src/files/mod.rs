//! Parquet, Arrow, Excel and text files, alone or in folders.
//!
//! Files are read piece by piece, and of Parquet and Arrow only the columns that
//! tests are about. What the cells of a column tell of a row is found out once for
//! each value that differs; rows are put together as words, batch by batch.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod arrow_file;
mod arrow_table;
mod batch;
mod block;
mod breaking;
mod cell_text;
mod column_codes;
mod damage;
mod effects;
mod file_table;
mod finding;
mod groups;
mod held_table;
mod hour_keys;
mod kind;
mod leaves;
mod long_text;
mod moment_text;
mod number_text;
mod packed_rows;
mod packing;
mod parquet_file;
mod partitions;
mod pieces;
mod sampling;
mod scanning;
mod source_file;
mod uploaded;
mod values;
mod workbook;

use std::path::Path;

pub use self::arrow_table::ArrowTable;
use self::file_table::FileTable;
use self::kind::FileKind;
use self::source_file::SourceFile;
pub use self::uploaded::read_bytes;
use crate::{Engine, EngineError, OpenOptions};

/// Whether the name of a file tells that it holds a table of columns that is read here:
/// one of another program, or of text.
pub fn is_table(path: &Path) -> bool {
    FileKind::of(path).is_some()
}

/// Opens the table that a file holds, or the files of a folder or of a pattern such as
/// `data/*.parquet`. Folders such as `year=2024` tell a column of their own.
pub fn open(path: &Path, options: &OpenOptions) -> Result<Box<dyn Engine>, EngineError> {
    Ok(Box::new(FileTable::open(path, options)?))
}

/// Opens a table in memory, under a name for messages.
pub fn open_arrow(name: &str, table: ArrowTable, options: &OpenOptions) -> Result<Box<dyn Engine>, EngineError> {
    let file = SourceFile::in_memory(name, table)?;
    Ok(Box::new(FileTable::of_files(name.to_owned(), vec![file], options)))
}
