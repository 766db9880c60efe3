//! Pictures: diagrams, reports and exports. They take long and nobody is kept
//! from answering without them, so they have fewer cores than questions have, and
//! are made in turn for everybody and for every exploration.
//!
//! The same diagram is drawn once for all who ask for it, and given up when
//! nobody waits for it any more.

use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use hornbook::lattice::LatticeChoice;
use hornbook_diagram::Diagram;
use hornbook_explore::{Exploration, Object};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::AbortHandle;

use crate::person::Person;
use crate::problem::Problem;
use crate::room::Room;
use crate::turns::{Turn, Turns};

/// A diagram that takes longer is not drawn.
const MAX_DRAWING_TIME: Duration = Duration::from_secs(15);
/// As many attributes and names may be in the diagrams that are kept for who asks next;
/// more of them would fill the memory.
const MAX_KEPT_NAMES: usize = 500_000;

/// Makes pictures, in turn for everybody.
pub(crate) struct Pictures {
    people: Turns,
    rooms: Turns,
    cores: Arc<Semaphore>,
    drawings: Mutex<HashMap<Subject, Weak<Drawing>>>,
    drawn: Mutex<VecDeque<(Subject, Arc<Diagram>)>>,
}

/// What a diagram is of: diagrams of the same are the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Subject {
    room: String,
    /// Stands for what the journal holds.
    state: u64,
    choice: LatticeChoice,
}

/// A diagram that is being drawn, as long as somebody waits for it.
struct Drawing {
    result: watch::Receiver<Option<Result<Arc<Diagram>, Problem>>>,
    unwanted: Arc<AtomicBool>,
    task: AbortHandle,
}

impl Drop for Drawing {
    fn drop(&mut self) {
        self.unwanted.store(true, Ordering::Relaxed);
        self.task.abort();
    }
}

/// The turn of somebody who wants a picture, until this is dropped.
pub(crate) struct PictureTurn {
    _core: OwnedSemaphorePermit,
    _room: Option<Turn>,
    _person: Turn,
}

impl Pictures {
    /// On a machine with so many cores; one is left for questions, if there are
    /// several.
    pub(crate) fn new(cores: usize) -> Arc<Self> {
        Arc::new(Self {
            people: Turns::default(),
            rooms: Turns::default(),
            cores: Arc::new(Semaphore::new(cores.saturating_sub(1).max(1))),
            drawings: Mutex::default(),
            drawn: Mutex::default(),
        })
    }

    /// Waits for somebody's turn to have a picture of a room.
    pub(crate) async fn turn(&self, person: &Person, room: &Room) -> Result<PictureTurn, Problem> {
        let person = self.people.wait(&person.key()).await?;
        let room = self.rooms.wait(room.name()).await?;
        let core = self.cores.clone().acquire_owned().await.map_err(|_| Problem::fault())?;
        Ok(PictureTurn { _core: core, _room: Some(room), _person: person })
    }

    /// Waits for somebody's turn to have something made of a table that is no room yet.
    pub(crate) async fn turn_without_room(&self, person: &Person) -> Result<PictureTurn, Problem> {
        let person = self.people.wait(&person.key()).await?;
        let core = self.cores.clone().acquire_owned().await.map_err(|_| Problem::fault())?;
        Ok(PictureTurn { _core: core, _room: None, _person: person })
    }

    /// The diagram of what is known in a room, of the part that is chosen once it is
    /// known how many attributes and objects there are.
    pub(crate) async fn diagram(
        self: &Arc<Self>,
        person: &Person,
        room: &Arc<Room>,
        choose: impl FnOnce(usize, usize) -> Result<LatticeChoice, Problem> + Send + 'static,
    ) -> Result<Arc<Diagram>, Problem> {
        let look = room.look(person, |exploration| {
            let mut choice = choose(exploration.universe().len(), exploration.models().len())?;
            choice.objects = choice.objects.map(|places| rows_of(exploration, &places));
            Ok((exploration.journal().state(), choice))
        });
        let (state, choice) = look.await?;
        let subject = Subject { room: room.name().to_owned(), state, choice };
        if let Some((_, diagram)) = self.drawn().iter().find(|(drawn, _)| *drawn == subject) {
            return Ok(diagram.clone());
        }
        let drawing = self.drawing(subject, person, room);
        let mut result = drawing.result.clone();
        let result = result.wait_for(Option::is_some).await.map_err(|_| Problem::fault())?;
        result.clone().unwrap_or_else(|| Err(Problem::fault()))
    }

    fn drawn(&self) -> MutexGuard<'_, VecDeque<(Subject, Arc<Diagram>)>> {
        self.drawn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a diagram, in place of those that are kept for longest.
    fn keep(&self, subject: Subject, diagram: &Arc<Diagram>) {
        let names = |diagram: &Diagram| -> usize {
            diagram.nodes.iter().map(|node| 1 + node.intent.len() + node.above.len() + node.below.len()).sum()
        };
        let mut drawn = self.drawn();
        drawn.push_front((subject, diagram.clone()));
        let mut kept = 0;
        drawn.retain(|(_, diagram)| {
            kept += names(diagram);
            kept <= MAX_KEPT_NAMES
        });
    }

    /// The drawing of a subject: one that was begun for somebody else, or a new
    /// one, which waits for this person's turn.
    fn drawing(self: &Arc<Self>, subject: Subject, person: &Person, room: &Arc<Room>) -> Arc<Drawing> {
        let mut drawings = self.drawings.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(drawing) = drawings.get(&subject).and_then(Weak::upgrade) {
            return drawing;
        }
        drawings.retain(|_, drawing| drawing.strong_count() > 0);
        let unwanted = Arc::new(AtomicBool::new(false));
        let (sender, result) = watch::channel(None);
        let (pictures, person, room) = (self.clone(), person.clone(), room.clone());
        let (drawn, stopped) = (subject.clone(), unwanted.clone());
        let task = tokio::spawn(async move {
            let diagram = pictures.draw(&person, &room, drawn.choice.clone(), stopped).await.map(Arc::new);
            if let Ok(diagram) = &diagram {
                pictures.keep(drawn, diagram);
            }
            sender.send_replace(Some(diagram));
        });
        let drawing = Arc::new(Drawing { result, unwanted, task: task.abort_handle() });
        drawings.insert(subject, Arc::downgrade(&drawing));
        drawing
    }

    async fn draw(
        &self,
        person: &Person,
        room: &Arc<Room>,
        choice: LatticeChoice,
        unwanted: Arc<AtomicBool>,
    ) -> Result<Diagram, Problem> {
        let turn = self.turn(person, room).await?;
        let context = room.look(person, |exploration| Ok(exploration.context())).await?;
        let drawn = tokio::task::spawn_blocking(move || {
            // The turn ends when this does, and not when nobody waits any more.
            let _turn = turn;
            let started = Instant::now();
            Diagram::chosen(&context, &choice, || {
                let stop = unwanted.load(Ordering::Relaxed) || started.elapsed() > MAX_DRAWING_TIME;
                if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        });
        let drawn = drawn.await.map_err(|_| Problem::fault())?;
        drawn.map_err(|_| {
            let words = "This diagram takes too long to draw here: ask for fewer concepts, or for fewer attributes.";
            Problem::conflict("too_large", words)
        })
    }
}

/// The rows of objects: one that stands for equal rows is several in the table, which
/// has the objects in the order of their places.
fn rows_of(exploration: &Exploration, places: &[usize]) -> Vec<usize> {
    let counts = exploration.objects().iter().map(Object::count);
    let starts: Vec<usize> = counts
        .scan(0, |next, count| {
            *next += count;
            Some(*next - count)
        })
        .collect();
    places.iter().flat_map(|&place| starts[place]..starts[place] + exploration.objects()[place].count()).collect()
}
