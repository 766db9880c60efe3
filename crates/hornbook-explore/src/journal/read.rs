//! What the bytes of a journal's file say, line by line.

use std::path::Path;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::checksum::{self, Chain, Checksum};
use super::entry::{self, Entry, Header};
use super::{FIRST_VERSION_WITH_CHECKSUMS, FORMAT, JournalError, VERSION};

/// What a journal's file holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Read {
    /// Its first line.
    pub header: Header,
    /// All others.
    pub entries: Vec<Entry>,
    /// The bytes of a last line that was not written to its end.
    pub torn: Vec<u8>,
    /// Whether the last line is whole but for its end.
    pub(super) unended: bool,
    pub(super) chain: Chain,
}

/// What was lost of a last line by a failure of power is zeros up to a multiple of
/// this many bytes: the smallest sector there is.
const SECTOR: usize = 512;

impl Read {
    /// Reads what a file holds; the path is for messages.
    pub fn parse(bytes: &[u8], path: &Path) -> Result<Self, JournalError> {
        let mut reader = Reader { bytes, path, changed: None };
        reader.read()
    }

    /// The same of a file that may have been changed after it was written, and the
    /// lines whose checksums do not fit.
    pub fn parse_changed(bytes: &[u8], path: &Path) -> Result<(Self, Vec<usize>), JournalError> {
        let mut reader = Reader { bytes, path, changed: Some(Vec::new()) };
        let read = reader.read()?;
        Ok((read, reader.changed.unwrap_or_default()))
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    path: &'a Path,
    /// Lines whose checksums do not fit, if these are to be read all the same.
    changed: Option<Vec<usize>>,
}

impl Reader<'_> {
    fn read(&mut self) -> Result<Read, JournalError> {
        let bytes = self.bytes;
        let whole = end_of_whole_lines(bytes);
        let mut lines = bytes[..whole].split_inclusive(|&byte| byte == b'\n');
        let first = lines.next().unwrap_or(bytes);
        let mut end = first.len();
        let (header, mut chain) = self.header(first.strip_suffix(b"\n").unwrap_or(first))?;
        let mut entries: Vec<Entry> = Vec::new();
        for line in lines {
            let before = end;
            end += line.len();
            let entry = self.entry(&line[..line.len() - 1], entries.len() + 2, before, &mut chain)?;
            entries.push(entry);
        }
        let rest = &bytes[end..];
        let mut torn = Vec::new();
        let mut unended = whole == 0;
        if !rest.is_empty() {
            // An editor may have left out the last line's end.
            if serde_json::from_slice::<Entry>(rest).is_ok() {
                let entry = self.entry(rest, entries.len() + 2, end, &mut chain)?;
                entries.push(entry);
                unended = true;
            } else {
                // What was torn by a crash is no whole line with something after it.
                if chain.is_some() && !rest.contains(&0) && starts_with_whole_value(rest) {
                    self.note_change(entries.len() + 2, CHANGED)?;
                }
                torn = rest.to_vec();
            }
        }
        if let Some(id) = entry::repeated(&entries) {
            let line = entries.iter().rposition(|entry| entry.id == *id).map_or(0, |at| at + 2);
            return Err(self.broken(line, format!("a second entry has the id {:?}", id.0)));
        }
        let lines = entries.len() + 1;
        let chain = chain.unwrap_or_else(|| {
            let before = &bytes[..bytes.len() - torn.len()];
            if unended { Chain::after(&[before, b"\n"].concat(), lines) } else { Chain::after(before, lines) }
        });
        Ok(Read { header, entries, torn, unended, chain })
    }

    /// The header, and the chain if it begins there.
    fn header(&mut self, line: &[u8]) -> Result<(Header, Option<Chain>), JournalError> {
        let header = read_header(line, self.path)?;
        let chain = match checksum::split(line) {
            Some((body, sum)) => {
                if Checksum::start().then(body) != sum {
                    self.note_change(1, CHANGED)?;
                }
                Some(Chain::new(sum))
            }
            None if header.version() >= FIRST_VERSION_WITH_CHECKSUMS => {
                self.note_change(1, MISSING)?;
                Some(Chain::new(Checksum::start()))
            }
            None => None,
        };
        Ok((header, chain))
    }

    /// An entry, which begins after so many bytes.
    fn entry(
        &mut self,
        line: &[u8],
        number: usize,
        before: usize,
        chain: &mut Option<Chain>,
    ) -> Result<Entry, JournalError> {
        let split = checksum::split(line);
        if let Some((body, sum)) = split {
            let chain = chain.get_or_insert_with(|| Chain::after(&self.bytes[..before], number - 1));
            if chain.head().then(body) != sum {
                self.note_change(number, CHANGED)?;
            }
        }
        let entry: Entry = serde_json::from_slice(line)
            .map_err(|error| self.broken(number, format!("found no entry of a journal: {error}")))?;
        match (split, chain) {
            // After a changed line, the next ones are judged by what it says its
            // checksum is: each that was changed is found.
            (Some((_, sum)), Some(chain)) => chain.push(sum, entry.what.ends_certificates()),
            (None, Some(_)) => self.note_change(number, MISSING)?,
            _ => {}
        }
        Ok(entry)
    }

    /// A line is not as it was written.
    fn note_change(&mut self, line: usize, problem: &str) -> Result<(), JournalError> {
        if let Some(changed) = &mut self.changed {
            changed.push(line);
            return Ok(());
        }
        let what_to_do = format!(
            "If that was done on purpose, 'hornbook journal mend {} -o NEW' makes a new journal of what it says now, \
             without certificates; otherwise go back to a copy",
            self.path.display()
        );
        Err(self.broken(line, format!("{problem}. {what_to_do}")))
    }

    fn broken(&self, line: usize, problem: String) -> JournalError {
        JournalError::Broken { path: self.path.to_owned(), line, problem }
    }
}

const CHANGED: &str = "this line was changed after it was written, or lines before it were added, removed or put in \
                       another order: its checksum does not fit";
const MISSING: &str = "this line has no checksum, though the journal has them";

fn read_header(line: &[u8], path: &Path) -> Result<Header, JournalError> {
    #[derive(Deserialize)]
    struct Kind {
        format: String,
        version: u64,
    }
    let kind: Kind = serde_json::from_slice(line).map_err(|_| JournalError::SomethingElse(path.to_owned()))?;
    if kind.format != FORMAT || kind.version == 0 {
        return Err(JournalError::SomethingElse(path.to_owned()));
    }
    if kind.version > VERSION {
        return Err(JournalError::Newer { path: path.to_owned(), found: kind.version });
    }
    let broken = |problem| JournalError::Broken { path: path.to_owned(), line: 1, problem };
    serde_json::from_slice(line).map_err(|error| broken(format!("found no header of a journal: {error}")))
}

/// Where the last line ends that was written to its end. A line that was on its way
/// to the disk when power failed may have its end and lack what comes before.
fn end_of_whole_lines(bytes: &[u8]) -> usize {
    let Some(last) = bytes.iter().rposition(|&byte| byte == b'\n') else { return 0 };
    match bytes[..last].iter().rposition(|&byte| byte == b'\n') {
        Some(before) if has_hole(bytes, before + 1, last) => before + 1,
        _ => last + 1,
    }
}

/// Whether sectors of a line, or what it has of them, are zeros. No text of a
/// journal has a zero.
fn has_hole(bytes: &[u8], start: usize, end: usize) -> bool {
    let mut at = start;
    while let Some(zero) = bytes[at..end].iter().position(|&byte| byte == 0).map(|found| at + found) {
        let after = bytes[zero..end].iter().position(|&byte| byte != 0).map_or(end, |found| zero + found);
        if (zero == start || zero % SECTOR == 0) && after % SECTOR == 0 {
            return true;
        }
        at = after;
    }
    false
}

fn starts_with_whole_value(bytes: &[u8]) -> bool {
    let mut values = serde_json::Deserializer::from_slice(bytes).into_iter::<IgnoredAny>();
    matches!(values.next(), Some(Ok(_)))
}
