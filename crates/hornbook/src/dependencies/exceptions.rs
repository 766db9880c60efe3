//! Left sides with exceptions: the fewest rows to leave out (g₃ of Kivinen and Mannila,
//! *Approximate inference of functional dependencies from relations*, 1995).
//!
//! No pair of rows refutes a left side now. But with more columns on the left there are
//! never more exceptions. So a left side with too many is given more columns as long as
//! there still are too many; every left side that suffices has a column beyond those.

use super::column::Column;
use super::encoded::Encoded;
use super::found::Dependency;
use super::hitting::{Judge, Judgement};
use super::partition::Partition;
use super::path::PartitionPath;
use super::watching::{Stopped, Watched};
use crate::AttrSet;

/// Tries left sides of one right side on the table.
pub(super) struct Exceptions<'p, 'a, 'w> {
    pub(super) rows: &'a Encoded,
    pub(super) path: PartitionPath,
    /// The right side; beyond the columns, it stands for the row itself.
    pub(super) right: usize,
    /// How many rows may be left out.
    pub(super) allowed: usize,
    /// How many rows may be left out of what is called a key.
    pub(super) allowed_for_keys: usize,
    /// All columns, in the order in which they are given to a left side that is refuted.
    pub(super) order: &'p [usize],
    pub(super) found: &'p mut Vec<Dependency>,
    pub(super) watched: &'p mut Watched<'w>,
    /// Memory for counting values.
    pub(super) counts: Vec<usize>,
}

impl Exceptions<'_, '_, '_> {
    /// The columns that can be given to a left side with too many exceptions, one after
    /// the other, so that there still are too many; and with them what is on the left.
    fn grown(&mut self, left: &AttrSet, path: &[usize]) -> Result<AttrSet, Stopped> {
        let mut grown = left.clone();
        let (first, _) = self.path.along(path, self.rows);
        let mut partition = first.clone();
        for &column in self.order {
            if column == self.right || grown.contains(column) {
                continue;
            }
            let finer = partition.refine(&self.rows.columns[column], &mut self.path.scratch);
            let right = self.rows.columns.get(self.right);
            let count = exceptions(&finer, right, self.rows, self.allowed, &mut self.counts);
            self.watched.worked(partition.len() + finer.len())?;
            if count > self.allowed {
                grown.insert(column);
                partition = finer;
            }
        }
        Ok(grown)
    }
}

/// How many rows must be left out so that the column follows; the rows themselves, for
/// none. It is only counted until there are more than allowed.
fn exceptions(
    partition: &Partition,
    right: Option<&Column>,
    rows: &Encoded,
    allowed: usize,
    counts: &mut Vec<usize>,
) -> usize {
    let Some(column) = right else { return rows.duplicates() + partition.excess() };
    counts.resize(rows.len().max(counts.len()), 0);
    let mut sum = 0;
    for cluster in partition.clusters() {
        let (mut weight, mut most) = (0, 0);
        for &row in cluster {
            let count = &mut counts[column.codes[row as usize] as usize];
            *count += rows.weights[row as usize];
            weight += rows.weights[row as usize];
            most = most.max(*count);
        }
        cluster.iter().for_each(|&row| counts[column.codes[row as usize] as usize] = 0);
        sum += weight - most;
        if sum > allowed {
            break;
        }
    }
    sum
}

impl Judge for Exceptions<'_, '_, '_> {
    fn judge(&mut self, left: &AttrSet, path: &[usize]) -> Result<Judgement, Stopped> {
        let rows = self.rows;
        let (partition, work) = self.path.along(path, rows);
        let right = rows.columns.get(self.right);
        let count = exceptions(partition, right, rows, self.allowed, &mut self.counts);
        self.watched.progress.tried += 1;
        self.watched.worked(work + partition.len())?;
        if count > self.allowed {
            let mut clue = AttrSet::full(rows.width()).difference(&self.grown(left, path)?);
            if self.right < rows.width() {
                clue.remove(self.right);
            }
            return Ok(Judgement::Refuted(vec![clue]));
        }
        let pair = match right {
            Some(column) => partition.violation(column),
            None => partition.clusters().next().map(|cluster| (cluster[0], cluster[1])),
        };
        self.watched.progress.found += 1;
        self.found.push(Dependency {
            left: left.clone(),
            right: self.right,
            support: partition.len(),
            left_is_key: rows.duplicates() + partition.excess() <= self.allowed_for_keys,
            exceptions: count,
            example: pair.map(|pair| rows.origins(pair)).or(rows.duplicate.filter(|_| right.is_none())),
        });
        Ok(Judgement::Suffices)
    }

    fn visited(&mut self, sets: usize) -> Result<(), Stopped> {
        self.watched.worked(sets)
    }
}
