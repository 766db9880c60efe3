//! What a list tells of each exploration, kept in a file beside the journals so
//! that these need not be read for it. The file may be lost: it is made again.

use std::collections::HashMap;
use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::files;
use crate::log;
use crate::secret;
use crate::snapshot::Summary;

/// The file in the folder of the explorations.
const FILE: &str = ".hornbook-index.json";
/// A larger file is none that a server wrote.
const MAX_FILE_BYTES: u64 = 256 << 20;
/// The file is written at most so often, and at the end.
const WRITE_INTERVAL: Duration = Duration::from_secs(60);

/// What tells whether a file has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Stamp {
    /// Nanoseconds since 1970.
    modified: u128,
    length: u64,
}

impl Stamp {
    pub(crate) fn of(file: &Metadata) -> Self {
        let modified = file.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        Self { modified: modified.unwrap_or_default().as_nanos(), length: file.len() }
    }
}

/// What is told of an exploration.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct IndexEntry {
    /// The title in the journal.
    pub(crate) title: Option<String>,
    pub(crate) summary: Summary,
}

/// What is told of a journal of that stamp, or why it cannot be read.
type Known = (Stamp, Result<IndexEntry, String>);

/// What is told of all explorations.
pub(crate) struct Index {
    path: PathBuf,
    known: Mutex<KnownJournals>,
}

struct KnownJournals {
    by_name: HashMap<String, Known>,
    /// Whether the file holds something else.
    changed: bool,
    written: Option<Instant>,
}

/// What the file holds. Another version of the program might tell otherwise.
#[derive(Serialize, Deserialize)]
struct Written {
    version: String,
    /// The hash of `journals`: a list that a faulty disk made up tells nothing.
    sha256: String,
    journals: String,
}

impl Index {
    /// The index of a folder.
    pub(crate) fn open(folder: &Path) -> Self {
        let path = folder.join(FILE);
        let by_name = read(&path).unwrap_or_else(|error| {
            log::note(&format!("cannot use {}, which is made again: {error}", path.display()));
            HashMap::new()
        });
        Self { path, known: Mutex::new(KnownJournals { by_name, changed: false, written: None }) }
    }

    fn known(&self) -> MutexGuard<'_, KnownJournals> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is told of a journal; `read` finds it out if the file has changed.
    pub(crate) fn entry(
        &self,
        name: &str,
        stamp: Stamp,
        read: impl FnOnce() -> Result<IndexEntry, String>,
    ) -> Result<IndexEntry, String> {
        let known = self.known().by_name.get(name).filter(|(known, _)| *known == stamp).cloned();
        if let Some((_, entry)) = known {
            return entry;
        }
        let entry = read();
        let mut known = self.known();
        known.by_name.insert(name.to_owned(), (stamp, entry.clone()));
        known.changed = true;
        entry
    }

    /// Writes the file if it is time to; without those that `is_gone` names.
    pub(crate) fn write_if_due(&self, is_gone: impl Fn(&str) -> bool) {
        let mut known = self.known();
        if known.written.is_none_or(|written| written.elapsed() >= WRITE_INTERVAL) {
            known.by_name.retain(|name, _| !is_gone(name));
            self.write_changes(&mut known);
        }
    }

    /// Writes the file if it holds something else.
    pub(crate) fn write(&self) {
        self.write_changes(&mut self.known());
    }

    fn write_changes(&self, known: &mut KnownJournals) {
        if !std::mem::take(&mut known.changed) {
            return;
        }
        known.written = Some(Instant::now());
        let written = serde_json::to_string(&known.by_name).and_then(|journals| {
            let sha256 = secret::hash("index", &journals);
            serde_json::to_vec(&Written { version: env!("CARGO_PKG_VERSION").to_owned(), sha256, journals })
        });
        let written = written.map_err(io::Error::from).and_then(|bytes| files::write_atomically(&self.path, &bytes));
        if let Err(error) = written {
            log::note_rarely(&format!("cannot write {}: {error}", self.path.display()));
        }
    }
}

fn read(path: &Path) -> io::Result<HashMap<String, Known>> {
    let Some(bytes) = files::read_regular(path, MAX_FILE_BYTES)? else { return Ok(HashMap::new()) };
    let written: Written = serde_json::from_slice(&bytes)?;
    if written.version != env!("CARGO_PKG_VERSION") {
        return Ok(HashMap::new());
    }
    if secret::hash("index", &written.journals) != written.sha256 {
        return Err(io::Error::other("it was changed by something else"));
    }
    Ok(serde_json::from_str(&written.journals)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_read_again_and_made_again() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let stamp = Stamp { modified: 1, length: 2 };
        let told = |index: &Index, stamp| {
            let mut asked = false;
            let entry = index.entry("tea", stamp, || {
                asked = true;
                Ok(IndexEntry { title: Some("Tea".to_owned()), summary: Summary::default() })
            });
            assert_eq!(entry.ok().and_then(|entry| entry.title).as_deref(), Some("Tea"));
            asked
        };
        let index = Index::open(folder.path());
        assert!(told(&index, stamp) && !told(&index, stamp));
        assert!(told(&index, Stamp { length: 3, ..stamp }), "the journal has grown");
        index.write();
        let index = Index::open(folder.path());
        assert!(!told(&index, Stamp { length: 3, ..stamp }), "it was kept");
        let path = folder.path().join(FILE);
        let text = std::fs::read_to_string(&path)?;
        for broken in [text.replace("Tea", "Sea"), text.replace('}', ""), "null".to_owned()] {
            std::fs::write(&path, broken)?;
            assert!(told(&Index::open(folder.path()), Stamp { length: 3, ..stamp }), "it is made again");
        }
        Ok(())
    }
}
