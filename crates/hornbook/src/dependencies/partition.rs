//! Which rows agree in some columns.

use super::column::Column;

/// The rows that agree in some columns with another row, cluster by cluster. A row
/// that agrees with none is left out: no pair of rows can be made with it.
#[derive(Clone, Debug, Default)]
pub(super) struct Partition {
    rows: Vec<u32>,
    /// Where each cluster ends.
    ends: Vec<u32>,
}

/// Memory that is used again and again while clusters are split.
#[derive(Default)]
pub(super) struct Scratch {
    /// For each value, how often it occurs in the cluster, then where its next row
    /// goes. Zeros between two clusters.
    places: Vec<u32>,
    /// The values that occur in the cluster.
    values: Vec<u32>,
}

/// A value that only one row of a cluster has.
const ALONE: u32 = u32::MAX;

impl Partition {
    /// All rows in one cluster: they agree in no columns at all.
    pub(super) fn whole(row_count: usize) -> Self {
        match row_count {
            0 | 1 => Self::default(),
            _ => Self { rows: (0..row_count as u32).collect(), ends: vec![row_count as u32] },
        }
    }

    /// How many rows agree with another one.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// How many rows are to be left out until no two agree.
    pub(super) fn excess(&self) -> usize {
        self.rows.len() - self.ends.len()
    }

    pub(super) fn clusters(&self) -> impl Iterator<Item = &[u32]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let cluster = &self.rows[start..end as usize];
            start = end as usize;
            cluster
        })
    }

    /// The rows that agree in one column more. Within a cluster they stay in order.
    pub(super) fn refine(&self, column: &Column, scratch: &mut Scratch) -> Self {
        let mut finer = Self { rows: Vec::with_capacity(self.rows.len()), ends: Vec::new() };
        if scratch.places.len() < column.repeated {
            scratch.places.resize(column.repeated, 0);
        }
        for cluster in self.clusters() {
            match *cluster {
                [one, other] => {
                    if column.codes[one as usize] == column.codes[other as usize] {
                        finer.rows.extend([one, other]);
                        finer.ends.push(finer.rows.len() as u32);
                    }
                }
                _ => finer.split(cluster, column, scratch),
            }
        }
        finer
    }

    /// Adds the clusters into which a column splits a cluster.
    fn split(&mut self, cluster: &[u32], column: &Column, Scratch { places, values }: &mut Scratch) {
        values.clear();
        // Values that occur once in the whole table come last.
        for code in cluster.iter().map(|&row| column.codes[row as usize]).filter(|&code| code < column.repeated as u32)
        {
            let count = &mut places[code as usize];
            if *count == 0 {
                values.push(code);
            }
            *count += 1;
        }
        let mut end = self.rows.len() as u32;
        for &value in values.iter() {
            let place = &mut places[value as usize];
            match *place {
                1 => *place = ALONE,
                count => {
                    *place = end;
                    end += count;
                    self.ends.push(end);
                }
            }
        }
        self.rows.resize(end as usize, 0);
        for &row in cluster {
            let code = column.codes[row as usize];
            if code < column.repeated as u32 {
                let place = &mut places[code as usize];
                if *place != ALONE {
                    self.rows[*place as usize] = row;
                    *place += 1;
                }
            }
        }
        values.iter().for_each(|&value| places[value as usize] = 0);
    }

    /// Two rows that agree in the columns of the partition and not in this one.
    pub(super) fn violation(&self, column: &Column) -> Option<(u32, u32)> {
        self.clusters().find_map(|cluster| {
            let first = column.codes[cluster[0] as usize];
            let other = cluster.iter().find(|&&row| column.codes[row as usize] != first)?;
            Some((cluster[0], *other))
        })
    }
}
