//! Objects as people tell of them: fact by fact, each with the entry it is
//! known from.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::journal::Id;
use crate::{Attr, AttrSet, Model, Theory};

/// What tells objects apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum ObjectKey {
    Named(String),
    /// By the entry that first told of it.
    Unnamed(Id),
}

/// Something an expert told of, or a row of the table at the start.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    name: Option<String>,
    /// The entry that first told of it.
    first: Id,
    /// For each attribute, what was said; shared by states that know the same.
    facts: Arc<Vec<Option<Fact>>>,
}

/// One thing said of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Whether it has the attribute.
    pub has: bool,
    /// The entry that says so.
    pub from: Id,
}

impl Object {
    pub(super) fn new(name: Option<String>, first: Id, attributes: usize) -> Self {
        Self { name, first, facts: Arc::new(vec![None; attributes]) }
    }

    /// Its name, if it was given one.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The entry that first told of it.
    pub fn first(&self) -> &Id {
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

    /// Notes what was said about an attribute of it.
    pub(super) fn set(&mut self, attr: Attr, fact: Option<Fact>) {
        Arc::make_mut(&mut self.facts)[attr] = fact;
    }

    /// What was said of it, without what follows.
    pub fn said(&self) -> Model {
        self.said_by(|_| true)
    }

    fn said_by(&self, counts: impl Fn(&Id) -> bool) -> Model {
        let attributes = self.facts.len();
        let of = |has: bool| {
            let told =
                |attr: &Attr| self.facts[*attr].as_ref().is_some_and(|fact| fact.has == has && counts(&fact.from));
            AttrSet::of(attributes, (0..attributes).filter(told))
        };
        let (has, lacks) = (of(true), of(false));
        let unknown = AttrSet::full(attributes).difference(&has).difference(&lacks);
        Model::partial(has, &unknown)
    }

    /// All entries that told of it.
    pub fn entries(&self) -> Vec<Id> {
        let entries: BTreeSet<&Id> = self.facts.iter().flatten().map(|fact| &fact.from).collect();
        entries.into_iter().cloned().collect()
    }

    /// The entries about it without which these rules would not rule it out: a
    /// set of which none can be left out.
    pub(super) fn needed_against(&self, rules: &Theory) -> Vec<Id> {
        let breaks = |entries: &[Id]| {
            let model = self.said_by(|id| entries.contains(id));
            !rules.close(model.has()).is_subset(model.possible())
        };
        let mut needed = self.entries();
        for at in (0..needed.len()).rev() {
            let mut fewer = needed.clone();
            fewer.remove(at);
            if breaks(&fewer) {
                needed = fewer;
            }
        }
        needed
    }
}
