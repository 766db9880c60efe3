//! Two journals as one: of two experts, or of one at two machines.
//!
//! Entries that both have are the same; all others are put in the order of
//! their times, but after those that they speak of. What contradicts each other
//! then is told by replaying the result, as data; nothing is decided here.

use std::collections::hash_map::Entry as Slot;
use std::collections::{HashMap, HashSet};

use super::entry::{Attribute, Entry, Header, Id, ObjectLine, Said, What};
use crate::hash::Hash;

/// Why two journals cannot be one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// Certificates of the two would be about other things.
    #[error("the journals are about different distributions, {0} and {1}, so there is no guarantee for both")]
    Distribution(&'static str, &'static str),
}

/// One journal of two. The order in which they are given does not matter.
pub fn merge(one: (&Header, &[Entry]), other: (&Header, &[Entry])) -> Result<(Header, Vec<Entry>), MergeError> {
    let key = |(header, _): &(&Header, &[Entry])| (header.created.clone(), header.seed, format!("{header:?}"));
    let (first, second) = if key(&one) <= key(&other) { (one, other) } else { (other, one) };
    if first.0.distribution != second.0.distribution {
        return Err(MergeError::Distribution(one.0.distribution.name(), other.0.distribution.name()));
    }
    let mut header = first.0.clone();
    if first.0.seed != second.0.seed {
        header.seed = Hash::new().number(first.0.seed).number(second.0.seed).mixed();
    }
    add_new(&mut header.attributes, &second.0.attributes, |attribute| &attribute.name);
    header.columns.extend(second.0.columns.iter().filter(|column| !first.0.columns.contains(column)).cloned());
    header.background.extend(second.0.background.iter().filter(|rule| !first.0.background.contains(rule)).cloned());
    let mut entries: HashMap<Id, Known> = HashMap::new();
    for (own, other) in [(first, second), (second, first)] {
        take(&mut entries, own, other.1);
    }
    let mut order: Vec<&Known> = entries.values().collect();
    order.sort_by_key(|known| (!known.adds(), &known.time, known.place, &known.entry.id));
    let mut merged = Vec::new();
    let mut done = HashSet::new();
    for known in order {
        put(known, &entries, &mut done, &mut merged);
    }
    Ok((header, merged))
}

/// An entry of one of the journals, or of both.
struct Known {
    entry: Entry,
    /// When it was written; where both have it, the later of what they say.
    time: String,
    /// Its place in its journal, likewise.
    place: usize,
    /// Entries before it that it speaks of.
    about: Vec<Id>,
}

impl Known {
    /// Whether it adds attributes, which come before what speaks of them.
    fn adds(&self) -> bool {
        matches!(self.entry.what, What::Attributes { .. })
    }
}

/// Takes up the entries of one journal.
fn take(entries: &mut HashMap<Id, Known>, (header, own): (&Header, &[Entry]), other: &[Entry]) {
    let of_other: HashMap<&Id, &Entry> = other.iter().map(|entry| (&entry.id, entry)).collect();
    let counting = |all: &[Entry]| all.iter().filter(|entry| entry.what.counts()).count();
    let shared = own.iter().filter(|entry| entry.what.counts() && of_other.contains_key(&entry.id)).count();
    // If it has all that the other has, it is what the two are together.
    let whole = shared == counting(other);
    let mut latest = String::new();
    let mut before: HashSet<Id> = HashSet::new();
    for (place, mut entry) in spelled_out(header, own).enumerate() {
        // Certificates were about what each knew alone; and so were the bounds
        // on the way, which share one δ among those of one journal.
        if matches!(entry.what, What::Certified(_)) {
            continue;
        }
        if !whole && of_other.get(&entry.id).is_none_or(|same| bound(&same.what).is_none()) {
            forget_bound(&mut entry.what);
        }
        let about: Vec<Id> = spoken_of(&entry.what).filter(|id| before.contains(*id)).cloned().collect();
        before.insert(entry.id.clone());
        let known = Known { about, time: String::new(), place: 0, entry };
        // A clock that was set back does not change the order.
        if !known.adds() {
            latest = latest.max(known.entry.time.clone());
        }
        let time = if known.adds() { known.entry.time.clone() } else { latest.clone() };
        let known = match entries.entry(known.entry.id.clone()) {
            Slot::Vacant(slot) => slot.insert(known),
            Slot::Occupied(slot) => {
                let earlier = slot.into_mut();
                if bound(&known.entry.what).is_none() {
                    forget_bound(&mut earlier.entry.what);
                }
                earlier.about.extend(known.about);
                earlier
            }
        };
        known.time = std::mem::take(&mut known.time).max(time);
        known.place = known.place.max(place);
    }
}

/// Puts an entry after those it speaks of.
fn put(known: &Known, entries: &HashMap<Id, Known>, done: &mut HashSet<Id>, merged: &mut Vec<Entry>) {
    // Not by calling itself: chains of entries may be long.
    let mut open = vec![(known, 0)];
    while let Some((known, next)) = open.pop() {
        if next == 0 && !done.insert(known.entry.id.clone()) {
            continue;
        }
        match known.about.get(next) {
            Some(id) => {
                open.push((known, next + 1));
                open.extend(entries.get(id).map(|about| (about, 0)));
            }
            None => merged.push(known.entry.clone()),
        }
    }
}

/// The entries that an entry speaks of.
fn spoken_of(what: &What) -> impl Iterator<Item = &Id> {
    let (one, object, corrects): (Option<&Id>, Option<&ObjectLine>, &[Id]) = match what {
        What::Retract { entry } => (Some(entry), None, &[]),
        What::Answer(said) => (said.replaces.as_ref(), said.object.as_ref(), &said.corrects),
        What::Object { object, corrects } => (None, Some(object), corrects),
        _ => (None, None, &[]),
    };
    one.into_iter().chain(object.and_then(|object| object.of.as_ref())).chain(corrects)
}

/// The bound that was shown with a question.
fn bound(what: &What) -> Option<f64> {
    match what {
        What::Answer(said) => said.look.and_then(|look| look.epsilon),
        _ => None,
    }
}

fn forget_bound(what: &mut What) {
    if let What::Answer(Said { look: Some(look), .. }) = what {
        look.epsilon = None;
    }
}

fn add_new<T: Clone>(all: &mut Vec<T>, more: &[T], name: impl Fn(&T) -> &String) {
    let known: HashSet<String> = all.iter().map(|thing| name(thing).clone()).collect();
    all.extend(more.iter().filter(|thing| !known.contains(name(thing))).cloned());
}

/// The entries with everything said that was clear from where they stood: what
/// a completely known object lacks.
fn spelled_out<'a>(header: &Header, entries: &'a [Entry]) -> impl Iterator<Item = Entry> + 'a {
    let mut names: Vec<String> = header.attributes.iter().map(|attribute| attribute.name.clone()).collect();
    entries.iter().cloned().map(move |mut entry| {
        match &mut entry.what {
            What::Attributes { attributes } => {
                names.extend(attributes.iter().map(|Attribute { name, .. }| name.clone()))
            }
            What::Object { object, .. } => spell_out(object, &names),
            What::Answer(said) => said.object.iter_mut().for_each(|object| spell_out(object, &names)),
            _ => {}
        }
        entry
    })
}

fn spell_out(object: &mut ObjectLine, names: &[String]) {
    if std::mem::take(&mut object.complete) {
        let said: HashSet<&String> = object.has.iter().chain(&object.lacks).chain(&object.unknown).collect();
        let rest: Vec<String> = names.iter().filter(|name| !said.contains(name)).cloned().collect();
        object.lacks.extend(rest);
    }
}
