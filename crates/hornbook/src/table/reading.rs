//! Reading a table, deduplicated as it is read and on several threads.
//!
//! The file is cut into [blocks](Blocks) of whole lines. Each thread takes the
//! next block, looks up its records among those [known](Known) from blocks
//! before, takes apart what is new, and waits until the blocks before it are
//! done. Only then what is new in the block gets its numbers: so the table
//! is the same whatever the number of threads.
//!
//! A block may end within a quoted cell. What is left of it then comes before
//! the next block, which is read once more.

use std::io::{Cursor, Read};
use std::sync::atomic::Ordering;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, RwLock};
use std::thread;

use super::blocks::{Block, Blocks};
use super::encoding::decoded;
use super::head::Head;
use super::layout::Layout;
use super::lines::RowLines;
use super::options::{Delimiter, Encoding, ReadOptions};
use super::part::{Known, NEW, Outcome, Part, Plan, Worker};
use super::remark::Remark;
use super::text_source::{Continued, TextSource};
use super::text_table::Table;
use crate::dictionary::{Dictionary, Hashing};
use crate::error::FormatError;
use crate::packed::Packed;

/// Sizes and numbers by which reading is made fast. The table that is read does
/// not depend on them.
#[derive(Clone, Copy, Debug)]
struct Tuning {
    /// The size of blocks, in bytes.
    block_bytes: usize,
    threads: usize,
    /// How much of the file is looked at beforehand, in bytes.
    head_bytes: usize,
    /// With fewer rows than this, it cannot be said whether the values of a column
    /// repeat.
    least_rows: usize,
    /// Records are kept up to this many bytes, even if most of them differ.
    kept_bytes: usize,
}

impl Default for Tuning {
    fn default() -> Self {
        let threads = thread::available_parallelism().map_or(1, usize::from).min(8);
        // Blocks that fit the cache of a core, with room for what is known.
        Self { block_bytes: 256 << 10, threads, head_bytes: 1 << 20, least_rows: 200, kept_bytes: 16 << 20 }
    }
}

impl Table {
    /// Reads a table. Without a `delimiter` it is found among `,`, `;`, tab
    /// and `|`, or is any number of blanks. The first record names the columns,
    /// unless it looks like those below.
    pub fn read(bytes: &[u8], delimiter: Option<u8>) -> Result<Self, FormatError> {
        Self::read_from(bytes, delimiter)
    }

    /// Reads a table like [`read`](Self::read), piece by piece: only what
    /// differs is held in memory.
    pub fn read_from(source: impl Read + Send, delimiter: Option<u8>) -> Result<Self, FormatError> {
        let delimiter = delimiter.map(Delimiter::Character);
        Self::read_with(source, &ReadOptions { delimiter, ..ReadOptions::default() })
    }

    /// Reads a table as told, piece by piece. What is not told is found out from
    /// the start of the file, and [`remarks`](Self::remarks) say what that was.
    pub fn read_with(source: impl Read + Send, options: &ReadOptions) -> Result<Self, FormatError> {
        read(source, options, Tuning::default())
    }
}

fn read(source: impl Read + Send, options: &ReadOptions, tuning: Tuning) -> Result<Table, FormatError> {
    let decoded = decoded(source, options.encoding)?;
    let layout = Layout::find(Head::read(decoded.text, tuning.head_bytes)?, options)?;
    let plan = layout.head.plan(layout.columns, layout.delimiter, tuning.least_rows);
    let mut table = rows(layout.head, plan, layout.first_line, tuning)?;
    let windows = decoded.windows.load(Ordering::Relaxed).then_some(Encoding::Windows1252);
    let encoded = decoded.found.or(windows).map(Remark::Encoded);
    let comments = layout
        .comments
        .filter(|comments| comments.found)
        .map(|comments| Remark::Comments { sign: comments.sign, lines: comments.skipped.load(Ordering::Relaxed) });
    table.remarks = encoded.into_iter().chain(comments).chain(layout.remarks).collect();
    Ok(table)
}

/// Reads the rows of a table that starts at some line.
fn rows(head: Head<'_>, plan: Plan, first_line: usize, tuning: Tuning) -> Result<Table, FormatError> {
    let threads = if head.whole && head.bytes.len() < 2 * tuning.block_bytes { 1 } else { tuning.threads.max(1) };
    let block = if head.whole { tuning.block_bytes.min(head.bytes.len() + 1) } else { tuning.block_bytes };
    let line = head.line;
    let reading = Reading {
        blocks: Mutex::new(Blocks::new(Continued { read: Cursor::new(head.bytes), rest: head.rest }, block)),
        known: RwLock::new(Known {
            dictionaries: std::iter::repeat_with(Dictionary::default).take(plan.coded).collect(),
            records: (plan.coded > 0).then(Dictionary::default),
        }),
        grown: Mutex::new(Grown::new(line, plan.plain)),
        turn: Condvar::new(),
        kept_bytes: tuning.kept_bytes,
        plan: &plan,
    };
    thread::scope(|scope| {
        (1..threads).for_each(|_| _ = scope.spawn(|| reading.work()));
        reading.work();
    });
    let known = reading.known.into_inner().unwrap_or_else(PoisonError::into_inner);
    let grown = reading.grown.into_inner().unwrap_or_else(PoisonError::into_inner);
    match grown.failed {
        Some(error) => Err(error),
        None if grown.rows.is_empty() => {
            Err(FormatError::plain("the table has no rows: there is only a header").at_line(first_line))
        }
        None => Ok(grown.finish(plan, known)),
    }
}

/// What the threads share.
struct Reading<'a, R> {
    blocks: Mutex<Blocks<R>>,
    known: RwLock<Known>,
    grown: Mutex<Grown>,
    /// Tells that a block is done, or that something went wrong.
    turn: Condvar,
    kept_bytes: usize,
    plan: &'a Plan,
}

impl<R: TextSource> Reading<'_, R> {
    /// Reads blocks until there is none.
    fn work(&self) {
        let _woken = WakeOnPanic(self);
        let mut worker = Worker::new(self.plan);
        let mut buffer = Vec::new();
        loop {
            let next = lock(&self.blocks).next(buffer);
            let Some(block) = next else { return };
            let outcome = self.read(&mut worker, &block, &block.bytes);
            let Some(carry) = self.wait(block.number) else { return };
            if let Some(error) = block.failed {
                return self.fail(error.into());
            }
            if carry.is_empty() {
                self.add(&worker.part, outcome, &block.bytes);
            } else {
                // The block does not start where it seemed to.
                let bytes = [carry, block.bytes.clone()].concat();
                let outcome = self.read(&mut worker, &block, &bytes);
                self.add(&worker.part, outcome, &bytes);
            }
            buffer = block.bytes;
        }
    }

    fn read(&self, worker: &mut Worker<'_>, block: &Block, bytes: &[u8]) -> Outcome {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        worker.block(bytes, block.last, &known)
    }

    /// Waits until all blocks before are done, and takes what is left of them;
    /// nothing if there is no need to go on.
    fn wait(&self, number: usize) -> Option<Vec<u8>> {
        let mut grown = lock(&self.grown);
        while grown.blocks != number && grown.failed.is_none() {
            grown = self.turn.wait(grown).unwrap_or_else(PoisonError::into_inner);
        }
        grown.failed.is_none().then(|| std::mem::take(&mut grown.carry))
    }

    fn fail(&self, error: FormatError) {
        lock(&self.grown).failed = Some(error);
        self.turn.notify_all();
    }

    /// Adds what a block holds to the table.
    fn add(&self, part: &Part, outcome: Outcome, bytes: &[u8]) {
        let mut grown = lock(&self.grown);
        let news = part.values.iter().any(|values| values.texts().len() > 0) || part.keys.texts().len() > 0;
        let numbers = news.then(|| {
            let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
            grown.number(part, &mut known, &self.plan.hashing, self.kept_bytes)
        });
        grown.append(part, numbers.as_ref());
        match outcome {
            _ if grown.records >= NEW as usize => grown.failed = Some(too_many()),
            Outcome::Whole => {}
            Outcome::Open(at) => grown.carry = bytes[at..].to_vec(),
            Outcome::Failed(error) => grown.failed = Some(error.lines_below(grown.line)),
        }
        grown.line += part.breaks;
        grown.blocks += 1;
        self.turn.notify_all();
    }
}

/// Wakes the threads that wait for a block that will never be done.
struct WakeOnPanic<'a, 'b, R: TextSource>(&'a Reading<'b, R>);

impl<R: TextSource> Drop for WakeOnPanic<'_, '_, R> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.fail(FormatError::plain("reading went wrong"));
        }
    }
}

fn too_many() -> FormatError {
    FormatError::plain(format!("the table is too large to hold: more than {NEW} different rows"))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The rows so far.
struct Grown {
    rows: Vec<u32>,
    records: usize,
    codes: Vec<u32>,
    plain: Vec<Packed>,
    lines: RowLines,
    /// The line at which the next block starts.
    line: usize,
    /// How many blocks are done.
    blocks: usize,
    /// What is left of the last block, to be read before the next.
    carry: Vec<u8>,
    failed: Option<FormatError>,
}

/// The numbers that new things of a block got.
struct Numbers {
    /// The numbers of its new records. Some were met in a block before that was
    /// read at the same time.
    records: Vec<u32>,
    /// The numbers of the new values of each column.
    values: Vec<Vec<u32>>,
}

impl Grown {
    fn new(line: usize, plain: usize) -> Self {
        let plain = std::iter::repeat_with(Packed::default).take(plain).collect();
        let (rows, codes, lines) = (Vec::new(), Vec::new(), RowLines::default());
        Self { rows, records: 0, codes, plain, lines, line, blocks: 0, carry: Vec::new(), failed: None }
    }

    /// Numbers what is new in a block, in the order in which it occurs there.
    fn number(&self, part: &Part, known: &mut Known, hashing: &Hashing, kept_bytes: usize) -> Numbers {
        let place = |(dictionary, new): (&mut Dictionary, &Dictionary)| {
            new.texts().iter().map(|text| dictionary.place(hashing.of(text.as_bytes()), text, hashing)).collect()
        };
        let values = known.dictionaries.iter_mut().zip(&part.values).map(place).collect();
        let records = match &mut known.records {
            None => (0..part.records).map(|record| (self.records + record) as u32).collect(),
            Some(dictionary) => part.keys.texts().iter().map(|key| dictionary.place_key(key, hashing)).collect(),
        };
        // To keep records in order to find them again must pay.
        let rows = self.rows.len() + part.rows.len();
        let lost = |seen: &mut Dictionary| seen.texts().bytes_held() > kept_bytes && 2 * seen.texts().len() > rows;
        known.records.take_if(|seen| lost(seen));
        Numbers { records, values }
    }

    fn append(&mut self, part: &Part, numbers: Option<&Numbers>) {
        self.lines.append(&part.lines, self.rows.len(), self.line);
        self.plain.iter_mut().zip(&part.plain).for_each(|(all, new)| all.append(new));
        let before = self.records;
        let number = |record: usize| numbers.map_or((before + record) as u32, |numbers| numbers.records[record]);
        let known = |record: u32| if record < NEW { record } else { number((record - NEW) as usize) };
        self.rows.extend(part.rows.iter().map(|&record| known(record)));
        for record in (0..part.records).filter(|&record| number(record) as usize >= before) {
            let width = part.values.len();
            let codes = &part.codes[record * width..][..width];
            let code = |(column, &code): (usize, &u32)| match numbers {
                Some(numbers) if code >= NEW => numbers.values[column][(code - NEW) as usize],
                _ => code,
            };
            self.codes.extend(codes.iter().enumerate().map(code));
            self.records += 1;
        }
    }

    fn finish(mut self, plan: Plan, known: Known) -> Table {
        let mut counts = vec![0; self.records];
        self.rows.iter().for_each(|&record| counts[record as usize] += 1);
        self.rows.shrink_to_fit();
        self.codes.shrink_to_fit();
        self.plain.iter_mut().for_each(Packed::shrink);
        Table {
            columns: plan.columns,
            slots: plan.slots,
            values: known.dictionaries.into_iter().map(Dictionary::into_texts).collect(),
            codes: self.codes,
            counts,
            rows: self.rows,
            plain: self.plain,
            lines: self.lines,
            remarks: Vec::new(),
            rewritings: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests;
