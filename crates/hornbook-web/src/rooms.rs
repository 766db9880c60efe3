//! All explorations of a folder.

mod begin;

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use hornbook_explore::Exploration;
use hornbook_explore::journal::Journal;
use tokio::sync::{Semaphore, watch};

use crate::log;
use crate::problem::Problem;
use crate::room::{Room, journal_path};
use crate::snapshot::{Snapshot, Summary};
use crate::worker;

/// All explorations of a folder.
pub(crate) struct Rooms {
    folder: PathBuf,
    /// The rooms that somebody asked for, by name.
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    /// The summaries of journals that are not open.
    summaries: Mutex<HashMap<String, CachedSummary>>,
    /// Held while an exploration is begun, so that two do not take one name.
    begin_lock: Mutex<()>,
    /// As many long computations run at a time as there are cores.
    cores: Arc<Semaphore>,
    shutdown: watch::Receiver<bool>,
}

/// The summary of a journal, or why it cannot be read, and what tells whether
/// the file has changed since.
#[derive(Clone)]
struct CachedSummary {
    modified: Option<SystemTime>,
    length: u64,
    summary: Result<(Option<String>, Summary), String>,
}

/// An exploration in a list.
pub(crate) struct ListedExploration {
    pub(crate) name: String,
    pub(crate) title: Option<String>,
    pub(crate) summary: Summary,
    /// Whether another program has the journal open.
    pub(crate) busy: bool,
    /// Why it cannot be opened, if so.
    pub(crate) problem: Option<String>,
}

/// The longest name of an exploration.
const MAX_NAME_BYTES: usize = 64;
/// The longest name that is made of a title, which leaves room for a number.
const MAX_NAME_BYTES_FROM_TITLE: usize = 48;

/// Whether an exploration can have that name, which is part of its address.
pub(crate) fn is_valid_name(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    name.len() <= MAX_NAME_BYTES
        && name.bytes().next().is_some_and(plain)
        && name.bytes().all(|byte| plain(byte) || byte == b'-')
}

/// A name made of a title.
fn name_from_title(title: &str) -> String {
    let mut name = String::new();
    for c in title.chars() {
        match c.to_ascii_lowercase() {
            c if c.is_ascii_lowercase() || c.is_ascii_digit() => name.push(c),
            _ if name.is_empty() || name.ends_with('-') => {}
            _ => name.push('-'),
        }
        if name.len() >= MAX_NAME_BYTES_FROM_TITLE {
            break;
        }
    }
    let name = name.trim_matches('-');
    if name.is_empty() { "exploration".to_owned() } else { name.to_owned() }
}

impl Rooms {
    pub(crate) fn new(folder: PathBuf, shutdown: watch::Receiver<bool>) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            folder,
            rooms: Mutex::default(),
            summaries: Mutex::default(),
            begin_lock: Mutex::default(),
            cores: Arc::new(Semaphore::new(cores)),
            shutdown,
        }
    }

    /// Permits for long computations: whoever runs one holds a permit.
    pub(crate) fn cores(&self) -> Arc<Semaphore> {
        self.cores.clone()
    }

    /// The exploration of that name.
    pub(crate) async fn get(&self, name: &str) -> Result<Arc<Room>, Problem> {
        let missing = || Problem::missing("There is no such exploration here.");
        if !is_valid_name(name) {
            return Err(missing());
        }
        if let Some(room) = self.rooms.lock().unwrap_or_else(PoisonError::into_inner).get(name) {
            return Ok(room.clone());
        }
        if !journal_path(&self.folder, name).is_file() {
            return Err(missing());
        }
        let room = Room::new(&self.folder, name).map_err(|error| {
            Problem::conflict("broken", format!("The file {name}.room.json cannot be used: {error}."))
        })?;
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        // Another request may have been quicker.
        if let Some(room) = rooms.get(name) {
            return Ok(room.clone());
        }
        let room = Arc::new(room);
        tokio::spawn(worker::run(room.clone(), self.cores.clone(), self.shutdown.clone()));
        rooms.insert(name.to_owned(), room.clone());
        Ok(room)
    }

    /// Lists all explorations, or only one.
    pub(crate) fn list(&self, only: Option<&str>) -> Result<Vec<ListedExploration>, Problem> {
        let failed = |error| self.folder_problem(&error);
        let mut list = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            let is_journal = path.extension().is_some_and(|extension| extension == "journal") && path.is_file();
            let Some(name) = path.file_stem().and_then(|name| name.to_str()).filter(|_| is_journal) else { continue };
            if only.is_none_or(|only| only == name) {
                list.push(self.listed(name, &path));
            }
        }
        list.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(list)
    }

    fn listed(&self, name: &str, path: &Path) -> ListedExploration {
        let shown = hornbook_words::escape_control(name);
        let nothing =
            ListedExploration { name: shown, title: None, summary: Summary::default(), busy: false, problem: None };
        if !is_valid_name(name) {
            let problem = "Its file's name cannot be part of an address: rename it to small letters a to z, digits and \
                           hyphens, up to 64 of them.";
            return ListedExploration { problem: Some(problem.to_owned()), ..nothing };
        }
        let room = self.rooms.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned();
        let open_here = room.as_ref().is_some_and(|room| room.is_open());
        if let Some(snapshot) = room.and_then(|room| room.snapshot()).filter(|_| open_here) {
            return ListedExploration { title: snapshot.title.clone(), summary: snapshot.summary.clone(), ..nothing };
        }
        let busy = !open_here && Journal::is_in_use(path);
        match self.summary(name, path) {
            Ok((title, summary)) => ListedExploration { title, summary, busy, ..nothing },
            Err(problem) => ListedExploration { problem: Some(problem), busy, ..nothing },
        }
    }

    /// The title and the summary of a journal that is not open here.
    fn summary(&self, name: &str, path: &Path) -> Result<(Option<String>, Summary), String> {
        let file = fs::metadata(path).map_err(|error| error.to_string())?;
        let (modified, length) = (file.modified().ok(), file.len());
        let known = self.summaries.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned();
        if let Some(known) = known.filter(|known| known.modified == modified && known.length == length) {
            return known.summary;
        }
        let summary = Exploration::read(path).map_err(|error| Problem::from(error).into_words()).map(|exploration| {
            let snapshot = Snapshot::of(&exploration, false);
            (snapshot.title, snapshot.summary)
        });
        let known = CachedSummary { modified, length, summary: summary.clone() };
        self.summaries.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), known);
        summary
    }

    /// The folder cannot be read.
    fn folder_problem(&self, error: &io::Error) -> Problem {
        log::note_rarely(&format!("cannot read {}: {error}", self.folder.display()));
        Problem::unavailable("disk", format!("Cannot read the folder of the explorations: {error}."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_made_of_a_title_is_valid() {
        for (title, name) in [
            ("Zoo", "zoo"),
            ("  My zoo, part 2! ", "my-zoo-part-2"),
            ("../../etc/passwd", "etc-passwd"),
            ("Ωμέγα", "exploration"),
            ("", "exploration"),
        ] {
            assert_eq!(name_from_title(title), name);
            assert!(is_valid_name(&name_from_title(title)));
        }
        assert!(is_valid_name(&name_from_title(&"long name ".repeat(50))));
        for bad in ["", "-a", "a/b", "..", "a.b", "A", "ä", "a b", "a\0", &"a".repeat(65)] {
            assert!(!is_valid_name(bad), "{bad}");
        }
    }
}
