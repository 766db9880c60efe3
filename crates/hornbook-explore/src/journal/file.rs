//! Journals on disk: whole lines, each there to stay before it counts.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Deserialize;

use super::entry::{self, DistributionName, Entry, EntryId, EntryKind, Header};
use super::{FORMAT, JournalError, VERSION};
use hornbook::hash::Hash;

/// A journal, in memory and, if it has a file, on disk.
#[derive(Debug)]
pub struct Journal {
    header: Header,
    entries: Vec<Entry>,
    /// A hash of the seed, the attributes and all entries that count.
    chain: Hash,
    /// How many entries count.
    counting: u64,
    /// Where each entry is, by its identity.
    places: HashMap<EntryId, usize>,
    store: Option<Store>,
    notes: Vec<String>,
    /// The name that the sender of the next entry that counts gave to it.
    request: Option<String>,
}

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
    unended: bool,
}

impl Journal {
    /// A journal that is kept nowhere.
    pub fn in_memory(header: Header) -> Self {
        Self::in_memory_with(header, Vec::new())
    }

    /// A journal that is kept nowhere, with what is known from elsewhere.
    pub fn in_memory_with(header: Header, entries: Vec<Entry>) -> Self {
        Self::new(header, entries, None)
    }

    fn new(header: Header, entries: Vec<Entry>, store: Option<Store>) -> Self {
        let chain = start_of_chain(&header);
        let mut journal = Self {
            header,
            entries: Vec::new(),
            chain,
            counting: 0,
            places: HashMap::new(),
            store,
            notes: Vec::new(),
            request: None,
        };
        entries.into_iter().for_each(|entry| journal.take(entry));
        journal
    }

    fn take(&mut self, entry: Entry) {
        if entry.what.counts() {
            self.chain = self.chain.text(&entry.id.0);
            self.counting += 1;
        }
        self.places.entry(entry.id.clone()).or_insert(self.entries.len());
        self.entries.push(entry);
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
        let mut text = line(&header).map_err(failed)?;
        for entry in &entries {
            text.extend(line(entry).map_err(failed)?);
        }
        // Whole or not at all: written beside, then given its name. Several
        // threads may be at it.
        static BEGUN: AtomicU64 = AtomicU64::new(0);
        let number = BEGUN.fetch_add(1, Ordering::Relaxed);
        let beside = extended(path, &format!(".new-{}-{number}", std::process::id()));
        let begin = || {
            let mut file = File::create(&beside)?;
            file.write_all(&text)?;
            file.sync_all()?;
            fs::hard_link(&beside, path).or_else(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => Err(error),
                // Where there are no links, there is a moment for a race.
                _ => fs::rename(&beside, path),
            })
        };
        let begun = begin();
        // After a rename, or if it never came to be, there is nothing to remove.
        _ = fs::remove_file(&beside);
        begun.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => JournalError::Exists(path.to_owned()),
            _ => failed(error),
        })?;
        sync_folder(path).map_err(failed)?;
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
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(JournalError::Busy(path.to_owned())),
            // Where files cannot be locked, it is up to people.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        // By the file that is locked, not by its name.
        let mut bytes = Vec::new();
        (&file).read_to_end(&mut bytes).map_err(reading)?;
        let read = Read::parse(&bytes, path)?;
        let mut store = Store { path: path.to_owned(), file, end: bytes.len() as u64, failed: false };
        let mut notes = Vec::new();
        if read.unended {
            store.write(b"\n").map_err(writing)?;
        }
        if !read.torn.is_empty() {
            let aside = extended(path, ".torn");
            let mut kept = OpenOptions::new().append(true).create(true).open(&aside).map_err(writing)?;
            kept.write_all(&read.torn).and_then(|()| kept.write_all(b"\n")).map_err(writing)?;
            kept.sync_all().map_err(writing)?;
            store.cut(bytes.len() - read.torn.len()).map_err(writing)?;
            notes.push(format!(
                "The last line of {} was not written to its end, and so it was never acknowledged; what there is of it \
                 was moved to {}.",
                path.display(),
                aside.display()
            ));
        }
        Ok(Self { notes, ..Self::new(read.header, read.entries, Some(store)) })
    }

    /// Reads a journal to look at it: what is done to it is not kept.
    pub fn read(path: &Path) -> Result<Self, JournalError> {
        let failed = |error| JournalError::Io { doing: "read", path: path.to_owned(), error };
        let read = Read::parse(&fs::read(path).map_err(failed)?, path)?;
        Ok(Self::new(read.header, read.entries, None))
    }

    /// The same journal, kept nowhere.
    pub fn copy(&self) -> Self {
        Self::new(self.header.clone(), self.entries.clone(), None)
    }

    /// Sets the name that the sender of the next entry that counts gave to it.
    pub fn set_request_tag(&mut self, request: Option<String>) {
        self.request = request;
    }

    /// Adds an entry. When this returns, it is on disk.
    pub fn append(&mut self, who: Option<&str>, what: EntryKind) -> Result<EntryId, JournalError> {
        let ids = self.append_all(who, vec![what])?;
        ids.into_iter().next().ok_or_else(|| JournalError::Refused("nothing was added".to_owned()))
    }

    /// Adds entries together.
    pub fn append_all(&mut self, who: Option<&str>, all: Vec<EntryKind>) -> Result<Vec<EntryId>, JournalError> {
        let refused = |error: serde_json::Error| JournalError::Refused(error.to_string());
        let (mut chain, mut counting) = (self.chain, self.counting);
        let (mut entries, mut text, mut new) = (Vec::new(), Vec::new(), HashSet::new());
        for what in all {
            // What does not count is told apart by what counts before it, and
            // by how often it was said since.
            let mut place = if what.counts() { counting } else { u64::MAX };
            let id = loop {
                let id = entry::identity(chain.number(place), who, &what).map_err(refused)?;
                if !self.places.contains_key(&id) && new.insert(id.clone()) {
                    break id;
                }
                place = place.wrapping_sub(1);
            };
            if what.counts() {
                chain = chain.text(&id.0);
                counting += 1;
            }
            let request = self.request.clone().filter(|_| what.counts());
            let entry = Entry { id, time: super::now(), who: who.map(str::to_owned), request, what };
            text.extend(line(&entry).map_err(|error| JournalError::Refused(error.to_string()))?);
            entries.push(entry);
        }
        if let Some(store) = &mut self.store {
            let path = store.path.clone();
            store.append(&text).map_err(|error| JournalError::Io { doing: "write", path, error })?;
        }
        if entries.iter().any(|entry| entry.request.is_some()) {
            self.request = None;
        }
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

    /// A seed for everything random at this point: another one after each entry
    /// that counts, and the same whenever the journal is opened.
    pub fn seed(&self) -> u64 {
        self.chain.mixed()
    }

    /// A number that stands for all entries that count up to this point.
    pub fn state(&self) -> u64 {
        // Programs that take numbers of JSON for floating-point keep 53 bits.
        self.chain.text("state").mixed() >> 11
    }

    /// How many entries count.
    pub fn counting(&self) -> u64 {
        self.counting
    }
}

/// A hash of everything in a header that decides what is known and what is
/// drawn.
fn start_of_chain(header: &Header) -> Hash {
    let mut chain = Hash::new().number(header.seed);
    for attribute in &header.attributes {
        chain = chain.text(&attribute.name);
    }
    if header.distribution != DistributionName::Uniform {
        chain = chain.text(header.distribution.name());
    }
    let mut list = |names: &[String]| {
        chain = names.iter().fold(chain.number(names.len() as u64), |chain, name| chain.text(name));
    };
    header.columns.iter().for_each(|column| list(column));
    for rule in &header.background {
        list(&rule.premise);
        rule.conclusion.iter().for_each(|names| list(names));
    }
    chain
}

impl Read {
    /// Reads what a file holds; the path is for messages.
    pub fn parse(bytes: &[u8], path: &Path) -> Result<Self, JournalError> {
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let (lines, rest) = (&bytes[..whole], &bytes[whole..]);
        let mut lines = lines.split_inclusive(|&byte| byte == b'\n').map(|line| &line[..line.len() - 1]);
        let header = read_header(lines.next().unwrap_or(rest), path)?;
        let broken = |line: usize, problem: String| JournalError::Broken { path: path.to_owned(), line, problem };
        let mut entries: Vec<Entry> = Vec::new();
        for (at, line) in lines.enumerate() {
            let entry = serde_json::from_slice(line)
                .map_err(|error| broken(at + 2, format!("found no entry of a journal: {error}")))?;
            entries.push(entry);
        }
        let mut torn = Vec::new();
        let mut unended = false;
        // An editor may have left out the last line's end.
        match serde_json::from_slice(rest) {
            _ if whole == 0 || rest.is_empty() => unended = whole == 0,
            Ok(entry) => {
                entries.push(entry);
                unended = true;
            }
            Err(_) => torn = rest.to_vec(),
        }
        if let Some(id) = entry::repeated(&entries) {
            let line = entries.iter().rposition(|entry| entry.id == *id).map_or(0, |at| at + 2);
            return Err(broken(line, format!("a second entry has the id {:?}", id.0)));
        }
        Ok(Self { header, entries, torn, unended })
    }
}

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

fn line(value: &impl serde::Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}

/// The path with something after its name.
fn extended(path: &Path, end: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(end);
    PathBuf::from(name)
}

/// Makes sure that the name of a new file is on disk too.
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// A file that only grows.
#[derive(Debug)]
struct Store {
    path: PathBuf,
    file: File,
    /// Everything up to here is whole lines.
    end: u64,
    /// Whether the last write failed, so that there may be half a line after that.
    failed: bool,
}

impl Store {
    /// Adds to the file, unless somebody else has.
    fn append(&mut self, text: &[u8]) -> io::Result<()> {
        let there = fs::metadata(&self.path)?;
        if !same_file(&there, &self.file.metadata()?) {
            return Err(io::Error::other("it was replaced by another file meanwhile"));
        }
        if there.len() != self.end {
            if !self.failed {
                return Err(io::Error::other("it was changed by another program meanwhile"));
            }
            self.file.set_len(self.end)?;
        }
        let written = self.write(text);
        self.failed = written.is_err();
        if self.failed {
            // If this fails too, it is done before the next write, or when the
            // journal is opened again.
            _ = self.file.set_len(self.end);
        }
        written
    }

    fn write(&mut self, text: &[u8]) -> io::Result<()> {
        self.file.write_all(text)?;
        self.file.sync_data()?;
        self.end += text.len() as u64;
        Ok(())
    }

    fn cut(&mut self, end: usize) -> io::Result<()> {
        self.file.set_len(end as u64)?;
        self.file.sync_all()?;
        self.end = end as u64;
        Ok(())
    }
}

#[cfg(unix)]
fn same_file(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn same_file(_: &fs::Metadata, _: &fs::Metadata) -> bool {
    true
}
