//! The folder with the explorations.

mod begin;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use hornbook_explore::Exploration;
use tokio::sync::{Semaphore, watch};

use crate::problem::Problem;
use crate::room::{Room, journal_path};
use crate::snapshot::{Snapshot, Summary};
use crate::thinking;

/// All explorations of a folder.
pub(crate) struct Rooms {
    folder: PathBuf,
    open: Mutex<HashMap<String, Arc<Room>>>,
    /// What was found out of journals that nobody is at.
    known: Mutex<HashMap<String, Known>>,
    /// One exploration is begun at a time.
    beginning: Mutex<()>,
    /// As many rooms think at a time as there are cores.
    cores: Arc<Semaphore>,
    ending: watch::Receiver<bool>,
}

/// What was found out of a journal as it was then.
#[derive(Clone)]
struct Known {
    changed: Option<SystemTime>,
    length: u64,
    summary: Result<(Option<String>, Summary), String>,
}

/// An exploration in a list.
pub(crate) struct Listed {
    pub(crate) name: String,
    pub(crate) title: Option<String>,
    pub(crate) summary: Summary,
    pub(crate) busy: bool,
    pub(crate) problem: Option<String>,
}

/// The longest name of an exploration, and the longest that is made of a title.
const LONGEST: usize = 64;
const LONGEST_MADE: usize = 48;

/// Whether an exploration can be called that in an address.
pub(crate) fn is_name(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    name.len() <= LONGEST
        && name.bytes().next().is_some_and(plain)
        && name.bytes().all(|byte| plain(byte) || byte == b'-')
}

/// A name made of a title.
fn name_of(title: &str) -> String {
    let mut name = String::new();
    for c in title.chars() {
        match c.to_ascii_lowercase() {
            c if c.is_ascii_lowercase() || c.is_ascii_digit() => name.push(c),
            _ if name.is_empty() || name.ends_with('-') => {}
            _ => name.push('-'),
        }
        if name.len() >= LONGEST_MADE {
            break;
        }
    }
    let name = name.trim_matches('-');
    if name.is_empty() { "exploration".to_owned() } else { name.to_owned() }
}

impl Rooms {
    pub(crate) fn new(folder: PathBuf, ending: watch::Receiver<bool>) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            folder,
            open: Mutex::default(),
            known: Mutex::default(),
            beginning: Mutex::default(),
            cores: Arc::new(Semaphore::new(cores)),
            ending,
        }
    }

    /// A place among those that compute something at length.
    pub(crate) fn cores(&self) -> Arc<Semaphore> {
        self.cores.clone()
    }

    /// The exploration of that name.
    pub(crate) async fn get(&self, name: &str) -> Result<Arc<Room>, Problem> {
        let missing = || Problem::missing("There is no such exploration here.");
        if !is_name(name) {
            return Err(missing());
        }
        if let Some(room) = self.open.lock().unwrap_or_else(PoisonError::into_inner).get(name) {
            return Ok(room.clone());
        }
        if !journal_path(&self.folder, name).is_file() {
            return Err(missing());
        }
        let room = Room::new(&self.folder, name).map_err(|error| {
            Problem::conflict("broken", format!("The file {name}.room.json cannot be used: {error}."))
        })?;
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        // Somebody else may have been quicker.
        if let Some(room) = open.get(name) {
            return Ok(room.clone());
        }
        let room = Arc::new(room);
        tokio::spawn(thinking::think(room.clone(), self.cores.clone(), self.ending.clone()));
        open.insert(name.to_owned(), room.clone());
        Ok(room)
    }

    /// All explorations, or just one.
    pub(crate) fn list(&self, only: Option<&str>) -> Result<Vec<Listed>, Problem> {
        let failed = |error| self.unreadable(&error);
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

    fn listed(&self, name: &str, path: &Path) -> Listed {
        let shown = hornbook_words::escape_control(name);
        let nothing = Listed { name: shown, title: None, summary: Summary::default(), busy: false, problem: None };
        if !is_name(name) {
            let problem = "Its file's name cannot be part of an address: rename it to small letters a to z, digits and \
                           hyphens, up to 64 of them.";
            return Listed { problem: Some(problem.to_owned()), ..nothing };
        }
        let room = self.open.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned();
        let own = room.as_ref().is_some_and(|room| room.is_open());
        if let Some(snapshot) = room.and_then(|room| room.snapshot()).filter(|_| own) {
            return Listed { title: snapshot.title.clone(), summary: snapshot.summary.clone(), ..nothing };
        }
        let busy = !own && is_locked(path);
        match self.summary(name, path) {
            Ok((title, summary)) => Listed { title, summary, busy, ..nothing },
            Err(problem) => Listed { problem: Some(problem), busy, ..nothing },
        }
    }

    /// What a journal that nobody is at amounts to.
    fn summary(&self, name: &str, path: &Path) -> Result<(Option<String>, Summary), String> {
        let found = fs::metadata(path).map_err(|error| error.to_string())?;
        let (changed, length) = (found.modified().ok(), found.len());
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned();
        if let Some(known) = known.filter(|known| known.changed == changed && known.length == length) {
            return known.summary;
        }
        let summary = Exploration::read(path).map_err(|error| Problem::from(error).into_words()).map(|exploration| {
            let snapshot = Snapshot::of(&exploration, false);
            (snapshot.title, snapshot.summary)
        });
        let known = Known { changed, length, summary: summary.clone() };
        self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), known);
        summary
    }
}

/// Whether another program is at a journal.
fn is_locked(path: &Path) -> bool {
    fs::File::open(path).is_ok_and(|file| matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_of_titles() {
        for (title, name) in [
            ("Zoo", "zoo"),
            ("  My zoo, part 2! ", "my-zoo-part-2"),
            ("../../etc/passwd", "etc-passwd"),
            ("Ωμέγα", "exploration"),
            ("", "exploration"),
        ] {
            assert_eq!(name_of(title), name);
            assert!(is_name(&name_of(title)));
        }
        assert!(is_name(&name_of(&"long name ".repeat(50))));
        for bad in ["", "-a", "a/b", "..", "a.b", "A", "ä", "a b", "a\0", &"a".repeat(65)] {
            assert!(!is_name(bad), "{bad}");
        }
    }
}
