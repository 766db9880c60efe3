//! One file of a table, whatever its format.

use std::fs::{self, File};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use hornbook::format::{decompressed, inner_path};

use super::arrow_file::ArrowFile;
use super::arrow_table::ArrowTable;
use super::batch::{Batch, Batches, Cells};
use super::damage::{Failure, damaged, guarded};
use super::finding::{FoundFile, short, unreadable};
use super::held_table::{HeldTable, batches_of};
use super::kind::FileKind;
use super::leaves::Leaf;
use super::long_text::LongText;
use super::parquet_file::ParquetFile;
use super::pieces::{Piece, within};
use crate::{EngineError, OpenOptions, SourceColumn, ValueKind};

/// Longer files of text are not held in memory.
const LONGEST_HELD: u64 = 64 << 20;
/// What is in an archive is about so many times as long.
const ARCHIVE_RATIO: f64 = 5.0;
/// Long files of text are read in chunks of so many bytes.
const CHUNK_BYTES: usize = 8 << 20;
/// And in such chunks, most of which are skipped, for a sample.
const SAMPLE_CHUNK_BYTES: usize = 1 << 16;

/// One file of a table.
pub(super) struct SourceFile {
    path: PathBuf,
    /// What it is called in messages.
    pub shown: PathBuf,
    kind: FileKind,
    /// The columns that its folders tell.
    partitions: Vec<(String, Option<String>)>,
    content: Content,
    state: FileState,
}

/// What a file holds.
enum Content {
    Parquet(ParquetFile),
    Arrow(ArrowFile),
    Memory(ArrowTable),
    Long(LongText),
    Held(HeldTable),
}

/// By what a change of a file is noticed.
#[derive(Clone, Debug, PartialEq, Eq)]
struct FileState {
    bytes: u64,
    changed: Option<SystemTime>,
}

impl SourceFile {
    /// Opens a file, and reads what it says of itself.
    pub(super) fn open(found: FoundFile, options: &OpenOptions) -> Result<Self, EngineError> {
        let FoundFile { path, shown, kind, partitions } = found;
        let file = File::open(&path).map_err(|error| unreadable(&shown, &error))?;
        let about = file.metadata().map_err(|error| unreadable(&shown, &error))?;
        let state = FileState { bytes: about.len(), changed: about.modified().ok() };
        let damaged = |why: Failure| damaged(&shown, kind, &why);
        let content = match kind {
            FileKind::Parquet => Content::Parquet(guarded(|| ParquetFile::open(&file)).map_err(damaged)?),
            FileKind::Arrow => Content::Arrow(guarded(|| ArrowFile::open(&file)).map_err(damaged)?),
            FileKind::Text(format) if state.bytes > longest_held(&path) => {
                let found = LongText::find(&mut decompressed(&file)?, format, &options.read);
                match found.map_err(|error| error.in_file(&shown))? {
                    Some(long) => Content::Long(long),
                    None => Content::Held(HeldTable::read(&shown, kind, reopened(&path, &shown)?, options)?),
                }
            }
            _ => Content::Held(HeldTable::read(&shown, kind, file, options)?),
        };
        let mut source = Self { path, shown, kind, partitions, content, state };
        source.look_at_bytes()?;
        Ok(source)
    }

    /// A table in memory, as if it were a file of that name.
    pub(super) fn in_memory(name: &str, table: ArrowTable) -> Result<Self, EngineError> {
        let state = FileState { bytes: table.bytes(), changed: None };
        let path = PathBuf::from(name);
        let mut source = Self {
            shown: path.clone(),
            path,
            kind: FileKind::Arrow,
            partitions: Vec::new(),
            content: Content::Memory(table),
            state,
        };
        source.look_at_bytes()?;
        Ok(source)
    }

    /// The name of the file without its folders.
    pub(super) fn name(&self) -> String {
        short(&self.shown)
    }

    /// How large the file is.
    pub(super) fn file_bytes(&self) -> u64 {
        self.state.bytes
    }

    fn leaves(&self) -> &[Leaf] {
        match &self.content {
            Content::Parquet(parquet) => parquet.leaves(),
            Content::Arrow(arrow) => arrow.leaves(),
            Content::Memory(table) => table.leaves(),
            Content::Held(_) | Content::Long(_) => &[],
        }
    }

    /// The columns: those of the file, and those that its folders tell.
    pub(super) fn columns(&self) -> Vec<SourceColumn> {
        let mut columns: Vec<SourceColumn> = match &self.content {
            Content::Held(held) => held.columns().iter().map(|name| text_column(name, "text")).collect(),
            Content::Long(long) => long.columns().iter().map(|name| text_column(name, "text")).collect(),
            _ => self.leaves().iter().map(Leaf::column).collect(),
        };
        columns.retain(|column| !self.partitions.iter().any(|(name, _)| *name == column.name));
        columns.extend(self.partitions.iter().map(|(name, _)| text_column(name, "partition")));
        columns
    }

    /// How many rows it has, if that is known.
    pub(super) fn rows(&self) -> Option<u64> {
        match &self.content {
            Content::Parquet(parquet) => Some(parquet.group_rows().iter().sum()),
            Content::Arrow(arrow) => Some(arrow.batch_rows().iter().sum()),
            Content::Memory(table) => Some(table.row_count()),
            Content::Held(held) => Some(held.rows()),
            Content::Long(_) => None,
        }
    }

    /// How many rows it has, or about that many if they were not counted.
    pub(super) fn rows_about(&self) -> u64 {
        match &self.content {
            Content::Long(long) => (self.unpacked_bytes() / long.row_bytes) as u64,
            _ => self.rows().unwrap_or(0),
        }
    }

    /// How long a file of text is, or about that if it is in an archive.
    fn unpacked_bytes(&self) -> f64 {
        self.state.bytes as f64 * if is_archive(&self.path) { ARCHIVE_RATIO } else { 1.0 }
    }

    /// The table, if it is held as it stands in its file.
    pub(super) fn held(&self) -> Option<&HeldTable> {
        match &self.content {
            Content::Held(held) => Some(held),
            _ => None,
        }
    }

    /// The pieces of the file, of at least so many rows where that can be had.
    pub(super) fn pieces(&self, least_rows: u64) -> Vec<Piece> {
        match &self.content {
            Content::Parquet(parquet) => parquet.pieces(least_rows),
            Content::Arrow(arrow) => arrow.pieces(least_rows),
            Content::Memory(table) => table.pieces(least_rows),
            Content::Held(held) => vec![Piece::whole(Some(held.rows()))],
            Content::Long(_) => vec![Piece::whole(None)],
        }
    }

    /// How many bytes of the file a piece of these columns takes.
    pub(super) fn bytes(&self, piece: &Piece, columns: &[String]) -> u64 {
        match &self.content {
            Content::Parquet(parquet) => parquet.bytes(&piece.units, &self.places(columns)),
            // What a column takes is not told; the piece has a share of all.
            Content::Arrow(arrow) => {
                let (all, own) = (arrow.batch_rows().len().max(1) as u64, piece.units.len() as u64);
                self.state.bytes / all * own
            }
            // Nothing moves.
            Content::Memory(_) => 0,
            Content::Held(_) | Content::Long(_) => self.state.bytes,
        }
    }

    /// How pieces are told to people, and how many columns are read of them.
    pub(super) fn described(&self, columns: &[String]) -> String {
        match &self.content {
            Content::Parquet(parquet) => {
                let (groups, places) = (parquet.group_rows().len(), self.places(columns));
                let read = places.iter().flatten().count();
                format!("{groups} row groups, {read} of {} columns", parquet.leaves().len())
            }
            Content::Arrow(arrow) => {
                let read = self.places(columns).iter().flatten().count();
                format!("{} batches, {read} of {} columns", arrow.batch_rows().len(), arrow.leaves().len())
            }
            Content::Held(_) | Content::Memory(_) => "held in memory".to_owned(),
            Content::Long(_) => "in chunks".to_owned(),
        }
    }

    /// Where these columns are in the file; nothing for one that it does not have.
    fn places(&self, columns: &[String]) -> Vec<Option<usize>> {
        let place = |name: &String| match self.partitions.iter().any(|(partition, _)| partition == name) {
            true => None,
            false => self.leaves().iter().position(|leaf| leaf.name == *name),
        };
        columns.iter().map(place).collect()
    }

    /// The rows of a piece with the cells of these columns; of all its rows, or of
    /// ranges of them, which count from the start of the piece.
    pub(super) fn read<'a>(
        &'a self,
        piece: &Piece,
        columns: &'a [String],
        ranges: Option<&[Range<u64>]>,
    ) -> Result<Batches<'a>, EngineError> {
        let batches: Batches<'a> = match &self.content {
            Content::Parquet(parquet) => self.read_groups(parquet, piece, columns, ranges),
            Content::Arrow(arrow) => {
                let places = self.places(columns);
                let opened = self.unchanged()?;
                let reader = guarded(|| arrow.read(opened, piece, &places, ranges));
                self.guarded_batches(reader.map_err(|why| self.damaged(&why))?)
            }
            Content::Memory(table) => Box::new(table.read(piece, &self.places(columns), ranges).map(Ok)),
            Content::Long(long) => self.read_chunks(long, columns, ranges)?,
            Content::Held(held) => Box::new(held.batches(columns, ranges).map(Ok)),
        };
        let told: Vec<Option<Cells>> = columns.iter().map(|name| self.told(name)).collect();
        Ok(match told.iter().all(Option::is_none) {
            true => batches,
            false => Box::new(batches.map(move |batch| batch.map(|batch| with_told(batch, &told)))),
        })
    }

    /// The cells of a column that the folders tell.
    fn told(&self, name: &str) -> Option<Cells> {
        self.partitions.iter().find(|(partition, _)| partition == name).map(|(_, value)| Cells::Same(value.clone()))
    }

    fn read_groups<'a>(
        &'a self,
        parquet: &'a ParquetFile,
        piece: &Piece,
        columns: &'a [String],
        ranges: Option<&[Range<u64>]>,
    ) -> Batches<'a> {
        let places = self.places(columns);
        let group_rows = parquet.group_rows();
        let mut before = 0;
        let mut wanted: Vec<(usize, Option<Vec<Range<usize>>>)> = Vec::new();
        for group in piece.units.clone() {
            let rows = group_rows[group];
            let inside = ranges.map(|ranges| within(ranges, before..before + rows));
            before += rows;
            if inside.as_ref().is_none_or(|ranges| !ranges.is_empty()) {
                wanted.push((group, inside));
            }
        }
        Box::new(wanted.into_iter().flat_map(move |(group, ranges)| -> Batches<'a> {
            let opened = self.unchanged().and_then(|file| {
                guarded(|| parquet.read(file, group, &places, ranges.as_deref())).map_err(|why| self.damaged(&why))
            });
            match opened {
                Ok(reader) => self.guarded_batches(reader),
                Err(error) => Box::new(std::iter::once(Err(error))),
            }
        }))
    }

    /// The batches of a reader up to the first that cannot be read.
    fn guarded_batches<'a>(&'a self, reader: impl Iterator<Item = Result<Batch, Failure>> + 'a) -> Batches<'a> {
        let mut reader = Some(reader);
        Box::new(std::iter::from_fn(move || {
            let next = guarded(|| reader.as_mut().and_then(Iterator::next).transpose()).transpose()?;
            if next.is_err() {
                reader = None;
            }
            Some(next.map_err(|why| self.damaged(&why)))
        }))
    }

    /// The rows of a long file of text. Which rows there are is only known when they are
    /// read; ranges of them tell how many to take, from all over the file.
    fn read_chunks<'a>(
        &'a self,
        long: &'a LongText,
        columns: &'a [String],
        ranges: Option<&[Range<u64>]>,
    ) -> Result<Batches<'a>, EngineError> {
        let file = decompressed(self.unchanged()?)?;
        let wanted = ranges.map(|ranges| ranges.iter().map(|range| range.end - range.start).sum::<u64>());
        let (chunk_bytes, every) = match wanted {
            None => (CHUNK_BYTES, 1),
            Some(rows) => {
                let chunks = (rows as f64 * long.row_bytes / SAMPLE_CHUNK_BYTES as f64).max(1.0);
                let all = self.unpacked_bytes() / SAMPLE_CHUNK_BYTES as f64;
                (SAMPLE_CHUNK_BYTES, (all / chunks).max(1.0) as usize)
            }
        };
        let chunks = long.chunks(file, chunk_bytes, move |number| number % every == 0);
        let batches = chunks.flat_map(move |table| match table {
            Ok(table) => batches_of(&table, columns, None).map(Ok).collect::<Vec<_>>(),
            Err(error) => vec![Err(error.in_file(&self.shown).into())],
        });
        Ok(Box::new(batches))
    }

    fn damaged(&self, why: &str) -> EngineError {
        // A file that was written anew while it was read only looks damaged.
        match self.unchanged() {
            Err(changed) => changed,
            Ok(_) => damaged(&self.shown, self.kind, why),
        }
    }

    /// An error if it changed since it was opened. Tables in memory do not.
    pub(super) fn check_unchanged(&self) -> Result<(), EngineError> {
        match self.content {
            Content::Memory(_) => Ok(()),
            _ => self.unchanged().map(drop),
        }
    }

    /// The file, if it is still the one that was opened first.
    fn unchanged(&self) -> Result<File, EngineError> {
        let file = reopened(&self.path, &self.shown)?;
        let about = fs::metadata(&self.path).map_err(|error| unreadable(&self.shown, &error))?;
        let state = FileState { bytes: about.len(), changed: about.modified().ok() };
        match state == self.state {
            true => Ok(file),
            false => Err(EngineError::Failed(format!("{}: it changed while it was read", self.shown.display()))),
        }
    }

    /// Columns of bytes are words if their first values are.
    fn look_at_bytes(&mut self) -> Result<(), EngineError> {
        let unclear: Vec<usize> = (0..self.leaves().len()).filter(|&at| self.leaves()[at].may_be_words()).collect();
        let mut words = Vec::new();
        for at in unclear {
            let name = [self.leaves()[at].name.clone()];
            let Some(piece) = self.pieces(1).into_iter().next() else { continue };
            if let Some(batch) = self.read(&piece, &name, Some(std::slice::from_ref(&(0..1000))))?.next()
                && are_words(&batch?)
            {
                words.push(at);
            }
        }
        let leaves = match &mut self.content {
            Content::Parquet(parquet) => parquet.leaves_mut(),
            Content::Arrow(arrow) => arrow.leaves_mut(),
            Content::Memory(table) => table.leaves_mut(),
            Content::Held(_) | Content::Long(_) => &mut [],
        };
        words.into_iter().for_each(|at| leaves[at].kind = ValueKind::Text);
        Ok(())
    }
}

fn are_words(batch: &Batch) -> bool {
    let mut text = String::new();
    (0..batch.rows).for_each(|row| batch.cells[0].write(row, &mut text));
    !text.contains(|c: char| c == char::REPLACEMENT_CHARACTER || (c.is_control() && !c.is_whitespace()))
}

fn text_column(name: &str, type_name: &str) -> SourceColumn {
    SourceColumn { name: name.to_owned(), kind: ValueKind::Text, type_name: type_name.to_owned() }
}

fn with_told(mut batch: Batch, told: &[Option<Cells>]) -> Batch {
    for (cells, told) in batch.cells.iter_mut().zip(told) {
        if let Some(told) = told {
            *cells = told.clone();
        }
    }
    batch
}

fn reopened(path: &Path, shown: &Path) -> Result<File, EngineError> {
    File::open(path).map_err(|error| unreadable(shown, &error))
}

fn is_archive(path: &Path) -> bool {
    inner_path(path) != path
}

/// Longer files of text are not held in memory.
fn longest_held(path: &Path) -> u64 {
    if is_archive(path) { LONGEST_HELD / ARCHIVE_RATIO as u64 } else { LONGEST_HELD }
}
