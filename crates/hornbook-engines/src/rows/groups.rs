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
    places: HashTable<u32>,
    hashing: FixedState,
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
        rows * (width * 8 + 8 + 5) * 2
    }

    pub(super) fn add(&mut self, hash: u64, row: &[u64], count: u64) {
        let Self { width, words, counts, places, hashing } = self;
        let get = |place: u32| &words[place as usize * *width..][..*width];
        if let Some(&place) = places.find(hash, |&place| get(place) == row) {
            counts[place as usize] += count;
            return;
        }
        let place = counts.len() as u32;
        places.insert_unique(hash, place, |&place| hashing.hash_one(get(place)));
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
