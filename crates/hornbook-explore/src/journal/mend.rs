//! A journal that was changed by hand, as a new one.

use std::fs;
use std::path::Path;

use super::checksum::Checksums;
use super::entry::{Entry, EntryKind, Header};
use super::file::Journal;
use super::merge::forget_bound;
use super::read::Read;
use super::{JournalError, VERSION};
use hornbook::hash::Hash;

/// What a journal says that was changed by hand, for a new one.
#[derive(Clone, Debug, PartialEq)]
pub struct Mended {
    /// The new header.
    pub header: Header,
    /// What it says, without certificates.
    pub entries: Vec<Entry>,
    /// The lines of the old file that were changed, from 1.
    pub changed: Vec<usize>,
    /// Which lines of the old file had checksums.
    pub checksums: Checksums,
    /// How many certificates were dropped.
    pub certificates: usize,
    /// Whether the last line was not whole, and left out.
    pub torn: bool,
}

/// Reads a journal whatever its checksums say.
///
/// A certificate was about what was there before, and so is each bound that was
/// shown on the way: they are left out. Whoever changed the journal may have known
/// what the samples had shown, so there is another seed, and all that is drawn from
/// here on is fresh. Attempts at certificates stay, and so does what they spent of δ.
pub fn mend(path: &Path) -> Result<Mended, JournalError> {
    let failed = |error| JournalError::Io { doing: "read", path: path.to_owned(), error };
    let (read, changed) = Read::parse_changed(&fs::read(path).map_err(failed)?, path)?;
    let Read { mut header, entries, torn, chain, .. } = read;
    let checksums = chain.of_lines(entries.len() + 1);
    let all = entries.len();
    let mut entries: Vec<Entry> =
        entries.into_iter().filter(|entry| !matches!(entry.what, EntryKind::Certified(_))).collect();
    let certificates = all - entries.len();
    entries.iter_mut().for_each(|entry| forget_bound(&mut entry.what));
    let said = Journal::in_memory_with(header.clone(), entries.clone()).state();
    header.seed = Hash::new().number(header.seed).text("mended").number(said).mixed() >> 11;
    header.set_version(VERSION);
    Ok(Mended { header, entries, changed, checksums, certificates, torn: !torn.is_empty() })
}
