//! Files in Arrow's own format, which are those of Feather too: record batches, with
//! an index at the end or as a stream without one.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::ops::Range;

use arrow_array::RecordBatch;
use arrow_ipc::reader::{FileReader, StreamReader, read_footer_length};
use arrow_ipc::{MessageHeader, root_as_footer, root_as_message};
use arrow_schema::{ArrowError, SchemaRef};

use super::batch::{BATCH_ROWS, Batch};
use super::damage::Failure;
use super::leaves::{Leaf, Projection, leaves};
use super::pieces::{Piece, within};

const MAGIC: &[u8] = b"ARROW1";
const OLD_FEATHER: &[u8] = b"FEA1";
/// What stands before the length of a message.
const CONTINUES: [u8; 4] = [0xff; 4];
/// What stands at the end of an indexed file: the length of the index and the name.
const TAIL_BYTES: u64 = 10;

/// A file of Arrow's, whose batches were counted.
#[derive(Clone, Debug)]
pub(super) struct ArrowFile {
    leaves: Vec<Leaf>,
    is_stream: bool,
    /// How many rows each batch has.
    batch_rows: Vec<u64>,
}

impl ArrowFile {
    /// Reads what the file says of itself.
    pub(super) fn open(file: &File) -> Result<Self, Failure> {
        let mut file = BufReader::new(file);
        let mut start = [0; 6];
        let count = file.read(&mut start).map_err(|error| error.to_string())?;
        if start[..count].starts_with(OLD_FEATHER) {
            return Err("Feather of version 1 is not read, version 2 is".to_owned());
        }
        let is_stream = &start[..count] != MAGIC;
        file.rewind().map_err(|error| error.to_string())?;
        let (schema, batch_rows) = if is_stream { of_stream(&mut file)? } else { of_index(&mut file)? };
        Ok(Self { leaves: leaves(schema.fields()), is_stream, batch_rows })
    }

    pub(super) fn leaves(&self) -> &[Leaf] {
        &self.leaves
    }

    pub(super) fn leaves_mut(&mut self) -> &mut [Leaf] {
        &mut self.leaves
    }

    pub(super) fn batch_rows(&self) -> &[u64] {
        &self.batch_rows
    }

    /// The batches, put together to pieces; a stream is one piece.
    pub(super) fn pieces(&self, least_rows: u64) -> Vec<Piece> {
        let least_rows = if self.is_stream { u64::MAX } else { least_rows };
        Piece::of_units(&self.batch_rows, least_rows)
    }

    /// The cells of some columns in a piece, of all its rows or of ranges of them.
    pub(super) fn read(
        &self,
        file: File,
        piece: &Piece,
        columns: &[Option<usize>],
        ranges: Option<&[Range<u64>]>,
    ) -> Result<ArrowReader, Failure> {
        let projection = Projection::new(&self.leaves, columns);
        let roots = Some(projection.roots.clone());
        let told = |error: ArrowError| error.to_string();
        let reader = match self.is_stream {
            true => Records::Stream(Box::new(StreamReader::try_new_buffered(file, roots).map_err(told)?)),
            false => Records::Indexed(Box::new(FileReader::try_new(file, roots).map_err(told)?)),
        };
        let units = piece.units.clone();
        let ranges = ranges.map(<[_]>::to_vec);
        Ok(ArrowReader {
            reader,
            projection,
            batch_rows: self.batch_rows[units.clone()].to_vec(),
            next: 0,
            first: units.start,
            before: 0,
            ranges,
            waiting: Vec::new(),
        })
    }
}

enum Records {
    Indexed(Box<FileReader<File>>),
    Stream(Box<StreamReader<BufReader<File>>>),
}

impl Records {
    fn get(&mut self, place: usize, is_wanted: bool) -> Result<Option<RecordBatch>, Failure> {
        let got = match self {
            Self::Indexed(_) if !is_wanted => return Ok(None),
            Self::Indexed(reader) => {
                reader.set_index(place).map_err(|error| error.to_string())?;
                reader.next()
            }
            Self::Stream(reader) => reader.next(),
        };
        match got {
            Some(Ok(batch)) => Ok(Some(batch)),
            Some(Err(error)) => Err(error.to_string()),
            None => Err("its end is missing".to_owned()),
        }
    }
}

/// The rows of a piece, batch by batch.
pub(super) struct ArrowReader {
    reader: Records,
    projection: Projection,
    batch_rows: Vec<u64>,
    /// The batch that comes next, counted from the first of the piece.
    next: usize,
    first: usize,
    /// The rows of the piece before it.
    before: u64,
    ranges: Option<Vec<Range<u64>>>,
    /// Parts of the last batch, the next at the end.
    waiting: Vec<Batch>,
}

impl ArrowReader {
    /// Reads the next batch, and puts the parts of it that are wanted aside.
    fn go_on(&mut self) -> Result<(), Failure> {
        let rows = self.batch_rows[self.next];
        let all = self.before..self.before + rows;
        let wanted = within(self.ranges.as_deref().unwrap_or(std::slice::from_ref(&all)), all.clone());
        let batch = self.reader.get(self.first + self.next, !wanted.is_empty())?;
        self.before += rows;
        self.next += 1;
        let Some(batch) = batch else { return Ok(()) };
        if batch.num_rows() as u64 != rows {
            return Err("a batch has another number of rows than it says".to_owned());
        }
        let whole = Batch { rows: batch.num_rows(), cells: self.projection.cells(&batch) };
        let parts = wanted.into_iter().flat_map(|range| {
            let end = range.end;
            range.step_by(BATCH_ROWS).map(move |start| start..end.min(start + BATCH_ROWS))
        });
        self.waiting = parts.map(|rows| whole.slice(rows.start, rows.len())).collect();
        self.waiting.reverse();
        Ok(())
    }
}

impl Iterator for ArrowReader {
    type Item = Result<Batch, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.waiting.is_empty() {
            if self.next == self.batch_rows.len() {
                return None;
            }
            if let Err(why) = self.go_on() {
                return Some(Err(why));
            }
        }
        self.waiting.pop().map(Ok)
    }
}

type Counted = (SchemaRef, Vec<u64>);

/// The rows of the batches of an indexed file, without reading their cells.
fn of_index(file: &mut BufReader<&File>) -> Result<Counted, Failure> {
    let told = |error: std::io::Error| error.to_string();
    let size = file.seek(SeekFrom::End(0)).map_err(told)?;
    if size < TAIL_BYTES + MAGIC.len() as u64 {
        return Err("its end is missing".to_owned());
    }
    let mut tail = [0; TAIL_BYTES as usize];
    file.seek(SeekFrom::Start(size - TAIL_BYTES)).map_err(told)?;
    file.read_exact(&mut tail).map_err(told)?;
    let length = read_footer_length(tail).map_err(|error| error.to_string())? as u64;
    let start = size.checked_sub(TAIL_BYTES + length).ok_or("its index is longer than the file")?;
    let index = bytes_at(file, start, length, size)?;
    let footer = root_as_footer(&index).map_err(|error| error.to_string())?;
    let schema = footer.schema().ok_or("it has no schema")?;
    let schema = arrow_ipc::convert::try_fb_to_schema(schema).map_err(|error| error.to_string())?;
    let mut rows = Vec::new();
    for block in footer.recordBatches().into_iter().flatten() {
        let (offset, length) = (u64::try_from(block.offset()), u64::try_from(block.metaDataLength()));
        let (Ok(offset), Ok(length)) = (offset, length) else { return Err("its index makes no sense".to_owned()) };
        let message = bytes_at(file, offset, length, size)?;
        let message = message.strip_prefix(&CONTINUES).unwrap_or(&message);
        rows.push(rows_of(message.get(4..).ok_or("a batch is cut short")?)?.ok_or("its index makes no sense")?);
    }
    Ok((schema.into(), rows))
}

/// The rows of the batches of a stream, without reading their cells.
fn of_stream(file: &mut BufReader<&File>) -> Result<Counted, Failure> {
    let told = |error: std::io::Error| error.to_string();
    let size = file.get_ref().metadata().map_err(told)?.len();
    let schema = StreamReader::try_new(&mut *file, None).map_err(|error| error.to_string())?.schema();
    file.rewind().map_err(told)?;
    let (mut rows, mut at) = (Vec::new(), 0);
    loop {
        let mut length = bytes_at(file, at, 4, size)?;
        at += 4;
        if length == CONTINUES {
            length = bytes_at(file, at, 4, size)?;
            at += 4;
        }
        let length = length.iter().rev().fold(0u64, |length, byte| length << 8 | u64::from(*byte));
        if length == 0 {
            return Ok((schema, rows));
        }
        let message = bytes_at(file, at, length, size)?;
        rows.extend(rows_of(&message)?);
        let body = root_as_message(&message).map_err(|error| error.to_string())?.bodyLength();
        let body = u64::try_from(body).map_err(|_| "a batch of it makes no sense")?;
        at = at.saturating_add(length).saturating_add(body);
    }
}

/// The rows of a message, if it is a batch of them.
fn rows_of(message: &[u8]) -> Result<Option<u64>, Failure> {
    let message = root_as_message(message).map_err(|error| error.to_string())?;
    if message.header_type() != MessageHeader::RecordBatch {
        return Ok(None);
    }
    let batch = message.header_as_record_batch().ok_or("a batch of it makes no sense")?;
    Ok(Some(u64::try_from(batch.length()).map_err(|_| "a batch of it makes no sense")?))
}

fn bytes_at(file: &mut BufReader<&File>, start: u64, length: u64, size: u64) -> Result<Vec<u8>, Failure> {
    if start.checked_add(length).is_none_or(|end| end > size) {
        return Err("its end is missing".to_owned());
    }
    let mut bytes = vec![0; usize::try_from(length).map_err(|_| "it is too large")?];
    let read = file.seek(SeekFrom::Start(start)).and_then(|_| file.read_exact(&mut bytes));
    read.map_err(|error| error.to_string())?;
    Ok(bytes)
}
