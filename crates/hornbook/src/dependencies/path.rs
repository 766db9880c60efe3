//! Which rows agree, along a path of columns.

use super::encoded::Encoded;
use super::partition::{Partition, Scratch};

/// The partitions along a path of columns, each refined from the one before, and
/// made when it is asked for.
pub(super) struct PartitionPath {
    /// The partition of all rows, then of the first column of the path, and so on.
    partitions: Vec<Partition>,
    path: Vec<usize>,
    pub(super) scratch: Scratch,
}

impl PartitionPath {
    pub(super) fn new(row_count: usize) -> Self {
        Self { partitions: vec![Partition::whole(row_count)], path: Vec::new(), scratch: Scratch::default() }
    }

    /// The rows that agree in the columns of a path, and how many rows were looked at
    /// for that.
    pub(super) fn along(&mut self, path: &[usize], rows: &Encoded) -> (&Partition, usize) {
        let common = self.path.iter().zip(path).take_while(|(a, b)| a == b).count();
        self.path.truncate(common);
        self.partitions.truncate(common + 1);
        let mut work = 1;
        for &column in &path[common..] {
            let last = &self.partitions[self.path.len()];
            work += last.len();
            // The rows of a single column are found once for all.
            let next = match self.path.is_empty() {
                true => rows.partitions[column].clone(),
                false => last.refine(&rows.columns[column], &mut self.scratch),
            };
            self.partitions.push(next);
            self.path.push(column);
        }
        (&self.partitions[path.len()], work)
    }
}
