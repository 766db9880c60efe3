//! One block of a table: its rows, as far as possible by what is known already.

use std::ops::Range;
use std::str;

use memchr::{memchr, memchr2};

use super::cells::{Cell, Extent, QUOTE, split, split_bare};
use super::lines::{RowLines, breaks, place_behind};
use super::text_table::Slot;
use crate::dictionary::{Dictionary, Hashing};
use crate::error::FormatError;
use crate::packed::Packed;

/// Added to the number of a record or value that is new in a block, and not known
/// from blocks before.
pub(super) const NEW: u32 = 1 << 31;

/// The longest cell, in bytes. Longer ones are hardly meant: a quote that is
/// never closed swallows the rest of the file.
const LONGEST_CELL_BYTES: usize = 1 << 20;

/// The number of columns of which [`Recent`] values are remembered. For more of
/// them, that would take more memory than it is worth.
const MOST_REMEMBERED_COLUMNS: usize = 4096;

/// What is found out about a file before its rows are read.
pub(super) struct Plan {
    pub(super) delimiter: u8,
    pub(super) columns: Vec<String>,
    pub(super) slots: Vec<Slot>,
    /// How many columns are [coded](Slot::Coded).
    pub(super) coded: usize,
    /// How many columns are [plain](Slot::Plain).
    pub(super) plain: usize,
    pub(super) hashing: Hashing,
}

impl Plan {
    /// The number of cells up to the last plain one.
    fn prefix(&self) -> usize {
        self.slots.iter().rposition(|slot| matches!(slot, Slot::Plain(_))).map_or(0, |at| at + 1)
    }
}

/// What was met before.
pub(super) struct Known {
    /// The values of each coded column.
    pub(super) dictionaries: Vec<Dictionary>,
    /// Records as they stand in the file, without their plain cells: one that
    /// was met before need not be taken apart again. `None` if that does not
    /// pay, since nearly all of them differ.
    pub(super) records: Option<Dictionary>,
}

/// What a block holds.
#[derive(Default)]
pub(super) struct Part {
    /// For each row its record.
    pub(super) rows: Vec<u32>,
    /// The new records as they stand in the file, as in [`Known::records`];
    /// empty for those that are not to be found again.
    pub(super) keys: Dictionary,
    /// How many records are new.
    pub(super) records: usize,
    /// The codes of their coded cells.
    pub(super) codes: Vec<u32>,
    /// The new values of each coded column.
    pub(super) values: Vec<Dictionary>,
    /// The cells of each plain column, row by row.
    pub(super) plain: Vec<Packed>,
    /// The lines of the rows, the first line of the block being 0.
    pub(super) lines: RowLines,
    /// How many lines the block has.
    pub(super) breaks: usize,
}

impl Part {
    fn clear(&mut self) {
        self.rows.clear();
        self.keys.clear();
        self.records = 0;
        self.codes.clear();
        self.values.iter_mut().for_each(Dictionary::clear);
        self.plain.iter_mut().for_each(Packed::clear);
        self.lines.clear();
        self.breaks = 0;
    }
}

/// How a block ends.
pub(super) enum Outcome {
    /// At the end of a record.
    Whole,
    /// Within a record, which starts here.
    Open(usize),
    /// With an error; its line is counted like those of the [`Part`].
    Failed(FormatError),
}

/// Takes blocks apart.
pub(super) struct Worker<'a> {
    plan: &'a Plan,
    prefix: usize,
    cells: Vec<Cell>,
    key: Vec<u8>,
    /// Values of each coded column that were looked up not long ago.
    recent: Vec<Recent>,
    pub(super) part: Part,
}

impl<'a> Worker<'a> {
    pub(super) fn new(plan: &'a Plan) -> Self {
        let mut part = Part::default();
        part.values.resize_with(plan.coded, Dictionary::default);
        part.plain.resize_with(plan.plain, Packed::default);
        let recent = vec![Recent::default(); plan.coded.min(MOST_REMEMBERED_COLUMNS)];
        Self { plan, prefix: plan.prefix(), cells: Vec::new(), key: Vec::new(), recent, part }
    }

    /// Reads a block, which starts at the start of a record, into the part.
    pub(super) fn block(&mut self, bytes: &[u8], last: bool, known: &Known) -> Outcome {
        self.part.clear();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            if byte == b'\n' || byte == b'\r' {
                at += 1 + usize::from(byte == b'\r' && bytes.get(at + 1) == Some(&b'\n'));
                self.part.breaks += 1;
                continue;
            }
            self.part.lines.note(self.part.rows.len(), self.part.breaks);
            match self.next(&bytes[at..], last, known) {
                Ok(Some((end, breaks))) => {
                    at += end;
                    self.part.breaks += breaks;
                }
                Ok(None) => return Outcome::Open(at),
                Err(error) => return Outcome::Failed(error.lines_below(self.part.breaks)),
            }
        }
        Outcome::Whole
    }

    /// Reads the record that starts here, and says where it ends and how many
    /// line breaks it has; or nothing if its end is yet to come. In errors, the
    /// first line of the record is 0.
    fn next(&mut self, bytes: &[u8], last: bool, known: &Known) -> Result<Option<(usize, usize)>, FormatError> {
        let end = memchr2(b'\n', b'\r', bytes).unwrap_or(bytes.len());
        if self.line(&bytes[..end], known)? {
            return Ok(Some((end, 0)));
        }
        // A quoted cell goes on in the next line.
        match split(bytes, self.plan.delimiter, usize::MAX, &mut self.cells) {
            Extent::To(end) => {
                let record = &bytes[..end];
                self.line(record, known)?;
                Ok(Some((end, breaks(record))))
            }
            Extent::Open(start) => {
                short_enough(&bytes[..start], bytes.len() - start)?;
                if last { Err(never_closed(&bytes[..start])) } else { Ok(None) }
            }
            Extent::Stray(start) => Err(closed_astray(&bytes[..start])),
        }
    }

    /// Reads a record from its first line, or from several, and says whether that
    /// was all of it.
    fn line(&mut self, line: &[u8], known: &Known) -> Result<bool, FormatError> {
        let Some(records) = &known.records else { return self.new_line(line, None, known) };
        if self.prefix > 0 && !self.cut_key(line) {
            return Ok(false);
        }
        let key = if self.prefix > 0 { &self.key } else { line };
        let hash = self.plan.hashing.of(key);
        let new = || self.part.keys.find(hash, key).map(|place| place | NEW);
        let Some(record) = records.find(hash, key).or_else(new) else { return self.new_line(line, Some(hash), known) };
        if self.prefix > 0 {
            self.plain_cells(checked(line)?)?;
        }
        self.part.rows.push(record);
        Ok(true)
    }

    /// Makes the key of a line that has plain cells, by leaving them out. The
    /// delimiters stay, so that lines of the same key have cells at the same
    /// places.
    fn cut_key(&mut self, line: &[u8]) -> bool {
        let delimiter = self.plan.delimiter;
        let Extent::To(end) = split(line, delimiter, self.prefix, &mut self.cells) else { return false };
        self.key.clear();
        for (at, (cell, slot)) in self.cells.iter().zip(&self.plan.slots).enumerate() {
            if at > 0 {
                self.key.push(delimiter);
            }
            if let Slot::Coded(_) = slot {
                self.key.extend_from_slice(&line[cell.raw.clone()]);
            }
        }
        self.key.extend_from_slice(&line[end..]);
        true
    }

    /// Keeps the plain cells of a line that was cut.
    fn plain_cells(&mut self, line: &str) -> Result<(), FormatError> {
        for (cell, slot) in self.cells.iter().zip(&self.plan.slots) {
            if let &Slot::Plain(place) = slot {
                short_enough(&line.as_bytes()[..cell.raw.start], cell.raw.len())?;
                self.part.plain[place].push(&cell.text(line));
            }
        }
        Ok(())
    }

    /// Reads a line that was not met before, if it is a record of its own.
    fn new_line(&mut self, line: &[u8], hash: Option<u64>, known: &Known) -> Result<bool, FormatError> {
        if memchr(QUOTE, line).is_none() {
            split_bare(line, self.plan.delimiter, &mut self.cells);
        } else if !matches!(split(line, self.plan.delimiter, usize::MAX, &mut self.cells), Extent::To(_)) {
            return Ok(false);
        }
        self.record(checked(line)?, hash, known).map(|()| true)
    }

    /// Reads a record that was split into cells. With a hash, it shall be found
    /// again by its key.
    fn record(&mut self, record: &str, hash: Option<u64>, known: &Known) -> Result<(), FormatError> {
        let (plan, part) = (self.plan, &mut self.part);
        if self.cells.len() != plan.slots.len() {
            return Err(ragged(self.cells.len(), plan.slots.len(), record).at_line(0));
        }
        for (cell, slot) in self.cells.iter().zip(&plan.slots) {
            short_enough(&record.as_bytes()[..cell.raw.start], cell.raw.len())?;
            match *slot {
                Slot::Plain(place) => part.plain[place].push(&cell.text(record)),
                Slot::Coded(place) => {
                    let short = cell.piece().and_then(|piece| Short::new(record.as_bytes(), piece));
                    let mut recent = self.recent.get_mut(place).zip(short);
                    if let Some(code) = recent.as_ref().and_then(|(recent, short)| recent.find(*short)) {
                        part.codes.push(code);
                        continue;
                    }
                    let text = cell.text(record);
                    let hash = plan.hashing.of(text.as_bytes());
                    let code = known.dictionaries[place].find(hash, text.as_bytes());
                    if let (Some((recent, short)), Some(code)) = (&mut recent, code) {
                        recent.remember(*short, code);
                    }
                    let new = || part.values[place].place(hash, &text, &plan.hashing) | NEW;
                    part.codes.push(code.unwrap_or_else(new));
                }
            }
        }
        part.rows.push(part.records as u32 | NEW);
        part.records += 1;
        if known.records.is_some() {
            let key = if self.prefix > 0 { str::from_utf8(&self.key).unwrap_or_default() } else { record };
            match hash {
                Some(hash) => part.keys.add(hash, key, &plan.hashing),
                None => part.keys.skip(""),
            };
        }
        Ok(())
    }
}

/// A text of at most seven bytes and its length, as one number.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Short(u64);

impl Short {
    fn new(record: &[u8], piece: Range<usize>) -> Option<Self> {
        let word = record.get(piece.start..)?.first_chunk::<8>()?;
        let length = piece.len() as u64;
        let kept = u64::MAX.checked_shr(64 - 8 * length.clamp(1, 7) as u32)?;
        (1..8).contains(&length).then(|| Self(u64::from_le_bytes(*word) & kept | length << 56))
    }

    fn slot(self) -> usize {
        (self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60) as usize
    }
}

/// The codes of a few short texts: most columns have but a few values, and to
/// find them here is several times as fast as by a hash.
#[derive(Clone)]
struct Recent([(Short, u32); 16]);

impl Default for Recent {
    fn default() -> Self {
        Self([(Short(0), 0); 16])
    }
}

impl Recent {
    fn find(&self, short: Short) -> Option<u32> {
        let (found, code) = self.0[short.slot()];
        (found == short).then_some(code)
    }

    fn remember(&mut self, short: Short, code: u32) {
        self.0[short.slot()] = (short, code);
    }
}

/// The record as text: UTF-8 without NUL.
pub(super) fn checked(record: &[u8]) -> Result<&str, FormatError> {
    let at = |offset: usize, error: FormatError| {
        let (line, column) = place_behind(&record[..offset]);
        error.at(line, column)
    };
    let text = str::from_utf8(record).map_err(|error| {
        let offset = error.valid_up_to();
        at(offset, FormatError::found(format!("the byte 0x{:02x}", record[offset]), "text in UTF-8"))
    })?;
    match memchr(0, record) {
        Some(offset) => Err(at(offset, FormatError::found("a NUL byte", "text"))),
        None => Ok(text),
    }
}

/// Refuses a cell that is too long; `before` is what the record has before it.
pub(super) fn short_enough(before: &[u8], length: usize) -> Result<(), FormatError> {
    if length <= LONGEST_CELL_BYTES {
        return Ok(());
    }
    let (line, column) = place_behind(before);
    let expected = "at most one MB (is a quote not closed?)";
    Err(FormatError::found("a cell of more than one MB", expected).at(line, column))
}

/// Refuses a quote that stays open to the end of the file; `before` is what the
/// record has before it.
pub(super) fn never_closed(before: &[u8]) -> FormatError {
    let (line, column) = place_behind(before);
    FormatError::found("a quote that is never closed", "a second one at the end of the cell").at(line, column)
}

/// Refuses a quote that takes in the lines below up to the quote of another cell.
pub(super) fn closed_astray(before: &[u8]) -> FormatError {
    let (line, column) = place_behind(before);
    let found = "a quote that only another cell, lines below, would close";
    FormatError::found(found, "a second one at the end of the cell").at(line, column)
}

fn ragged(found: usize, expected: usize, raw: &str) -> FormatError {
    let fields = |n: usize| if n == 1 { "1 field".to_owned() } else { format!("{n} fields") };
    let hint = match raw.bytes().next() {
        // A quote that is never closed swallows what follows.
        _ if raw.bytes().filter(|&b| b == b'"').count() % 2 == 1 => " (is a quote not closed?)",
        Some(b'#' | b'%' | b'!' | b'*' | b';' | b'/') => " (is it a comment?)",
        _ if expected == 1 => " (is that what separates cells?)",
        _ => "",
    };
    FormatError::found(fields(found), format!("{} as in the header{hint}", fields(expected)))
}
