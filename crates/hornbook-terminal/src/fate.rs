//! What became of what was said: it counts, or why it does not.

use std::collections::{HashMap, HashSet};

use hornbook_explore::Exploration;
use hornbook_explore::journal::{EntryId, EntryKind};

use crate::numbered::Numbers;

/// What became of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It counts.
    Counts,
    /// It was taken back.
    TakenBack,
    /// Another answer stands in its place.
    Replaced(EntryId),
    /// It contradicts what was said before, and does not count.
    Contradicted,
}

/// What became of each entry of a journal.
pub struct Fates {
    fates: HashMap<EntryId, Fate>,
}

impl Fates {
    /// As things are now.
    pub fn of(exploration: &Exploration) -> Self {
        let disputed: HashSet<&EntryId> =
            exploration.disputes().iter().filter_map(|dispute| dispute.entry.as_ref()).collect();
        let entries = exploration.journal().entries();
        let mut replaced = HashMap::new();
        let mut taken_back = HashSet::new();
        for entry in entries.iter().filter(|entry| exploration.counts(&entry.id)) {
            match &entry.what {
                EntryKind::Answer(said) => replaced.extend(said.replaces.iter().map(|earlier| (earlier, &entry.id))),
                EntryKind::Retract { entry, .. } => _ = taken_back.insert(entry),
                _ => {}
            }
        }
        let fate = |id: &EntryId| match replaced.get(id) {
            _ if exploration.counts(id) && disputed.contains(id) => Fate::Contradicted,
            _ if exploration.counts(id) => Fate::Counts,
            Some(by) if !taken_back.contains(id) => Fate::Replaced((*by).clone()),
            _ => Fate::TakenBack,
        };
        Self { fates: entries.iter().map(|entry| (entry.id.clone(), fate(&entry.id))).collect() }
    }

    /// What became of this entry.
    pub fn get(&self, id: &EntryId) -> &Fate {
        self.fates.get(id).unwrap_or(&Fate::Counts)
    }
}

impl Fate {
    /// Why it does not count, if it does not, in a few words.
    pub fn in_words(&self, numbers: &Numbers<'_>) -> Option<String> {
        match self {
            Self::Counts => None,
            Self::TakenBack => Some("taken back".to_owned()),
            Self::Replaced(by) => Some(format!("replaced by {}", numbers.name(by))),
            Self::Contradicted => Some("contradicted: does not count".to_owned()),
        }
    }
}

/// Whether an entry can be taken back or changed; if not, why, and what to do
/// instead.
pub fn can_change(exploration: &Exploration, id: &EntryId) -> Result<(), String> {
    let numbers = Numbers::of(exploration);
    let it = numbers.name(id);
    match Fates::of(exploration).get(id) {
        Fate::Counts | Fate::Contradicted => Ok(()),
        Fate::TakenBack => Err(capital(format!("{it} was taken back already."))),
        Fate::Replaced(by) => {
            let by = numbers.name(by);
            Err(capital(format!("{it} was replaced by {by}: take back or change that one.")))
        }
    }
}

/// The retraction that is to be taken back, so that an entry counts again; if
/// there is none, why, and what to do instead.
pub fn retraction(exploration: &Exploration, id: &EntryId) -> Result<EntryId, String> {
    let takes_back = |what: &EntryKind| matches!(what, EntryKind::Retract { entry, .. } if entry == id);
    let mut entries = exploration.journal().entries().iter().rev();
    let found = entries.find(|entry| takes_back(&entry.what) && exploration.counts(&entry.id));
    let numbers = Numbers::of(exploration);
    let it = numbers.name(id);
    match (found, Fates::of(exploration).get(id)) {
        (Some(entry), _) => Ok(entry.id.clone()),
        (None, Fate::Replaced(by)) => {
            let (label, by) = (numbers.label(by), numbers.name(by));
            Err(capital(format!("{it} was replaced by {by}: 'retract {label}' makes it count again.")))
        }
        (None, Fate::Contradicted) => {
            Err(capital(format!("{it} was not taken back, but contradicts others: 'disputes' lists them.")))
        }
        (None, _) => Err(capital(format!("{it} was not taken back."))),
    }
}

/// With a capital where it begins with `answer`; identities stay as they are.
fn capital(text: String) -> String {
    match text.strip_prefix("answer ") {
        Some(rest) => format!("Answer {rest}"),
        None => text,
    }
}
