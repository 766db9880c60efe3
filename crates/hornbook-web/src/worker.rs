//! The background task of a room: it finds the next question, decides who is
//! asked what, and publishes what everybody sees.
//!
//! As many rooms compute at a time as there are cores. A computation gives way
//! to whoever wants to change the exploration: what it finds would be out of
//! date.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hornbook::learn::Progress;
use hornbook::{AttrSet, Implication};
use hornbook_explore::{Exploration, NextError, Step, Turn, Turns};
use tokio::sync::{Semaphore, watch};

use crate::participants::{AskedRules, Assignment, Participant};
use crate::problem::Problem;
use crate::program_worker;
use crate::published::Update;
use crate::room::Room;
use crate::snapshot::{ShownTurn, Snapshot};

/// If the next question is not found by then, what is known is published
/// without it.
const PUBLISH_WITHOUT_NEXT_STEP_AFTER: Duration = Duration::from_millis(300);
/// A computation that began longer ago does not give way any more, so that it
/// ends even if people answer all the time.
const GIVE_WAY_FOR: Duration = Duration::from_millis(500);
/// The pause after a failure, before anything is tried again.
const RETRY_DELAY: Duration = Duration::from_secs(1);
/// How often the worker looks whether its room can be closed.
const IDLE_CHECK_INTERVAL: Duration = Duration::from_secs(10);

/// How a computation ended.
enum Outcome {
    /// Everything was published.
    Done,
    /// What is known was published, and the next question is not found yet.
    WithoutNextStep,
    /// It gave way to somebody.
    GaveWay,
    /// The server shuts down.
    ShutDown,
    Failed(Problem),
}

/// Works for a room whenever it is woken, until the server shuts down, or nobody
/// uses the room any more and `forget` agrees to forget it.
pub(crate) async fn run(
    room: Arc<Room>,
    cores: Arc<Semaphore>,
    forget: impl Fn(&Arc<Room>) -> bool,
    mut shutdown: watch::Receiver<bool>,
) {
    loop {
        tokio::select! {
            () = room.work_wanted.notified() => {}
            _ = shutdown.changed() => return,
            () = tokio::time::sleep(IDLE_CHECK_INTERVAL) => {
                if room.close_if_idle().await && forget(&room) {
                    return;
                }
                continue;
            }
        }
        let started = Instant::now();
        let mut to_the_end = false;
        loop {
            let Ok(core) = cores.acquire().await else { return };
            let outcome = compute(&room, started, to_the_end, shutdown.clone()).await;
            drop(core);
            program_worker::ask(&room, &shutdown);
            match outcome {
                Outcome::Done => break,
                Outcome::WithoutNextStep => to_the_end = true,
                Outcome::GaveWay => tokio::task::yield_now().await,
                Outcome::ShutDown => return,
                Outcome::Failed(problem) => {
                    // Perhaps the disk is full; it may not be any more when the
                    // journal is opened again.
                    room.close().await;
                    room.publish_failure(problem.words());
                    tokio::time::sleep(RETRY_DELAY).await;
                    break;
                }
            }
        }
    }
}

async fn compute(room: &Arc<Room>, started: Instant, to_the_end: bool, shutdown: watch::Receiver<bool>) -> Outcome {
    let computing = room.clone();
    let outcome = room.exclusively(move |exploration| computing.compute(exploration, started, to_the_end, &shutdown));
    outcome.await.unwrap_or_else(Outcome::Failed)
}

impl Room {
    /// Finds what comes next, and publishes it. `started` is when the first
    /// attempt began; unless it is to go on `to_the_end`, this stops after a
    /// while and publishes what is known.
    fn compute(
        &self,
        exploration: &mut Exploration,
        started: Instant,
        to_the_end: bool,
        shutdown: &watch::Receiver<bool>,
    ) -> Outcome {
        let archived = self.record().archived;
        let attempt_started = Instant::now();
        let gives_way = || self.is_wanted() && started.elapsed() < GIVE_WAY_FOR;
        let mut gave_way = false;
        let mut watch = |_: &Progress| {
            gave_way = gives_way();
            let too_long = !to_the_end && attempt_started.elapsed() > PUBLISH_WITHOUT_NEXT_STEP_AFTER;
            let stop = gave_way || too_long || *shutdown.borrow();
            if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        if !archived && let Err(refusal) = self.programs.settle_policy(exploration) {
            return Outcome::Failed(Problem::refused(exploration, refusal, ""));
        }
        // In an archived exploration nobody is asked anything.
        let step = if archived { Err(NextError::Cancelled) } else { exploration.next(&mut watch) };
        let step = match step {
            Ok(step) => Some(step),
            Err(NextError::Cancelled) if gave_way => return Outcome::GaveWay,
            Err(NextError::Cancelled) if *shutdown.borrow() => return Outcome::ShutDown,
            Err(NextError::Cancelled) => None,
            Err(NextError::Journal(error)) => return Outcome::Failed(error.into()),
        };
        if gives_way() {
            return Outcome::GaveWay;
        }
        let snapshot = self.current_snapshot(exploration, step.is_some());
        let Some(step) = step else {
            self.publish(Update { snapshot, assignments: Vec::new() });
            return if archived { Outcome::Done } else { Outcome::WithoutNextStep };
        };
        let before_people = self.participants(|participants| participants.questions());
        match self.programs.take_question(exploration, &before_people, self.asking.most_on_a_list) {
            Ok(()) | Err(NextError::Cancelled) => {}
            Err(NextError::Journal(error)) => return Outcome::Failed(error.into()),
        }
        match self.assign(exploration, &step, gives_way) {
            Ok((assignments, outcome)) => {
                self.publish(Update { snapshot, assignments });
                outcome
            }
            Err(problem) => Outcome::Failed(problem),
        }
    }

    /// The snapshot that is published, if it is up to date, or a new one.
    fn current_snapshot(&self, exploration: &Exploration, has_next_step: bool) -> Arc<Snapshot> {
        let version = exploration.journal().entries().len();
        let is_current = |known: &Arc<Snapshot>| known.version == version && known.has_next_step == has_next_step;
        let published = self.snapshot().filter(is_current);
        published.unwrap_or_else(|| Arc::new(Snapshot::of(exploration, has_next_step)))
    }

    /// Finds assignments for everybody who is here; for some of them only, if
    /// it has to give way.
    fn assign(
        &self,
        exploration: &mut Exploration,
        step: &Step,
        gives_way: impl Fn() -> bool,
    ) -> Result<(Vec<(String, Assignment)>, Outcome), Problem> {
        let people = self.participants(|participants| {
            participants.release_absent();
            participants.available()
        });
        // Those who have a question keep it while it can be answered.
        let undone = exploration.undone().map(|(who, question)| (who.map(str::to_owned), question));
        let kept = |(who, participant): &(String, Participant)| match step {
            Step::Certified(_) => None,
            Step::Ask(_) => {
                let asked = participant.asked().filter(|asked| exploration.has_places_of(asked.attributes.names()))?;
                // Whoever undid an answer has that question before them again.
                let has_undone = |(by, question): &(Option<String>, Implication)| {
                    by.as_deref() != Some(who.as_str()) || asked.contains(question)
                };
                let keeps = undone.as_ref().is_none_or(has_undone);
                keeps.then(|| asked.still(|question| is_open(exploration, question, who))).flatten()
            }
        };
        let mut questions: Vec<Option<AskedRules>> = people.iter().map(kept).collect();
        let mut outcome = Outcome::Done;
        let programs_first = self.programs.are_awaited();
        // What they think about for too long people are asked as well.
        let before_programs = self.programs.asked().filter(|_| programs_first);
        let before_programs = before_programs.filter(|question| question.premise.fits(exploration.universe().len()));
        // In the first round nobody is asked what they put off, so that it goes to
        // others first; and these others choose first.
        let mut places: Vec<usize> = (0..people.len()).collect();
        places.sort_by_key(|&place| exploration.puts_off(Some(&people[place].0)));
        let rounds = [true, false].into_iter().flat_map(|first| places.iter().map(move |&place| (first, place)));
        for (without_later, place) in rounds {
            let (who, participant) = &people[place];
            if questions[place].is_some() || !without_later && !exploration.puts_off(Some(who)) {
                continue;
            }
            if gives_way() {
                outcome = Outcome::GaveWay;
                break;
            }
            // Every rule of a list that somebody has before them is out.
            let out = questions.iter().flatten().flat_map(|asked| &asked.rules);
            let out = out.map(|asked| asked.question.clone()).chain(before_programs.clone());
            let out: Vec<Implication> = out.collect();
            let about = about(exploration, participant);
            let turns = Turns { who: Some(who), out: &out, about: about.as_ref(), without_later };
            questions[place] = match exploration.next_for(turns, &mut hornbook::learn::unwatched) {
                // What programs were not asked yet goes to these first.
                Ok(Turn::Ask(first)) if programs_first && !is_left_to(exploration, &first.question, who) => None,
                Ok(Turn::Ask(first)) if participant.takes_lists => {
                    let rules = exploration.checklist(&first, turns, self.asking);
                    let shown = exploration.with_controls(&rules, self.asking);
                    Some(AskedRules { shown, rules, attributes: exploration.universe().clone() })
                }
                Ok(Turn::Ask(asked)) => Some(AskedRules::one(asked, exploration.universe().clone())),
                Ok(Turn::Wait | Turn::Certified(_)) => None,
                Err(NextError::Journal(error)) => return Err(error.into()),
                Err(error) => return Err(Problem::conflict("broken", error.to_string())),
            };
        }
        let mut found: Vec<Found> = people
            .into_iter()
            .zip(questions)
            .map(|((who, participant), asked)| Found { who, with_list: participant.takes_lists, asked })
            .collect();
        if matches!(outcome, Outcome::GaveWay) {
            // Whether there is something for the others was not looked at.
            found.retain(|found| found.asked.is_some());
        }
        Ok((assignments(exploration, step, found, programs_first), outcome))
    }
}

/// What was found for somebody.
struct Found {
    who: String,
    /// Whether a list was looked for.
    with_list: bool,
    asked: Option<AskedRules>,
}

/// The assignments of people for whom rules were found to ask about, or none.
fn assignments(
    exploration: &Exploration,
    step: &Step,
    found: Vec<Found>,
    programs_first: bool,
) -> Vec<(String, Assignment)> {
    let nothing = match step {
        _ if programs_first => ShownTurn::Programs,
        Step::Certified(_) => ShownTurn::Certified,
        Step::Ask(_) => ShownTurn::Wait,
    };
    let nothing = nothing.json();
    let assignment = |Found { who, with_list, asked }: Found| {
        let first = asked.as_ref().and_then(|asked| asked.rules.first());
        let alone = first.map_or_else(|| nothing.clone(), |first| ShownTurn::ask(exploration, first).json());
        let several = asked.as_ref().filter(|asked| asked.rules.len() > 1);
        let list = several.map_or_else(|| alone.clone(), |asked| ShownTurn::check(exploration, &asked.shown).json());
        (who, Assignment { asked, with_list, alone, list })
    };
    found.into_iter().map(assignment).collect()
}

/// Whether others, or programs, answered a question such that this person's word is
/// wanted.
fn is_left_to(exploration: &Exploration, question: &Implication, who: &str) -> bool {
    exploration.waiting_for(Some(who)).any(|ballot| ballot.question == *question)
}

/// Whether somebody can still be asked this.
fn is_open(exploration: &Exploration, question: &Implication, who: &str) -> bool {
    if exploration.knowledge().decides(question) {
        return false;
    }
    let ballot = exploration.ballots().iter().find(|ballot| ballot.question == *question);
    ballot.is_none_or(|ballot| ballot.waits_for(Some(who), exploration.policy()))
}

/// The attributes that somebody is asked about; none if they are asked about
/// all.
fn about(exploration: &Exploration, participant: &Participant) -> Option<AttrSet> {
    let universe = exploration.universe();
    let names = participant.about.as_ref()?;
    Some(AttrSet::of(universe.len(), names.iter().filter_map(|name| universe.attr(name).ok())))
}
