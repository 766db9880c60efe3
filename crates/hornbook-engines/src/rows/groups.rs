//! Equal rows, put together.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use hashbrown::HashTable;

/// Rows that differ, each by its words, with how often it occurs.
#[derive(Debug)]
pub(super) struct Groups {
    /// The words of a row: what it has, then what is unknown of it.
    width: usize,
    words: Vec<u64>,
    counts: Vec<u64>,
    places: HashTable<Place>,
    hashing: FixedState,
}

/// Where a row is, and its hash: so a table that grows need not look at the rows again,
/// which lie all over the memory.
#[derive(Debug)]
struct Place {
    at: u32,
    hash: u32,
}

/// The hash of a table from the half of it that is kept: its low bits say where to look,
/// its high ones what to look at.
fn spread(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}

impl Groups {
    pub(super) fn new(width: usize) -> Self {
        let hashing = FixedState::default();
        Self { width, words: Vec::new(), counts: Vec::new(), places: HashTable::new(), hashing }
    }

    pub(super) fn hash(&self, row: &[u64]) -> u64 {
        self.hashing.hash_one(row)
    }

    pub(super) fn len(&self) -> usize {
        self.counts.len()
    }

    /// About the memory that so many rows take.
    pub(super) fn bytes_of(width: usize, rows: usize) -> usize {
        // Vectors and the table may be half empty.
        rows * (width * 8 + 8 + 9) * 2
    }

    pub(super) fn add(&mut self, hash: u64, row: &[u64], count: u64) {
        let Self { width, words, counts, places, .. } = self;
        let hash = (hash >> 32) as u32;
        let is_same = |place: &Place| place.hash == hash && words[place.at as usize * *width..][..*width] == *row;
        if let Some(place) = places.find(spread(hash), is_same) {
            counts[place.at as usize] += count;
            return;
        }
        let at = counts.len() as u32;
        places.insert_unique(spread(hash), Place { at, hash }, |place| spread(place.hash));
        words.extend_from_slice(row);
        counts.push(count);
    }

    /// The rows in the order in which they came first, and how often each occurs.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&[u64], u64)> {
        (0..self.len()).map(|place| (&self.words[place * self.width..][..self.width], self.counts[place]))
    }

    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.counts.clear();
        self.places.clear();
    }
}
