//! In which rows attributes occur, and how often.

use std::cmp::Reverse;

use crate::set::ones;
use crate::weights::RowWeights;
use crate::{Attr, AttrSet, Context};

/// Columns as bitsets of distinct rows, with how often each row occurs.
#[derive(Clone, Debug)]
pub(crate) struct Occurrences<'a> {
    attributes: usize,
    /// How many words a column has.
    width: usize,
    columns: Vec<u64>,
    rows: Vec<&'a AttrSet>,
    weights: RowWeights,
    /// In how many rows each attribute occurs.
    supports: Vec<usize>,
}

impl<'a> Occurrences<'a> {
    /// Of a whole table.
    pub(crate) fn of(context: &'a Context) -> Self {
        let rows = context.distinct().iter().zip(context.counts().iter().copied());
        Self::new(context.attribute_count(), rows)
    }

    pub(crate) fn new(attributes: usize, rows: impl Iterator<Item = (&'a AttrSet, usize)>) -> Self {
        let mut rows: Vec<(&AttrSet, usize)> = rows.collect();
        rows.sort_by_key(|&(_, count)| Reverse(count));
        let (rows, counts): (Vec<&AttrSet>, Vec<usize>) = rows.into_iter().unzip();
        let width = rows.len().div_ceil(64);
        let mut columns = vec![0; attributes * width];
        for (at, row) in rows.iter().enumerate() {
            row.iter().for_each(|attr| columns[attr * width + at / 64] |= 1 << (at % 64));
        }
        let weights = RowWeights::new(&counts);
        let supports = (0..attributes).map(|attr| weights.sum(&columns[attr * width..][..width])).collect();
        Self { attributes, width, columns, rows, weights, supports }
    }

    pub(crate) fn attribute_count(&self) -> usize {
        self.attributes
    }

    /// How many words a bitset of rows has.
    pub(crate) fn words(&self) -> usize {
        self.width
    }

    /// What the row at a place of a bitset has.
    pub(crate) fn row(&self, place: usize) -> &AttrSet {
        self.rows[place]
    }

    /// All rows.
    pub(crate) fn everything(&self) -> Vec<u64> {
        let mut rows = vec![u64::MAX; self.width];
        if let (Some(last), used @ 1..) = (rows.last_mut(), self.rows.len() % 64) {
            *last = (1 << used) - 1;
        }
        rows
    }

    pub(crate) fn column(&self, attr: Attr) -> &[u64] {
        &self.columns[attr * self.width..][..self.width]
    }

    /// In how many rows an attribute occurs.
    pub(crate) fn support(&self, attr: Attr) -> usize {
        self.supports[attr]
    }

    /// Those of the rows that have the attribute.
    pub(crate) fn with(&self, rows: &[u64], attr: Attr) -> Vec<u64> {
        rows.iter().zip(self.column(attr)).map(|(rows, column)| rows & column).collect()
    }

    /// The rows that have all of these.
    pub(crate) fn extent(&self, set: &AttrSet) -> Vec<u64> {
        let mut rows = self.everything();
        for attr in set.iter() {
            rows.iter_mut().zip(self.column(attr)).for_each(|(rows, column)| *rows &= column);
        }
        rows
    }

    /// How often the rows occur.
    pub(crate) fn count(&self, rows: &[u64]) -> usize {
        self.weights.sum(rows)
    }

    /// What all of the rows have, of which there must be one.
    pub(crate) fn common(&self, rows: &[u64]) -> AttrSet {
        let has = |&attr: &Attr| rows.iter().zip(self.column(attr)).all(|(rows, column)| rows & !column == 0);
        // Whatever they share the first of them has.
        let first = rows.iter().enumerate().flat_map(|(at, &word)| ones(at, word)).next().map(|place| self.rows[place]);
        AttrSet::of(self.attributes, first.into_iter().flat_map(AttrSet::iter).filter(has))
    }

    /// A smallest part of `set` that occurs in the same rows: what occurs most
    /// often is left out first, as it says least.
    pub(crate) fn shortest(&self, set: &AttrSet) -> AttrSet {
        let mut order: Vec<Attr> = set.iter().collect();
        order.sort_by_key(|&attr| (Reverse(self.supports[attr]), Reverse(attr)));
        // What is still to be tried counts as kept: the rows that have it, from
        // each attribute on.
        let mut rest = vec![self.everything()];
        for &attr in order.iter().rev() {
            rest.push(self.with(&rest[rest.len() - 1], attr));
        }
        let Some(extent) = rest.pop() else { return set.clone() };
        let mut premise = AttrSet::empty(self.attributes);
        let mut kept = self.everything();
        for (&attr, rest) in order.iter().zip(rest.iter().rev()) {
            let same = kept.iter().zip(rest).zip(&extent).all(|((kept, rest), extent)| kept & rest == *extent);
            if !same {
                premise.insert(attr);
                kept = self.with(&kept, attr);
            }
        }
        premise
    }
}
