//! A table, laid out for the enumeration.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::bits::{BITS, Width, at, attrs, insert};
use super::search::Intent;
use crate::set::ones;
use crate::weights::RowWeights;
use crate::{Attr, AttrSet, Conclusion, Context, Implication};

/// So few rows may have none of the attributes that divide the sets.
const WITHOUT: f64 = 0.1;

/// The distinct rows of a context, and its columns as bitsets of rows; with the
/// attributes in an order of their own. Where only sets that occur in so many
/// rows are wanted, attributes that occur in fewer are left out: no such set has
/// them, and none follows from it.
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
    /// How often each row occurs.
    counts: Vec<usize>,
    weights: RowWeights,
    /// How many attributes a row has, on average.
    row_size: usize,
    /// The number of attributes of the context.
    universe: usize,
    /// For each attribute here, which one it is.
    order: Vec<Attr>,
    /// For each attribute, its place here, if it has one.
    places: Vec<Option<Attr>>,
}

impl Table {
    /// With the attributes in ascending order of their support, which leaves the
    /// fewest branches to try; for several threads, behind those that divide the
    /// sets best.
    pub(super) fn new(context: &Context, min_support: usize, threads: usize) -> Self {
        let universe = context.attribute_count();
        let support = context.attribute_supports();
        let mut order: Vec<Attr> = (0..universe).filter(|&attr| support[attr] >= min_support).collect();
        let kept = RowsKept::new(context, &order);
        let mut support = vec![0usize; universe];
        kept.rows.iter().flat_map(|(row, _)| row.iter()).for_each(|attr| support[attr] += 1);
        let support_sum: usize = support.iter().sum();
        // What every row has, every set has: it divides nothing.
        support.iter_mut().filter(|support| **support == kept.rows.len()).for_each(|support| *support = 0);
        order.sort_by_key(|&attr| support[attr]);
        let by_support = order.iter().rev().map(|&attr| support[attr]);
        let top = dividing(by_support, kept.rows.len(), threads).min(order.len());
        order.rotate_right(top);
        let mut places = vec![None; universe];
        order.iter().enumerate().for_each(|(place, &attr)| places[attr] = Some(place));
        let (words, row_words) = (order.len().div_ceil(BITS).max(1), kept.rows.len().div_ceil(BITS));
        let counts: Vec<usize> = kept.rows.iter().map(|&(_, count)| count).collect();
        let mut table = Self {
            top,
            words,
            row_words,
            rows: vec![0; counts.len() * words],
            columns: vec![0; order.len() * row_words],
            count: counts.len(),
            weights: RowWeights::new(&counts),
            row_size: support_sum.checked_div(counts.len()).unwrap_or(0),
            counts,
            universe,
            order,
            places,
        };
        for (number, (row, _)) in kept.rows.iter().enumerate() {
            for attr in row.iter().filter_map(|attr| table.places[attr]) {
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

    /// The words of a set.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// How often an extent is gone through to count how often its rows occur.
    pub(super) fn passes_to_count(&self) -> usize {
        self.weights.passes()
    }

    /// Whether the rows of the extent occur so often together.
    #[inline]
    pub(super) fn occurs_often(&self, extent: &[u64], least: usize) -> bool {
        self.weights.reaches(extent, least)
    }

    /// About how many steps it takes to count all attributes in an extent.
    pub(super) fn steps_to_count_all(&self, extent: &[u64]) -> usize {
        let rows: usize = extent.iter().map(|word| word.count_ones() as usize).sum();
        self.order.len() + rows * (self.words + 2 * self.row_size)
    }

    /// How often each attribute occurs in the rows of the extent.
    pub(super) fn count_all(&self, extent: &[u64], counts: &mut Vec<usize>) {
        counts.clear();
        counts.resize(self.order.len(), 0);
        for row in attrs(extent) {
            attrs(at(&self.rows, row, self.words)).for_each(|attr| counts[attr] += self.counts[row]);
        }
    }

    pub(super) fn bytes(&self) -> usize {
        8 * (self.rows.len() + self.columns.len() + self.order.len() + self.places.len())
    }

    /// A set in the order of the attributes here; none if it has others.
    pub(super) fn ordered(&self, set: &AttrSet) -> Option<Vec<u64>> {
        let mut words = vec![0; self.words];
        for attr in set.iter() {
            insert(&mut words, self.places[attr]?);
        }
        Some(words)
    }

    /// A rule with the attributes as they were.
    pub(super) fn rule(&self, premise: &[u64], conclusion: Option<&[u64]>) -> Implication {
        let back = |set: &[u64]| AttrSet::of(self.universe, attrs(set).map(|place| self.order[place]));
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

    /// What the rows of the extent have in common, and how many were looked at:
    /// few rows show that it is nothing more than `set`, if so.
    #[inline(always)]
    pub(super) fn intent<W: Width>(
        &self,
        width: W,
        set: &[u64],
        extent: &[u64],
        intent: &mut [u64],
    ) -> (Intent, usize) {
        let words = width.words();
        let mut looked = 0;
        intent.fill(u64::MAX);
        for (place, &word) in extent.iter().enumerate() {
            for row in ones(place, word) {
                looked += 1;
                let mut more = 0;
                for ((common, row), own) in intent.iter_mut().zip(at(&self.rows, row, words)).zip(set) {
                    *common &= row;
                    more |= *common & !own;
                }
                if more == 0 {
                    return (Intent::Same, looked);
                }
            }
        }
        (if looked == 0 { Intent::Falsum } else { Intent::More }, looked)
    }
}

/// The rows with some of their attributes, each once, and how often they occur.
struct RowsKept<'a> {
    rows: Vec<(Cow<'a, AttrSet>, usize)>,
}

impl<'a> RowsKept<'a> {
    fn new(context: &'a Context, attrs: &[Attr]) -> Self {
        let mut rows: Vec<(Cow<'a, AttrSet>, usize)>;
        if attrs.len() == context.attribute_count() {
            rows = context.distinct().iter().map(Cow::Borrowed).zip(context.counts().iter().copied()).collect();
        } else {
            let kept = AttrSet::of(context.attribute_count(), attrs.iter().copied());
            let mut merged: HashMap<AttrSet, usize, RandomState> = HashMap::default();
            for (row, &count) in context.distinct().iter().zip(context.counts()) {
                *merged.entry(row.intersection(&kept)).or_default() += count;
            }
            rows = merged.into_iter().map(|(row, count)| (Cow::Owned(row), count)).collect();
            // A map has no order of its own; the work must not depend on it.
            rows.sort_unstable();
        }
        rows.sort_by_key(|&(_, count)| Reverse(count));
        Self { rows }
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
