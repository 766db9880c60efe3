//! The rows of the chosen part of a table, and the concepts next to a concept.

use std::collections::HashMap;

use super::choice::LatticeChoice;
use crate::columns::Columns;
use crate::{AttrSet, Context};

/// The different rows of the chosen attributes and objects.
pub(super) struct ChosenRows {
    attributes: AttrSet,
    rows: Vec<Row>,
    /// The rows whose intersections are the intents.
    closing: Vec<AttrSet>,
    columns: Columns,
}

struct Row {
    has: AttrSet,
    /// What it is not known to lack; nothing if everything is known.
    possible: Option<AttrSet>,
    count: usize,
    /// The objects with this row.
    objects: Vec<usize>,
}

impl ChosenRows {
    pub(super) fn new(context: &Context, choice: &LatticeChoice) -> Self {
        let width = context.attribute_count();
        let attributes = choice.attributes.clone().unwrap_or_else(|| AttrSet::full(width));
        let mut rows: Vec<Row> = Vec::new();
        let mut places: HashMap<(AttrSet, Option<AttrSet>), usize> = HashMap::new();
        let mut of_distinct: HashMap<usize, usize> = HashMap::new();
        let mut take = |object: usize| {
            let place = *of_distinct.entry(context.distinct_row(object)).or_insert_with(|| {
                let model = context.model(object);
                let has = model.has().intersection(&attributes);
                let possible = model.possible().intersection(&attributes);
                let possible = (possible != has).then_some(possible);
                *places.entry((has.clone(), possible.clone())).or_insert_with(|| {
                    rows.push(Row { has, possible, count: 0, objects: Vec::new() });
                    rows.len() - 1
                })
            });
            rows[place].count += 1;
            rows[place].objects.push(object);
        };
        match &choice.objects {
            Some(objects) => objects.iter().copied().filter(|&object| object < context.len()).for_each(&mut take),
            None => (0..context.len()).for_each(&mut take),
        }
        let mut closing: Vec<AttrSet> = rows.iter().map(|row| row.has.clone()).collect();
        if choice.perhaps {
            closing.extend(rows.iter().filter_map(|row| row.possible.clone()));
        }
        closing.sort();
        closing.dedup();
        let columns = Columns::new(width, closing.iter());
        Self { attributes, rows, closing, columns }
    }

    /// These attributes, as far as they were chosen.
    pub(super) fn chosen(&self, set: &AttrSet) -> AttrSet {
        set.intersection(&self.attributes)
    }

    /// No attributes.
    pub(super) fn none(&self) -> AttrSet {
        self.attributes.difference(&self.attributes)
    }

    /// What all rows with these attributes share; everything if there is none.
    pub(super) fn close(&self, set: &AttrSet) -> AttrSet {
        let mut shared = self.attributes.clone();
        self.columns.rows_with(set).for_each(|row| shared.retain_all(&self.closing[row]));
        shared
    }

    /// How many objects have these attributes, and how many more perhaps do.
    pub(super) fn counts(&self, set: &AttrSet) -> (usize, usize) {
        let mut counts = (0, 0);
        for row in &self.rows {
            if set.is_subset(&row.has) {
                counts.0 += row.count;
            } else if row.possible.as_ref().is_some_and(|possible| set.is_subset(possible)) {
                counts.1 += row.count;
            }
        }
        counts
    }

    /// The objects that are known to have just these attributes, by their intent.
    pub(super) fn own_objects(&self) -> HashMap<&AttrSet, Vec<usize>> {
        let mut own: HashMap<&AttrSet, Vec<usize>> = HashMap::new();
        self.rows.iter().for_each(|row| own.entry(&row.has).or_default().extend(&row.objects));
        own.values_mut().for_each(|objects| objects.sort_unstable());
        own
    }

    /// The intents right below: the smallest closed sets above this one.
    pub(super) fn right_below(&self, intent: &AttrSet) -> Vec<AttrSet> {
        let mut larger: Vec<AttrSet> =
            self.attributes.difference(intent).iter().map(|attr| self.close(&intent.with(attr))).collect();
        larger.sort_by_key(AttrSet::len);
        let mut smallest: Vec<AttrSet> = Vec::new();
        for set in larger {
            if !smallest.iter().any(|small| small.is_subset(&set)) {
                smallest.push(set);
            }
        }
        smallest.sort_by_cached_key(|set| set.iter().collect::<Vec<_>>());
        smallest
    }

    /// The intents right above: the largest closed sets below this one. What an
    /// intent shares with a row is closed, and every closed set below it is the
    /// intersection of such.
    pub(super) fn right_above(&self, intent: &AttrSet) -> Vec<AttrSet> {
        let others = self.closing.iter().filter(|row| !intent.is_subset(row));
        let mut smaller: Vec<AttrSet> = others.map(|row| row.intersection(intent)).collect();
        smaller.sort();
        smaller.dedup();
        smaller.sort_by_key(|set| std::cmp::Reverse(set.len()));
        let mut largest: Vec<AttrSet> = Vec::new();
        for set in smaller {
            if !largest.iter().any(|large| set.is_subset(large)) {
                largest.push(set);
            }
        }
        largest
    }
}
