//! What is shown of an exploration, written as JSON once for all who look at it,
//! and again after every change.

mod comments;
mod conflicts;
mod entries;
mod evidence;
mod objects;
mod raw;
mod rules;
mod standing;
mod turn;
mod votes;
mod wording;

use std::sync::Arc;

use hornbook_explore::Exploration;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::person::Person;
use crate::state::{Part, StateFields};
use entries::ShownEntry;
use raw::raw;

pub(crate) use turn::ShownTurn;

/// What is shown of an exploration.
#[derive(Debug)]
pub(crate) struct Snapshot {
    /// How many entries the journal had.
    pub(crate) version: usize,
    /// The title in the journal.
    pub(crate) title: Option<String>,
    /// Whether the next question, or that there is none, was known.
    pub(crate) has_next_step: bool,
    pub(crate) summary: Summary,
    /// What somebody is shown who is to describe things of the domain first, if that
    /// is wanted.
    pub(crate) describe: Option<Arc<RawValue>>,
    /// What is the same for everybody.
    pub(crate) shared: StateFields,
    entries: Vec<ShownEntry>,
}

/// What a list of explorations tells of one.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Summary {
    attributes: usize,
    objects: usize,
    rules: usize,
    questions: u64,
    certified: bool,
    epsilon: Option<f64>,
    wanted: f64,
    changed: String,
}

/// The fields that are the same for everybody, each written as JSON already.
#[derive(Debug, Serialize)]
struct SharedFields {
    wording: Box<RawValue>,
    attributes: Box<RawValue>,
    accuracy: Box<RawValue>,
    policy: Box<RawValue>,
    certified: Box<RawValue>,
    standing: Box<RawValue>,
    rules: Box<RawValue>,
    exclusive: Box<RawValue>,
    background: usize,
    objects: Box<RawValue>,
    open: Box<RawValue>,
    disputes: Box<RawValue>,
    disagreements: Box<RawValue>,
    overruled: Box<RawValue>,
    pending: Box<RawValue>,
    comments: Box<RawValue>,
}

impl Snapshot {
    /// Writes down what is shown of an exploration.
    pub(crate) fn of(exploration: &Exploration, has_next_step: bool) -> Self {
        let entries = exploration.journal().entries();
        let header = exploration.journal().header();
        let known = exploration.rules();
        let rules = rules::rules(exploration, &known);
        let certified = exploration.certified();
        let supported = || exploration.supported();
        let summary = Summary {
            attributes: exploration.universe().len(),
            objects: exploration.object_count(),
            rules: rules.len(),
            questions: exploration.questions(),
            certified: certified.is_some(),
            epsilon: certified.map(|certified| (certified.epsilon + certified.set_aside).min(1.0)).or_else(supported),
            wanted: exploration.accuracy().0,
            changed: entries.last().map_or_else(|| header.created.clone(), |entry| entry.time.clone()),
        };
        // Before the next step is known, the last one's numbers are out of date.
        let standing = exploration.standing().filter(|_| has_next_step);
        let shared = SharedFields {
            wording: raw(&wording::wording(exploration)),
            attributes: raw(&wording::attributes(exploration)),
            accuracy: raw(&standing::accuracy(exploration)),
            policy: raw(&standing::policy(exploration.policy())),
            certified: raw(&certified.map(|certified| standing::certificate(exploration, certified))),
            standing: raw(&standing.map(|standing| standing::standing(exploration, standing, known.len()))),
            rules: raw(&rules),
            exclusive: raw(&rules::exclusive(exploration, &known)),
            background: exploration.background().len(),
            objects: raw(&objects::objects(exploration)),
            open: raw(&rules::open_questions(exploration)),
            disputes: raw(&conflicts::disputes(exploration)),
            disagreements: raw(&conflicts::disagreements(exploration)),
            overruled: raw(&conflicts::overruled(exploration)),
            pending: raw(&conflicts::pending(exploration)),
            comments: raw(&comments::comments(exploration)),
        };
        Self {
            version: entries.len(),
            title: header.title.clone(),
            has_next_step,
            summary,
            describe: exploration.wants_objects_first().then(|| ShownTurn::describe(exploration).json()),
            shared: StateFields::of(&shared),
            entries: entries::entries(exploration),
        }
    }

    /// The entries as somebody sees them: each tells whether they can retract it.
    pub(crate) fn entries_for(&self, person: &Person) -> Vec<&Part> {
        self.entries.iter().map(|entry| entry.for_person(person)).collect()
    }
}
