//! Two journals as one: of two experts, or of one at two machines.
//!
//! Entries that both have are the same; others come in the order of their times,
//! and each after those that stood before it. What contradicts each other then
//! is told by replaying the result, as data; nothing is decided here.

use std::collections::{HashMap, HashSet, VecDeque};

use super::attribute_names::Aliases;
use super::entry::{AnswerRecord, Attribute, Entry, EntryId, EntryKind, Header, ObjectLine};
use super::object_names::{ObjectNames, ObjectReference};
use hornbook::hash::Hash;

/// Why two journals cannot be one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// Certificates of the two would be about other things.
    #[error("the journals are about different distributions, {0} and {1}, so there is no guarantee for both")]
    Distribution(&'static str, &'static str),
    /// The name of an attribute in one of them is that of two in the other.
    #[error(
        "after the renamings of both journals, {0:?} and {1:?} would be one attribute, and in one of the journals they are \
         two: give one of them another name there first"
    )]
    Names(String, String),
}

/// One journal of two. The order in which they are given does not matter.
pub fn merge(one: (&Header, &[Entry]), other: (&Header, &[Entry])) -> Result<(Header, Vec<Entry>), MergeError> {
    let key = |(header, _): &(&Header, &[Entry])| (header.created.clone(), header.seed, format!("{header:?}"));
    let (first, second) = if key(&one) <= key(&other) { (one, other) } else { (other, one) };
    if first.0.distribution != second.0.distribution {
        return Err(MergeError::Distribution(one.0.distribution.name(), other.0.distribution.name()));
    }
    check_names(first, second)?;
    let mut header = first.0.clone();
    if first.0.seed != second.0.seed {
        header.seed = Hash::new().number(first.0.seed).number(second.0.seed).mixed();
    }
    add_new(&mut header.attributes, &second.0.attributes, |attribute| &attribute.name);
    header.columns.extend(second.0.columns.iter().filter(|column| !first.0.columns.contains(column)).cloned());
    header.background.extend(second.0.background.iter().filter(|rule| !first.0.background.contains(rule)).cloned());
    let (one, other) = (Line::new(first, second.1), Line::new(second, first.1));
    // Attributes come before what speaks of them; and all lines speak of objects by their
    // first names, so that new ones come last.
    let (adding, others) = (one.adding.zip(other.adding), one.others.zip(other.others));
    let naming = one.naming.zip(other.naming);
    Ok((header, adding.into_iter().chain(others).chain(naming).collect()))
}

/// Refuses to make one attribute of two of a journal, since the other journal calls one of
/// them as it called the other.
fn check_names(one: (&Header, &[Entry]), other: (&Header, &[Entry])) -> Result<(), MergeError> {
    let mut together = Aliases::of(one.0, one.1);
    together.add(other.0, other.1);
    for (header, entries) in [one, other] {
        let alone = Aliases::of(header, entries);
        let mut found: HashMap<Option<usize>, &str> = HashMap::new();
        for name in alone.names() {
            let same = *found.entry(together.root(name)).or_insert(name);
            if alone.root(same) != alone.root(name) {
                return Err(MergeError::Names(same.to_owned(), name.to_owned()));
            }
        }
    }
    Ok(())
}

/// The entries of one journal, in their order.
struct Line {
    adding: Part,
    others: Part,
    /// Objects renamed and removed, and what of that was taken back.
    naming: Part,
}

/// Entries with their times, in their order.
#[derive(Default)]
struct Part(VecDeque<(String, Entry)>);

impl Line {
    fn new((header, own): (&Header, &[Entry]), other: &[Entry]) -> Self {
        let of_other: HashMap<&EntryId, &Entry> = other.iter().map(|entry| (&entry.id, entry)).collect();
        let counting = |all: &[Entry]| all.iter().filter(|entry| entry.what.counts()).count();
        let shared = own.iter().filter(|entry| entry.what.counts() && of_other.contains_key(&entry.id)).count();
        // If it has all that the other has, it is what the two are together.
        let whole = shared == counting(other);
        let mut line = Self { adding: Part::default(), others: Part::default(), naming: Part::default() };
        let mut of_names: HashSet<EntryId> = HashSet::new();
        for mut entry in spelled_out(header, own) {
            // Certificates were about what each knew alone; and so were the
            // bounds on the way, which share one δ within one journal.
            let part = match entry.what {
                EntryKind::Certified(_) => continue,
                EntryKind::Attributes { .. } => &mut line.adding,
                _ if is_about_names(&entry.what, &of_names) => {
                    of_names.insert(entry.id.clone());
                    &mut line.naming
                }
                _ => &mut line.others,
            };
            let same = of_other.get(&entry.id);
            if same.map_or(!whole, |same| bound(&same.what).is_none()) {
                forget_bound(&mut entry.what);
            }
            // A clock that was set back does not change the order.
            let latest = part.0.back().map_or("", |(time, _)| time);
            part.0.push_back((entry.time.as_str().max(latest).to_owned(), entry));
        }
        line
    }
}

impl Part {
    /// Both as one. An entry is taken once all entries before it in its own
    /// journal were taken, and if possible those before it in the other, too.
    fn zip(mut self, mut other: Self) -> Vec<Entry> {
        let ids = |part: &Self| part.0.iter().map(|(_, entry)| entry.id.clone()).collect::<HashSet<EntryId>>();
        let (in_one, in_other) = (ids(&self), ids(&other));
        let mut taken: HashSet<EntryId> = HashSet::new();
        let mut merged = Vec::new();
        loop {
            for part in [&mut self, &mut other] {
                while part.0.front().is_some_and(|(_, entry)| taken.contains(&entry.id)) {
                    part.0.pop_front();
                }
            }
            let next = match (self.0.front(), other.0.front()) {
                (None, None) => return merged,
                (Some(_), None) => &mut self,
                (None, Some(_)) => &mut other,
                (Some((time, one)), Some((other_time, two))) => {
                    // One that the other journal has too, though later, waits.
                    let waits = (in_other.contains(&one.id), in_one.contains(&two.id));
                    let first = (waits.0, time, &one.id) <= (waits.1, other_time, &two.id);
                    if first { &mut self } else { &mut other }
                }
            };
            if let Some((_, entry)) = next.0.pop_front() {
                taken.insert(entry.id.clone());
                merged.push(entry);
            }
        }
    }
}

/// The bound that was shown with a question.
fn bound(what: &EntryKind) -> Option<f64> {
    match what {
        EntryKind::Answer(said) => said.look.and_then(|look| look.epsilon),
        _ => None,
    }
}

/// Leaves out the bound that was shown with a question.
pub(super) fn forget_bound(what: &mut EntryKind) {
    if let EntryKind::Answer(AnswerRecord { look: Some(look), .. }) = what {
        look.epsilon = None;
    }
}

fn add_new<T: Clone>(all: &mut Vec<T>, more: &[T], name: impl Fn(&T) -> &String) {
    let known: HashSet<String> = all.iter().map(|thing| name(thing).clone()).collect();
    all.extend(more.iter().filter(|thing| !known.contains(name(thing))).cloned());
}

/// Whether an entry renames or removes an object, or takes such an entry back.
fn is_about_names(what: &EntryKind, such: &HashSet<EntryId>) -> bool {
    match what {
        EntryKind::Rename { .. } | EntryKind::Forget { .. } => true,
        EntryKind::Retract { entry, .. } => such.contains(entry),
        _ => false,
    }
}

/// The entries, with what was understood from their place in the journal written
/// out: the attributes that a completely known object lacks, and which object is meant by
/// a name.
fn spelled_out<'a>(header: &Header, entries: &'a [Entry]) -> impl Iterator<Item = Entry> + 'a {
    let mut names: Vec<String> = header.attributes.iter().map(|attribute| attribute.name.clone()).collect();
    let aliases = Aliases::of(header, entries);
    let objects = ObjectNames::of(entries, &HashSet::new());
    entries.iter().cloned().map(move |mut entry| {
        let origin = objects.as_ref().and_then(|objects| objects.origin(&entry.id));
        match &mut entry.what {
            EntryKind::Attributes { attributes } => {
                names.extend(attributes.iter().map(|Attribute { name, .. }| name.clone()))
            }
            EntryKind::Object { object, .. } => spell_out(object, &names, &aliases, origin),
            EntryKind::Answer(said) => {
                said.object.iter_mut().for_each(|object| spell_out(object, &names, &aliases, origin));
            }
            EntryKind::Rename { object, .. } | EntryKind::Forget { object } => refer(object, origin),
            _ => {}
        }
        entry
    })
}

fn spell_out(object: &mut ObjectLine, names: &[String], aliases: &Aliases, origin: Option<&ObjectReference>) {
    refer(object, origin);
    if std::mem::take(&mut object.complete) {
        let said = object.has.iter().chain(&object.lacks).chain(&object.unknown);
        let said: HashSet<Option<usize>> = said.map(|name| aliases.root(name)).collect();
        let rest: Vec<String> = names.iter().filter(|name| !said.contains(&aliases.root(name))).cloned().collect();
        object.lacks.extend(rest);
    }
}

/// Lets a line refer to its object by what that was called at first.
fn refer(object: &mut ObjectLine, origin: Option<&ObjectReference>) {
    if let Some(ObjectReference::Name(name)) = origin {
        object.name = Some(name.clone());
    }
    // Without a name at first, it goes by the entry that first told of it.
    if let Some(ObjectReference::First(first)) = origin {
        (object.name, object.of) = (None, Some(first.clone()));
    }
}
