//! One exploration, shared by everybody who takes part in it.
//!
//! The exploration is used by one request at a time, on a thread that may
//! block. What people see was published before, by the room's worker, so that
//! looking does not wait for that.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hornbook_explore::journal::Journal;
use hornbook_explore::{Asking, Exploration};
use tokio::sync::{Mutex as AsyncMutex, Notify, watch};

use crate::files;
use crate::log;
use crate::open_limit::{OpenLimit, OpenSlot};
use crate::options::AskedBeforePeople;
use crate::participants::{Participants, Wishes};
use crate::person::Person;
use crate::problem::Problem;
use crate::programs::RoomPrograms;
use crate::published::{Freshness, Published, Update, View};
use crate::record::Record;
use crate::snapshot::Snapshot;
use crate::turns::Turns;

/// One exploration.
pub(crate) struct Room {
    name: String,
    journal: PathBuf,
    record_path: PathBuf,
    record: Mutex<Arc<Record>>,
    /// The exploration; none while it is closed.
    exploration: Arc<AsyncMutex<Option<OpenExploration>>>,
    /// How many explorations are open here and in other rooms.
    open_limit: OpenLimit,
    /// Whose request uses the exploration next.
    turns: Turns,
    /// How many requests wait for the exploration.
    waiting: AtomicUsize,
    published: Mutex<Published>,
    /// When a request last used the room.
    last_used: Mutex<Instant>,
    /// Holds another number whenever there is something new to see.
    news: watch::Sender<u64>,
    /// Wakes the worker.
    pub(crate) work_wanted: Notify,
    /// How people are asked who have no other wishes.
    pub(crate) asking: Asking,
    /// Those who are asked before people.
    pub(crate) programs: RoomPrograms,
}

/// An exploration that is open, and counted as that.
struct OpenExploration {
    exploration: Exploration,
    _slot: OpenSlot,
}

/// If bringing a view up to date takes longer, it is shown as it is.
const MAX_VIEW_DELAY: Duration = Duration::from_millis(80);
/// A journal that is larger takes no more answers on a server: reading it keeps
/// others waiting.
const MAX_GROWING_JOURNAL_BYTES: u64 = 256 << 20;
/// A larger journal is not opened. It is more than a journal has that took its last
/// answer here.
pub(crate) const MAX_JOURNAL_BYTES: u64 = MAX_GROWING_JOURNAL_BYTES + (32 << 20);
/// A room that nobody used for so long is closed, so that other programs can
/// write to its journal.
const CLOSE_AFTER_IDLE: Duration = Duration::from_secs(30);

impl Room {
    /// The room of that name in a folder.
    pub(crate) fn new(folder: &Path, name: &str, open_limit: OpenLimit, asking: Asking) -> io::Result<Self> {
        let record_path = Record::path(folder, name);
        let record = Record::read(&record_path)?;
        Ok(Self {
            name: name.to_owned(),
            journal: journal_path(folder, name),
            record_path,
            record: Mutex::new(Arc::new(record)),
            exploration: Arc::default(),
            open_limit,
            turns: Turns::default(),
            waiting: AtomicUsize::new(0),
            published: Mutex::default(),
            last_used: Mutex::new(Instant::now()),
            news: watch::Sender::new(0),
            work_wanted: Notify::new(),
            asking,
            programs: RoomPrograms::new(&AskedBeforePeople::default()),
        })
    }

    /// The same room, with programs that are asked before people.
    pub(crate) fn asking_first(self, first: &AskedBeforePeople) -> Self {
        Self { programs: RoomPrograms::new(first), ..self }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn journal(&self) -> &Path {
        &self.journal
    }

    /// Refuses to write more to a journal that is too large already.
    pub(crate) fn check_can_grow(&self) -> Result<(), Problem> {
        match self.journal.symlink_metadata() {
            Ok(file) if file.len() >= MAX_GROWING_JOURNAL_BYTES => {
                let words = "The journal of this exploration has 256 MB, and takes no more on a server: go on with it by \
                             'hornbook explore'.";
                Err(Problem::conflict("full", words))
            }
            // What else is wrong with it is told when it is written.
            _ => Ok(()),
        }
    }

    /// Who was invited, and what else is kept beside the journal.
    pub(crate) fn record(&self) -> Arc<Record> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The title, as far as it is known without opening the exploration.
    pub(crate) fn title(&self) -> String {
        let titled = || self.published().snapshot.as_ref().and_then(|snapshot| snapshot.title.clone());
        self.record().title.clone().or_else(titled).unwrap_or_else(|| self.name.clone())
    }

    /// The title of this room's exploration, which is open.
    pub(crate) fn title_of(&self, exploration: &Exploration) -> String {
        let titled = || exploration.journal().header().title.clone();
        self.record().title.clone().or_else(titled).unwrap_or_else(|| self.name.clone())
    }

    /// Changes the record. The change is on disk when this returns.
    pub(crate) async fn edit<T: Send + 'static>(
        self: &Arc<Self>,
        change: impl FnOnce(&mut Record) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let room = self.clone();
        let edited = tokio::task::spawn_blocking(move || {
            let mut kept = room.record.lock().unwrap_or_else(PoisonError::into_inner);
            // It may have been deleted since it was found. If the whole folder is away,
            // writing fails below, and that is told.
            let folder_is_there = room.journal.parent().is_some_and(std::path::Path::is_dir);
            if folder_is_there && room.journal.symlink_metadata().is_err() {
                return Err(Problem::missing("There is no such exploration here."));
            }
            let mut record = Record::clone(&kept);
            let done = change(&mut record)?;
            let failed = |error| Problem::disk("write", &room.record_path, &error);
            record.write(&room.record_path).map_err(failed)?;
            *kept = Arc::new(record);
            Ok(done)
        });
        let edited = edited.await.unwrap_or_else(|_| Err(Problem::fault()))?;
        self.publish_change();
        Ok(edited)
    }

    /// Lets the files of the exploration be moved, if it is archived: its name, its
    /// journal and its record are told. Nobody is at them meanwhile.
    pub(crate) async fn move_away(
        self: &Arc<Self>,
        act: impl FnOnce(&str, &Path, &Path) -> Result<(), Problem> + Send + 'static,
    ) -> Result<(), Problem> {
        let mut exploration = self.exploration.clone().lock_owned().await;
        let room = self.clone();
        let moved = tokio::task::spawn_blocking(move || {
            let record = room.record.lock().unwrap_or_else(PoisonError::into_inner);
            if !record.archived {
                let words = "Only what is archived can be deleted: archive it first.";
                return Err(Problem::conflict("not_archived", words));
            }
            *exploration = None;
            if Journal::is_in_use(&room.journal) {
                return Err(Problem::unavailable("busy", "Another program has it open."));
            }
            act(&room.name, &room.journal, &room.record_path)
        });
        moved.await.unwrap_or_else(|_| Err(Problem::fault()))
    }

    fn published(&self) -> MutexGuard<'_, Published> {
        self.published.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks at the exploration for a request that is not about what comes next:
    /// the worker does not give way to this.
    pub(crate) async fn look<T: Send + 'static>(
        self: &Arc<Self>,
        person: &Person,
        act: impl FnOnce(&Exploration) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = self.turns.wait(&person.key()).await?;
        *self.last_used() = Instant::now();
        let done = self.exclusively(move |exploration| {
            let _turn = turn;
            act(exploration)
        });
        done.await?
    }

    /// Uses the exploration for a request. The worker gives way to this.
    pub(crate) async fn work<T: Send + 'static>(
        self: &Arc<Self>,
        person: &Person,
        act: impl FnOnce(&mut Exploration) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = self.turns.wait(&person.key()).await?;
        let waiting = Waiting::new(&self.waiting);
        *self.last_used() = Instant::now();
        let done = self.exclusively(move |exploration| {
            let _turn = turn;
            let before = exploration.journal().entries().len();
            let done = act(exploration);
            (done, exploration.journal().entries().len() != before)
        });
        let (done, changed) = done.await?;
        drop(waiting);
        if done.as_ref().is_err_and(Problem::is_about_disk) {
            // Perhaps the file was changed by somebody; it is read again.
            self.close().await;
        }
        if changed {
            self.work_wanted.notify_one();
        }
        done
    }

    /// Uses the exploration while nobody else does; opens it if it is closed.
    pub(crate) async fn exclusively<T: Send + 'static>(
        self: &Arc<Self>,
        act: impl FnOnce(&mut Exploration) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let mut kept = self.exploration.clone().lock_owned().await;
        let slot = if kept.is_some() { None } else { Some(self.open_limit.slot().await?) };
        let room = self.clone();
        let done = tokio::task::spawn_blocking(move || {
            // It is taken out, so that it is opened again after a panic, which
            // may have left it in disorder.
            let mut open = match (kept.take(), slot) {
                (Some(open), _) => open,
                (None, Some(slot)) => OpenExploration { exploration: room.open()?, _slot: slot },
                (None, None) => return Err(Problem::fault()),
            };
            let done = act(&mut open.exploration);
            room.published().journal_entries = open.exploration.journal().entries().len();
            *kept = Some(open);
            Ok(done)
        });
        done.await.unwrap_or_else(|error| {
            // It is cancelled, and no fault, if the server shuts down before it
            // began.
            if error.is_panic() {
                log::note(&format!("a fault in the exploration {}; it is opened again", self.name));
            }
            Err(Problem::fault())
        })
    }

    fn open(&self) -> Result<Exploration, Problem> {
        files::check_regular(&self.journal, MAX_JOURNAL_BYTES).map_err(|error| {
            Problem::conflict("broken", format!("{}.journal cannot be opened: {error}.", self.name))
        })?;
        let exploration = Exploration::open(&self.journal)?;
        exploration.journal().notes().iter().for_each(|note| log::note(note));
        Ok(exploration)
    }

    /// Whether a request waits for the exploration.
    pub(crate) fn is_wanted(&self) -> bool {
        self.waiting.load(Ordering::SeqCst) > 0
    }

    /// Closes the exploration, so that its journal is read again.
    pub(crate) async fn close(&self) {
        *self.exploration.lock().await = None;
    }

    /// Closes the exploration if it is open and nothing uses it right now; tells
    /// whether it did.
    pub(crate) fn try_close(&self) -> bool {
        self.exploration.try_lock().is_ok_and(|mut exploration| exploration.take().is_some())
    }

    fn last_used(&self) -> MutexGuard<'_, Instant> {
        self.last_used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// For how long nobody used the room, and whether somebody has it before
    /// them nevertheless.
    pub(crate) fn idle(&self) -> (bool, Duration) {
        (self.published().participants.here().next().is_some(), self.last_used().elapsed())
    }

    /// Closes the exploration if nobody used it for a while; tells whether that
    /// is so.
    pub(crate) async fn close_if_idle(&self) -> bool {
        let mut exploration = self.exploration.lock().await;
        let (here, unused) = self.idle();
        let idle = !here && unused >= CLOSE_AFTER_IDLE;
        if exploration.is_some() && idle {
            let mut published = self.published();
            *exploration = None;
            // Other programs may change the journal from here on.
            published.snapshot = None;
            published.participants.release_all();
        }
        idle
    }

    /// Whether the exploration is open.
    pub(crate) fn is_open(&self) -> bool {
        self.exploration.try_lock().map_or(true, |exploration| exploration.is_some())
    }

    /// Publishes what the worker found.
    pub(crate) fn publish(&self, update: Update) {
        self.published().update(update);
        self.announce();
    }

    /// Publishes why the worker cannot find the next question.
    pub(crate) fn publish_failure(&self, words: &str) {
        if self.published().fail(words) {
            log::note(&format!("{}: {words}", self.name));
        }
        self.announce();
    }

    /// Publishes that something changed that is not in the journal.
    pub(crate) fn publish_change(&self) {
        self.published().changes += 1;
        self.announce();
    }

    fn announce(&self) {
        self.news.send_modify(|number| *number = number.wrapping_add(1));
    }

    /// What was published last.
    pub(crate) fn snapshot(&self) -> Option<Arc<Snapshot>> {
        self.published().snapshot.clone()
    }

    /// Looks at the participants, or changes them.
    pub(crate) fn participants<T>(&self, act: impl FnOnce(&mut Participants) -> T) -> T {
        act(&mut self.published().participants)
    }

    /// Tells when there is something new to see.
    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.news.subscribe()
    }

    /// A number that grows with every change of what somebody sees.
    pub(crate) fn version_for(&self, who: &str) -> u64 {
        self.published().version_for(who)
    }

    /// What somebody sees, up to date if that does not take long.
    pub(crate) async fn view(self: &Arc<Self>, person: &Person, wishes: Wishes) -> Result<View, Problem> {
        let wishes = Wishes { objects_first: wishes.objects_first && self.asking.objects_first, ..wishes };
        let mut news = self.watch();
        *self.last_used() = Instant::now();
        if self.snapshot().is_none() {
            // What is known is shown before the next question is found; if the
            // journal cannot be opened, this says why.
            let snapshot = self.work(person, |exploration| Ok(Arc::new(Snapshot::of(exploration, false)))).await?;
            self.published().snapshot.get_or_insert(snapshot);
        }
        let deadline = tokio::time::Instant::now() + MAX_VIEW_DELAY;
        let mut woken = false;
        let archived = self.record().archived;
        loop {
            news.borrow_and_update();
            let freshness = self.published().look(person, wishes, archived);
            if freshness != Freshness::Current && !woken {
                woken = true;
                self.work_wanted.notify_one();
            }
            let wait = freshness == Freshness::Outdated;
            if !wait || tokio::time::timeout_at(deadline, news.changed()).await.is_err() {
                break;
            }
        }
        let archived = self.record().archived;
        self.published().view(person, wishes, archived)
    }
}

/// How the name of a journal ends, after that of its exploration.
pub(crate) const JOURNAL_SUFFIX: &str = ".journal";

/// The journal of an exploration.
pub(crate) fn journal_path(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}{JOURNAL_SUFFIX}"))
}

/// A request that waits for the exploration, counted until this is dropped.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn new(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::SeqCst);
        Self(count)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_that_is_too_large_takes_no_more_but_can_be_opened() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let room = Room::new(folder.path(), "tea", OpenLimit::new(|| {}), Asking::default())?;
        assert!(room.check_can_grow().is_ok());
        let file = std::fs::File::create(room.journal())?;
        file.set_len(MAX_GROWING_JOURNAL_BYTES - 1)?;
        assert!(room.check_can_grow().is_ok());
        file.set_len(MAX_GROWING_JOURNAL_BYTES)?;
        assert!(room.check_can_grow().is_err());
        // One request has a megabyte at most, but may be written as more.
        assert!(files::check_regular(room.journal(), MAX_JOURNAL_BYTES).is_ok());
        Ok(())
    }
}
