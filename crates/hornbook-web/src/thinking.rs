//! What comes next is found out in the background, a room at a time on each
//! core: the next question, who is asked what, and what everybody sees.
//!
//! Whoever brings an answer meanwhile does not wait for it: what an answer
//! makes out of date need not be thought to its end.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hornbook::learn::{LearnError, Progress};
use hornbook::{AttrSet, Implication};
use hornbook_explore::{Asked, Exploration, Step, Turn, Turns};
use tokio::sync::{Semaphore, watch};

use crate::problem::Problem;
use crate::room::{Found, Room};
use crate::seats::{Dealt, Seat};
use crate::snapshot::{ShownTurn, Snapshot};

/// What is known is shown without what comes next if that takes longer.
const LONG: Duration = Duration::from_millis(300);
/// Thoughts are not interrupted any more after so long.
const INTERRUPTED: Duration = Duration::from_millis(500);
/// After a failure, a moment passes before it is tried again.
const AFTER_FAILURE: Duration = Duration::from_secs(1);

/// How often it is looked whether anybody is still there.
const RESTING: Duration = Duration::from_secs(10);

/// How a thought ended.
enum Thought {
    /// It is shown.
    Done,
    /// What is known is shown, what comes next is not found yet.
    Half,
    /// Somebody brought something new.
    Interrupted,
    /// The server ends.
    Ended,
    Failed(Problem),
}

/// Thinks for a room whenever it is woken, until the server ends.
pub(crate) async fn think(room: Arc<Room>, cores: Arc<Semaphore>, mut ending: watch::Receiver<bool>) {
    loop {
        tokio::select! {
            () = room.awake.notified() => {}
            _ = ending.changed() => return,
            () = tokio::time::sleep(RESTING) => {
                room.rest().await;
                continue;
            }
        }
        let since = Instant::now();
        let mut whole = false;
        loop {
            let Ok(core) = cores.acquire().await else { return };
            let thought = once(&room, since, whole, ending.clone()).await;
            drop(core);
            match thought {
                Thought::Done => break,
                Thought::Half => whole = true,
                Thought::Interrupted => tokio::task::yield_now().await,
                Thought::Ended => return,
                Thought::Failed(problem) => {
                    // Perhaps the disk is full; it may not be when the journal
                    // is opened the next time.
                    room.close().await;
                    room.stuck(problem.words().to_owned());
                    tokio::time::sleep(AFTER_FAILURE).await;
                    break;
                }
            }
        }
    }
}

async fn once(room: &Arc<Room>, since: Instant, whole: bool, ending: watch::Receiver<bool>) -> Thought {
    let thinker = room.clone();
    let thought = room.exclusively(move |exploration| thinker.think(exploration, since, whole, &ending));
    thought.await.unwrap_or_else(Thought::Failed)
}

impl Room {
    fn think(
        &self,
        exploration: &mut Exploration,
        since: Instant,
        whole: bool,
        ending: &watch::Receiver<bool>,
    ) -> Thought {
        let archived = self.record().archived;
        let started = Instant::now();
        let mut interrupted = false;
        let mut watch = |_: &Progress| {
            interrupted = self.is_wanted() && since.elapsed() < INTERRUPTED;
            let stop = interrupted || !whole && started.elapsed() > LONG || *ending.borrow();
            if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        // What nobody is to be asked need not be found.
        let step = if archived { Err(LearnError::Cancelled) } else { exploration.next(&mut watch) };
        let step = match step {
            Ok(step) => Some(step),
            Err(LearnError::Cancelled) if interrupted => return Thought::Interrupted,
            Err(LearnError::Cancelled) if *ending.borrow() => return Thought::Ended,
            Err(LearnError::Cancelled) => None,
            Err(LearnError::Oracle(error)) => return Thought::Failed(error.into()),
            Err(error) => return Thought::Failed(Problem::conflict("broken", error.to_string())),
        };
        // Whoever waits has something new, most likely.
        let gives_way = || self.is_wanted() && since.elapsed() < INTERRUPTED;
        if gives_way() {
            return Thought::Interrupted;
        }
        let version = exploration.journal().entries().len();
        let fresh = |known: &Arc<Snapshot>| known.version == version && known.has_next_step == step.is_some();
        let snapshot = self.snapshot().filter(fresh);
        let snapshot = snapshot.unwrap_or_else(|| Arc::new(Snapshot::of(exploration, step.is_some())));
        let Some(step) = step else {
            self.publish(Found { snapshot, dealt: Vec::new() });
            return if archived { Thought::Done } else { Thought::Half };
        };
        match self.deal(exploration, &step, gives_way) {
            Ok((dealt, thought)) => {
                self.publish(Found { snapshot, dealt });
                thought
            }
            Err(problem) => Thought::Failed(problem),
        }
    }

    /// Finds something for everybody who is here, unless it is to give way.
    fn deal(
        &self,
        exploration: &mut Exploration,
        step: &Step,
        gives_way: impl Fn() -> bool,
    ) -> Result<(Vec<(String, Dealt)>, Thought), Problem> {
        let seats = self.seats(|seats| {
            seats.sweep();
            seats.active()
        });
        let without_question = match step {
            Step::Certified(_) => ShownTurn::Certified,
            Step::Ask(_) => ShownTurn::Wait,
        };
        let without_question = without_question.json();
        // Those that have a question keep it while it is one.
        let keeps = |(who, seat): &(String, Seat)| match step {
            Step::Certified(_) => None,
            Step::Ask(_) => seat.question().filter(|asked| is_open(exploration, &asked.question, who)).cloned(),
        };
        let mut held: Vec<Option<Asked>> = seats.iter().map(keeps).collect();
        let mut thought = Thought::Done;
        let rounds = [true, false].into_iter();
        // What somebody wants to be asked later is put to others first.
        for (without_later, place) in rounds.flat_map(|first| (0..seats.len()).map(move |place| (first, place))) {
            let (who, seat) = &seats[place];
            if held[place].is_some() || !without_later && !exploration.puts_off(Some(who)) {
                continue;
            }
            if gives_way() {
                thought = Thought::Interrupted;
                break;
            }
            let out: Vec<Implication> = held.iter().flatten().map(|asked| asked.question.clone()).collect();
            let about = about(exploration, seat);
            let turns = Turns { who: Some(who), out: &out, about: about.as_ref(), without_later };
            held[place] = match exploration.next_for(turns, &mut hornbook::learn::unwatched) {
                Ok(Turn::Ask(asked)) => Some(asked),
                Ok(Turn::Wait | Turn::Certified(_)) => None,
                Err(LearnError::Oracle(error)) => return Err(error.into()),
                Err(error) => return Err(Problem::conflict("broken", error.to_string())),
            };
        }
        let interrupted = matches!(thought, Thought::Interrupted);
        let mut dealt = Vec::new();
        for ((who, _), asked) in seats.into_iter().zip(held).filter(|(_, asked)| asked.is_some() || !interrupted) {
            let json = asked.as_ref().map(|asked| ShownTurn::ask(exploration, asked).json());
            let json = json.unwrap_or_else(|| without_question.clone());
            dealt.push((who, Dealt { asked, json }));
        }
        Ok((dealt, thought))
    }
}

/// Whether somebody can still be asked this.
fn is_open(exploration: &Exploration, question: &Implication, who: &str) -> bool {
    let knowledge = exploration.knowledge();
    if knowledge.decides(question) {
        return false;
    }
    let ballot = exploration.ballots().iter().find(|ballot| ballot.question == *question);
    ballot.is_none_or(|ballot| ballot.waits_for(Some(who), exploration.policy()))
}

/// The attributes that somebody is asked about, if not all.
fn about(exploration: &Exploration, seat: &Seat) -> Option<AttrSet> {
    let universe = exploration.universe();
    let names = seat.about.as_ref()?;
    Some(AttrSet::of(universe.len(), names.iter().filter_map(|name| universe.attr(name).ok())))
}
