//! What somebody said of an object and somebody else corrected: it counts no
//! more, and whoever said it is to hear of it.

use super::Exploration;
use super::object::Object;
use crate::journal::{Entry, EntryId, EntryKind, ObjectLine, ObjectReference};
use hornbook::{Attr, AttrSet};

/// A correction of what somebody else said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overruled {
    /// The entry that corrects.
    pub by: EntryId,
    /// The entry that is corrected.
    pub entry: EntryId,
    /// The object, by its place.
    pub object: usize,
    /// The attributes about which the two differ.
    pub attributes: AttrSet,
}

impl Exploration {
    /// Corrections of what others said, unless those took it back or say the same
    /// by now.
    pub fn overruled(&self) -> Vec<Overruled> {
        let mut all = Vec::new();
        for entry in self.journal().entries().iter().filter(|entry| self.counts(&entry.id)) {
            let Some(read) = self.state.read(entry) else { continue };
            let Some((line, corrects)) = told(&read) else { continue };
            let Some(place) = self.state.place_of(&ObjectReference::of(line, &entry.id)) else { continue };
            for corrected in corrects.iter().filter_map(|id| self.entry(id)).filter(|other| self.counts(&other.id)) {
                let attributes = self.overruled_by(entry, corrected, &self.objects()[place]);
                if !attributes.is_empty() {
                    all.push(Overruled {
                        by: entry.id.clone(),
                        entry: corrected.id.clone(),
                        object: place,
                        attributes,
                    });
                }
            }
        }
        all
    }

    /// The attributes about which an entry corrects another of somebody else, who
    /// has not said the same since.
    fn overruled_by(&self, entry: &Entry, corrected: &Entry, object: &Object) -> AttrSet {
        // The rows of the table at the start are nobody's word.
        if corrected.who.is_none() || corrected.who == entry.who {
            return self.universe().none();
        }
        let agrees = |id: &EntryId| self.entry(id).is_some_and(|entry| entry.who == corrected.who);
        let stands = |attr: &Attr| {
            let fact = object.fact(*attr).filter(|fact| fact.entries().any(|id| *id == entry.id));
            let before = self.says(corrected, *attr);
            fact.is_some_and(|fact| before == Some(!fact.has) && !fact.entries().any(agrees))
        };
        AttrSet::of(self.universe().len(), self.universe().all().iter().filter(stands))
    }

    /// Whether the object of an entry has an attribute, by that entry.
    fn says(&self, entry: &Entry, attr: Attr) -> Option<bool> {
        let (line, _) = told(entry)?;
        let names = |all: &[String]| all.iter().any(|name| self.universe().attr(name).is_ok_and(|other| other == attr));
        let premise = match &entry.what {
            EntryKind::Answer(said) => &said.question.premise[..],
            _ => &[],
        };
        if names(&line.has) || names(premise) {
            Some(true)
        } else if names(&line.lacks) || line.complete && !names(&line.unknown) {
            Some(false)
        } else {
            None
        }
    }
}

/// What an entry tells of an object, and the entries it corrects.
fn told(entry: &Entry) -> Option<(&ObjectLine, &[EntryId])> {
    match &entry.what {
        EntryKind::Answer(said) => said.object.as_ref().map(|object| (object, &said.corrects[..])),
        EntryKind::Object { object, corrects } => Some((object, corrects)),
        _ => None,
    }
}
