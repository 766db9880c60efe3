//! How often each row occurs, laid out so that the rows of a bitset are
//! counted by the word.

use crate::set::ones;

/// Numbers of occurrences by their binary digits: for each digit, a bitset of
/// the rows whose number has it. If rows that occur often come first, the
/// bitsets of higher digits are short.
#[derive(Clone, Debug)]
pub(crate) struct RowWeights {
    /// How often each row occurs; empty if every row occurs once.
    counts: Vec<usize>,
    /// For each digit, the rows that have it, up to the last one.
    digits: Vec<Vec<u64>>,
}

impl RowWeights {
    pub(crate) fn new(counts: &[usize]) -> Self {
        let all_once = counts.iter().all(|&count| count == 1);
        let most = counts.iter().max().map_or(0, |most| most.ilog2() as usize + 1);
        let mut digits = vec![Vec::new(); if all_once { 0 } else { most }];
        for (digit, rows) in digits.iter_mut().enumerate() {
            for row in (0..counts.len()).filter(|&row| counts[row] >> digit & 1 == 1) {
                rows.resize(row / 64 + 1, 0);
                rows[row / 64] |= 1 << (row % 64);
            }
        }
        Self { counts: if all_once { Vec::new() } else { counts.to_vec() }, digits }
    }

    /// How often a bitset is gone through to sum.
    pub(crate) fn passes(&self) -> usize {
        self.digits.len().max(1)
    }

    /// How often the rows of a bitset occur together.
    #[inline]
    pub(crate) fn sum(&self, rows: &[u64]) -> usize {
        if self.counts.is_empty() {
            return rows.iter().map(|word| word.count_ones() as usize).sum();
        }
        let of_digit = |(digit, with): (usize, &Vec<u64>)| {
            let count: usize = rows.iter().zip(with).map(|(rows, with)| (rows & with).count_ones() as usize).sum();
            count << digit
        };
        self.digits.iter().enumerate().map(of_digit).sum()
    }

    /// Whether the rows of a bitset occur so often together. Mostly a few of them are
    /// enough, or all are few: then they are added one by one. To sum many of them is
    /// quicker by their digits.
    #[inline]
    pub(crate) fn reaches(&self, rows: &[u64], least: usize) -> bool {
        let mut left = if self.counts.is_empty() { 0 } else { rows.len() / 2 };
        let mut sum = 0;
        for row in rows.iter().enumerate().flat_map(|(place, &word)| ones(place, word)) {
            if left == 0 {
                return self.sum(rows) >= least;
            }
            left -= 1;
            sum += self.counts[row];
            if sum >= least {
                return true;
            }
        }
        sum >= least
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn occurrences_are_summed() {
        let all = [1000, 13, 3, 2, 1, 1, 1];
        for counts in [&all[..], &[1, 1, 1], &[], &[5]] {
            let weights = RowWeights::new(counts);
            for rows in 0..1u64 << counts.len() {
                let expected: usize = (0..counts.len()).filter(|row| rows >> row & 1 == 1).map(|row| counts[row]).sum();
                assert_eq!(weights.sum(&[rows]), expected);
                for padding in [0, 8] {
                    let padded = [vec![rows], vec![0; padding]].concat();
                    for least in expected.saturating_sub(2)..expected + 3 {
                        assert_eq!(weights.reaches(&padded, least), expected >= least, "{counts:?} {rows:b} {least}");
                    }
                }
            }
        }
    }
}
