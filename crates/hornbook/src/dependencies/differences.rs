//! The columns in which pairs of rows differ.

use std::collections::HashSet;

use foldhash::fast::RandomState;

use super::encoded::Encoded;
use super::watching::{Stopped, Watched};
use crate::AttrSet;

/// Pairs that are compared before it is asked whether that pays.
const PAIRS_BETWEEN_LOOKS: usize = 1024;

/// Comparing pays while at least one pair in so many shows something new.
const MOST_PAIRS_FOR_ONE: usize = 16;

/// The widest distance of rows, within a cluster, that are compared.
const WIDEST_WINDOW: usize = 24;

/// No more differences are drawn beforehand than these.
const MOST_DRAWN: usize = 100_000;

/// What pairs of rows differ in, each once.
#[derive(Clone, Debug, Default)]
pub(super) struct Differences {
    known: HashSet<AttrSet, RandomState>,
    /// The same by their size.
    by_size: Vec<Vec<AttrSet>>,
}

/// In wide tables each takes the longer, and all are gone through for each column.
pub(super) fn most_differences(width: usize) -> usize {
    MOST_DRAWN.min(MOST_DIFFERENCES_TIMES_WIDTH / width.max(1))
}

/// No more than these, times the columns, are held at a time to begin a search with.
const MOST_DIFFERENCES_TIMES_WIDTH: usize = 4_000_000;

impl Differences {
    /// Compares rows that agree in a column and are near each other, as long as that
    /// shows something new. What is missed here is found when it refutes something.
    pub(super) fn draw(rows: &Encoded, watched: &mut Watched<'_>) -> Result<Self, Stopped> {
        let mut drawn = Self::default();
        let most_drawn = most_differences(rows.width());
        // Rows that agree in no column say the least, and yet are needed if all do so.
        (1..rows.len().min(PAIRS_BETWEEN_LOOKS)).for_each(|row| _ = drawn.compare(rows, row as u32 - 1, row as u32));
        for partition in &rows.partitions {
            'column: for window in 1..=WIDEST_WINDOW {
                let (mut compared, mut new) = (0, 0);
                for cluster in partition.clusters().filter(|cluster| cluster.len() > window) {
                    for (&one, &other) in cluster.iter().zip(&cluster[window..]) {
                        new += usize::from(drawn.compare(rows, one, other));
                        compared += 1;
                        if compared % PAIRS_BETWEEN_LOOKS == 0 {
                            watched.worked(PAIRS_BETWEEN_LOOKS * rows.width())?;
                            if new * MOST_PAIRS_FOR_ONE < PAIRS_BETWEEN_LOOKS || drawn.known.len() > most_drawn {
                                break 'column;
                            }
                            new = 0;
                        }
                    }
                }
                watched.worked(compared % PAIRS_BETWEEN_LOOKS * rows.width())?;
                if drawn.known.len() > most_drawn {
                    return Ok(drawn);
                }
                if compared == 0 || (compared < PAIRS_BETWEEN_LOOKS && new * MOST_PAIRS_FOR_ONE < compared) {
                    break;
                }
            }
        }
        Ok(drawn)
    }

    /// Takes note of the columns in which two rows differ, and says whether that is new.
    pub(super) fn compare(&mut self, rows: &Encoded, one: u32, other: u32) -> bool {
        self.add(rows.difference(one, other))
    }

    pub(super) fn add(&mut self, difference: AttrSet) -> bool {
        let size = difference.len();
        let new = self.known.insert(difference.clone());
        if new {
            self.by_size.resize(self.by_size.len().max(size + 1), Vec::new());
            self.by_size[size].push(difference);
        }
        new
    }

    /// All of them, small ones first.
    pub(super) fn by_size(&self) -> impl Iterator<Item = &AttrSet> {
        self.by_size.iter().flatten()
    }
}
