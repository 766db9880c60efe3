//! What people see of a room: it is kept apart from the exploration itself, so
//! that looking never waits for a computation.

use std::sync::Arc;

use serde_json::value::RawValue;

use crate::participants::{Assignment, Participants, Wishes};
use crate::person::{Person, Role};
use crate::problem::Problem;
use crate::snapshot::{ShownTurn, Snapshot};

/// What people see of a room.
#[derive(Default)]
pub(crate) struct Published {
    pub(crate) snapshot: Option<Arc<Snapshot>>,
    pub(crate) participants: Participants,
    /// How many entries the journal has by now; the snapshot may have fewer.
    pub(crate) journal_entries: usize,
    /// Why the next question cannot be found, if so.
    failure: Option<String>,
    /// How often something changed that is not in the journal.
    pub(crate) changes: u64,
}

/// What a computation found.
pub(crate) struct Update {
    pub(crate) snapshot: Arc<Snapshot>,
    /// New assignments, with the names of those they are for.
    pub(crate) assignments: Vec<(String, Assignment)>,
}

/// What one person sees.
pub(crate) struct View {
    /// A number that grows with every change.
    pub(crate) version: u64,
    pub(crate) snapshot: Arc<Snapshot>,
    /// What they are to do next, as JSON.
    pub(crate) turn: Arc<RawValue>,
    /// Those who have the page open, and whether they are asked something.
    pub(crate) here: Vec<(String, bool)>,
}

/// Whether what is published is up to date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Freshness {
    /// Everything is up to date.
    Current,
    /// The next question cannot be found; another attempt may help.
    Failed,
    /// Something is to be computed first.
    Outdated,
}

impl Published {
    /// A number that grows with every change of what somebody sees.
    pub(crate) fn version_for(&self, who: &str) -> u64 {
        let version = self.snapshot.as_ref().map_or(0, |snapshot| snapshot.version);
        version as u64 + self.changes + self.participants.changes(who)
    }

    /// Takes over what a computation found.
    pub(crate) fn update(&mut self, update: Update) {
        let Update { snapshot, assignments } = update;
        self.journal_entries = self.journal_entries.max(snapshot.version);
        // That the next step was found is news, though the journal is the same.
        let is_news =
            |known: &Arc<Snapshot>| known.version == snapshot.version && known.has_next_step != snapshot.has_next_step;
        self.changes += u64::from(self.snapshot.as_ref().is_some_and(is_news));
        self.snapshot = Some(snapshot);
        self.failure = None;
        for (who, assignment) in assignments {
            self.participants.assign(&who, assignment);
        }
    }

    /// Says why the next question cannot be found; tells whether that is news.
    pub(crate) fn fail(&mut self, words: &str) -> bool {
        let is_news = self.failure.as_deref() != Some(words);
        if is_news {
            self.failure = Some(words.to_owned());
            self.changes += 1;
        }
        is_news
    }

    /// Notes that somebody looks, and tells whether what they would see is up
    /// to date.
    pub(crate) fn look(&mut self, person: &Person, wishes: Wishes, archived: bool) -> Freshness {
        let describes = wishes.objects_first && self.snapshot.as_ref().is_some_and(|known| known.describe.is_some());
        let waits = self.participants.note_looking(person, wishes.lists, describes) && !archived;
        let outdated = self
            .snapshot
            .as_ref()
            .is_none_or(|snapshot| snapshot.version < self.journal_entries || !snapshot.has_next_step && !archived);
        match &self.failure {
            Some(_) => Freshness::Failed,
            None if outdated || waits => Freshness::Outdated,
            None => Freshness::Current,
        }
    }

    /// What somebody sees, up to date or not.
    pub(crate) fn view(&self, person: &Person, wishes: Wishes, archived: bool) -> Result<View, Problem> {
        let snapshot = match (&self.snapshot, &self.failure) {
            (Some(snapshot), _) => snapshot.clone(),
            (None, Some(words)) => return Err(Problem::unavailable("disk", words.clone())),
            (None, None) => {
                return Err(Problem::unavailable("thinking", "This takes a while to open: try again in a minute."));
            }
        };
        let describe = snapshot.describe.as_ref().filter(|_| wishes.objects_first);
        let turn = match (&self.failure, self.participants.assignment(&person.who)) {
            _ if person.role < Role::Expert || archived => ShownTurn::Reader.json(),
            (Some(words), _) => ShownTurn::Stuck { words }.json(),
            (None, assignment) => match (describe, assignment) {
                (Some(describe), _) => describe.clone(),
                (None, Some(assignment)) => assignment.json(wishes.lists).clone(),
                (None, None) => ShownTurn::Thinking.json(),
            },
        };
        let here = self.participants.here().map(|(who, asked)| (who.to_owned(), asked)).collect();
        Ok(View { version: self.version_for(&person.who), snapshot, turn, here })
    }
}
