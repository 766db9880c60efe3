//! One exploration, and everybody who is at it.
//!
//! Whatever is asked of the engine happens on a blocking thread, one thing at a
//! time. What people see was taken from it before (see `thinking`), so that
//! looking never waits for it.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hornbook::Implication;
use hornbook_explore::Exploration;
use serde_json::value::RawValue;
use tokio::sync::{Mutex as AsyncMutex, Notify, watch};

use crate::log;
use crate::person::{Person, Role};
use crate::problem::Problem;
use crate::record::Record;
use crate::seats::Seats;
use crate::snapshot::{ShownTurn, Snapshot};

/// One exploration.
pub(crate) struct Room {
    name: String,
    journal: PathBuf,
    record_path: PathBuf,
    record: Mutex<Arc<Record>>,
    /// The engine; nothing while it is closed.
    engine: Arc<AsyncMutex<Option<Exploration>>>,
    /// How many wait for the engine.
    waiting: AtomicUsize,
    face: Mutex<Face>,
    /// When somebody was here last.
    used: Mutex<Instant>,
    /// Another number whenever there is something new to see.
    tick: watch::Sender<u64>,
    /// Somebody wants something to be found out.
    pub(crate) awake: Notify,
}

/// What is seen of a room.
#[derive(Default)]
struct Face {
    snapshot: Option<Arc<Snapshot>>,
    seats: Seats,
    /// How many entries the journal has.
    latest: usize,
    /// Why nothing new can be found out, if so.
    stuck: Option<String>,
    /// How often something changed that is in no journal.
    changes: u64,
}

impl Face {
    fn version_for(&self, who: &str) -> u64 {
        let version = self.snapshot.as_ref().map_or(0, |snapshot| snapshot.version);
        version as u64 + self.changes + self.seats.number(who)
    }
}

/// What somebody sees.
pub(crate) struct View {
    /// It grows with every change.
    pub(crate) version: u64,
    pub(crate) snapshot: Arc<Snapshot>,
    /// What is before them.
    pub(crate) turn: Arc<RawValue>,
    /// Those who have the page open.
    pub(crate) here: Vec<(String, bool)>,
}

/// A view is shown as it is if it takes longer to bring it up to date.
const PATIENCE: Duration = Duration::from_millis(80);
/// A room in which nobody was for so long is closed, so that other programs can
/// go on with its journal.
const IDLE: Duration = Duration::from_secs(30);

impl Room {
    /// The room of that name in a folder.
    pub(crate) fn new(folder: &Path, name: &str) -> io::Result<Self> {
        let record_path = Record::path(folder, name);
        let record = Record::read(&record_path)?;
        Ok(Self {
            name: name.to_owned(),
            journal: journal_path(folder, name),
            record_path,
            record: Mutex::new(Arc::new(record)),
            engine: Arc::default(),
            waiting: AtomicUsize::new(0),
            face: Mutex::default(),
            used: Mutex::new(Instant::now()),
            tick: watch::Sender::new(0),
            awake: Notify::new(),
        })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn journal(&self) -> &Path {
        &self.journal
    }

    /// Who takes part, and what it is called.
    pub(crate) fn record(&self) -> Arc<Record> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What it is called.
    pub(crate) fn title(&self) -> String {
        let titled = || self.face().snapshot.as_ref().and_then(|snapshot| snapshot.title.clone());
        self.record().title.clone().or_else(titled).unwrap_or_else(|| self.name.clone())
    }

    /// What an exploration is called, whether or not anybody looked at it yet.
    pub(crate) fn title_of(&self, exploration: &Exploration) -> String {
        let begun = || exploration.journal().header().title.clone();
        self.record().title.clone().or_else(begun).unwrap_or_else(|| self.name.clone())
    }

    /// Changes who takes part or what it is called; on disk when this returns.
    pub(crate) async fn edit<T: Send + 'static>(
        self: &Arc<Self>,
        change: impl FnOnce(&mut Record) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let room = self.clone();
        let edited = tokio::task::spawn_blocking(move || {
            let mut kept = room.record.lock().unwrap_or_else(PoisonError::into_inner);
            let mut record = Record::clone(&kept);
            let done = change(&mut record)?;
            let failed = |error| Problem::disk("write", &room.record_path, &error);
            record.write(&room.record_path).map_err(failed)?;
            *kept = Arc::new(record);
            Ok(done)
        });
        let edited = edited.await.unwrap_or_else(|_| Err(Problem::fault()))?;
        self.changed();
        Ok(edited)
    }

    fn face(&self) -> MutexGuard<'_, Face> {
        self.face.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something with the engine, before anything that is only being
    /// thought about.
    pub(crate) async fn work<T: Send + 'static>(
        self: &Arc<Self>,
        act: impl FnOnce(&mut Exploration) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.waiting.fetch_add(1, Ordering::SeqCst);
        *self.used() = Instant::now();
        let waits = Waits(&self.waiting);
        let done = self.exclusively(move |exploration| {
            let before = exploration.journal().entries().len();
            let done = act(exploration);
            (done, exploration.journal().entries().len() != before)
        });
        let (done, changed) = done.await?;
        drop(waits);
        if done.as_ref().is_err_and(Problem::is_about_disk) {
            // Somebody may have changed the file; what is on disk counts.
            self.close().await;
        }
        if changed {
            self.awake.notify_one();
        }
        done
    }

    /// Has the engine to itself; opens it if need be.
    pub(crate) async fn exclusively<T: Send + 'static>(
        self: &Arc<Self>,
        act: impl FnOnce(&mut Exploration) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let mut engine = self.engine.clone().lock_owned().await;
        let room = self.clone();
        let done = tokio::task::spawn_blocking(move || {
            // Taken out, so that what a fault left behind is not used again.
            let mut exploration = match engine.take() {
                Some(exploration) => exploration,
                None => room.open()?,
            };
            let done = act(&mut exploration);
            room.face().latest = exploration.journal().entries().len();
            *engine = Some(exploration);
            Ok(done)
        });
        done.await.unwrap_or_else(|ended| {
            // When the server ends, what was not begun is dropped: no fault.
            if ended.is_panic() {
                log::note(&format!("a fault in the exploration {}; it is opened again", self.name));
            }
            Err(Problem::fault())
        })
    }

    fn open(&self) -> Result<Exploration, Problem> {
        let exploration = Exploration::open(&self.journal)?;
        exploration.journal().notes().iter().for_each(|note| log::note(note));
        Ok(exploration)
    }

    /// Whether somebody waits for the engine.
    pub(crate) fn is_wanted(&self) -> bool {
        self.waiting.load(Ordering::SeqCst) > 0
    }

    /// Closes the engine, so that what is on disk counts again.
    pub(crate) async fn close(&self) {
        *self.engine.lock().await = None;
    }

    fn used(&self) -> MutexGuard<'_, Instant> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Closes the room if nobody was here for a while.
    pub(crate) async fn rest(&self) {
        let mut engine = self.engine.lock().await;
        let mut face = self.face();
        if engine.is_some() && self.used().elapsed() >= IDLE && face.seats.here().next().is_none() {
            *engine = None;
            // Others may change the journal from here on.
            face.snapshot = None;
            face.seats.clear();
        }
    }

    /// Whether the engine is open.
    pub(crate) fn is_open(&self) -> bool {
        self.engine.try_lock().map_or(true, |engine| engine.is_some())
    }

    /// Shows what was found out, and deals.
    pub(crate) fn publish(&self, found: Found) {
        let mut face = self.face();
        face.latest = face.latest.max(found.snapshot.version);
        // What comes next may have been found without a new entry.
        face.changes += u64::from(face.snapshot.as_ref().is_some_and(|known| {
            known.version == found.snapshot.version && known.has_next_step != found.snapshot.has_next_step
        }));
        face.snapshot = Some(found.snapshot);
        face.stuck = None;
        for (who, dealt) in found.dealt {
            face.seats.deal(&who, dealt);
        }
        drop(face);
        self.announce();
    }

    /// Says why nothing new can be found out.
    pub(crate) fn stuck(&self, words: String) {
        let mut face = self.face();
        if face.stuck.as_ref() != Some(&words) {
            log::note(&format!("{}: {words}", self.name));
            face.stuck = Some(words);
            face.changes += 1;
        }
        drop(face);
        self.announce();
    }

    /// What was found out last.
    pub(crate) fn snapshot(&self) -> Option<Arc<Snapshot>> {
        self.face().snapshot.clone()
    }

    /// Does something about the seats.
    pub(crate) fn seats<T>(&self, act: impl FnOnce(&mut Seats) -> T) -> T {
        act(&mut self.face().seats)
    }

    /// Something changed that is in no journal.
    pub(crate) fn changed(&self) {
        self.face().changes += 1;
        self.announce();
    }

    fn announce(&self) {
        self.tick.send_modify(|tick| *tick = tick.wrapping_add(1));
    }

    /// Somebody has answered: the question is not before them any more.
    pub(crate) fn answered(&self, who: &str, question: &Implication) {
        self.face().seats.answered(who, question);
    }

    /// Tells when there is something new to see.
    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.tick.subscribe()
    }

    /// A number that grows with every change of what somebody sees.
    pub(crate) fn version_for(&self, who: &str) -> u64 {
        self.face().version_for(who)
    }

    /// What somebody sees, up to date if that does not take long.
    pub(crate) async fn view(self: &Arc<Self>, person: &Person) -> Result<View, Problem> {
        let mut tick = self.watch();
        *self.used() = Instant::now();
        let first = self.snapshot().is_none();
        if first {
            // Whatever keeps it from being opened is told; what is known is
            // shown before what comes next is found.
            let snapshot = self.work(|exploration| Ok(Arc::new(Snapshot::of(exploration, false)))).await?;
            self.face().snapshot.get_or_insert(snapshot);
        }
        let deadline = tokio::time::Instant::now() + PATIENCE;
        let mut asked = false;
        let archived = self.record().archived;
        loop {
            tick.borrow_and_update();
            let ready = {
                let mut face = self.face();
                let waits = face.seats.sit(person) && !archived;
                let behind = face.snapshot.as_ref().is_none_or(|snapshot| snapshot.version < face.latest);
                let behind =
                    behind || face.snapshot.as_ref().is_some_and(|snapshot| !snapshot.has_next_step) && !archived;
                if (behind || waits || face.stuck.is_some()) && !asked {
                    asked = true;
                    self.awake.notify_one();
                }
                face.stuck.is_some() || !behind && !waits
            };
            if ready || tokio::time::timeout_at(deadline, tick.changed()).await.is_err() {
                break;
            }
        }
        self.look(person)
    }

    /// What somebody sees as it is.
    fn look(&self, person: &Person) -> Result<View, Problem> {
        let face = self.face();
        let snapshot = match (&face.snapshot, &face.stuck) {
            (Some(snapshot), _) => snapshot.clone(),
            (None, Some(words)) => return Err(Problem::later("disk", words.clone())),
            (None, None) => {
                return Err(Problem::later("thinking", "This takes a while to open: try again in a minute."));
            }
        };
        let turn = match (&face.stuck, face.seats.dealt(&person.who)) {
            _ if person.role < Role::Expert || self.record().archived => ShownTurn::Reader.json(),
            (Some(words), _) => ShownTurn::Stuck { words }.json(),
            (None, Some(dealt)) => dealt.json.clone(),
            (None, None) => ShownTurn::Thinking.json(),
        };
        let here = face.seats.here().map(|(who, asked)| (who.to_owned(), asked)).collect();
        Ok(View { version: face.version_for(&person.who), snapshot, turn, here })
    }
}

/// What was found out.
pub(crate) struct Found {
    pub(crate) snapshot: Arc<Snapshot>,
    /// What is put before whom.
    pub(crate) dealt: Vec<(String, crate::seats::Dealt)>,
}

/// The journal of an exploration.
pub(crate) fn journal_path(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.journal"))
}

/// Somebody waits, until this is dropped.
struct Waits<'a>(&'a AtomicUsize);

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}
