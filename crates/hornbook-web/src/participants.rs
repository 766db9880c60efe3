//! Who takes part in an exploration at the moment, and who is asked what.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hornbook::{Implication, Universe};
use hornbook_explore::Asked;
use serde_json::value::RawValue;

use crate::person::{Person, Role};

/// Somebody without an open page who sent nothing for so long is absent, and
/// their question goes to others.
const ABSENT_AFTER: Duration = Duration::from_secs(120);

/// Somebody who looked at the exploration since the server was started.
#[derive(Clone, Debug)]
pub(crate) struct Participant {
    role: Role,
    /// The attributes they are asked about; none if they are asked about all.
    pub(crate) about: Option<Vec<String>>,
    last_seen: Instant,
    /// How many event streams they have open: one for each open page.
    streams: usize,
    assignment: Option<Assignment>,
    /// How often their assignment changed.
    changes: u64,
    /// Whether their page takes lists of rules.
    pub(crate) takes_lists: bool,
    /// Whether they are describing things of the domain, and so are asked nothing.
    describes: bool,
}

/// What the page of somebody can show; one that says nothing is asked about one
/// rule at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wishes {
    /// Lists of rules.
    pub(crate) lists: bool,
    /// That things of the domain are asked for before rules are.
    pub(crate) objects_first: bool,
}

/// What somebody is to do next.
#[derive(Clone, Debug)]
pub(crate) struct Assignment {
    /// The rules they are asked about, if they are asked something.
    pub(crate) asked: Option<AskedRules>,
    /// Whether a list was looked for.
    pub(crate) with_list: bool,
    /// What their page is sent if it takes no lists.
    pub(crate) alone: Arc<RawValue>,
    /// What it is sent if it does.
    pub(crate) list: Arc<RawValue>,
}

/// The rules that somebody is asked about at once.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AskedRules {
    /// What is asked, the most useful first.
    pub(crate) rules: Vec<Asked>,
    /// The rules as they are shown, perhaps with some among them that are known to
    /// be false.
    pub(crate) shown: Vec<Implication>,
    /// The attributes they are about.
    pub(crate) attributes: Arc<Universe>,
}

impl AskedRules {
    /// One rule alone.
    pub(crate) fn one(asked: Asked, attributes: Arc<Universe>) -> Self {
        Self { shown: vec![asked.question.clone()], rules: vec![asked], attributes }
    }

    pub(crate) fn contains(&self, question: &Implication) -> bool {
        self.rules.iter().any(|asked| asked.question == *question)
    }

    /// Those of them that can still be asked, with what is known to be false among
    /// them as it was.
    pub(crate) fn still(&self, is_open: impl Fn(&Implication) -> bool) -> Option<Self> {
        let rules: Vec<Asked> = self.rules.iter().filter(|asked| is_open(&asked.question)).cloned().collect();
        let gone = |rule: &Implication| self.contains(rule) && !rules.iter().any(|asked| asked.question == *rule);
        let shown = match rules.len() {
            0 => return None,
            1 => vec![rules[0].question.clone()],
            _ => self.shown.iter().filter(|rule| !gone(rule)).cloned().collect(),
        };
        Some(Self { rules, shown, attributes: self.attributes.clone() })
    }
}

impl Assignment {
    /// What a page is sent that takes lists, or does not.
    pub(crate) fn json(&self, lists: bool) -> &Arc<RawValue> {
        if lists { &self.list } else { &self.alone }
    }
}

impl PartialEq for Assignment {
    fn eq(&self, other: &Self) -> bool {
        self.asked == other.asked
            && self.with_list == other.with_list
            && self.alone.get() == other.alone.get()
            && self.list.get() == other.list.get()
    }
}

/// All participants of an exploration, by name.
#[derive(Debug, Default)]
pub(crate) struct Participants(BTreeMap<String, Participant>);

impl Participants {
    /// Notes that somebody is here; tells whether they wait for an assignment.
    pub(crate) fn note_seen(&mut self, person: &Person) -> bool {
        let new = || Participant {
            role: person.role,
            about: person.about.clone(),
            last_seen: Instant::now(),
            streams: 0,
            assignment: None,
            changes: 0,
            takes_lists: false,
            describes: false,
        };
        let participant = self.0.entry(person.who.clone()).or_insert_with(new);
        if participant.about != person.about || participant.role != person.role {
            participant.role = person.role;
            participant.about = person.about.clone();
            participant.assignment = None;
        }
        participant.last_seen = Instant::now();
        participant.may_answer() && !participant.describes && participant.assignment.is_none()
    }

    /// Notes that somebody looks with a page that takes lists, or does not, and
    /// whether things are described there; tells whether they wait for an assignment.
    pub(crate) fn note_looking(&mut self, person: &Person, takes_lists: bool, describes: bool) -> bool {
        self.note_seen(person);
        let Some(participant) = self.0.get_mut(&person.who) else { return false };
        participant.takes_lists = takes_lists;
        participant.describes = describes;
        // One that was found with lists in mind serves both kinds of pages, so two of
        // them side by side do not take turns at changing it.
        if takes_lists && participant.assignment.as_ref().is_some_and(|assignment| !assignment.with_list) {
            participant.assignment = None;
        }
        participant.may_answer() && !describes && participant.assignment.is_none()
    }

    /// Notes that somebody opened an event stream; tells whether it is their
    /// first, and nothing if they have too many.
    pub(crate) fn open_stream(&mut self, person: &Person, max_streams: usize) -> Option<bool> {
        self.note_seen(person);
        let participant = self.0.get_mut(&person.who).filter(|participant| participant.streams < max_streams)?;
        participant.streams += 1;
        Some(participant.streams == 1)
    }

    /// Notes that an event stream of somebody was closed; tells whether it was
    /// their last.
    pub(crate) fn close_stream(&mut self, who: &str) -> bool {
        let Some(participant) = self.0.get_mut(who) else { return false };
        participant.streams = participant.streams.saturating_sub(1);
        participant.last_seen = Instant::now();
        participant.streams == 0
    }

    /// Those who can be asked now.
    pub(crate) fn available(&self) -> Vec<(String, Participant)> {
        let can_be_asked =
            |participant: &Participant| participant.may_answer() && !participant.is_absent() && !participant.describes;
        let available = self.0.iter().filter(|(_, participant)| can_be_asked(participant));
        available.map(|(who, participant)| (who.clone(), participant.clone())).collect()
    }

    /// The questions that people have before them.
    pub(crate) fn questions(&self) -> Vec<Implication> {
        let asked = self.0.values().filter_map(Participant::asked).flat_map(|asked| &asked.rules);
        asked.map(|asked| asked.question.clone()).collect()
    }

    /// Gives somebody an assignment.
    pub(crate) fn assign(&mut self, who: &str, assignment: Assignment) {
        let differs = |participant: &&mut Participant| participant.assignment.as_ref() != Some(&assignment);
        if let Some(participant) = self.0.get_mut(who).filter(differs) {
            participant.assignment = Some(assignment);
            participant.changes += 1;
        }
    }

    /// Ends the assignment of somebody who answered a question, if they were
    /// asked this one.
    pub(crate) fn note_answered(&mut self, who: &str, question: &Implication) {
        let is_asked =
            |participant: &&mut Participant| participant.asked().is_some_and(|asked| asked.contains(question));
        if let Some(participant) = self.0.get_mut(who).filter(is_asked) {
            participant.assignment = None;
            participant.changes += 1;
        }
    }

    /// Ends the assignments of those who are absent; tells whether any of them
    /// was asked a question.
    pub(crate) fn release_absent(&mut self) -> bool {
        let mut any = false;
        for participant in self.0.values_mut().filter(|participant| participant.is_absent()) {
            any |= participant.assignment.take().is_some_and(|assignment| assignment.asked.is_some());
        }
        any
    }

    /// Gives somebody another role, and takes away what they were asked in the one
    /// before.
    pub(crate) fn change_role(&mut self, who: &str, role: Role, about: Option<Vec<String>>) {
        if let Some(participant) = self.0.get_mut(who) {
            (participant.role, participant.about) = (role, about);
            participant.assignment = None;
            participant.changes += 1;
        }
    }

    /// Makes sure that somebody whose invitation was taken back is not asked
    /// any more.
    pub(crate) fn dismiss(&mut self, who: &str) {
        if let Some(participant) = self.0.get_mut(who) {
            participant.assignment = None;
            participant.role = Role::Reader;
            participant.last_seen = Instant::now().checked_sub(ABSENT_AFTER).unwrap_or_else(Instant::now);
        }
    }

    /// Ends all assignments.
    pub(crate) fn release_all(&mut self) {
        self.0.values_mut().for_each(|participant| participant.assignment = None);
    }

    /// What somebody is to do next.
    pub(crate) fn assignment(&self, who: &str) -> Option<&Assignment> {
        self.0.get(who)?.assignment.as_ref()
    }

    /// How often the assignment of somebody changed.
    pub(crate) fn changes(&self, who: &str) -> u64 {
        self.0.get(who).map_or(0, |participant| participant.changes)
    }

    /// Whether somebody has the page open.
    pub(crate) fn is_here(&self, who: &str) -> bool {
        self.0.get(who).is_some_and(|participant| participant.streams > 0)
    }

    /// Everybody who has the page open, and whether they are asked something.
    pub(crate) fn here(&self) -> impl Iterator<Item = (&str, bool)> {
        let here = self.0.iter().filter(|(_, participant)| participant.streams > 0);
        here.map(|(who, participant)| (who.as_str(), participant.asked().is_some()))
    }
}

impl Participant {
    fn may_answer(&self) -> bool {
        self.role >= Role::Expert
    }

    fn is_absent(&self) -> bool {
        self.streams == 0 && self.last_seen.elapsed() > ABSENT_AFTER
    }

    /// The rules they are asked about.
    pub(crate) fn asked(&self) -> Option<&AskedRules> {
        self.assignment.as_ref()?.asked.as_ref()
    }
}
