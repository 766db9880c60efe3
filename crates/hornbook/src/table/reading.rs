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
        blocks: Mutex::new(Blocks::new(Cursor::new(head.bytes).chain(head.rest), block)),
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

impl<R: Read> Reading<'_, R> {
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
struct WakeOnPanic<'a, 'b, R: Read>(&'a Reading<'b, R>);

impl<R: Read> Drop for WakeOnPanic<'_, '_, R> {
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
        }
    }
}

#[cfg(test)]
mod tests {
    use csv::{ReaderBuilder, StringRecord};
    use proptest::prelude::*;

    use super::super::lines::breaks;
    use super::*;

    /// A tuning with which everything happens in small files too.
    fn tuning(block_bytes: usize, threads: usize, least_rows: usize, kept_bytes: usize) -> Tuning {
        Tuning { block_bytes, threads, head_bytes: 1 + block_bytes, least_rows, kept_bytes }
    }

    /// The table by the csv crate: the cells and lines of its records.
    fn plainly(text: &str, delimiter: u8) -> Vec<(usize, Vec<String>)> {
        let mut builder = ReaderBuilder::new();
        let mut reader = builder.has_headers(false).flexible(true).delimiter(delimiter).from_reader(text.as_bytes());
        let (mut records, mut record) = (Vec::new(), StringRecord::new());
        loop {
            let start = reader.position().byte() as usize;
            if !reader.read_record(&mut record).unwrap() {
                return records;
            }
            let blank = text[start..].bytes().take_while(|byte| b"\n\r".contains(byte)).count();
            let line = 1 + breaks(&text.as_bytes()[..start + blank]);
            records.push((line, record.iter().map(str::to_owned).collect()));
        }
    }

    /// The first quote that was forgotten: the lines at which its record and it
    /// itself start. Goes through the text character by character.
    fn forgotten_quote(text: &str) -> Option<(usize, usize)> {
        let (mut line, mut record, mut in_record, mut at_start) = (1, 1, false, true);
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            let ends_line = |c: char, next: Option<&char>| c == '\n' || c == '\r' && next != Some(&'\n');
            if !in_record {
                record = line;
            }
            let opened = line;
            if at_start && c == '"' {
                let mut closed = false;
                while let Some(c) = chars.next() {
                    line += usize::from(ends_line(c, chars.peek()));
                    if c == '"' && chars.next_if_eq(&'"').is_none() {
                        closed = true;
                        break;
                    }
                }
                let stray = line > opened && chars.peek().is_some_and(|next| !",\n\r".contains(*next));
                if !closed || stray {
                    return Some((record, opened));
                }
            }
            line += usize::from(ends_line(c, chars.peek()));
            in_record = !"\n\r".contains(c);
            at_start = ",\n\r".contains(c);
        }
        None
    }

    /// Reads with every tuning, and gives what all of them give.
    fn with_every_tuning(bytes: &[u8]) -> Result<Table, FormatError> {
        // How much of a file is looked at must make no difference.
        let plain = ReadOptions {
            delimiter: Some(Delimiter::Character(b',')),
            header_lines: Some(1),
            skip: Some(0),
            encoding: Some(Encoding::Utf8),
            ..ReadOptions::default()
        };
        let read = |block, threads, least_rows, kept_bytes| {
            super::read(bytes, &plain, tuning(block, threads, least_rows, kept_bytes))
        };
        let expected = read(1 << 20, 1, usize::MAX, usize::MAX);
        for block in [1, 2, 3, 5, 8, 13, 40] {
            for (threads, least_rows, kept_bytes) in [(1, 1, 0), (2, 2, usize::MAX), (3, usize::MAX, 8), (2, 1, 8)] {
                assert_eq!(read(block, threads, least_rows, kept_bytes), expected, "in blocks of {block}");
            }
        }
        expected
    }

    fn pieces() -> impl Strategy<Value = String> {
        let piece = prop::sample::select(vec![
            "a",
            "b",
            ",",
            ",",
            "1,2\n",
            "1,2\r\n",
            "\"",
            "\"\"",
            "\n",
            "\r\n",
            "\r",
            "ä",
            "x,\"y,\nz\"\n",
            "\u{feff}",
            " ",
        ]);
        prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn the_table_is_that_of_the_csv_crate(body in pieces()) {
            let text = format!("p,q\n1,2\n{body}");
            let (records, bad) = (plainly(&text, b','), forgotten_quote(&text));
            let ragged = records.iter().find(|(_, cells)| cells.len() != 2);
            match with_every_tuning(text.as_bytes()) {
                Ok(table) => {
                    prop_assert_eq!(bad, None);
                    prop_assert_eq!(table.len() + 1, records.len());
                    for (row, (line, cells)) in records[1..].iter().enumerate() {
                        prop_assert_eq!(table.line(row), *line);
                        prop_assert!((0..2).all(|column| table.cell(row, column) == cells[column]) && cells.len() == 2);
                    }
                    let counted: usize = table.counts.iter().sum();
                    prop_assert_eq!(counted, table.len());
                }
                Err(error) => match (ragged, bad) {
                    (Some((line, _)), None) => prop_assert_eq!(error.line(), Some(*line)),
                    (Some((line, _)), Some((record, _))) if *line < record => {
                        prop_assert_eq!(error.line(), Some(*line));
                    }
                    (_, Some((_, line))) => prop_assert_eq!(error.line(), Some(line)),
                    (None, None) => prop_assert!(false, "{error}"),
                },
            }
        }

        #[test]
        fn bytes_that_are_no_text_are_found(body in pieces(), at in 0usize..100, byte in prop::sample::select(vec![0u8, 0xff, 0xc3])) {
            let mut bytes = format!("p,q\n1,2\n{body}").into_bytes();
            bytes.insert(at.min(bytes.len()), byte);
            _ = with_every_tuning(&bytes);
        }
    }

    #[test]
    fn repeated_rows_are_held_once() {
        let rows: String = (0..2000).map(|row| format!("row {row},{},{}\n", row % 3, row % 2)).collect();
        let text = format!("id,b,c\n{rows}");
        let table = super::read(text.as_bytes(), &ReadOptions::default(), tuning(100, 2, 4, usize::MAX)).unwrap();
        assert_eq!((table.len(), table.counts.len(), table.plain.len()), (2000, 6, 1));
        assert_eq!((table.cell(1999, 0), table.cell(1999, 1), table.cell(1999, 2)), ("row 1999", "1", "1"));
    }

    #[test]
    fn a_bad_byte_is_located_in_characters() {
        let error = |bytes: &[u8]| with_every_tuning(bytes).unwrap_err().to_string();
        assert_eq!(
            error(b"a,b\n1,2\n\xc3\xa4\xff,1\n"),
            "line 3, column 2: found the byte 0xff, expected text in UTF-8"
        );
        assert_eq!(error(b"a,b\r\n1,\"2\r\n\n x\0\"\n1,2\n"), "line 4, column 3: found a NUL byte, expected text");
    }

    /// A source that cannot be read.
    struct Broken;

    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("broken"))
        }
    }

    #[test]
    fn what_cannot_be_read_is_an_error() {
        for rows in [0, 1, 5, 100] {
            let text = "a,b\n".repeat(rows);
            let error =
                super::read(text.as_bytes().chain(Broken), &ReadOptions::default(), tuning(64, 2, 1, 1)).unwrap_err();
            assert_eq!(error.to_string(), "broken");
        }
    }

    fn read_text(text: &str) -> Result<Table, FormatError> {
        Table::read(text.as_bytes(), None)
    }

    #[test]
    fn finds_the_delimiter() {
        for text in
            ["a,b\n1,2\n", "a;b\n1,5;2\n", "a\tb\n1\t2 | 3\n", "a|b\n1|2\n", "a, b\n1,2\n", "\"a\",\"b\"\n1,\"2;3\"\n"]
        {
            assert_eq!(read_text(text).unwrap().columns(), ["a", "b"], "{text}");
        }
        assert_eq!(read_text("a\n1\n").unwrap().width(), 1);
    }

    #[test]
    fn quoted_cells_may_span_lines_and_lines_are_counted() {
        let table = read_text("\u{feff}name,b\r\n\"x\r\ny\",2\r\n\r\nz,\"3\"\r\n").unwrap();
        assert_eq!(table.cell(0, 0), "x\r\ny");
        assert_eq!((table.line(0), table.line(1)), (2, 5));
        assert_eq!(table.column(1).collect::<Vec<_>>(), ["2", "3"]);
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        let message = |text: &str| read_text(text).unwrap_err().to_string();
        assert_eq!(message("a,b\n1,2\n\n1,2,3\n"), "line 4: found 3 fields, expected 2 fields as in the header");
        assert_eq!(message("a,b\n"), "line 1: the table has no rows: there is only a header");
        assert_eq!(message(""), "the file is empty: it has no header and no rows");
    }

    #[test]
    fn a_forgotten_quote_is_refused_at_its_line() {
        let rows = |from: usize, to: usize| (from..to).map(|row| format!("{row},\"b {row}\"\n")).collect::<String>();
        let message = |text: &str| with_every_tuning(text.as_bytes()).unwrap_err().to_string();
        let never = "found a quote that is never closed, expected a second one at the end of the cell";
        assert_eq!(message("a,b\n\"1,2\n3,4\n"), format!("line 2, column 1: {never}"));
        assert_eq!(message("a,\"b\n1,2\n3,4\n"), format!("line 1, column 3: {never}"));
        let unquoted = rows(10, 20).replace('"', "");
        assert_eq!(message(&format!("a,b\n{}9,\"x\n{unquoted}", rows(0, 9))), format!("line 11, column 3: {never}"));
        let astray = "found a quote that only another cell, lines below, would close";
        assert!(message(&format!("a,b\n{}9,\"x\n{}", rows(0, 9), rows(10, 20))).contains(astray));
        assert_eq!(read_text("a,b\n\"d\"e,1\n").unwrap().cell(0, 0), "de");
    }
}
