//! The samples of one round, drawn one by one or many at once.

use std::collections::VecDeque;

use crate::AttrSet;
use crate::lanes::{LANES, LaneTheory, Lanes, Mask};
use crate::sampling::{Sampler, Stream};

/// The first sets of a round are drawn and tested one by one: most rounds find
/// their counterexample soon.
const DRAWN_ONE_BY_ONE: u64 = 64;

/// A round of samples.
#[derive(Clone, Debug)]
pub(super) struct Round {
    stream: Stream,
    sampler: Sampler,
    /// So many agreeing samples end it.
    pub(super) size: u64,
    /// So many are drawn one by one.
    one_by_one: u64,
    /// How many were drawn one by one.
    pub(super) drawn: u64,
    batch: Option<Batch>,
}

/// Many sets, drawn together.
#[derive(Clone, Debug)]
struct Batch {
    lanes: Lanes,
    /// Those that do not close to ⊥ and were not tested yet.
    left: VecDeque<usize>,
    wanted: usize,
    /// How many of its sets were told of.
    told: usize,
}

/// What comes next in a round.
pub(super) enum Drawn {
    /// A set to be tested, after so many that agree.
    Set(AttrSet, u64),
    /// So many that agree, and then another batch is due.
    Agreeing(u64),
}

impl Round {
    /// A round of `size` samples. If sets that close to ⊥ need no test, most of
    /// it is drawn many at once.
    pub(super) fn new(stream: Stream, sampler: Sampler, size: u64, falsum_agrees: bool) -> Self {
        let one_by_one = if falsum_agrees { size.min(DRAWN_ONE_BY_ONE) } else { size };
        Self { stream, sampler, size, one_by_one, drawn: 0, batch: None }
    }

    /// Whether the next set is drawn by itself.
    pub(super) fn is_one_by_one(&self) -> bool {
        self.drawn < self.one_by_one
    }

    /// Whether a batch has to be drawn before the next set.
    pub(super) fn needs_batch(&self) -> bool {
        !self.is_one_by_one() && self.batch.is_none()
    }

    /// Draws the next set by itself.
    pub(super) fn draw_one(&mut self) -> AttrSet {
        self.drawn += 1;
        self.sampler.draw(&mut self.stream)
    }

    /// Draws a batch for what is missing after `agreed` samples.
    pub(super) fn draw_batch(&mut self, theory: &LaneTheory<'_>, attributes: usize, agreed: u64) {
        let wanted = LANES.min((self.size - agreed) as usize);
        let lanes = self.sampler.draw_lanes(attributes, &mut self.stream, wanted);
        let left = theory.close(&mut lanes.clone(), Mask::first(wanted)).iter().collect();
        self.batch = Some(Batch { lanes, left, wanted, told: 0 });
    }

    /// The next of the batch.
    pub(super) fn next_of_batch(&mut self) -> Drawn {
        let Some(batch) = &mut self.batch else { return Drawn::Agreeing(0) };
        match batch.left.pop_front() {
            Some(lane) => {
                let passed = lane - batch.told;
                batch.told = lane + 1;
                Drawn::Set(batch.lanes.set(lane), passed as u64)
            }
            None => {
                let passed = batch.wanted - batch.told;
                self.batch = None;
                Drawn::Agreeing(passed as u64)
            }
        }
    }
}
