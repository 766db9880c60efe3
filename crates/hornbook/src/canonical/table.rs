//! A table, laid out for the enumeration.

use super::bits::{BITS, Width, at, contains, insert};
use super::search::Intent;
use crate::set::ones;
use crate::{Attr, AttrSet, Conclusion, Context, Implication};

/// So few rows may have none of the attributes that divide the sets.
const WITHOUT: f64 = 0.1;

/// The distinct rows of a context, and its columns as bitsets of rows; with the
/// attributes in an order of their own.
pub(super) struct Table {
    /// How many attributes come first that divide the sets into pieces.
    top: usize,
    /// The words of a set.
    words: usize,
    /// The words of a column.
    row_words: usize,
    rows: Vec<u64>,
    columns: Vec<u64>,
    count: usize,
    /// For each attribute here, which one it is.
    order: Vec<Attr>,
    /// For each attribute, its place here.
    places: Vec<Attr>,
}

impl Table {
    /// With the attributes in ascending order of their support, which leaves the
    /// fewest branches to try; for several threads, behind those that divide the
    /// sets best.
    pub(super) fn new(context: &Context, words: usize, threads: usize) -> Self {
        let attributes = context.attribute_count();
        let distinct = context.distinct();
        let mut support = vec![0usize; attributes];
        distinct.iter().flat_map(AttrSet::iter).for_each(|attr| support[attr] += 1);
        // What every row has, every set has: it divides nothing.
        support.iter_mut().filter(|support| **support == distinct.len()).for_each(|support| *support = 0);
        let mut order: Vec<Attr> = (0..attributes).collect();
        order.sort_by_key(|&attr| support[attr]);
        let by_support = order.iter().rev().map(|&attr| support[attr]);
        let top = dividing(by_support, distinct.len(), threads).min(attributes);
        order.rotate_right(top);
        let mut places = vec![0; attributes];
        order.iter().enumerate().for_each(|(place, &attr)| places[attr] = place);
        let row_words = distinct.len().div_ceil(BITS);
        let mut table = Self {
            top,
            words,
            row_words,
            rows: vec![0; distinct.len() * words],
            columns: vec![0; attributes * row_words],
            count: distinct.len(),
            order,
            places,
        };
        for (number, row) in distinct.iter().enumerate() {
            for attr in row.iter() {
                let attr = table.places[attr];
                insert(&mut table.rows[number * words..][..words], attr);
                insert(&mut table.columns[attr * row_words..][..row_words], number);
            }
        }
        table
    }

    pub(super) fn top(&self) -> usize {
        self.top
    }

    pub(super) fn attribute_count(&self) -> usize {
        self.order.len()
    }

    pub(super) fn row_words(&self) -> usize {
        self.row_words
    }

    pub(super) fn bytes(&self) -> usize {
        8 * (self.rows.len() + self.columns.len() + self.order.len() + self.places.len())
    }

    /// A set in the order of the attributes here.
    pub(super) fn ordered(&self, set: &AttrSet) -> Vec<u64> {
        let mut words = vec![0; self.words];
        set.iter().for_each(|attr| insert(&mut words, self.places[attr]));
        words
    }

    /// A rule with the attributes as they were.
    pub(super) fn rule(&self, premise: &[u64], conclusion: Option<&[u64]>) -> Implication {
        let back = |set: &[u64]| {
            let attributes = self.attribute_count();
            AttrSet::of(attributes, (0..attributes).filter(|&place| contains(set, place)).map(|p| self.order[p]))
        };
        let conclusion = conclusion.map_or(Conclusion::Falsum, |set| Conclusion::Attrs(back(set)));
        Implication { premise: back(premise), conclusion }
    }

    pub(super) fn everything(&self, extent: &mut [u64]) {
        extent.fill(0);
        (0..self.count).for_each(|row| insert(extent, row));
    }

    #[inline(always)]
    pub(super) fn narrow(&self, extent: &[u64], by: Attr, narrowed: &mut [u64]) {
        let column = at(&self.columns, by, self.row_words);
        for ((own, rows), column) in narrowed.iter_mut().zip(extent).zip(column) {
            *own = rows & column;
        }
    }

    /// What the rows of the extent have in common. Few rows show that it is
    /// nothing more than `set`, if so.
    #[inline(always)]
    pub(super) fn intent<W: Width>(&self, width: W, set: &[u64], extent: &[u64], intent: &mut [u64]) -> Intent {
        let words = width.words();
        let mut none = true;
        intent.fill(u64::MAX);
        for (place, &word) in extent.iter().enumerate() {
            for row in ones(place, word) {
                none = false;
                let mut more = 0;
                for ((common, row), own) in intent.iter_mut().zip(at(&self.rows, row, words)).zip(set) {
                    *common &= row;
                    more |= *common & !own;
                }
                if more == 0 {
                    return Intent::Same;
                }
            }
        }
        if none { Intent::Falsum } else { Intent::More }
    }
}

/// How many of the most frequent attributes it takes to divide the sets into
/// pieces of which none is much larger than the others, going by how many rows
/// would have none of them. Each piece costs a little, so it is not too many.
fn dividing(supports: impl Iterator<Item = usize>, rows: usize, threads: usize) -> usize {
    if threads <= 1 {
        return 0;
    }
    let least = 6 + 2 * threads.ilog2() as usize;
    let mut without = 1.0;
    let needed = supports.take_while(|&support| {
        let more = without > WITHOUT;
        without *= 1.0 - support as f64 / rows as f64;
        more
    });
    needed.take(2 * least).count().max(least)
}
