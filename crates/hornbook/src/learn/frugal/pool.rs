//! Unsettled sets to choose questions by, and counts to certify by.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::lanes::{LANES, LaneRows, LaneTheory, Lanes, Mask};
use crate::sampling::{Purpose, Sampler, Streams};
use crate::{AttrSet, Conclusion, Implication, Knowledge};

/// What counts as open: all rules, or only those about some attributes.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    pub goal: Option<AttrSet>,
    pub max_premise: Option<usize>,
}

/// A set about which the truth is open.
#[derive(Clone, Debug)]
pub(super) struct Open {
    /// The set as it was drawn.
    pub drawn: AttrSet,
    /// What is known to follow from it.
    pub closed: AttrSet,
    /// Of which of the distributions that are certified apart it was drawn.
    pub part: usize,
}

impl Scope {
    /// The part of a conclusion that is of interest.
    pub(super) fn restrict(&self, conclusion: Conclusion) -> Conclusion {
        match &self.goal {
            Some(goal) => conclusion.intersection(goal),
            None => conclusion,
        }
    }

    /// Whether something of interest follows in truth that a set lacks.
    pub(super) fn says_more(&self, truth: &Conclusion, set: &AttrSet) -> bool {
        match &self.goal {
            Some(goal) => !truth.intersection(goal).is_subset(set),
            None => !truth.is_subset(set),
        }
    }

    /// The closure of `set` under the rules if the truth about it is open.
    pub(super) fn open(&self, knowledge: &Knowledge, set: &AttrSet) -> Option<AttrSet> {
        match knowledge.lower(set) {
            Conclusion::Attrs(closed) if self.is_open(knowledge, &closed) => Some(closed),
            _ => None,
        }
    }

    /// Whether the truth about a set closed under the rules is open.
    fn is_open(&self, knowledge: &Knowledge, closed: &AttrSet) -> bool {
        match &self.goal {
            None => !knowledge.is_closed(closed),
            Some(_) => !self.restrict(knowledge.upper_of_closed(closed)).is_subset(closed),
        }
    }
}

/// Whether what is open about a closed set depends on one of these questions: a
/// "yes" would change what follows from it.
pub(super) fn depends_on_unanswered(set: &AttrSet, questions: &[Implication]) -> bool {
    questions.iter().any(|question| !question.holds_in(set))
}

/// What one block of samples showed.
#[derive(Default)]
pub(super) struct Block {
    pub drawn: u64,
    /// Open sets that depend on no question without an answer.
    pub open: Vec<Open>,
    /// How many depend on one.
    pub dependent: u64,
}

impl Block {
    fn note(&mut self, open: Open, unanswered: &[Implication]) {
        if depends_on_unanswered(&open.closed, unanswered) {
            self.dependent += 1;
        } else {
            self.open.push(open);
        }
    }
}

/// Draws samples in blocks, each from a stream of its own, and tells which are
/// open. `enough` is told the blocks in their order and ends the drawing; so
/// the result does not depend on the number of threads.
pub(super) struct Drawing<'a> {
    pub knowledge: &'a Knowledge,
    pub scope: &'a Scope,
    pub unanswered: &'a [Implication],
    pub sampler: &'a Sampler,
    /// Which of the distributions that are certified apart this is.
    pub part: usize,
    pub streams: Streams,
    pub threads: usize,
    /// The rules laid out for many sets at once.
    pub lane_theory: LaneTheory<'a>,
    /// The models likewise.
    pub lane_rows: &'a LaneRows,
}

/// A stream is drawn from for so many sets.
pub(super) const BLOCK: u64 = 1024;

/// So many blocks are drawn before threads are started: many draws end soon.
const SINGLE_THREAD_BLOCKS: u64 = 32;
/// A thread draws so many blocks in a turn.
const BLOCKS_A_TURN: u64 = 16;

/// Up to so many sets are looked at one by one.
const MAX_SETS_ONE_BY_ONE: u64 = 4;

impl Drawing<'_> {
    pub(super) fn draw(&self, purpose: Purpose, round: u64, samples: u64, mut enough: impl FnMut(Block) -> bool) {
        let blocks = samples.div_ceil(BLOCK);
        let block = |at: u64| self.block(purpose, round, at, BLOCK.min(samples - at * BLOCK));
        // Many draws end soon, before a second thread would be of use.
        let alone = if self.threads > 1 { blocks.min(SINGLE_THREAD_BLOCKS) } else { blocks };
        for at in 0..alone {
            if enough(block(at)) {
                return;
            }
        }
        // Handing over a block at a time would take longer than drawing it.
        let turns = (blocks - alone).div_ceil(BLOCKS_A_TURN);
        let turn = |at: u64| {
            let first = alone + at * BLOCKS_A_TURN;
            (first..blocks.min(first + BLOCKS_A_TURN)).map(block).collect::<Vec<Block>>()
        };
        let threads = (self.threads.max(1) as u64).min(turns);
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let receivers: Vec<_> = (0..threads)
                .map(|thread| {
                    let (send, receive) = std::sync::mpsc::sync_channel(4);
                    let (stop, turn) = (&stop, &turn);
                    scope.spawn(move || {
                        for at in (thread..turns).step_by(threads as usize) {
                            if stop.load(Ordering::Relaxed) || send.send(turn(at)).is_err() {
                                return;
                            }
                        }
                    });
                    receive
                })
                .collect();
            for at in 0..turns {
                let Ok(blocks) = receivers[(at % threads) as usize].recv() else { break };
                if blocks.into_iter().any(&mut enough) {
                    break;
                }
            }
            stop.store(true, Ordering::Relaxed);
        });
    }

    /// The sets of one block.
    pub(super) fn block(&self, purpose: Purpose, round: u64, at: u64, samples: u64) -> Block {
        let mut stream = self.streams.stream(purpose, round, at);
        let mut block = Block { drawn: samples, ..Block::default() };
        for first in (0..samples).step_by(LANES) {
            let wanted = LANES.min((samples - first) as usize);
            let drawn = self.sampler.draw_lanes(self.knowledge.attribute_count(), &mut stream, wanted);
            self.together(&drawn, Mask::first(wanted), &mut block);
        }
        block
    }

    /// A block of sets that were drawn elsewhere.
    pub(super) fn block_of(&self, sets: &[AttrSet]) -> Block {
        let mut block = Block { drawn: sets.len() as u64, ..Block::default() };
        for some in sets.chunks(LANES) {
            let drawn = Lanes::of(self.knowledge.attribute_count(), some.iter().cloned());
            self.together(&drawn, Mask::first(some.len()), &mut block);
        }
        block
    }

    /// Looks at many sets, closed together.
    fn together(&self, drawn: &Lanes, wanted: Mask, block: &mut Block) {
        let mut lanes = drawn.clone();
        let alive = self.lane_theory.close(&mut lanes, wanted);
        let rows = (alive.count() > MAX_SETS_ONE_BY_ONE).then_some(self.lane_rows);
        match rows.map(|rows| rows.reach(&lanes, alive).open(&lanes, alive, self.scope.goal.as_ref())) {
            Some(open) => {
                for (drawn, closed) in drawn.sets(open).into_iter().zip(lanes.sets(open)) {
                    block.note(Open { drawn, closed, part: self.part }, self.unanswered);
                }
            }
            None => {
                for lane in alive.iter() {
                    let closed = lanes.set(lane);
                    if self.scope.is_open(self.knowledge, &closed) {
                        block.note(Open { drawn: drawn.set(lane), closed, part: self.part }, self.unanswered);
                    }
                }
            }
        }
    }
}
