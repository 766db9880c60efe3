//! The programs of a room, which are asked before people.
//!
//! A program may think for long, and the exploration is not kept from anybody
//! meanwhile: the worker takes out what there is to ask, the programs are asked
//! without it, and what they say is written like anybody's answer. If they take long,
//! people are asked it as well.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hornbook::Implication;
use hornbook::learn::unwatched;
use hornbook_explore::journal::{EntryKind, Policy};
use hornbook_explore::{Exploration, ForPrograms, NextError, Programs, Refusal};

use crate::log;
use crate::options::AskedBeforePeople;

/// People wait for programs so long; then they are asked themselves.
pub(crate) const PEOPLE_WAIT_FOR: Duration = Duration::from_secs(3);
/// So much of what went wrong is shown.
const MAX_NOTES: usize = 5;

/// The programs of a room.
pub(crate) struct RoomPrograms {
    when_agreed: bool,
    now: Mutex<Now>,
}

/// What they are doing.
#[derive(Default)]
struct Now {
    /// The programs; none while they are asked.
    programs: Option<Programs>,
    /// What they are to be asked next.
    job: Option<(Programs, ForPrograms)>,
    /// What they are asked, and since when.
    asking: Option<(Implication, Instant)>,
    names: Vec<String>,
    notes: Vec<String>,
}

/// What is told of the programs of a room.
#[derive(Debug, serde::Serialize)]
pub(crate) struct ShownPrograms {
    /// What those are called that were started.
    names: Vec<String>,
    /// Whether they are asked something.
    asked: bool,
    /// What went wrong with them.
    notes: Vec<String>,
}

impl RoomPrograms {
    pub(crate) fn new(first: &AskedBeforePeople) -> Self {
        let programs = Some(Programs::new(first.programs.clone()));
        Self { when_agreed: first.when_agreed, now: Mutex::new(Now { programs, ..Now::default() }) }
    }

    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is told of them.
    pub(crate) fn shown(&self) -> ShownPrograms {
        let now = self.now();
        ShownPrograms { names: now.names.clone(), asked: now.asking.is_some(), notes: now.notes.clone() }
    }

    /// Lets their answers wait for people, where that is wanted and nobody chose
    /// otherwise.
    pub(crate) fn settle_policy(&self, exploration: &mut Exploration) -> Result<(), Refusal> {
        let is_chosen =
            || exploration.journal().entries().iter().any(|entry| matches!(entry.what, EntryKind::Policy(_)));
        if self.when_agreed && !is_chosen() {
            exploration.set_policy(None, Policy::Person)?;
        }
        Ok(())
    }

    /// Takes out of the exploration what they are to be asked, if they are not
    /// thinking already and fewer questions than `ahead` wait for people. What people
    /// have before them is left to these.
    pub(crate) fn take_question(
        &self,
        exploration: &mut Exploration,
        before_people: &[Implication],
        ahead: usize,
    ) -> Result<(), NextError> {
        let mut now = self.now();
        let Some(programs) = &now.programs else { return Ok(()) };
        let Some(what) = exploration.for_programs(programs, ahead, &mut unwatched)? else { return Ok(()) };
        if !before_people.contains(&what.question) {
            now.asking = Some((what.question.clone(), Instant::now()));
            now.job = now.programs.take().map(|programs| (programs, what));
        }
        Ok(())
    }

    /// What they are asked now.
    pub(crate) fn asked(&self) -> Option<Implication> {
        self.now().asking.as_ref().map(|(question, _)| question.clone())
    }

    /// Whether people wait for what they say.
    pub(crate) fn are_awaited(&self) -> bool {
        self.now().asking.as_ref().is_some_and(|(_, since)| since.elapsed() < PEOPLE_WAIT_FOR)
    }

    /// What they are to be asked, once.
    pub(crate) fn take_job(&self) -> Option<(Programs, ForPrograms)> {
        self.now().job.take()
    }

    /// Takes the programs back after they were asked; tells whether there is news
    /// about them.
    pub(crate) fn take_back(&self, mut programs: Programs, remarks: Vec<String>) -> bool {
        let notes: Vec<String> = programs.take_notes().into_iter().chain(remarks).collect();
        notes.iter().for_each(|note| log::note(note));
        let names = programs.names();
        let mut now = self.now();
        let is_news = now.names != names || !notes.is_empty();
        now.names = names;
        now.notes.extend(notes);
        let dropped = now.notes.len().saturating_sub(MAX_NOTES);
        now.notes.drain(..dropped);
        now.asking = None;
        now.programs = Some(programs);
        is_news
    }
}
