//! What is known of a run while it goes on, and what stops it.

use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::bits::{Width, insert};
use super::search::{Intent, SearchDomain, WORDS_A_STEP};
use super::settings::{BasisProgress, BasisSettings, BasisStop};
use super::table::Table;
use crate::{Attr, Implication};

/// A search reports after so many sets.
const REPORT_EVERY: u64 = 256;

/// Something stopped the search; the tally knows what.
#[derive(Debug)]
pub(super) struct Stop;

/// The sums over all threads.
pub(super) struct Tally {
    settings: BasisSettings,
    visited: AtomicU64,
    work: AtomicU64,
    rules: AtomicUsize,
    bytes: AtomicUsize,
    peak: AtomicUsize,
    stopped: OnceLock<BasisStop>,
    /// What a rule takes beyond the search.
    handed_over: usize,
}

/// How often a rule is held once it was found: in the result, in a rulebook
/// made of it, and as text.
const HELD: usize = 4;

impl Tally {
    pub(super) fn new(settings: BasisSettings, bytes: usize, words: usize) -> Self {
        // Sets of more than two words are held apart.
        let apart = if words > 2 { 2 * 8 * words } else { 0 };
        Self {
            handed_over: HELD * (size_of::<Implication>() + apart),
            settings,
            visited: AtomicU64::new(0),
            work: AtomicU64::new(0),
            rules: AtomicUsize::new(0),
            bytes: AtomicUsize::new(bytes),
            peak: AtomicUsize::new(bytes),
            stopped: OnceLock::new(),
        }
    }

    pub(super) fn visited(&self) -> u64 {
        self.visited.load(Ordering::Relaxed)
    }

    pub(super) fn work(&self) -> u64 {
        self.work.load(Ordering::Relaxed)
    }

    pub(super) fn peak(&self) -> usize {
        self.peak.load(Ordering::Relaxed)
    }

    pub(super) fn stopped(&self) -> Option<BasisStop> {
        self.stopped.get().copied()
    }

    fn stop(&self, why: BasisStop) {
        // Whatever came first was it.
        _ = self.stopped.set(why);
    }

    /// Takes in what changed since a thread reported last, the bytes as a
    /// difference modulo the largest number.
    fn add(&self, visited: u64, work: u64, rules: usize, bytes: usize) -> BasisProgress {
        let work = work + self.work.fetch_add(work, Ordering::Relaxed);
        let visited = visited + self.visited.fetch_add(visited, Ordering::Relaxed);
        let rules = rules + self.rules.fetch_add(rules, Ordering::Relaxed);
        let bytes = self.bytes.fetch_add(bytes, Ordering::Relaxed).wrapping_add(bytes);
        // Rules are still to be handed over, and each takes room again.
        let bytes = bytes.wrapping_add(rules * self.handed_over);
        self.peak.fetch_max(bytes, Ordering::Relaxed);
        let too_much = self.settings.max_work.is_some_and(|most| work > most);
        if too_much || self.settings.max_visited.is_some_and(|most| visited > most) {
            self.stop(BasisStop::Work);
        }
        if self.settings.max_bytes.is_some_and(|most| bytes > most) {
            self.stop(BasisStop::Memory);
        }
        BasisProgress { rules, visited, bytes }
    }
}

/// A table that is looked at, and watched.
pub(super) struct Looking<'a, W, H> {
    width: W,
    table: &'a Table,
    tally: &'a Tally,
    /// Is told about progress and says whether to go on.
    watch: H,
    visited: u64,
    /// Work done, apart from that of the search.
    work: u64,
    /// How often each attribute occurs in an extent.
    counts: Vec<usize>,
    /// What was reported last.
    rules: usize,
    bytes: usize,
}

impl<'a, W: Width, H: FnMut(&BasisProgress) -> ControlFlow<()>> Looking<'a, W, H> {
    pub(super) fn new(width: W, table: &'a Table, tally: &'a Tally, watch: H) -> Self {
        Self { width, table, tally, watch, visited: 0, work: 0, counts: Vec::new(), rules: 0, bytes: 0 }
    }
}

impl<W: Width, H: FnMut(&BasisProgress) -> ControlFlow<()>> SearchDomain for Looking<'_, W, H> {
    type Error = Stop;
    const CLOSES: bool = true;

    fn extent_words(&self) -> usize {
        self.table.row_words()
    }

    fn passes_to_count(&self) -> usize {
        self.table.passes_to_count()
    }

    fn everything(&self, extent: &mut [u64]) {
        self.table.everything(extent);
    }

    #[inline(always)]
    fn narrow(&self, extent: &[u64], by: Attr, narrowed: &mut [u64]) {
        self.table.narrow(extent, by, narrowed);
    }

    #[inline(always)]
    fn intent(&mut self, set: &[u64], extent: &[u64], intent: &mut [u64]) -> Result<Intent, Stop> {
        let (intent, looked) = self.table.intent(self.width, set, extent, intent);
        self.work += (extent.len() / WORDS_A_STEP + looked * (1 + self.width.words())) as u64;
        Ok(intent)
    }

    #[inline(always)]
    fn restricts(&self) -> bool {
        self.tally.settings.min_support > 0
    }

    #[inline(always)]
    fn is_wanted(&self, extent: &[u64]) -> bool {
        match self.tally.settings.min_support {
            0 => true,
            1 => extent.iter().any(|&word| word != 0),
            least => self.table.occurs_often(extent, least),
        }
    }

    fn wanted_attrs(&mut self, extent: &[u64], candidates: usize, wanted: &mut [u64]) -> bool {
        let steps = self.table.steps_to_count_all(extent);
        // To narrow an extent and to count it.
        if steps > candidates * 3 * extent.len() / WORDS_A_STEP {
            return false;
        }
        self.work += steps as u64;
        self.table.count_all(extent, &mut self.counts);
        wanted.fill(0);
        let least = self.tally.settings.min_support;
        (0..self.counts.len()).filter(|&attr| self.counts[attr] >= least).for_each(|attr| insert(wanted, attr));
        true
    }

    #[inline(always)]
    fn visit(&mut self) -> bool {
        self.visited += 1;
        self.visited == REPORT_EVERY
    }

    fn report(&mut self, work: u64, rules: usize, bytes: usize) -> Result<(), Stop> {
        let visited = std::mem::take(&mut self.visited);
        let work = work + std::mem::take(&mut self.work);
        let progress = self.tally.add(visited, work, rules - self.rules, bytes.wrapping_sub(self.bytes));
        (self.rules, self.bytes) = (rules, bytes);
        if (self.watch)(&progress).is_break() {
            self.tally.stop(BasisStop::Cancelled);
        }
        match self.tally.stopped() {
            Some(_) => Err(Stop),
            None => Ok(()),
        }
    }
}
