//! All explorations of a folder.

mod begin;
mod delete;

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hornbook_explore::journal::Journal;
use hornbook_explore::{Asking, Exploration};
use serde::Serialize;
use tokio::sync::{Semaphore, watch};

use crate::files;
use crate::index::{Index, IndexEntry, Stamp};
use crate::log;
use crate::open_limit::OpenLimit;
use crate::options::AskedBeforePeople;
use crate::problem::Problem;
use crate::record::Record;
use crate::room::{JOURNAL_SUFFIX, MAX_JOURNAL_BYTES, Room, journal_path};
use crate::snapshot::{Snapshot, Summary};
use crate::worker;

/// All explorations of a folder.
pub(crate) struct Rooms {
    folder: PathBuf,
    /// The rooms that somebody uses, by name.
    rooms: Arc<RoomMap>,
    /// What is told of journals that are not open.
    index: Index,
    /// The records of explorations that nobody uses.
    records: Mutex<HashMap<String, CachedRecord>>,
    /// Held while an exploration is begun, so that two do not take one name.
    begin_lock: Mutex<()>,
    /// As many questions are looked for at a time as there are cores.
    cores: Arc<Semaphore>,
    open_limit: OpenLimit,
    /// How people are asked in all rooms.
    asking: Asking,
    /// Programs that are asked before people in all rooms.
    first: AskedBeforePeople,
    shutdown: watch::Receiver<bool>,
}

type RoomMap = Mutex<HashMap<String, Arc<Room>>>;

/// A record, or why it cannot be used, and what tells whether the file has
/// changed since.
type CachedRecord = (Option<Stamp>, Result<Arc<Record>, String>);

/// An exploration in a list.
#[derive(Serialize)]
pub(crate) struct ListedExploration {
    name: String,
    title: String,
    archived: bool,
    /// Whether another program has the journal open.
    busy: bool,
    /// Why it cannot be opened, if so.
    problem: Option<String>,
    #[serde(flatten)]
    summary: Summary,
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
    pub(crate) fn new(
        folder: PathBuf,
        cores: usize,
        asking: Asking,
        first: AskedBeforePeople,
        shutdown: watch::Receiver<bool>,
    ) -> Self {
        let rooms: Arc<RoomMap> = Arc::default();
        let closable = Arc::downgrade(&rooms);
        let close_one = move || {
            if let Some(rooms) = closable.upgrade() {
                close_least_used(&rooms);
            }
        };
        Self {
            index: Index::open(&folder),
            folder,
            rooms,
            records: Mutex::default(),
            begin_lock: Mutex::default(),
            cores: Arc::new(Semaphore::new(cores)),
            open_limit: OpenLimit::new(close_one),
            asking,
            first,
            shutdown,
        }
    }

    fn in_use(&self, name: &str) -> Option<Arc<Room>> {
        locked(&self.rooms).get(name).cloned()
    }

    /// The exploration of that name.
    pub(crate) async fn get(&self, name: &str) -> Result<Arc<Room>, Problem> {
        let missing = || Problem::missing("There is no such exploration here.");
        if !is_valid_name(name) {
            return Err(missing());
        }
        if let Some(room) = self.in_use(name) {
            return Ok(room);
        }
        // What is no regular file is told when it is opened.
        if journal_path(&self.folder, name).symlink_metadata().is_err() {
            return Err(missing());
        }
        let room = Room::new(&self.folder, name, self.open_limit.clone(), self.asking)
            .map_err(|error| Problem::conflict("broken", unusable_record(name, &error)))?
            .asking_first(&self.first);
        let mut rooms = locked(&self.rooms);
        // Another request may have been quicker.
        if let Some(room) = rooms.get(name) {
            return Ok(room.clone());
        }
        let room = Arc::new(room);
        let known = Arc::downgrade(&self.rooms);
        let forget = move |room: &Arc<Room>| known.upgrade().is_none_or(|rooms| forget_unused(&rooms, room));
        tokio::spawn(worker::run(room.clone(), self.cores.clone(), forget, self.shutdown.clone()));
        rooms.insert(name.to_owned(), room.clone());
        Ok(room)
    }

    /// Lists all explorations, or only one.
    pub(crate) fn list(&self, only: Option<&str>) -> Result<Vec<ListedExploration>, Problem> {
        let failed = |error| self.folder_problem(&error);
        let mut list = Vec::new();
        let mut names = HashSet::new();
        for entry in fs::read_dir(&self.folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let file = entry.file_name();
            let Some(name) = file.to_str().and_then(|file| file.strip_suffix(JOURNAL_SUFFIX)) else { continue };
            if !name.is_empty() && only.is_none_or(|only| only == name) {
                list.push(self.listed(name, &entry));
                names.insert(name.to_owned());
            }
        }
        if only.is_none() {
            self.index.write_if_due(|name| !names.contains(name));
            locked(&self.records).retain(|name, _| names.contains(name));
        }
        list.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(list)
    }

    fn listed(&self, name: &str, entry: &DirEntry) -> ListedExploration {
        let shown = hornbook_words::escape_control(name);
        let mut listed = ListedExploration {
            title: shown.clone(),
            name: shown,
            archived: false,
            busy: false,
            problem: None,
            summary: Summary::default(),
        };
        if !is_valid_name(name) {
            let problem = "Its file's name cannot be part of an address: rename it to small letters a to z, digits and \
                           hyphens, up to 64 of them.";
            listed.problem = Some(problem.to_owned());
            return listed;
        }
        let room = self.in_use(name);
        let record = match &room {
            Some(room) => Ok(room.record()),
            None => self.record(name),
        };
        match &record {
            Ok(record) => listed.archived = record.archived,
            Err(problem) => listed.problem = Some(problem.clone()),
        }
        let open = room.as_ref().filter(|room| room.is_open());
        let told = match open.and_then(|room| room.snapshot()) {
            Some(snapshot) => Ok(IndexEntry { title: snapshot.title.clone(), summary: snapshot.summary.clone() }),
            None => {
                listed.busy = open.is_none()
                    && entry.file_type().is_ok_and(|kind| kind.is_file())
                    && Journal::is_in_use(&entry.path());
                self.entry(name, &entry.path())
            }
        };
        match told {
            Ok(IndexEntry { title, summary }) => {
                listed.title = title.unwrap_or(listed.title);
                listed.summary = summary;
            }
            Err(problem) => _ = listed.problem.get_or_insert(problem),
        }
        if let Some(title) = record.ok().and_then(|record| record.title.clone()) {
            listed.title = title;
        }
        listed
    }

    /// The title of an exploration, for which its journal may have to be read.
    pub(crate) fn title(&self, room: &Room) -> String {
        let known = || room.snapshot().and_then(|snapshot| snapshot.title.clone());
        let told = || self.entry(room.name(), room.journal()).ok().and_then(|entry| entry.title);
        room.record().title.clone().or_else(known).or_else(told).unwrap_or_else(|| room.name().to_owned())
    }

    /// What is told of a journal that is not open here.
    fn entry(&self, name: &str, path: &Path) -> Result<IndexEntry, String> {
        let file =
            files::check_regular(path, MAX_JOURNAL_BYTES).map_err(|error| format!("It cannot be read: {error}."))?;
        let file = file.ok_or_else(|| "It is not there any more.".to_owned())?;
        self.index.entry(name, Stamp::of(&file), || {
            let exploration = Exploration::read(path).map_err(|error| Problem::from(error).into_words())?;
            let snapshot = Snapshot::of(&exploration, false);
            Ok(IndexEntry { title: snapshot.title, summary: snapshot.summary })
        })
    }

    /// The record of an exploration that nobody uses.
    fn record(&self, name: &str) -> Result<Arc<Record>, String> {
        let path = Record::path(&self.folder, name);
        let stamp = path.symlink_metadata().ok().map(|file| Stamp::of(&file));
        if let Some((_, record)) = locked(&self.records).get(name).filter(|(known, _)| *known == stamp) {
            return record.clone();
        }
        let record = Record::read(&path).map(Arc::new).map_err(|error| unusable_record(name, &error));
        locked(&self.records).insert(name.to_owned(), (stamp, record.clone()));
        record
    }

    /// Writes down what helps the next start.
    pub(crate) fn write_index(&self) {
        self.index.write();
    }

    /// The folder cannot be read.
    fn folder_problem(&self, error: &io::Error) -> Problem {
        log::note_rarely(&format!("cannot read {}: {error}", self.folder.display()));
        Problem::unavailable("disk", format!("Cannot read the folder of the explorations: {error}."))
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn unusable_record(name: &str, error: &io::Error) -> String {
    format!("The file {name}.room.json cannot be used: {error}.")
}

/// Forgets a room that nobody uses; tells whether it did. A request that found
/// the room keeps it.
fn forget_unused(rooms: &RoomMap, room: &Arc<Room>) -> bool {
    // One is in the map, one is with the worker that asks.
    const KNOWN_USERS: usize = 2;
    let mut rooms = locked(rooms);
    let unused = Arc::strong_count(room) <= KNOWN_USERS;
    // Another may have taken the name of one that was deleted.
    if unused && rooms.get(room.name()).is_some_and(|known| Arc::ptr_eq(known, room)) {
        rooms.remove(room.name());
    }
    unused
}

/// Closes one exploration: of those that nobody has before them the one that was
/// not used for longest, and of the others only if there is no such.
fn close_least_used(rooms: &RoomMap) {
    let mut rooms: Vec<Arc<Room>> = locked(rooms).values().cloned().collect();
    rooms.sort_by_cached_key(|room| {
        let (here, unused) = room.idle();
        (here, Reverse(unused))
    });
    // Of those that are in use right now none is closed.
    rooms.iter().find(|room| room.try_close());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_is_forgotten_once_nobody_uses_it() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let rooms = RoomMap::default();
        let known_to_worker = Arc::new(Room::new(folder.path(), "tea", OpenLimit::new(|| {}), Asking::default())?);
        locked(&rooms).insert("tea".to_owned(), known_to_worker.clone());
        let used = locked(&rooms).get("tea").cloned();
        assert!(!forget_unused(&rooms, &known_to_worker) && locked(&rooms).len() == 1, "a request has it");
        drop(used);
        assert!(forget_unused(&rooms, &known_to_worker) && locked(&rooms).is_empty());
        Ok(())
    }

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
