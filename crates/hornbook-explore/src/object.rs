//! Objects as people tell of them: fact by fact, each with the entries it is
//! known from.

use crate::journal::{EntryId, ObjectReference};
use hornbook::{Attr, AttrSet, Model};

/// Something an expert told of, or a row of the table at the start.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    name: Option<String>,
    /// The entry that first told of it.
    first: EntryId,
    told_by: Vec<EntryId>,
    /// Its number among the objects without a name, from 1.
    pub(super) number: usize,
    /// For each attribute, what was said.
    facts: Vec<Option<Fact>>,
    /// The attributes it was said to have.
    has: AttrSet,
    /// The attributes it was said to lack.
    lacks: AttrSet,
}

/// One thing said of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Whether it has the attribute.
    pub has: bool,
    /// The entry that says so.
    pub from: EntryId,
    /// Later entries that say so too.
    pub also: Vec<EntryId>,
}

impl Fact {
    /// All entries that say so.
    pub fn entries(&self) -> impl Iterator<Item = &EntryId> {
        std::iter::once(&self.from).chain(&self.also)
    }
}

/// What one entry changes about an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub has: AttrSet,
    pub lacks: AttrSet,
    /// What is not known of it after all.
    pub unknown: AttrSet,
}

impl Change {
    /// The attributes an object is said to have (or to lack) after the change:
    /// those of `before` and `now`, without those of which the opposite is said
    /// now, and without those that are unknown after all.
    fn after(&self, before: &AttrSet, now: &AttrSet, otherwise: &AttrSet) -> AttrSet {
        before.difference(otherwise).union(now).difference(&self.unknown)
    }
}

impl Object {
    pub(super) fn new(name: Option<String>, first: EntryId, attributes: usize) -> Self {
        let none = AttrSet::empty(attributes);
        let facts = vec![None; attributes];
        Self { name, first, number: 0, told_by: Vec::new(), facts, has: none.clone(), lacks: none }
    }

    /// Its name, if it was given one.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// What to call it.
    pub fn called(&self) -> String {
        self.name.clone().unwrap_or_else(|| format!("example {}", self.number))
    }

    /// The entry that first told of it.
    pub fn first(&self) -> &EntryId {
        &self.first
    }

    /// What tells it from others, also when an entry about it is taken back.
    pub(super) fn key(&self) -> ObjectReference {
        self.name.clone().map_or_else(|| ObjectReference::First(self.first.clone()), ObjectReference::Name)
    }

    /// What was said about an attribute of it.
    pub fn fact(&self, attr: Attr) -> Option<&Fact> {
        self.facts[attr].as_ref()
    }

    /// Everything that was said of it, by attribute.
    pub(super) fn facts(&self) -> impl Iterator<Item = (Attr, &Fact)> {
        self.facts.iter().enumerate().filter_map(|(attr, fact)| fact.as_ref().map(|fact| (attr, fact)))
    }

    /// What was said of it, without what follows.
    pub fn said(&self) -> Model {
        self.model(self.has.clone(), &self.lacks)
    }

    /// What is said of it once a change is taken up.
    pub(super) fn said_after(&self, change: &Change) -> Model {
        let has = change.after(&self.has, &change.has, &change.lacks);
        self.model(has, &change.after(&self.lacks, &change.lacks, &change.has))
    }

    fn model(&self, has: AttrSet, lacks: &AttrSet) -> Model {
        let unknown = AttrSet::full(self.facts.len()).difference(&has).difference(lacks);
        Model::partial(has, &unknown)
    }

    /// Takes up what an entry says of it, whatever was said before. The entry is
    /// listed among those that told of it even if it states no attribute.
    pub(super) fn take(&mut self, change: &Change, id: &EntryId) {
        self.told_by.push(id.clone());
        for (set, has) in [(&change.has, true), (&change.lacks, false)] {
            for attr in set.iter() {
                match &mut self.facts[attr] {
                    Some(fact) if fact.has == has => fact.also.push(id.clone()),
                    fact => *fact = Some(Fact { has, from: id.clone(), also: Vec::new() }),
                }
            }
        }
        self.has = change.after(&self.has, &change.has, &change.lacks);
        self.lacks = change.after(&self.lacks, &change.lacks, &change.has);
        change.unknown.iter().for_each(|attr| self.facts[attr] = None);
    }

    /// All entries that told of it, in their order.
    pub fn entries(&self) -> &[EntryId] {
        &self.told_by
    }
}
