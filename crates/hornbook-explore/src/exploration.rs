//! The exploration itself: a journal, what it amounts to, and how an entry is
//! added to both.
//!
//! What people can do with it is in the files above this one, an idea each.

use std::path::Path;

use super::refusal::Refusal;
use super::standing::Standing;
use super::state::{Broken, State};
use crate::journal::{Certified, EntryId, EntryKind, Journal, JournalError, VoteRecord};
use hornbook::Implication;
use hornbook::learn::{Expectation, Question};

/// A question to whoever knows.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// Does this hold?
    pub question: Implication,
    /// How likely it is thought to hold.
    pub likely: f64,
    /// The share of all sets for which a "yes" would change what is known to
    /// follow.
    pub weight: f64,
}

impl From<Question> for Asked {
    fn from(Question { implication, expectation }: Question) -> Self {
        // The learner of explorations weighs every question.
        let Expectation { likely, weight } = expectation.unwrap_or(Expectation { likely: 0.5, weight: 0.0 });
        Self { question: implication, likely, weight }
    }
}

/// What comes next.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// A question.
    Ask(Asked),
    /// Nothing: what is known is certified.
    Certified(Certified),
}

/// An exploration under way.
#[derive(Debug)]
pub struct Exploration {
    pub(super) journal: Journal,
    pub(super) state: State,
    pub(super) threads: usize,
    /// What comes next, and where things stood when it was found.
    pub(super) next: Option<(Step, Standing)>,
    /// The votes that decide the answers that are written now.
    pub(super) votes: Option<VoteRecord>,
    /// What the answers that are written now rest on.
    pub(super) because: Vec<String>,
}

impl Exploration {
    /// Goes on from a journal.
    pub fn of(journal: Journal) -> Result<Self, JournalError> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let state = State::replay(&journal, threads).map_err(|broken| in_journal(&journal, broken))?;
        Ok(Self { journal, state, threads, next: None, votes: None, because: Vec::new() })
    }

    /// Writes an entry that only adds to what is known, if it can be.
    pub(super) fn write(&mut self, who: Option<&str>, what: EntryKind) -> Result<EntryId, Refusal> {
        self.accepts(&what)?;
        self.add(who, what)
    }

    /// Writes an entry that adds to what came before it. If it changes what people
    /// had decided together, everything is replayed.
    pub(super) fn add(&mut self, who: Option<&str>, what: EntryKind) -> Result<EntryId, Refusal> {
        let id = self.journal.append(who, what)?;
        self.next = None;
        let entry = self.journal.entries().last();
        let went_on = entry.map(|entry| self.state.go_on(entry)).transpose();
        if went_on.map_err(Refusal::Impossible)? == Some(false) {
            self.replay()?;
        }
        Ok(id)
    }

    /// Refuses an entry that contradicts what is known. Where several people
    /// decide together, the answer of each must still fit by itself.
    pub(super) fn accepts(&mut self, what: &EntryKind) -> Result<(), Refusal> {
        match self.state.check(what).map_err(Refusal::Impossible)? {
            Some(dispute) => Err(Refusal::Contradicts(dispute)),
            None => Ok(()),
        }
    }

    /// Writes an entry that may change what came before it.
    pub(super) fn record(&mut self, who: Option<&str>, what: EntryKind) -> Result<EntryId, Refusal> {
        self.record_all(who, vec![what])
    }

    /// Writes entries that belong together; the last of them.
    pub(super) fn record_all(&mut self, who: Option<&str>, all: Vec<EntryKind>) -> Result<EntryId, Refusal> {
        let ids = self.journal.append_all(who, all)?;
        let last = ids.into_iter().next_back();
        self.next = None;
        self.replay()?;
        last.ok_or_else(|| Refusal::Impossible("nothing was said".to_owned()))
    }

    /// Writes an entry that changes neither what is known nor what is asked: what
    /// comes next was found already, and stays.
    pub(super) fn remark(&mut self, who: Option<&str>, what: EntryKind) -> Result<EntryId, Refusal> {
        let id = self.journal.append(who, what)?;
        let entry = self.journal.entries().last();
        entry.map(|entry| self.state.go_on(entry)).transpose().map_err(Refusal::Impossible)?;
        Ok(id)
    }

    fn replay(&mut self) -> Result<(), Refusal> {
        self.state = State::replay(&self.journal, self.threads).map_err(|broken| in_journal(&self.journal, broken))?;
        Ok(())
    }

    /// The same exploration, kept nowhere, without some entries.
    pub(super) fn without(&self, entries: &[EntryId]) -> Result<Self, Refusal> {
        let mut journal = self.journal.copy();
        for entry in entries.iter().filter(|entry| self.counts(entry)) {
            journal.append(
                None,
                EntryKind::Retract { entry: entry.clone(), undo: false, wording: false, silent: false },
            )?;
        }
        Ok(Self::of(journal)?)
    }
}

pub(super) fn in_journal(journal: &Journal, Broken { entry, problem }: Broken) -> JournalError {
    let path = journal.path().unwrap_or(Path::new("journal")).to_owned();
    JournalError::Broken { path, line: entry.map_or(1, |at| at + 2), problem }
}
