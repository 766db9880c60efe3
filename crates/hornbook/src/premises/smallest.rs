//! All smallest premises of one attribute.
//!
//! A premise of the target is a set that no row without the target contains: it
//! has, for each such row, an attribute that the row lacks. So the smallest
//! premises are the smallest hitting sets of what these rows lack. They are found
//! by MMCS (Murakami and Uno, *Efficient algorithms for dualizing large-scale
//! hypergraphs*, 2014): a set grows by attributes that a row still to be excluded
//! lacks, as long as each of its attributes alone excludes some row. Here it must
//! occur in enough rows, too.

use super::effort::{Effort, Searched};
use crate::canonical::BasisStop;
use crate::occurrences::Occurrences;
use crate::set::ones;
use crate::{Attr, AttrSet, Context};

/// Of so many rows the one is chosen that leaves the fewest branches.
const ROWS_COMPARED: usize = 32;

/// All smallest sets that occur in at least `min_support` rows (at least one),
/// have at most `max_size` attributes, and of which every row has the target.
pub(crate) fn smallest_premises(
    context: &Context,
    target: Attr,
    min_support: usize,
    max_size: Option<usize>,
    effort: &mut Effort<'_>,
) -> Searched<AttrSet> {
    let attributes = context.attribute_count();
    let rows = || context.distinct().iter().zip(context.counts().iter().copied());
    let with = Occurrences::new(attributes, rows().filter(|(row, _)| row.contains(target)));
    let without = Occurrences::new(attributes, rows().filter(|(row, _)| !row.contains(target)));
    let least = min_support.max(1);
    let often = |&attr: &Attr| attr != target && with.support(attr) >= least;
    let mut candidates = AttrSet::of(attributes, (0..attributes).filter(often));
    let mut search = Search {
        least,
        max_size: max_size.unwrap_or(usize::MAX),
        premise: Vec::new(),
        found: Vec::new(),
        bytes: 0,
        with: &with,
        without: &without,
        effort,
    };
    let all = with.everything();
    let ended = match with.count(&all) >= least {
        true => search.grow(&all, &without.everything(), &[], &mut candidates),
        false => Ok(()),
    };
    let mut found = search.found;
    found.sort();
    Searched::new(found, ended)
}

struct Search<'a, 'w> {
    least: usize,
    max_size: usize,
    with: &'a Occurrences<'a>,
    without: &'a Occurrences<'a>,
    premise: Vec<Attr>,
    found: Vec<AttrSet>,
    /// The memory held by the sets of the path.
    bytes: usize,
    effort: &'a mut Effort<'w>,
}

impl Search<'_, '_> {
    /// Grows the premise, which occurs in `extent`, until no row is `open`: has
    /// it, and not the target. `alone` has, for each of its attributes, the rows
    /// that only this one excludes.
    fn grow(
        &mut self,
        extent: &[u64],
        open: &[u64],
        alone: &[Vec<u64>],
        candidates: &mut AttrSet,
    ) -> Result<(), BasisStop> {
        if open.iter().all(|&word| word == 0) {
            let attributes = self.with.attribute_count();
            self.found.push(AttrSet::of(attributes, self.premise.iter().copied()));
            return Ok(());
        }
        if self.premise.len() >= self.max_size {
            return Ok(());
        }
        let branches = self.branches(open, candidates);
        candidates.remove_all(&branches);
        for attr in branches.iter() {
            let steps = extent.len() + (2 + alone.len()) * open.len();
            self.effort.spend(16 + steps / 2, self.found.len(), self.bytes)?;
            let narrowed = self.with.with(extent, attr);
            if self.with.count(&narrowed) < self.least {
                continue;
            }
            let column = self.without.column(attr);
            let mut still_alone: Vec<Vec<u64>> = alone.iter().map(|rows| self.without.with(rows, attr)).collect();
            if still_alone.iter().any(|rows| rows.iter().all(|&word| word == 0)) {
                continue;
            }
            still_alone.push(open.iter().zip(column).map(|(open, column)| open & !column).collect());
            let still_open = self.without.with(open, attr);
            let held = 8 * (narrowed.len() + (1 + still_alone.len()) * open.len());
            self.bytes += held;
            self.premise.push(attr);
            self.grow(&narrowed, &still_open, &still_alone, candidates)?;
            self.premise.pop();
            self.bytes -= held;
            candidates.insert(attr);
        }
        candidates.insert_all(&branches);
        Ok(())
    }

    /// The candidates that a row which is open lacks: one of them must come in.
    fn branches(&mut self, open: &[u64], candidates: &AttrSet) -> AttrSet {
        let rows = open.iter().enumerate().flat_map(|(at, &word)| ones(at, word)).take(ROWS_COMPARED);
        let lacked = rows.map(|row| candidates.difference(self.without.row(row)));
        lacked.min_by_key(AttrSet::len).unwrap_or_else(|| candidates.clone())
    }
}
