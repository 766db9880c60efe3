//! Journals: what was read from a file, and how it goes on.

use std::collections::{HashMap, HashSet};
use std::fs::{self, OpenOptions};
use std::io::{self, Read as _};
use std::path::Path;

use super::checksum::{self, Chain, Checksum, Checksums};
use super::entry::{self, Certified, DistributionName, Entry, EntryId, EntryKind, Header, Took};
use super::lock::{self, Lock};
use super::read::Read;
use super::store::{self, Store};
use super::{JournalError, VERSION};
use hornbook::hash::Hash;

/// A journal, in memory and, if it has a file, on disk.
#[derive(Debug)]
pub struct Journal {
    header: Header,
    entries: Vec<Entry>,
    /// A hash of the seed, the attributes and the identities of all entries that
    /// count.
    identities: Hash,
    /// The checksums of all lines.
    sums: Chain,
    /// How many entries count.
    counting: u64,
    /// Where each entry is, by its identity.
    places: HashMap<EntryId, usize>,
    store: Option<Store>,
    notes: Vec<String>,
    /// The name that the sender of the next entry that says something gave to it.
    request: Option<String>,
    /// How long the next entry that says something took to say.
    took: Option<Took>,
    /// Whether what is added from now on is the word of a program.
    by_program: bool,
}

impl Journal {
    /// A journal that is kept nowhere.
    pub fn in_memory(header: Header) -> Self {
        Self::in_memory_with(header, Vec::new())
    }

    /// A journal that is kept nowhere, with what is known from elsewhere.
    pub fn in_memory_with(mut header: Header, entries: Vec<Entry>) -> Self {
        header.set_version(VERSION);
        let sum = checksum::line(&header, Checksum::start()).map_or(Checksum::start(), |(_, sum)| sum);
        let mut journal = Self::new(header, Vec::new(), Chain::new(sum), None);
        entries.into_iter().for_each(|entry| journal.add_in_memory(entry));
        journal
    }

    fn new(header: Header, entries: Vec<Entry>, sums: Chain, store: Option<Store>) -> Self {
        let identities = start_of_identities(&header);
        let mut journal = Self {
            header,
            entries: Vec::new(),
            identities,
            sums,
            counting: 0,
            places: HashMap::new(),
            store,
            notes: Vec::new(),
            request: None,
            took: None,
            by_program: false,
        };
        entries.into_iter().for_each(|entry| journal.take(entry));
        journal
    }

    fn take(&mut self, entry: Entry) {
        if entry.what.counts() {
            self.identities = self.identities.text(&entry.id.0);
            self.counting += 1;
        }
        self.places.entry(entry.id.clone()).or_insert(self.entries.len());
        self.entries.push(entry);
    }

    /// Adds an entry as it is, with the checksum it has in a file.
    fn add_in_memory(&mut self, entry: Entry) {
        if let Ok((_, sum)) = checksum::line(&entry, self.sums.head()) {
            self.sums.push(sum, entry.what.ends_certificates());
        }
        self.take(entry);
    }

    /// Begins a journal in a file that must not be there yet.
    pub fn create(path: &Path, header: Header) -> Result<Self, JournalError> {
        Self::create_with(path, header, Vec::new())
    }

    /// Begins a journal with what is known from elsewhere.
    pub fn create_with(path: &Path, header: Header, entries: Vec<Entry>) -> Result<Self, JournalError> {
        let failed = |error| JournalError::Io { doing: "write", path: path.to_owned(), error };
        if path.exists() {
            return Err(JournalError::Exists(path.to_owned()));
        }
        let text = file_bytes(header, &entries).map_err(|error| failed(error.into()))?;
        store::create(path, &text).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => JournalError::Exists(path.to_owned()),
            _ => failed(error),
        })?;
        Self::open(path)
    }

    /// Goes on with the journal in a file, keeping others from it. A last line
    /// that was not written to its end is set aside in a file beside it.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        let reading = |error| JournalError::Io { doing: "read", path: path.to_owned(), error };
        let writing = |error| JournalError::Io { doing: "write", path: path.to_owned(), error };
        if fs::metadata(path).map_err(reading)?.is_dir() {
            return Err(reading(io::ErrorKind::IsADirectory.into()));
        }
        let file = OpenOptions::new().read(true).append(true).open(path).map_err(writing)?;
        let Some(lock) = Lock::take(path, &file) else { return Err(JournalError::Busy(path.to_owned())) };
        store::remove_leftovers(path);
        // By the file that is locked, not by its name.
        let mut bytes = Vec::new();
        (&file).read_to_end(&mut bytes).map_err(reading)?;
        let read = Read::parse(&bytes, path)?;
        let mut store = Store::new(path, file, bytes.len() as u64, lock);
        let mut notes = Vec::new();
        if read.unended {
            store.write(b"\n").map_err(writing)?;
        }
        if !read.torn.is_empty() {
            let aside = store::keep_aside(path, &read.torn).map_err(writing)?;
            store.cut((bytes.len() - read.torn.len()) as u64).map_err(writing)?;
            notes.push(format!(
                "The last line of {} was not written to its end, and so it was never acknowledged; what there is of it \
                 was moved to {}.",
                path.display(),
                aside.display()
            ));
        }
        let mut journal = Self::new(read.header, read.entries, read.chain, Some(store));
        if journal.checksums() == Checksums::None {
            notes.push(format!(
                "{} was written by an earlier version, without checksums: whether it was changed since cannot be told. \
                 What is added from now on has them.",
                path.display()
            ));
        }
        journal.notes = notes;
        Ok(journal)
    }

    /// Whether a program has the journal in a file open. No other is kept out by
    /// the question.
    pub fn is_in_use(path: &Path) -> bool {
        lock::is_in_use(path)
    }

    /// Reads a journal to look at it: what is done to it is not kept.
    pub fn read(path: &Path) -> Result<Self, JournalError> {
        let failed = |error| JournalError::Io { doing: "read", path: path.to_owned(), error };
        let read = Read::parse(&fs::read(path).map_err(failed)?, path)?;
        Ok(Self::new(read.header, read.entries, read.chain, None))
    }

    /// The same journal, kept nowhere.
    pub fn copy(&self) -> Self {
        Self::new(self.header.clone(), self.entries.clone(), self.sums, None)
    }

    /// The same under another title, kept nowhere. What is certified stays so, if
    /// every line was checked.
    pub fn retitled(&self, title: Option<String>) -> Self {
        let mut header = self.header.clone();
        header.title = title;
        let mut copy = Self::in_memory(header);
        for (at, entry) in self.entries.iter().enumerate() {
            let mut entry = entry.clone();
            match &mut entry.what {
                EntryKind::Certified(_) if self.checksums() != Checksums::Every => continue,
                // Nothing that counts comes after it, so it is about all of it here, too.
                EntryKind::Attempt { state } | EntryKind::Certified(Certified { state, .. })
                    if self.is_about_now(at, *state) =>
                {
                    *state = Some(copy.state());
                }
                _ => {}
            }
            copy.add_in_memory(entry);
        }
        copy
    }

    /// Sets the name that the sender of the next entry that says something gave to it.
    pub fn set_request_tag(&mut self, request: Option<String>) {
        self.request = request;
    }

    /// Sets how long it took to say what is added from now on, if that was measured.
    pub fn set_took(&mut self, took: Option<Took>) {
        self.took = took;
    }

    /// Sets whether what is added from now on is the word of a program.
    pub fn set_by_program(&mut self, by_program: bool) {
        self.by_program = by_program;
    }

    /// Adds an entry. When this returns, it is on disk.
    pub fn append(&mut self, who: Option<&str>, what: EntryKind) -> Result<EntryId, JournalError> {
        let ids = self.append_all(who, vec![what])?;
        ids.into_iter().next().ok_or_else(|| JournalError::Refused("nothing was added".to_owned()))
    }

    /// Adds entries together.
    pub fn append_all(&mut self, who: Option<&str>, all: Vec<EntryKind>) -> Result<Vec<EntryId>, JournalError> {
        let refused = |error: serde_json::Error| JournalError::Refused(error.to_string());
        let (mut identities, mut counting, mut sums) = (self.identities, self.counting, self.sums);
        let (mut entries, mut text, mut new) = (Vec::new(), Vec::new(), HashSet::new());
        for what in all {
            // What does not count is told apart by what counts before it, and
            // by how often it was said since.
            let mut place = if what.counts() { counting } else { u64::MAX };
            let id = loop {
                let id = entry::identity(identities.number(place), who, &what).map_err(refused)?;
                if !self.places.contains_key(&id) && new.insert(id.clone()) {
                    break id;
                }
                place = place.wrapping_sub(1);
            };
            if what.counts() {
                identities = identities.text(&id.0);
                counting += 1;
            }
            let request = self.request.clone().filter(|_| what.is_said());
            let took = self.took.filter(|_| what.is_said() && !what.is_remark());
            let program = self.by_program && what.is_said();
            let entry = Entry { id, time: super::now(), who: who.map(str::to_owned), program, request, took, what };
            let (line, sum) = checksum::line(&entry, sums.head()).map_err(refused)?;
            text.extend(line);
            sums.push(sum, entry.what.ends_certificates());
            entries.push(entry);
        }
        if let Some(store) = &mut self.store {
            let path = store.path.clone();
            store.append(&text).map_err(|error| JournalError::Io { doing: "write", path, error })?;
        }
        if entries.iter().any(|entry| entry.request.is_some()) {
            self.request = None;
        }
        self.sums = sums;
        let ids = entries.iter().map(|entry| entry.id.clone()).collect();
        entries.into_iter().for_each(|entry| self.take(entry));
        Ok(ids)
    }

    /// The first line.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// All other lines.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry of that identity.
    pub fn entry(&self, id: &EntryId) -> Option<&Entry> {
        self.places.get(id).map(|&place| &self.entries[place])
    }

    /// The file it is kept in.
    pub fn path(&self) -> Option<&Path> {
        self.store.as_ref().map(|store| &*store.path)
    }

    /// Notes for people about what happened when it was opened.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Which lines have checksums.
    pub fn checksums(&self) -> Checksums {
        self.sums.of_lines(self.entries.len() + 1)
    }

    /// A seed for everything random at this point: another one after each entry
    /// that counts, and the same whenever the journal is opened. It hangs on what was
    /// said, not on when, so that a run can be repeated.
    pub fn seed(&self) -> u64 {
        self.identities.mixed()
    }

    /// A number that stands for all that was said up to this point: for the checksum
    /// of the last line that says something, and so for every byte before it, too.
    pub fn state(&self) -> u64 {
        self.sums.told().number()
    }

    /// Whether the state that an entry names is this one: of the entry in that place.
    pub(crate) fn is_about_now(&self, place: usize, state: Option<u64>) -> bool {
        // In lines without checksums it stands for the identities of entries.
        let without = || self.identities.text("state").mixed() >> 11;
        state == Some(if self.sums.covers(place + 2) { self.state() } else { without() })
    }

    /// How many entries count.
    pub fn counting(&self) -> u64 {
        self.counting
    }
}

/// What a file holds with these lines, checksums and all.
pub fn file_bytes(mut header: Header, entries: &[Entry]) -> serde_json::Result<Vec<u8>> {
    header.set_version(VERSION);
    let (mut bytes, mut head) = checksum::line(&header, Checksum::start())?;
    for entry in entries {
        let (line, sum) = checksum::line(entry, head)?;
        bytes.extend(line);
        head = sum;
    }
    Ok(bytes)
}

/// A hash of everything in a header that decides what is known and what is
/// drawn.
fn start_of_identities(header: &Header) -> Hash {
    let mut identities = Hash::new().number(header.seed);
    for attribute in &header.attributes {
        identities = identities.text(&attribute.name);
    }
    if header.distribution != DistributionName::Uniform {
        identities = identities.text(header.distribution.name());
    }
    if let Some(told) = header.told {
        identities = identities.number(told as u64);
    }
    let mut list = |names: &[String]| {
        identities = names.iter().fold(identities.number(names.len() as u64), |identities, name| identities.text(name));
    };
    header.columns.iter().for_each(|column| list(column));
    for rule in &header.background {
        list(&rule.premise);
        rule.conclusion.iter().for_each(|names| list(names));
    }
    identities
}
