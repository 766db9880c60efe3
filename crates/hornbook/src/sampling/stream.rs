//! Seeded streams of random numbers.
//!
//! Every use of randomness has a stream of its own, named by the seed, what it
//! is for, a round and a block. So results depend on the seed alone, not on
//! threads or on what else was drawn, and no two rounds share a sample.

use std::cell::RefCell;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use crate::AttrSet;

/// What a stream is used for; streams of different purposes are independent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Purpose {
    /// Sets that stand in for an equivalence query.
    Equivalence = 1,
    /// Sets from which the next question is chosen; nothing is certified by them.
    Look = 2,
    /// Sets on which a certificate rests.
    Certificate = 3,
    /// Choices of a simulated expert.
    Expert = 4,
    /// Probes for estimating precision and recall.
    Measure = 5,
    /// Cases that bound how many exceptions a rule has.
    Exceptions = 6,
    /// Cases near known ones, to find exceptions; nothing is bounded by them.
    Search = 7,
}

/// All streams of one seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Streams {
    seed: u64,
}

impl Streams {
    /// The streams of this seed.
    pub fn new(seed: u64) -> Self {
        Self { seed }
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// One stream. Equal arguments give the same numbers on any machine.
    pub fn stream(&self, purpose: Purpose, round: u64, block: u64) -> Stream {
        let parts = [self.seed, purpose as u64, round, block];
        OPENED.with_borrow_mut(|opened| opened.iter_mut().for_each(|opened| opened.push(parts)));
        let mut key = [0; 32];
        for (bytes, part) in key.chunks_exact_mut(8).zip(parts) {
            bytes.copy_from_slice(&part.to_le_bytes());
        }
        Stream(ChaCha8Rng::from_seed(key))
    }
}

thread_local! {
    /// The streams opened on this thread, while somebody wants to know.
    static OPENED: RefCell<Option<Vec<[u64; 4]>>> = const { RefCell::new(None) };
}

/// The seed, purpose, round and block of each stream that is opened meanwhile on
/// this thread: for tests that what must be independent shares none.
#[doc(hidden)]
pub fn streams_opened<T>(meanwhile: impl FnOnce() -> T) -> (T, Vec<[u64; 4]>) {
    OPENED.set(Some(Vec::new()));
    let result = meanwhile();
    (result, OPENED.take().unwrap_or_default())
}

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `bound`, which must not be 0; each equally likely.
    pub fn below(&mut self, bound: usize) -> usize {
        // Multiply and shift; what would fall unevenly is drawn again.
        let bound = bound as u64;
        let uneven = bound.wrapping_neg() % bound;
        loop {
            let wide = u128::from(self.bits()) * u128::from(bound);
            if wide as u64 >= uneven {
                return (wide >> 64) as usize;
            }
        }
    }

    /// A number in [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Brings things into an order in which every one is equally likely.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for at in (1..things.len()).rev() {
            things.swap(at, self.below(at + 1));
        }
    }

    /// A subset of a universe in which every set is equally likely.
    pub fn subset(&mut self, attributes: usize) -> AttrSet {
        AttrSet::from_words(attributes, (0..attributes.div_ceil(64)).map(|_| self.0.next_u64()))
    }
}
