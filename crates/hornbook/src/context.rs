//! Contexts: the domain given as a table of objects and attributes.

use std::collections::HashMap;
use std::hash::BuildHasher;
use std::sync::Arc;

use foldhash::fast::RandomState;
use hashbrown::HashTable;

use crate::packed::Packed;
use crate::{AttrSet, Conclusion, Implication, Model, Universe};

/// A table 𝔙: objects, and the attributes each of them has.
///
/// Equal rows are held once. A row may have unknown attributes (`?` in a
/// Burmeister file); everything here but [`model`](Self::model) takes an
/// unknown attribute for an absent one. As a [`Domain`](crate::Domain), its
/// violations are those that are sure.
#[derive(Clone, Debug)]
pub struct Context {
    universe: Arc<Universe>,
    /// The distinct rows, in the order of their first occurrence.
    distinct: Vec<AttrSet>,
    /// Unknown attributes of each distinct row; empty where there are none.
    unknown: HashMap<usize, AttrSet>,
    /// How often each distinct row occurs.
    counts: Vec<usize>,
    /// For each object, its distinct row.
    objects: Objects,
    /// Names of objects, empty for those that have none, up to the last that
    /// has one.
    names: Packed,
    /// Where each distinct row is, by the hash of what is known of it.
    places: HashTable<u32>,
    hashing: RandomState,
}

/// The distinct rows of objects: of the first ones listed, of the others told by how
/// many in turn have the same.
#[derive(Clone, Debug, Default)]
struct Objects {
    listed: Vec<u32>,
    /// Where each run ends, counted over all objects, and its row.
    ends: Vec<(usize, u32)>,
}

impl Objects {
    fn len(&self) -> usize {
        self.ends.last().map_or(self.listed.len(), |&(end, _)| end)
    }

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn row(&self, object: usize) -> usize {
        match self.listed.get(object) {
            Some(&row) => row as usize,
            None => self.ends[self.ends.partition_point(|&(end, _)| end <= object)].1 as usize,
        }
    }

    fn push(&mut self, row: u32) {
        match self.ends.is_empty() {
            true => self.listed.push(row),
            false => self.push_run(row, 1),
        }
    }

    fn push_run(&mut self, row: u32, count: usize) {
        self.ends.push((self.len() + count, row));
    }

    /// The rows of the runs, and how many objects each has.
    fn runs(&self) -> impl Iterator<Item = (usize, usize)> {
        let starts = std::iter::once(self.listed.len()).chain(self.ends.iter().map(|&(end, _)| end));
        self.ends.iter().zip(starts).map(|(&(end, row), start)| (row as usize, end - start))
    }
}

impl Context {
    /// A table without objects.
    pub fn new(universe: Arc<Universe>) -> Self {
        Self {
            universe,
            distinct: Vec::new(),
            unknown: HashMap::new(),
            counts: Vec::new(),
            objects: Objects::default(),
            names: Packed::default(),
            places: HashTable::new(),
            hashing: RandomState::default(),
        }
    }

    /// A table of unnamed objects.
    pub fn from_rows(universe: Arc<Universe>, rows: impl IntoIterator<Item = AttrSet>) -> Self {
        let mut context = Self::new(universe);
        for row in rows {
            context.push(None, row);
        }
        context
    }

    /// A table of unnamed objects, given by rows and how often they occur: of these
    /// there may be more than could be listed.
    pub fn from_counted(universe: Arc<Universe>, rows: impl IntoIterator<Item = (Model, usize)>) -> Self {
        let mut context = Self::new(universe);
        for (row, count) in rows.into_iter().filter(|(_, count)| *count > 0) {
            let place = context.place(row);
            context.counts[place as usize] += count;
            context.objects.push_run(place, count);
        }
        context
    }

    /// Adds an object that has just the attributes `row`. An empty name is none.
    ///
    /// # Panics
    ///
    /// If the row cannot be of this universe.
    pub fn push(&mut self, name: Option<String>, row: AttrSet) {
        self.push_model(name, Model::complete(row));
    }

    /// Adds an object of which not everything may be known.
    pub fn push_model(&mut self, name: Option<String>, model: Model) {
        let place = self.place(model);
        self.push_at(name.as_deref(), place);
    }

    /// The place of a row among the distinct ones. If it is a new one, an
    /// object must follow that has it.
    pub(crate) fn place(&mut self, model: Model) -> u32 {
        let attributes = self.universe.len();
        assert!(model.possible().fits(attributes), "a row of another universe than one of {attributes} attributes");
        let unknown = model.unknown();
        let Self { places, distinct, unknown: all_unknown, hashing, .. } = self;
        let none = AttrSet::empty(self.universe.len());
        let known = |place: u32| (&distinct[place as usize], all_unknown.get(&(place as usize)).unwrap_or(&none));
        let hash = hashing.hash_one((model.has(), &unknown));
        if let Some(&place) = places.find(hash, |&place| known(place) == (model.has(), &unknown)) {
            return place;
        }
        let place = distinct.len() as u32;
        places.insert_unique(hash, place, |&place| hashing.hash_one(known(place)));
        if !unknown.is_empty() {
            all_unknown.insert(place as usize, unknown);
        }
        distinct.push(model.has().clone());
        self.counts.push(0);
        place
    }

    /// Adds an object whose row is at that place.
    pub(crate) fn push_at(&mut self, name: Option<&str>, place: u32) {
        if let Some(name) = name.filter(|name| !name.is_empty()) {
            (self.names.len()..self.objects.len()).for_each(|_| self.names.push(""));
            self.names.push(name);
        }
        self.counts[place as usize] += 1;
        self.objects.push(place);
    }

    /// The attributes.
    pub fn universe(&self) -> &Arc<Universe> {
        &self.universe
    }

    /// The number of attributes.
    pub fn attribute_count(&self) -> usize {
        self.universe.len()
    }

    /// The number of objects.
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// Whether there is no object.
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// The rows that differ, each once.
    pub fn distinct(&self) -> &[AttrSet] {
        &self.distinct
    }

    /// How often each of the [`distinct`](Self::distinct) rows occurs.
    pub fn counts(&self) -> &[usize] {
        &self.counts
    }

    /// What an object has.
    pub fn row(&self, object: usize) -> &AttrSet {
        &self.distinct[self.objects.row(object)]
    }

    /// The place of an object's row among the [`distinct`](Self::distinct) ones.
    pub(crate) fn distinct_row(&self, object: usize) -> usize {
        self.objects.row(object)
    }

    /// What is known of an object.
    pub fn model(&self, object: usize) -> Model {
        self.distinct_model(self.objects.row(object))
    }

    /// What is known of the distinct row at a place.
    pub(crate) fn distinct_model(&self, place: usize) -> Model {
        match self.unknown.get(&place) {
            Some(unknown) => Model::partial(self.distinct[place].clone(), unknown),
            None => Model::complete(self.distinct[place].clone()),
        }
    }

    /// The name of an object.
    pub fn name(&self, object: usize) -> Option<&str> {
        (object < self.names.len()).then(|| self.names.get(object)).filter(|name| !name.is_empty())
    }

    /// What to call an object: its name, or `row 7`, counted from 1.
    pub fn label(&self, object: usize) -> String {
        self.name(object).map_or_else(|| format!("row {}", object + 1), str::to_owned)
    }

    /// Whether anything is unknown of any object.
    pub fn has_unknown(&self) -> bool {
        !self.unknown.is_empty()
    }

    /// The table without the objects of which something is unknown.
    #[must_use]
    pub fn complete_rows(&self) -> Self {
        self.rebuilt(|context, place| !context.unknown.contains_key(&place))
    }

    /// The table with every unknown attribute absent.
    #[must_use]
    pub fn unknown_as_absent(&self) -> Self {
        self.rebuilt(|_, _| true)
    }

    /// The table with what is known of the distinct rows at some places.
    fn rebuilt(&self, keep: impl Fn(&Self, usize) -> bool) -> Self {
        self.with_rows(|place| keep(self, place).then(|| self.distinct[place].clone()))
    }

    /// The same objects with other rows, of which everything is known: one for each
    /// of the [`distinct`](Self::distinct) ones.
    pub(crate) fn with_distinct(&self, rows: &[AttrSet]) -> Self {
        self.with_rows(|place| Some(rows[place].clone()))
    }

    /// The same objects with other rows, of which everything is known; without those
    /// for whose row there is no other.
    fn with_rows(&self, other: impl Fn(usize) -> Option<AttrSet>) -> Self {
        let mut new = Self::new(self.universe.clone());
        let mut places: Vec<Option<Option<u32>>> = vec![None; self.distinct.len()];
        let mut place_of = |new: &mut Self, old: usize| {
            *places[old].get_or_insert_with(|| other(old).map(|row| new.place(Model::complete(row))))
        };
        for object in 0..self.objects.listed.len() {
            if let Some(place) = place_of(&mut new, self.objects.row(object)) {
                new.push_at(self.name(object), place);
            }
        }
        for (old, count) in self.objects.runs() {
            if let Some(place) = place_of(&mut new, old) {
                new.counts[place as usize] += count;
                new.objects.push_run(place, count);
            }
        }
        new
    }

    /// Ĥ(X): what all rows that contain `set` have in common; ⊥ if no row does.
    pub fn close(&self, set: &AttrSet) -> Conclusion {
        let mut common = Conclusion::Falsum;
        for row in &self.distinct {
            if set.is_subset(row) {
                match &mut common {
                    Conclusion::Falsum => common = Conclusion::Attrs(row.clone()),
                    Conclusion::Attrs(shared) => shared.retain_all(row),
                }
            }
        }
        common
    }

    /// The number of objects that have all of `set`.
    pub fn support(&self, set: &AttrSet) -> usize {
        self.distinct.iter().zip(&self.counts).filter(|(row, _)| set.is_subset(row)).map(|(_, count)| count).sum()
    }

    /// In how many objects each attribute occurs.
    pub fn attribute_supports(&self) -> Vec<usize> {
        let mut supports = vec![0; self.attribute_count()];
        for (row, &count) in self.distinct.iter().zip(&self.counts) {
            row.iter().for_each(|attr| supports[attr] += count);
        }
        supports
    }

    /// 𝔙 ⊨ A → B: whether every object satisfies the implication.
    pub fn holds(&self, implication: &Implication) -> bool {
        self.distinct.iter().all(|row| implication.holds_in(row))
    }

    /// The objects that break the implication.
    pub fn violations<'a>(&'a self, implication: &Implication) -> impl Iterator<Item = usize> + use<'a> {
        let breaks: Vec<bool> = self.distinct.iter().map(|row| !implication.holds_in(row)).collect();
        (0..self.len()).filter(move |&object| breaks[self.objects.row(object)])
    }

    /// How many objects are known to break the implication.
    pub(crate) fn surely_breaking(&self, implication: &Implication) -> usize {
        let breaks = |&(place, _): &(usize, &usize)| self.distinct_model(place).refutes(implication);
        self.counts.iter().enumerate().filter(breaks).map(|(_, count)| count).sum()
    }

    /// The share of filled places in the table.
    pub fn density(&self) -> f64 {
        let filled: usize = self.distinct.iter().zip(&self.counts).map(|(row, count)| row.len() * count).sum();
        let places = self.len() * self.attribute_count();
        if places == 0 { 0.0 } else { filled as f64 / places as f64 }
    }
}
