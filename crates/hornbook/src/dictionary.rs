//! Texts that differ, numbered in the order in which they came.

use std::hash::{BuildHasher, Hasher};

use foldhash::fast::RandomState;
use hashbrown::HashTable;

use crate::packed::Packed;

/// Hashes bytes. Dictionaries that share this have the same hashes.
#[derive(Clone, Default)]
pub(crate) struct Hashing(RandomState);

impl Hashing {
    pub(crate) fn of(&self, bytes: &[u8]) -> u64 {
        let mut hasher = self.0.build_hasher();
        hasher.write(bytes);
        hasher.finish()
    }
}

/// A set of texts. Whoever asks has hashed the text before, since the same
/// text is often looked up in two of these.
#[derive(Default)]
pub(crate) struct Dictionary {
    texts: Packed,
    places: HashTable<u32>,
}

impl Dictionary {
    /// The number of a text.
    pub(crate) fn find(&self, hash: u64, text: &[u8]) -> Option<u32> {
        self.places.find(hash, |&place| self.texts.bytes(place as usize) == text).copied()
    }

    /// Adds a text that is not there, and says its number.
    pub(crate) fn add(&mut self, hash: u64, text: &str, hashing: &Hashing) -> u32 {
        let place = self.skip(text);
        self.places.insert_unique(hash, place, |&place| hashing.of(self.texts.bytes(place as usize)));
        place
    }

    /// Takes a number for a text that shall not be found.
    pub(crate) fn skip(&mut self, text: &str) -> u32 {
        self.texts.push(text);
        (self.texts.len() - 1) as u32
    }

    /// The number of a text, which is added if need be.
    pub(crate) fn place(&mut self, hash: u64, text: &str, hashing: &Hashing) -> u32 {
        self.find(hash, text.as_bytes()).unwrap_or_else(|| self.add(hash, text, hashing))
    }

    /// The number of a key; an empty one is never found again.
    pub(crate) fn place_key(&mut self, key: &str, hashing: &Hashing) -> u32 {
        if key.is_empty() { self.skip(key) } else { self.place(hashing.of(key.as_bytes()), key, hashing) }
    }

    pub(crate) fn texts(&self) -> &Packed {
        &self.texts
    }

    pub(crate) fn into_texts(self) -> Packed {
        self.texts
    }

    pub(crate) fn clear(&mut self) {
        self.texts.clear();
        self.places.clear();
    }
}
