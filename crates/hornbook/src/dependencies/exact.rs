//! Left sides without exceptions: a pair of rows refutes one.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::differences::Differences;
use super::encoded::Encoded;
use super::found::Dependency;
use super::hitting::{Judge, Judgement};
use super::partition::Partition;
use super::path::PartitionPath;
use super::watching::{Stopped, Watched};
use crate::AttrSet;

/// Pairs of rows that are compared to find what refutes a left side best.
const MOST_PAIRS_COMPARED: usize = 512;

/// Pairs of rows that are kept of those that refute a left side.
const MOST_PAIRS_KEPT: usize = 8;

/// Left sides of which it is remembered what follows from them: about 100 MB.
const MOST_REMEMBERED: usize = 1 << 20;

/// Tries left sides on the table. One that was tried for one right side is known for all
/// others, since a pair of rows refutes it for every column in which they differ.
pub(super) struct Pairs<'a, 'w> {
    rows: &'a Encoded,
    pub(super) differences: Differences,
    path: PartitionPath,
    /// What follows from left sides, where more follows than was asked for.
    remembered: HashMap<AttrSet, Determined, RandomState>,
    pub(super) watched: &'a mut Watched<'w>,
}

/// What follows from a left side.
#[derive(Clone)]
struct Determined {
    columns: AttrSet,
    /// As in [`Dependency::support`].
    support: usize,
}

/// The left sides of one right side.
pub(super) struct ForRight<'p, 'a, 'w> {
    pub(super) pairs: &'p mut Pairs<'a, 'w>,
    /// The right side; beyond the columns, it stands for the row itself: what determines
    /// it is a key.
    pub(super) right: usize,
    pub(super) found: &'p mut Vec<Dependency>,
}

impl<'a, 'w> Pairs<'a, 'w> {
    pub(super) fn new(rows: &'a Encoded, watched: &'a mut Watched<'w>) -> Result<Self, Stopped> {
        let differences = Differences::draw(rows, watched)?;
        let path = PartitionPath::new(rows.len());
        Ok(Self { rows, differences, path, remembered: HashMap::default(), watched })
    }

    /// Finds what follows from a left side. For each column that does not, a pair of rows
    /// that shows it is among the differences afterwards.
    fn try_out(&mut self, left: &AttrSet, path: &[usize], right: usize) -> Result<Determined, Stopped> {
        let Self { rows, differences, watched, .. } = self;
        let (partition, mut work) = self.path.along(path, rows);
        let mut determined = Determined { columns: AttrSet::full(rows.width()), support: partition.len() };
        let left_is_key = partition.len() == 0;
        let mut refuted = AttrSet::empty(rows.width());
        // Columns before were searched already: nobody will ask for them. For a key, it
        // suffices to know whether rows agree at all.
        if right == rows.width() && !left_is_key {
            determined.columns = left.clone();
        }
        let asked = if left_is_key { rows.width() } else { right };
        for column in asked..rows.width() {
            if refuted.contains(column) || left.contains(column) {
                continue;
            }
            match partition.violation(&rows.columns[column]) {
                None => work += partition.len(),
                Some((one, other)) => {
                    work += rows.width();
                    let difference = rows.difference(one, other);
                    refuted.insert_all(&difference);
                    differences.add(difference);
                }
            }
        }
        determined.columns.remove_all(&refuted);
        watched.progress.tried += 1;
        watched.worked(work)?;
        Ok(determined)
    }

    /// Differences that refute a left side for a right side, the smaller the better.
    fn clues(&mut self, path: &[usize], right: usize) -> Vec<AttrSet> {
        let rows = self.rows;
        let (partition, _) = self.path.along(path, rows);
        let about = |set: &AttrSet| right == rows.width() || set.contains(right);
        let mut clues: Vec<AttrSet> =
            pairs(partition).take(MOST_PAIRS_COMPARED).map(|(a, b)| rows.difference(a, b)).filter(about).collect();
        // None of the first may be about this column.
        if let Some((one, other)) = rows.columns.get(right).and_then(|column| partition.violation(column)) {
            clues.push(rows.difference(one, other));
        }
        clues.sort_unstable_by_key(AttrSet::len);
        let mut kept: Vec<AttrSet> = Vec::new();
        for clue in clues {
            if kept.len() < MOST_PAIRS_KEPT && !kept.iter().any(|smaller| smaller.is_subset(&clue)) {
                kept.push(clue);
            }
        }
        kept.iter().for_each(|clue| _ = self.differences.add(clue.clone()));
        kept.iter_mut().filter(|_| right < rows.width()).for_each(|clue| _ = clue.remove(right));
        kept
    }
}

/// Pairs of rows that follow each other in their cluster.
fn pairs(partition: &Partition) -> impl Iterator<Item = (u32, u32)> {
    partition.clusters().flat_map(|cluster| cluster.windows(2).map(|pair| (pair[0], pair[1])))
}

impl Judge for ForRight<'_, '_, '_> {
    fn judge(&mut self, left: &AttrSet, path: &[usize]) -> Result<Judgement, Stopped> {
        let (pairs, right) = (&mut *self.pairs, self.right);
        let width = pairs.rows.width();
        let determines = |known: &Determined| match right == width {
            true => known.support == 0,
            false => known.columns.contains(right),
        };
        let known = match pairs.remembered.get(left) {
            Some(known) if determines(known) => known.clone(),
            _ => {
                let known = pairs.try_out(left, path, right)?;
                let of_use = (right + 1..width).any(|later| known.columns.contains(later) && !left.contains(later));
                if of_use || known.support == 0 {
                    if pairs.remembered.len() >= MOST_REMEMBERED {
                        pairs.remembered.clear();
                    }
                    pairs.remembered.insert(left.clone(), known.clone());
                }
                known
            }
        };
        if !determines(&known) {
            pairs.watched.worked(MOST_PAIRS_COMPARED * width)?;
            return Ok(Judgement::Refuted(pairs.clues(path, right)));
        }
        pairs.watched.progress.found += 1;
        self.found.push(Dependency {
            left: left.clone(),
            right,
            support: known.support,
            left_is_key: known.support == 0,
            exceptions: 0,
            example: None,
        });
        Ok(Judgement::Suffices)
    }

    fn visited(&mut self, sets: usize) -> Result<(), Stopped> {
        self.pairs.watched.worked(sets)
    }
}
