//! Two journals as one: of two experts, or of one at two machines.
//!
//! Entries that both have are the same; all others are put in the order of
//! their times. What contradicts each other then is told by replaying the
//! result, as data; nothing is decided here.

use std::collections::{HashMap, HashSet};

use super::entry::{Attribute, Entry, Header, Id, ObjectLine, What};
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
    let key = |(header, _): &(&Header, &[Entry])| (header.created.clone(), header.seed);
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
    // An entry's time and place; where both have it, the later of each.
    let mut entries: HashMap<Id, (String, usize, Entry)> = HashMap::new();
    for (header, own) in [first, second] {
        let mut latest = String::new();
        for (place, entry) in spelled_out(header, own).enumerate() {
            // A clock that was set back does not change the order.
            latest = latest.max(entry.time.clone());
            // Certificates were about what each knew alone.
            if matches!(entry.what, What::Certified(_)) {
                continue;
            }
            let known = entries.entry(entry.id.clone()).or_insert_with(|| (String::new(), 0, entry));
            known.0 = known.0.clone().max(latest.clone());
            known.1 = known.1.max(place);
        }
    }
    let mut entries: Vec<(String, usize, Entry)> = entries.into_values().collect();
    entries.sort_by(|a, b| (&a.0, a.1, &a.2.id).cmp(&(&b.0, b.1, &b.2.id)));
    // Attributes come before what speaks of them.
    let adds = |entry: &Entry| matches!(entry.what, What::Attributes { .. });
    let (attributes, others): (Vec<Entry>, Vec<Entry>) = entries.into_iter().map(|(_, _, entry)| entry).partition(adds);
    Ok((header, attributes.into_iter().chain(others).collect()))
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
