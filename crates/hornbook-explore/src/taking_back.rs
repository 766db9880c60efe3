//! Taking back what was said, and taking that back.

use std::collections::HashSet;

use super::exploration::in_journal;
use super::state::State;
use super::{Dispute, Exploration, Refusal};
use crate::journal::{Entry, EntryId, EntryKind, Journal};

impl Exploration {
    /// Takes an entry back: an answer, what was told of an object, what was done to
    /// attributes or objects, or an earlier retraction. What no longer follows is asked
    /// again.
    pub fn retract(&mut self, who: Option<&str>, entry: &EntryId) -> Result<EntryId, Refusal> {
        match self.entry(entry).map(|entry| &entry.what) {
            None => return Err(Refusal::Impossible(format!("there is no entry {entry}"))),
            Some(what) if can_be_taken_back(what) => {}
            Some(_) => return Err(Refusal::Impossible(format!("{entry} cannot be taken back"))),
        }
        if self.state.inactive.contains(entry) {
            return Err(Refusal::Impossible(format!("{entry} was taken back already")));
        }
        self.take_back(who, std::slice::from_ref(entry), false)
    }

    /// Takes back what this person did last: an answer, what was told of an
    /// object, a change of attributes or objects, or a retraction; done again, what was
    /// done before that. What was said together goes together. Without a
    /// name, what anybody did last. What programs said stays.
    pub fn undo(&mut self, who: Option<&str>) -> Result<EntryId, Refusal> {
        let nothing = || Refusal::Impossible("there is no answer to take back".to_owned());
        let last = self.last_done(who).ok_or_else(nothing)?;
        let together = |other: &&Entry| {
            last.request.is_some() && other.request == last.request && other.who == last.who && self.counts(&other.id)
        };
        let mut all: Vec<EntryId> =
            self.journal.entries().iter().filter(together).map(|other| other.id.clone()).collect();
        if all.is_empty() {
            all.push(last.id.clone());
        }
        self.take_back(who, &all, true)
    }

    /// What [`undo`](Self::undo) would take back.
    pub fn last_done(&self, who: Option<&str>) -> Option<&Entry> {
        let at_start = self.journal.entries().iter().take_while(|entry| {
            // Objects of the table at the start are nobody's word.
            entry.who.is_none() && matches!(&entry.what, EntryKind::Object { object, .. } if object.complete)
        });
        self.journal.entries()[at_start.count()..].iter().rev().find(|entry| {
            let did = can_be_taken_back(&entry.what) && !matches!(entry.what, EntryKind::Retract { undo: true, .. });
            did && !entry.program && self.counts(&entry.id) && who.is_none_or(|who| entry.who.as_deref() == Some(who))
        })
    }

    /// Takes entries back. If that makes an earlier entry count again, and this
    /// would contradict what was said since, it is refused.
    fn take_back(&mut self, who: Option<&str>, entries: &[EntryId], undo: bool) -> Result<EntryId, Refusal> {
        let mut all = Vec::new();
        for entry in entries {
            let taken = self.entry(entry).map(|entry| &entry.what);
            let wording = taken.is_some_and(EntryKind::is_wording);
            // Only words: to go back to another name of an attribute or an object has always
            // counted, and journals that are there go on as they began.
            let silent = taken.is_some_and(is_of_words);
            let what = EntryKind::Retract { entry: entry.clone(), undo, wording, silent };
            let brings_back = match taken {
                Some(EntryKind::Retract { .. } | EntryKind::Remove { .. } | EntryKind::Forget { .. }) => true,
                Some(EntryKind::Answer(said)) => said.replaces.is_some(),
                _ => false,
            };
            if brings_back {
                self.check_again(entry, &what)?;
            }
            all.push(what);
        }
        self.record_all(who, all)
    }

    /// Refuses a retraction if what counts again then contradicts what was said
    /// since. Where it contradicted others before the entry, it does so again.
    fn check_again(&self, entry: &EntryId, retraction: &EntryKind) -> Result<(), Refusal> {
        let mut journal = self.journal.copy();
        journal.append(None, retraction.clone())?;
        let after = State::replay(&journal, self.threads).map_err(|broken| in_journal(&journal, broken))?;
        let is_new = |dispute: &&Dispute| !dispute.entry.as_ref().is_some_and(|entry| self.is_disputed(entry));
        if !after.disputes.iter().any(|dispute| is_new(&dispute)) {
            return Ok(());
        }
        let before = self.disputed_before(entry)?;
        let was_there = |dispute: &&Dispute| dispute.entry.as_ref().is_some_and(|entry| before.contains(entry));
        let Some(new) = after.disputes.iter().filter(is_new).find(|dispute| !was_there(dispute)) else {
            return Ok(());
        };
        // Told by what counts now: what would count again is not among it.
        let stands = |id: &&EntryId| self.counts(id) && !self.is_disputed(id);
        let with = new.entry.iter().chain(&new.with).filter(stands).cloned().collect();
        Err(Refusal::Contradicts(Dispute { entry: None, with, background: new.background.clone() }))
    }

    /// The entries that contradicted others just before an entry was written.
    fn disputed_before(&self, entry: &EntryId) -> Result<HashSet<EntryId>, Refusal> {
        let earlier = self.journal.entries().iter().take_while(|known| known.id != *entry).cloned().collect();
        let journal = Journal::in_memory_with(self.journal.header().clone(), earlier);
        let before = State::replay(&journal, self.threads).map_err(|broken| in_journal(&journal, broken))?;
        Ok(before.disputed)
    }
}

/// Whether entries of a kind can be taken back.
pub fn can_be_taken_back(what: &EntryKind) -> bool {
    matches!(
        what,
        EntryKind::Answer(_)
            | EntryKind::Object { .. }
            | EntryKind::Retract { .. }
            | EntryKind::Attributes { .. }
            | EntryKind::Attribute { .. }
            | EntryKind::Order { .. }
            | EntryKind::Remove { .. }
            | EntryKind::Rename { .. }
            | EntryKind::Forget { .. }
            | EntryKind::Words { .. }
    )
}

/// Whether it sets the noun or the language of questions, or takes that back.
fn is_of_words(what: &EntryKind) -> bool {
    matches!(what, EntryKind::Words { .. } | EntryKind::Retract { silent: true, .. })
}
