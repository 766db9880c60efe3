//! Where people sit in a room: who is here, and which question is before whom.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hornbook::Implication;
use hornbook_explore::Asked;
use serde_json::value::RawValue;

use crate::person::{Person, Role};

/// A question goes to others when whoever has it was away for so long.
const AWAY: Duration = Duration::from_secs(120);

/// One person's seat.
#[derive(Clone, Debug)]
pub(crate) struct Seat {
    role: Role,
    pub(crate) about: Option<Vec<String>>,
    seen: Instant,
    /// Open event streams.
    streams: usize,
    dealt: Option<Dealt>,
    /// Another one whenever something else is before them.
    number: u64,
}

/// What is before somebody.
#[derive(Clone, Debug)]
pub(crate) struct Dealt {
    /// The question, if it is one.
    pub(crate) asked: Option<Asked>,
    /// What the page is told.
    pub(crate) json: Arc<RawValue>,
}

impl PartialEq for Dealt {
    fn eq(&self, other: &Self) -> bool {
        self.asked == other.asked && self.json.get() == other.json.get()
    }
}

/// All seats, by name.
#[derive(Debug, Default)]
pub(crate) struct Seats(BTreeMap<String, Seat>);

impl Seats {
    /// Somebody is here; says whether they wait for something to be dealt.
    pub(crate) fn sit(&mut self, person: &Person) -> bool {
        let new = || Seat {
            role: person.role,
            about: person.about.clone(),
            seen: Instant::now(),
            streams: 0,
            dealt: None,
            number: 0,
        };
        let seat = self.0.entry(person.who.clone()).or_insert_with(new);
        if seat.about != person.about || seat.role != person.role {
            (seat.role, seat.about, seat.dealt) = (person.role, person.about.clone(), None);
        }
        seat.seen = Instant::now();
        seat.answers() && seat.dealt.is_none()
    }

    /// An event stream was opened; says whether that was the first.
    pub(crate) fn connect(&mut self, person: &Person, most: usize) -> Option<bool> {
        self.sit(person);
        let seat = self.0.get_mut(&person.who).filter(|seat| seat.streams < most)?;
        seat.streams += 1;
        Some(seat.streams == 1)
    }

    /// An event stream ended; says whether that was the last.
    pub(crate) fn disconnect(&mut self, who: &str) -> bool {
        let Some(seat) = self.0.get_mut(who) else { return false };
        seat.streams = seat.streams.saturating_sub(1);
        seat.seen = Instant::now();
        seat.streams == 0
    }

    /// Those who can be asked now.
    pub(crate) fn active(&self) -> Vec<(String, Seat)> {
        let active = self.0.iter().filter(|(_, seat)| seat.answers() && !seat.is_away());
        active.map(|(who, seat)| (who.clone(), seat.clone())).collect()
    }

    /// Puts something before somebody.
    pub(crate) fn deal(&mut self, who: &str, dealt: Dealt) {
        if let Some(seat) = self.0.get_mut(who).filter(|seat| seat.dealt.as_ref() != Some(&dealt)) {
            seat.dealt = Some(dealt);
            seat.number += 1;
        }
    }

    /// Takes back what is before somebody, if it is this question.
    pub(crate) fn answered(&mut self, who: &str, question: &Implication) {
        let this = |seat: &&mut Seat| seat.question().is_some_and(|asked| asked.question == *question);
        if let Some(seat) = self.0.get_mut(who).filter(this) {
            seat.dealt = None;
            seat.number += 1;
        }
    }

    /// Takes back the questions of those who went away; says whether there
    /// were any.
    pub(crate) fn sweep(&mut self) -> bool {
        let mut any = false;
        for seat in self.0.values_mut().filter(|seat| seat.is_away()) {
            any |= seat.dealt.take().is_some_and(|dealt| dealt.asked.is_some());
        }
        any
    }

    /// Somebody is not to be asked any more.
    pub(crate) fn leave(&mut self, who: &str) {
        if let Some(seat) = self.0.get_mut(who) {
            seat.dealt = None;
            seat.role = Role::Reader;
            seat.seen = Instant::now().checked_sub(AWAY).unwrap_or_else(Instant::now);
        }
    }

    /// Everything is dealt anew.
    pub(crate) fn clear(&mut self) {
        self.0.values_mut().for_each(|seat| seat.dealt = None);
    }

    /// What is before somebody.
    pub(crate) fn dealt(&self, who: &str) -> Option<&Dealt> {
        self.0.get(who)?.dealt.as_ref()
    }

    /// The number of what is before somebody.
    pub(crate) fn number(&self, who: &str) -> u64 {
        self.0.get(who).map_or(0, |seat| seat.number)
    }

    /// Whether somebody has the page open.
    pub(crate) fn is_here(&self, who: &str) -> bool {
        self.0.get(who).is_some_and(|seat| seat.streams > 0)
    }

    /// Everybody who has the page open, and whether a question is before them.
    pub(crate) fn here(&self) -> impl Iterator<Item = (&str, bool)> {
        let here = self.0.iter().filter(|(_, seat)| seat.streams > 0);
        here.map(|(who, seat)| (who.as_str(), seat.question().is_some()))
    }
}

impl Seat {
    /// Whether they can be asked.
    fn answers(&self) -> bool {
        self.role >= Role::Expert
    }

    fn is_away(&self) -> bool {
        self.streams == 0 && self.seen.elapsed() > AWAY
    }

    /// The question that is before them.
    pub(crate) fn question(&self) -> Option<&Asked> {
        self.dealt.as_ref()?.asked.as_ref()
    }
}
