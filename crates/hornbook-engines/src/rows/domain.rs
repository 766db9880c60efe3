//! Rows in blocks as a domain.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use hornbook::domain::{BreakingRow, BrokenRule, Violations};
use hornbook::{AttrSet, Conclusion, Domain, Implication, Universe};

use super::block::{Block, and_not, is_none, places};
use super::held::HeldBlocks;
use crate::error::EngineError;

/// Of so many rows that break a rule, one may be chosen.
const CANDIDATES: usize = 16;

/// So many rows from all over are at hand for whoever wants to see some first.
const ROWS_AT_HAND: usize = 2000;

/// Rows in blocks, in memory or on disk. Everything that is asked about many sets or
/// rules is answered in one pass over them, by several threads.
#[derive(Debug)]
pub struct RowBlocks {
    universe: Arc<Universe>,
    blocks: HeldBlocks,
    rows: u64,
    distinct: Option<u64>,
    estimate: u64,
    threads: usize,
    passes: AtomicU64,
    /// The weights of the blocks, as running sums, once they were asked for, and the
    /// size of the largest row, to which they are relative.
    weights: Option<(Vec<f64>, u32)>,
}

impl RowBlocks {
    pub(super) fn new(
        universe: Arc<Universe>,
        blocks: HeldBlocks,
        rows: u64,
        distinct: Option<u64>,
        estimate: u64,
    ) -> Self {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        Self { universe, blocks, rows, distinct, estimate, threads, passes: AtomicU64::new(0), weights: None }
    }

    /// From now on so many threads answer. The answers do not depend on it.
    pub fn use_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// How many rows there are, each as often as it occurs.
    pub fn len(&self) -> u64 {
        self.rows
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// How many rows differ, if that is known for sure.
    pub fn distinct(&self) -> Option<u64> {
        self.distinct
    }

    /// About how many rows differ.
    pub fn about_distinct(&self) -> u64 {
        self.distinct.unwrap_or(self.estimate)
    }

    /// How many bytes are held in memory, and how many on disk.
    pub fn bytes(&self) -> (usize, u64) {
        self.blocks.bytes()
    }

    /// How often all rows were gone through.
    pub fn passes(&self) -> u64 {
        self.passes.load(Ordering::Relaxed)
    }

    /// Goes through all blocks, each thread through a part of them, and gives what came
    /// of the parts, in the order of the rows.
    fn pass<T: Send>(
        &self,
        start: impl Fn() -> T + Sync,
        look: impl Fn(&mut T, usize, &Block) + Sync,
    ) -> Result<Vec<T>, EngineError> {
        self.passes.fetch_add(1, Ordering::Relaxed);
        let go_through = |part: Range<usize>| {
            let mut found = start();
            for place in part {
                self.blocks.with(place, |block| look(&mut found, place, block))?;
            }
            Ok(found)
        };
        let threads = self.threads.min(self.blocks.len()).max(1);
        let bound = |part: usize| self.blocks.len() * part / threads;
        let parts: Vec<Range<usize>> = (0..threads).map(|part| bound(part)..bound(part + 1)).collect();
        if threads == 1 {
            return parts.into_iter().map(go_through).collect();
        }
        let go_through = &go_through;
        thread::scope(|scope| {
            let workers: Vec<_> = parts.into_iter().map(|part| scope.spawn(move || go_through(part))).collect();
            let join = |worker: thread::ScopedJoinHandle<'_, _>| {
                worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            workers.into_iter().map(join).collect()
        })
    }

    /// The running sums of the blocks' weights, and the size of the largest row.
    fn weights(&mut self) -> Result<(Vec<f64>, u32), EngineError> {
        if let Some(known) = &self.weights {
            return Ok(known.clone());
        }
        let largest = self.pass(|| 0, |most: &mut u32, _, block| *most = (*most).max(largest_size(block)))?;
        let largest = largest.into_iter().max().unwrap_or(0);
        let weigh =
            |found: &mut Vec<f64>, _: usize, block: &Block| found.push(row_weights(block, largest).iter().sum());
        let mut sum = 0.0;
        let running = |weight: f64| {
            sum += weight;
            sum
        };
        let sums: Vec<f64> = self.pass(Vec::new, weigh)?.into_iter().flatten().map(running).collect();
        Ok(self.weights.insert((sums, largest)).clone())
    }
}

fn largest_size(block: &Block) -> u32 {
    block.sizes().into_iter().max().unwrap_or(0)
}

/// What the rows of a block weigh, relative to the largest of all: that cannot overflow.
fn row_weights(block: &Block, largest: u32) -> Vec<f64> {
    let weigh = |(row, size): (usize, u32)| block.count_of(row) as f64 * (f64::from(size) - f64::from(largest)).exp2();
    block.sizes().into_iter().enumerate().map(weigh).collect()
}

impl Domain for RowBlocks {
    type Error = EngineError;

    fn universe(&self) -> &Arc<Universe> {
        &self.universe
    }

    fn closures(&mut self, sets: &[AttrSet]) -> Result<Vec<Conclusion>, EngineError> {
        let start = || vec![Conclusion::Falsum; sets.len()];
        let look = |found: &mut Vec<Conclusion>, _: usize, block: &Block| {
            for (set, closure) in sets.iter().zip(found) {
                let extent = block.extent(set);
                if is_none(&extent) {
                    continue;
                }
                let common = match closure {
                    Conclusion::Attrs(common) => common,
                    none => {
                        *none = Conclusion::Attrs(self.universe.all());
                        let Conclusion::Attrs(common) = none else { continue };
                        common
                    }
                };
                let open: Vec<usize> = common.difference(set).iter().collect();
                for attr in open {
                    let mut lacking = extent;
                    and_not(&mut lacking, block.having(attr));
                    if !is_none(&lacking) {
                        common.remove(attr);
                    }
                }
            }
        };
        let parts = self.pass(start, look)?;
        Ok(parts.into_iter().fold(start(), |mut all, part| {
            for (closure, other) in all.iter_mut().zip(part) {
                match (closure, other) {
                    (Conclusion::Attrs(common), Conclusion::Attrs(other)) => common.retain_all(&other),
                    (_, Conclusion::Falsum) => {}
                    (none, some) => *none = some,
                }
            }
            all
        }))
    }

    fn supports(&mut self, sets: &[AttrSet]) -> Result<Vec<usize>, EngineError> {
        let start = || vec![0; sets.len()];
        let look = |found: &mut Vec<usize>, _: usize, block: &Block| {
            for (set, support) in sets.iter().zip(found) {
                *support += block.count(&block.extent(set)) as usize;
            }
        };
        Ok(self.pass(start, look)?.into_iter().fold(start(), added))
    }

    fn counterexamples(
        &mut self,
        rules: &[Implication],
        choose: &mut dyn FnMut(usize) -> usize,
    ) -> Result<Vec<Option<AttrSet>>, EngineError> {
        let start = || vec![Vec::new(); rules.len()];
        let look = |found: &mut Vec<Vec<AttrSet>>, _: usize, block: &Block| {
            for (rule, rows) in rules.iter().zip(found) {
                // One from a block: its rows may all be alike.
                if rows.len() < CANDIDATES
                    && let Some(row) = places(&block.breaking(rule)).next()
                {
                    let row = block.row(row);
                    if !rows.contains(&row) {
                        rows.push(row);
                    }
                }
            }
        };
        let mut all: Vec<Vec<AttrSet>> = start();
        for part in self.pass(start, look)? {
            for (rows, more) in all.iter_mut().zip(part) {
                let room = CANDIDATES - rows.len();
                let new = more.into_iter().filter(|row| !rows.contains(row)).take(room).collect::<Vec<_>>();
                rows.extend(new);
            }
        }
        let mut pick = |mut rows: Vec<AttrSet>| match rows.len() {
            0 => None,
            count => Some(rows.swap_remove(choose(count).min(count - 1))),
        };
        Ok(all.into_iter().map(&mut pick).collect())
    }

    fn violations(&mut self, rules: &[Implication], max_rows: usize) -> Result<Violations, EngineError> {
        let start = || Violations { rules: vec![BrokenRule::default(); rules.len()], ..Violations::default() };
        let look = |found: &mut Violations, _: usize, block: &Block| {
            let (mut any_breaks, mut any_open) = ([0; _], [0; _]);
            for (rule, broken) in rules.iter().zip(&mut found.rules) {
                let breaking = block.breaking(rule);
                or(&mut any_breaks, &breaking);
                broken.count += block.count(&breaking) as usize;
                for row in places(&breaking).take(max_rows.saturating_sub(broken.rows.len())) {
                    broken.rows.push(BreakingRow { label: "a row".to_owned(), model: block.model(row) });
                }
                if block.has_unknown() {
                    let open = block.open(rule);
                    or(&mut any_open, &open);
                    broken.unjudged += block.count(&open) as usize;
                }
            }
            and_not(&mut any_open, &any_breaks);
            found.row_count += block.count(&block.all()) as usize;
            found.breaking_rows += block.count(&any_breaks) as usize;
            found.unjudged_rows += block.count(&any_open) as usize;
        };
        Ok(self.pass(start, look)?.into_iter().fold(start(), |mut all, part| {
            all.row_count += part.row_count;
            all.breaking_rows += part.breaking_rows;
            all.unjudged_rows += part.unjudged_rows;
            for (rule, more) in all.rules.iter_mut().zip(part.rules) {
                rule.count += more.count;
                rule.unjudged += more.unjudged;
                let room = max_rows.saturating_sub(rule.rows.len());
                rule.rows.extend(more.rows.into_iter().take(room));
            }
            all
        }))
    }

    fn rows_at_hand(&self) -> Vec<AttrSet> {
        self.blocks.some_rows(ROWS_AT_HAND)
    }

    fn rows_by_weight(&mut self, shares: &[f64]) -> Result<Option<Vec<AttrSet>>, EngineError> {
        if self.is_empty() {
            return Ok(None);
        }
        let (sums, largest) = self.weights()?;
        let total = sums.last().copied().unwrap_or(0.0);
        // What is asked of each block, with where in it that is.
        let mut wanted: Vec<Vec<(usize, f64)>> = vec![Vec::new(); sums.len()];
        for (asked, share) in shares.iter().enumerate() {
            let at = share * total;
            let block = sums.partition_point(|&sum| sum <= at).min(sums.len() - 1);
            let before = if block == 0 { 0.0 } else { sums[block - 1] };
            wanted[block].push((asked, at - before));
        }
        let look = |found: &mut Vec<(usize, AttrSet)>, place: usize, block: &Block| {
            if wanted[place].is_empty() {
                return;
            }
            let mut sum = 0.0;
            let running = |weight: f64| {
                sum += weight;
                sum
            };
            let sums: Vec<f64> = row_weights(block, largest).into_iter().map(running).collect();
            for &(asked, at) in &wanted[place] {
                let row = sums.partition_point(|&sum| sum <= at).min(block.len - 1);
                found.push((asked, block.row(row)));
            }
        };
        let mut rows = vec![self.universe.none(); shares.len()];
        for (asked, row) in self.pass(Vec::new, look)?.into_iter().flatten() {
            rows[asked] = row;
        }
        Ok(Some(rows))
    }
}

fn added(mut all: Vec<usize>, part: Vec<usize>) -> Vec<usize> {
    all.iter_mut().zip(part).for_each(|(sum, count)| *sum += count);
    all
}

fn or(bits: &mut super::block::Bits, others: &super::block::Bits) {
    bits.iter_mut().zip(others).for_each(|(all, word)| *all |= word);
}
