//! How much a search may cost, and whether it may go on.

use std::ops::ControlFlow;

use crate::Implication;
use crate::canonical::BasisStop;

/// How often a rule is held, counting what becomes of it later.
const TIMES_A_RULE_IS_HELD: usize = 4;

/// The watcher is asked after so many steps.
const STEPS_BETWEEN_LOOKS: u64 = 1 << 18;

/// What a search found, and what stopped it before its end, if something did.
pub(crate) struct Searched<T> {
    pub found: Vec<T>,
    pub stopped: Option<BasisStop>,
}

impl<T> Searched<T> {
    pub(crate) fn new(found: Vec<T>, ended: Result<(), BasisStop>) -> Self {
        Self { found, stopped: ended.err() }
    }
}

/// What a search has spent, and what it may spend.
pub(crate) struct Effort<'a> {
    max_work: Option<u64>,
    max_bytes: Option<usize>,
    /// The memory that a rule takes.
    rule_bytes: usize,
    /// Is told the number of rules and the memory held, and says whether to go on.
    watch: &'a mut dyn FnMut(usize, usize) -> ControlFlow<()>,
    work: u64,
    next_look: u64,
}

impl<'a> Effort<'a> {
    /// For rules of so many attributes.
    pub(crate) fn new(
        attributes: usize,
        max_work: Option<u64>,
        max_bytes: Option<usize>,
        watch: &'a mut dyn FnMut(usize, usize) -> ControlFlow<()>,
    ) -> Self {
        let rule_bytes = TIMES_A_RULE_IS_HELD * (size_of::<Implication>() + 2 * attributes.div_ceil(8));
        Self { max_work, max_bytes, rule_bytes, watch, work: 0, next_look: STEPS_BETWEEN_LOOKS }
    }

    /// The steps so far, of about a nanosecond each.
    pub(crate) fn work(&self) -> u64 {
        self.work
    }

    /// Counts steps, with so many rules found and so much memory held besides.
    #[inline]
    pub(crate) fn spend(&mut self, steps: usize, rules: usize, bytes: usize) -> Result<(), BasisStop> {
        self.work += steps as u64;
        if self.work < self.next_look {
            return Ok(());
        }
        self.next_look = self.work + STEPS_BETWEEN_LOOKS;
        let bytes = bytes + rules * self.rule_bytes;
        if self.max_work.is_some_and(|most| self.work > most) {
            return Err(BasisStop::Work);
        }
        if self.max_bytes.is_some_and(|most| bytes > most) {
            return Err(BasisStop::Memory);
        }
        match (self.watch)(rules, bytes) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(BasisStop::Cancelled),
        }
    }
}
