//! Objects as people tell of them: fact by fact, each with the entry it is
//! known from.

use std::sync::Arc;

use crate::journal::EntryId;
use hornbook::{Attr, AttrSet, Model};

/// What tells objects apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum ObjectKey {
    Named(String),
    /// By the entry that first told of it.
    Unnamed(EntryId),
}

/// Something an expert told of, or a row of the table at the start.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    name: Option<String>,
    /// The entry that first told of it.
    first: EntryId,
    told_by: Vec<EntryId>,
    /// The how-manieth it is among those without a name.
    pub(super) number: usize,
    /// For each attribute, what was said; shared by states that know the same.
    facts: Arc<Vec<Option<Fact>>>,
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

impl Object {
    pub(super) fn new(name: Option<String>, first: EntryId, attributes: usize) -> Self {
        Self { name, first, number: 0, told_by: Vec::new(), facts: Arc::new(vec![None; attributes]) }
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
    pub(super) fn key(&self) -> ObjectKey {
        self.name.clone().map_or_else(|| ObjectKey::Unnamed(self.first.clone()), ObjectKey::Named)
    }

    /// What was said about an attribute of it.
    pub fn fact(&self, attr: Attr) -> Option<&Fact> {
        self.facts[attr].as_ref()
    }

    /// Forgets what was said about an attribute of it.
    pub(super) fn forget(&mut self, attr: Attr) {
        Arc::make_mut(&mut self.facts)[attr] = None;
    }

    /// What was said of it, without what follows.
    pub fn said(&self) -> Model {
        self.said_by(|_| true)
    }

    /// What only some entries say of it.
    pub(super) fn said_by(&self, counts: impl Fn(&EntryId) -> bool) -> Model {
        let attributes = self.facts.len();
        let of = |has: bool| {
            let says = |fact: &Fact| fact.has == has && fact.entries().any(&counts);
            let told = |attr: &Attr| self.facts[*attr].as_ref().is_some_and(says);
            AttrSet::of(attributes, (0..attributes).filter(told))
        };
        let (has, lacks) = (of(true), of(false));
        let unknown = AttrSet::full(attributes).difference(&has).difference(&lacks);
        Model::partial(has, &unknown)
    }

    /// Takes up what an entry says of an attribute, whatever was said before.
    pub(super) fn say(&mut self, attr: Attr, has: bool, id: &EntryId) {
        match &mut Arc::make_mut(&mut self.facts)[attr] {
            Some(fact) if fact.has == has => fact.also.push(id.clone()),
            fact => *fact = Some(Fact { has, from: id.clone(), also: Vec::new() }),
        }
    }

    /// Takes note that an entry tells of it, be it only that there is such an
    /// object.
    pub(super) fn told_by(&mut self, id: &EntryId) {
        self.told_by.push(id.clone());
    }

    /// All entries that told of it, in their order.
    pub fn entries(&self) -> &[EntryId] {
        &self.told_by
    }
}
