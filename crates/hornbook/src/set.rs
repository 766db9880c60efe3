//! Attribute sets: bitsets of the width of their universe.

use std::fmt;

use smallvec::SmallVec;

/// One attribute: its place in the [`Universe`](crate::Universe).
pub type Attr = usize;

const BITS: usize = u64::BITS as usize;

/// A set of attributes, written *A*, *X* or *V* in the paper.
///
/// Sets that are combined must stem from the same universe: a set does not know
/// which that is. Theories, tables and knowledge refuse those that cannot be of
/// theirs, and combining sets of different widths is an error in debug builds;
/// [`Universe::set`](crate::Universe::set) makes one by names. Up to 128
/// attributes live inside the value itself, without an allocation. The derived
/// order is arbitrary but total, for use as a key.
#[derive(PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AttrSet {
    words: SmallVec<[u64; INLINE_WORDS]>,
}

/// So many words live inside the value itself.
const INLINE_WORDS: usize = 2;

impl Clone for AttrSet {
    /// Copies inline words as an array: the derived one would extend an empty
    /// vector word by word.
    #[inline]
    fn clone(&self) -> Self {
        if self.words.len() > INLINE_WORDS {
            return Self { words: SmallVec::from_slice(&self.words) };
        }
        let word = |at: usize| self.words.get(at).copied().unwrap_or(0);
        Self { words: SmallVec::from_buf_and_len(std::array::from_fn(word), self.words.len()) }
    }
}

/// So many words, all the same.
#[inline]
fn filled(word: u64, count: usize) -> SmallVec<[u64; INLINE_WORDS]> {
    if count <= INLINE_WORDS {
        SmallVec::from_buf_and_len([word; INLINE_WORDS], count)
    } else {
        SmallVec::from_elem(word, count)
    }
}

impl AttrSet {
    /// The empty set in a universe of `attributes` attributes.
    pub fn empty(attributes: usize) -> Self {
        Self { words: filled(0, attributes.div_ceil(BITS)) }
    }

    /// All of a universe of `attributes` attributes.
    pub fn full(attributes: usize) -> Self {
        let mut set = Self { words: filled(u64::MAX, attributes.div_ceil(BITS)) };
        set.trim(attributes);
        set
    }

    /// The set of the given attributes, each below `attributes`.
    pub fn of(attributes: usize, members: impl IntoIterator<Item = Attr>) -> Self {
        let mut set = Self::empty(attributes);
        for attr in members {
            assert!(attr < attributes, "attribute {attr} in a universe of {attributes}");
            set.insert(attr);
        }
        set
    }

    /// A set from raw words, lowest attribute first; bits beyond the universe
    /// are cut off.
    pub fn from_words(attributes: usize, words: impl IntoIterator<Item = u64>) -> Self {
        let mut words: SmallVec<[u64; INLINE_WORDS]> = words.into_iter().take(attributes.div_ceil(BITS)).collect();
        words.resize(attributes.div_ceil(BITS), 0);
        let mut set = Self { words };
        set.trim(attributes);
        set
    }

    fn trim(&mut self, attributes: usize) {
        if !attributes.is_multiple_of(BITS)
            && let Some(last) = self.words.last_mut()
        {
            *last &= (1 << (attributes % BITS)) - 1;
        }
    }

    /// Whether it can be a set of a universe of this size: it is as wide, and has
    /// nothing beyond it. Theories and tables take no others.
    pub fn fits(&self, attributes: usize) -> bool {
        let beyond = || match attributes % BITS {
            0 => 0,
            used => self.words.last().map_or(0, |last| last >> used),
        };
        self.words.len() == attributes.div_ceil(BITS) && beyond() == 0
    }

    /// The words of the set, lowest attribute first.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Whether `attr` is in the set.
    pub fn contains(&self, attr: Attr) -> bool {
        self.words[attr / BITS] >> (attr % BITS) & 1 == 1
    }

    /// Adds `attr`; says whether it was new.
    pub fn insert(&mut self, attr: Attr) -> bool {
        let word = &mut self.words[attr / BITS];
        let old = *word;
        *word |= 1 << (attr % BITS);
        *word != old
    }

    /// Takes `attr` away; says whether it was there.
    pub fn remove(&mut self, attr: Attr) -> bool {
        let word = &mut self.words[attr / BITS];
        let old = *word;
        *word &= !(1 << (attr % BITS));
        *word != old
    }

    /// The number of attributes in the set.
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether the set has no attribute.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }

    /// Whether every attribute of `self` is in `other`.
    pub fn is_subset(&self, other: &Self) -> bool {
        self.zip(other).all(|(a, b)| a & !b == 0)
    }

    /// Whether `self` is a subset of `other` and not equal to it.
    pub fn is_proper_subset(&self, other: &Self) -> bool {
        self != other && self.is_subset(other)
    }

    /// Whether no attribute is in both sets.
    pub fn is_disjoint(&self, other: &Self) -> bool {
        self.zip(other).all(|(a, b)| a & b == 0)
    }

    /// Adds all of `other`; says whether anything was new.
    pub fn insert_all(&mut self, other: &Self) -> bool {
        debug_assert_eq!(self.words.len(), other.words.len(), "sets of different universes");
        let mut grown = 0;
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            grown |= b & !*a;
            *a |= b;
        }
        grown != 0
    }

    /// Keeps only what is also in `other`.
    pub fn retain_all(&mut self, other: &Self) {
        debug_assert!(self.words.len() <= other.words.len(), "sets of different universes");
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            *a &= b;
        }
    }

    /// Takes all of `other` away.
    pub fn remove_all(&mut self, other: &Self) {
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            *a &= !b;
        }
    }

    /// What is in either set.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let mut set = self.clone();
        set.insert_all(other);
        set
    }

    /// What is in both sets.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        let mut set = self.clone();
        set.retain_all(other);
        set
    }

    /// What is in `self` and not in `other`.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        let mut set = self.clone();
        set.remove_all(other);
        set
    }

    /// `self` and one more attribute.
    #[must_use]
    pub fn with(&self, attr: Attr) -> Self {
        let mut set = self.clone();
        set.insert(attr);
        set
    }

    /// `self` less one attribute.
    #[must_use]
    pub fn without(&self, attr: Attr) -> Self {
        let mut set = self.clone();
        set.remove(attr);
        set
    }

    /// The smallest attribute of the set.
    pub fn first(&self) -> Option<Attr> {
        self.iter().next()
    }

    /// The attributes in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Attr> + '_ {
        self.words.iter().enumerate().flat_map(|(at, &word)| ones(at, word))
    }

    fn zip<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = (u64, u64)> + 'a {
        debug_assert_eq!(self.words.len(), other.words.len(), "sets of different universes");
        self.words.iter().copied().zip(other.words.iter().copied())
    }
}

/// The places of the ones in the word at a place of a bitset.
#[inline]
pub(crate) fn ones(at: usize, mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if word == 0 {
            return None;
        }
        let place = at * BITS + word.trailing_zeros() as usize;
        word &= word - 1;
        Some(place)
    })
}

impl fmt::Debug for AttrSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_set_has_no_bit_beyond_the_universe() {
        for n in [0, 1, 63, 64, 65, 128, 200] {
            assert_eq!(AttrSet::full(n).len(), n);
            assert_eq!(AttrSet::full(n).iter().collect::<Vec<_>>(), (0..n).collect::<Vec<_>>());
            assert_eq!(AttrSet::from_words(n, vec![u64::MAX; 9]), AttrSet::full(n));
        }
    }

    #[test]
    fn set_algebra_agrees_with_the_standard_library() {
        use std::collections::BTreeSet;
        let n = 70;
        let a: BTreeSet<_> = (0..n).filter(|i| i % 3 == 0).collect();
        let b: BTreeSet<_> = (0..n).filter(|i| i % 2 == 0).collect();
        let (x, y) = (AttrSet::of(n, a.iter().copied()), AttrSet::of(n, b.iter().copied()));
        assert!(x.union(&y).iter().eq(a.union(&b).copied()));
        assert!(x.intersection(&y).iter().eq(a.intersection(&b).copied()));
        assert!(x.difference(&y).iter().eq(a.difference(&b).copied()));
        assert!(x.intersection(&y).is_proper_subset(&x));
        assert!(!x.is_subset(&y));
        assert!(x.difference(&y).is_disjoint(&y));
    }
}
