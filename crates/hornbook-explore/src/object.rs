//! Objects as people tell of them: fact by fact, each with the entries it is
//! known from.

use crate::journal::{EntryId, ObjectReference};
use hornbook::{Attr, AttrSet, Model};
use hornbook_words::grouped;

/// Of equal rows, so many are named where they are called something.
const MAX_ROWS_NAMED: usize = 3;

/// Something an expert told of, or a row of the table at the start.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    name: Option<String>,
    /// The entry that first told of it.
    first: EntryId,
    told_by: Vec<EntryId>,
    /// How many equal rows of a table it stands for; 1 if it is no such row, or the only one.
    count: usize,
    /// What those of them are called that have a name.
    rows: Vec<String>,
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
        let (told_by, rows) = (Vec::new(), Vec::new());
        Self { name, first, number: 0, told_by, count: 1, rows, facts, has: none.clone(), lacks: none }
    }

    /// The same as so many equal rows of a table, with the names of those that have one.
    pub(super) fn of_rows(self, count: usize, rows: Vec<String>) -> Self {
        Self { count, rows, ..self }
    }

    /// One of the equal rows as an object of its own, of which an entry tells.
    pub(super) fn row(&self, name: &str, id: &EntryId) -> Self {
        Self { name: Some(name.to_owned()), first: id.clone(), count: 1, rows: Vec::new(), ..self.clone() }
    }

    /// Does not stand for the row of that name any more.
    pub(super) fn remove_row(&mut self, name: &str) {
        self.count -= 1;
        self.rows.retain(|row| row != name);
    }

    /// Its name, if it was given one.
    pub fn name(&self) -> Option<&str> {
        let only_row = || self.rows.first().filter(|_| self.count == 1).map(String::as_str);
        self.name.as_deref().or_else(only_row)
    }

    /// How many objects it stands for: equal rows of a table are one.
    pub fn count(&self) -> usize {
        self.count
    }

    /// What those of the equal rows are called that have a name.
    pub fn row_names(&self) -> &[String] {
        &self.rows
    }

    /// Whether it is several rows, and one of them has this name.
    pub(super) fn is_one_of_several(&self, name: &str) -> bool {
        self.count > 1 && self.rows.iter().any(|row| row == name)
    }

    /// What to call it. Of equal rows the first few are named.
    pub fn called(&self) -> String {
        if let Some(name) = self.name() {
            return name.to_owned();
        }
        let shown = if self.count <= MAX_ROWS_NAMED { MAX_ROWS_NAMED } else { MAX_ROWS_NAMED - 1 };
        let shown: Vec<&str> = self.rows.iter().take(shown).map(String::as_str).collect();
        match (shown.len(), self.count - shown.len().min(self.count)) {
            (0, _) => format!("example {}", self.number),
            (_, 0) => shown.join(", "),
            (_, more) => format!("{} and {more} more", shown.join(", ")),
        }
    }

    /// The same with how many it stands for, if that is several: `example 3 (×57)`.
    pub fn called_with_count(&self) -> String {
        match self.count {
            1 => self.called(),
            several => format!("{} (×{})", self.called(), grouped(several as u64)),
        }
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
