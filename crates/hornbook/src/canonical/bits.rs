//! Sets as rows of words in a larger array.
//!
//! The enumeration meets millions of sets: they are slices of arrays that are
//! allocated once, and how many words they have is known to the compiler where
//! there are few.

use crate::Attr;
use crate::set::ones;

pub(super) const BITS: usize = u64::BITS as usize;

/// How many words a set has.
pub(crate) trait Width: Copy + Send + Sync {
    /// The number of words.
    fn words(self) -> usize;
}

/// A width that the compiler knows.
#[derive(Clone, Copy)]
pub(crate) struct Fixed<const WORDS: usize>;

impl<const WORDS: usize> Width for Fixed<WORDS> {
    #[inline(always)]
    fn words(self) -> usize {
        WORDS
    }
}

/// Any width.
#[derive(Clone, Copy)]
pub(crate) struct Any(pub(crate) usize);

impl Width for Any {
    #[inline(always)]
    fn words(self) -> usize {
        self.0
    }
}

/// The set at a place of an array of sets.
#[inline(always)]
pub(super) fn at(sets: &[u64], place: usize, words: usize) -> &[u64] {
    &sets[place * words..][..words]
}

/// The same, to change it.
#[inline(always)]
pub(super) fn at_mut(sets: &mut [u64], place: usize, words: usize) -> &mut [u64] {
    &mut sets[place * words..][..words]
}

#[inline(always)]
pub(super) fn contains(set: &[u64], attr: Attr) -> bool {
    set[attr / BITS] >> (attr % BITS) & 1 == 1
}

#[inline(always)]
pub(super) fn insert(set: &mut [u64], attr: Attr) {
    set[attr / BITS] |= 1 << (attr % BITS);
}

#[inline(always)]
pub(super) fn is_within(set: &[u64], other: &[u64]) -> bool {
    set.iter().zip(other).fold(0, |beyond, (a, b)| beyond | a & !b) == 0
}

/// The attributes of a set, in ascending order.
pub(super) fn attrs(set: &[u64]) -> impl Iterator<Item = Attr> + '_ {
    set.iter().enumerate().flat_map(|(at, &word)| ones(at, word))
}
