//! Many sets at once: one machine word for each attribute, one bit for each
//! set.
//!
//! Closing 512 sets together costs little more than closing one, since a rule
//! fires for all of them with a handful of vector operations, and most random
//! sets turn out to be impossible after a few rules. Those few that survive go
//! the ordinary way. The same for the rows of a table: which of the sets a row
//! contains is told by what it lacks.
//!
//! What is computed does not depend on the processor: there are always
//! [`LANES`] sets, and wider vectors only take fewer steps for them
//! ([`dispatch`]).

mod compare;
mod dispatch;
mod draw;
mod rows;
mod theory;
mod transpose;

pub(crate) use compare::compare;
pub(crate) use rows::LaneRows;
pub(crate) use theory::LaneTheory;

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use crate::set::ones;
use crate::{Attr, AttrSet};

const WORDS: usize = 8;

/// How many sets go together.
pub(crate) const LANES: usize = WORDS * u64::BITS as usize;

/// Some of the lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Mask([u64; WORDS]);

impl Mask {
    pub(crate) const NONE: Self = Self([0; WORDS]);
    pub(crate) const ALL: Self = Self([u64::MAX; WORDS]);

    /// The first `count` lanes.
    pub(crate) fn first(count: usize) -> Self {
        Self(std::array::from_fn(|at| match count.saturating_sub(at * 64) {
            0 => 0,
            some @ 1..64 => (1 << some) - 1,
            _ => u64::MAX,
        }))
    }

    #[inline(always)]
    pub(crate) fn is_none(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    pub(crate) fn contains(&self, lane: usize) -> bool {
        self.0[lane / 64] >> (lane % 64) & 1 == 1
    }

    /// The number of lanes.
    #[inline(always)]
    pub(crate) fn count(&self) -> u64 {
        self.0.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// The lanes, in their order.
    pub(crate) fn iter(self) -> impl Iterator<Item = usize> {
        (0..WORDS).flat_map(move |at| ones(at, self.0[at]))
    }

    fn remove(&mut self, lane: usize) {
        self.0[lane / 64] &= !(1 << (lane % 64));
    }

    fn insert(&mut self, lane: usize) {
        self.0[lane / 64] |= 1 << (lane % 64);
    }
}

impl BitAnd for Mask {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }
}

impl BitOr for Mask {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }
}

impl Not for Mask {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(std::array::from_fn(|at| !self.0[at]))
    }
}

impl BitAndAssign for Mask {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for Mask {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

/// [`LANES`] sets, attribute by attribute.
#[derive(Clone, Debug)]
pub(crate) struct Lanes {
    /// For each attribute, the lanes that have it.
    words: Vec<Mask>,
}

impl Lanes {
    /// Empty sets.
    pub(crate) fn empty(attributes: usize) -> Self {
        Self { words: vec![Mask::NONE; attributes] }
    }

    /// These sets, at most [`LANES`]; the lanes beyond are empty sets.
    pub(crate) fn of(attributes: usize, sets: impl IntoIterator<Item = AttrSet>) -> Self {
        let mut lanes = Self::empty(attributes);
        sets.into_iter().enumerate().for_each(|(lane, set)| lanes.put(lane, &set));
        lanes
    }

    /// Adds the attributes of a set to a lane.
    fn put(&mut self, lane: usize, set: &AttrSet) {
        set.iter().for_each(|attr| self.words[attr].insert(lane));
    }

    /// Adds an attribute to all sets.
    pub(crate) fn fill(&mut self, attr: Attr) {
        self.words[attr] = Mask::ALL;
    }

    /// One of the sets.
    pub(crate) fn set(&self, lane: usize) -> AttrSet {
        let has = |attr: &Attr| self.words[*attr].contains(lane);
        AttrSet::of(self.words.len(), (0..self.words.len()).filter(has))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_count_and_list_their_lanes() {
        for count in [0, 1, 63, 64, 65, 200, 511, 512] {
            let mask = Mask::first(count);
            assert_eq!(mask.count(), count as u64);
            assert!(mask.iter().eq(0..count));
            assert_eq!(mask.is_none(), count == 0);
            assert_eq!((!mask).count(), (LANES - count) as u64);
        }
    }

    #[test]
    fn sets_go_in_and_come_out() {
        let sets: Vec<AttrSet> = (0..300).map(|i| AttrSet::of(70, (0..70).filter(|a| (a * i) % 7 == 1))).collect();
        let lanes = Lanes::of(70, sets.iter().cloned());
        for (lane, set) in sets.iter().enumerate() {
            assert_eq!(lanes.set(lane), *set);
        }
        assert!(lanes.set(300).is_empty());
    }
}
