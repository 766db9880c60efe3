//! Learning where questions are free: everything can be looked up.
//!
//! Nothing needs to be weighed, since every answer can be had. A look is as
//! before; of each open set a smallest premise is found that says more about it,
//! and of these rules the one that changes most open sets is taken, then the
//! next, until next to none of the sets is open. Looks and attempts at a
//! certificate are those of the questioning learner, and so is the guarantee.
//!
//! A table in memory is known from the start, so that sets are open only where
//! a rule is missing. Of a domain that lives elsewhere nothing is known yet:
//! what seems open is looked up, many sets at a time, and what was found is kept
//! as models, so that less and less needs to be looked up. Both find the same
//! rules for the same seed.

use std::collections::HashSet;

use super::certify::{Attempt, Counts, Drawn};
use super::learner::Frugal;
use super::look::{Look, MAX_OPEN_SETS, Pace};
use super::pool::{BLOCK, Block, Open, Scope};
use super::settings::FrugalSettings;
use crate::columns::Columns;
use crate::domain::{Domain, DomainSampler};
use crate::knowledge::{Conflict, Knowledge};
use crate::learn::progress::{Cancelled, Watch};
use crate::learn::protocol::LearnError;
use crate::outcome::Certificate;
use crate::sampling::{Purpose, Sampler, Stream, Streams};
use crate::{Attr, AttrSet, Conclusion, Implication, Model, Theory, threads};

/// How sampling goes where a further rule costs nothing: better a few rules
/// more than many samples.
const FREE_QUESTIONS: Pace = Pace { look: 100.0, close_look: 100.0, certify: 100.0, comfortable: 0.6 };

/// This share of ε may stay open in a look: rules for rare sets are left out.
const OPEN_SHARE_OF_EPSILON: f64 = 0.3;

/// So many open sets are looked into at a time, …
const SETS_AT_A_TIME: usize = 64;
/// … each so often, in other orders.
const ORDERS: usize = 2;

/// With less to do, in words looked at, starting threads takes longer.
const MIN_WORDS_FOR_THREADS: usize = 1 << 20;

/// So many blocks of samples are looked up together, elsewhere.
const BLOCKS_LOOKED_UP: u64 = 16;
/// More models than these are not kept: laying them out takes time.
const MAX_MODELS_KEPT: usize = 50_000;

/// The learner that looks everything up. It keeps what it has learned when a
/// run is cut short.
#[derive(Debug)]
pub struct Settle<D> {
    learner: Frugal,
    domain: D,
    /// The table by its columns, if it is in memory; laid out when it is needed.
    columns: Option<Columns>,
    /// How rows are drawn elsewhere, if sets are drawn by support.
    by_rows: Option<DomainSampler>,
    /// What was looked up and is kept as models.
    kept: HashSet<AttrSet>,
}

/// An open set, and what follows from it in truth.
struct Unsettled {
    set: Open,
    truth: Conclusion,
}

impl<D: Domain> Settle<D> {
    /// Learns from a domain in which `background` must hold: if a table in
    /// memory breaks it, that is said at once.
    pub fn new(settings: FrugalSettings, background: Theory, domain: D) -> Result<Self, Conflict> {
        let mut knowledge = Knowledge::with_background(background);
        for row in domain.table().into_iter().flat_map(|table| table.distinct()) {
            knowledge.see(row.clone().into())?;
        }
        let mut learner = Frugal::new(settings, knowledge);
        learner.pace = FREE_QUESTIONS;
        Ok(Self { learner, domain, columns: None, by_rows: None, kept: HashSet::new() })
    }

    /// Draws sets as the domain's rows have them, instead of by the sampler of
    /// the settings.
    #[must_use]
    pub fn by_rows(mut self, sampler: DomainSampler) -> Self {
        self.by_rows = Some(sampler);
        self
    }

    /// The domain.
    pub fn domain(&mut self) -> &mut D {
        &mut self.domain
    }

    /// The learner, with all it knows.
    pub fn into_learner(self) -> Frugal {
        self.learner
    }

    /// Learns until certified, or until it has found `most` rules, and can then
    /// be told to go on; says whether it is certified.
    pub fn run(&mut self, most: usize, watch: Watch<'_>) -> Result<bool, LearnError<D::Error>> {
        if let (None, Some(table)) = (&self.columns, self.domain.table()) {
            self.columns = Some(Columns::new(table.attribute_count(), table.distinct().iter()));
        }
        let wanted = self.learner.known.saturating_add(most);
        while self.learner.certificate.is_none() && self.learner.knowledge.rules().len() < wanted {
            self.look(watch)?;
            if self.is_worth_an_attempt() {
                self.learner.certificate = self.attempt(watch)?;
            }
            if self.learner.certificate.is_none() {
                self.settle_look(watch)?;
            }
        }
        Ok(self.learner.certificate.is_some())
    }

    fn is_worth_an_attempt(&self) -> bool {
        self.learner.look.share() <= self.learner.settings.accuracy.epsilon() && self.learner.is_comfortable()
    }

    /// Whether the learner itself can draw sets and tell which are open.
    fn draws_here(&self) -> bool {
        self.columns.is_some() && self.by_rows.is_none()
    }

    /// Draws sets and keeps those that are open.
    fn look(&mut self, watch: Watch<'_>) -> Result<(), LearnError<D::Error>> {
        if self.draws_here() {
            return Ok(self.learner.look_again(self.learner.pace.look, watch)?);
        }
        let mut look = Look::default();
        let mut progress = self.learner.progress();
        let parts = self.learner.parts.len();
        for part in 0..parts {
            let most = self.learner.sample_count(self.learner.pace.look, part);
            look.drawn.push((0, self.learner.parts[part].times));
            let before = look.open.len();
            self.draw_elsewhere(Purpose::Look, part, most, |block| {
                progress.samples += block.drawn;
                look.take(block);
                Cancelled::check(watch(&progress))?;
                Ok(look.open.len() - before >= MAX_OPEN_SETS / parts)
            })?;
        }
        self.learner.samples += look.all_drawn();
        self.learner.look = look;
        Ok(())
    }

    /// Attempts a certificate by fresh samples.
    fn attempt(&mut self, watch: Watch<'_>) -> Result<Option<Certificate>, LearnError<D::Error>> {
        if self.draws_here() {
            return Ok(self.learner.make_attempt(watch)?);
        }
        let Some(Attempt { delta, parts }) = self.learner.next_attempt() else { return Ok(None) };
        self.learner.spent.attempts += 1;
        let mut progress = self.learner.progress();
        let mut all = Vec::new();
        for (part, Drawn { samples, allowed }) in parts.into_iter().enumerate() {
            let mut counts = Counts::default();
            self.draw_elsewhere(Purpose::Certificate, part, samples, |block| {
                counts.drawn += block.drawn;
                counts.open += block.open.len() as u64;
                progress.samples += block.drawn;
                Cancelled::check(watch(&progress))?;
                Ok(counts.open > allowed)
            })?;
            self.learner.samples += counts.drawn;
            if counts.open > allowed {
                return Ok(None);
            }
            all.push(counts);
        }
        Ok(Some(Counts::certificate(&all, delta, false)))
    }

    /// Draws blocks of samples and looks up what seems open. `enough` is told
    /// the blocks, with what is open in truth, in their order.
    fn draw_elsewhere(
        &mut self,
        purpose: Purpose,
        part: usize,
        samples: u64,
        mut enough: impl FnMut(Block) -> Result<bool, Cancelled>,
    ) -> Result<(), LearnError<D::Error>> {
        self.learner.spent.rounds += 1;
        let round = self.learner.spent.rounds;
        // Fixed before the first set is drawn: what is looked up on the way adds
        // models, and must not change what is drawn.
        let known = &self.learner.knowledge;
        let sampler = self.learner.parts[part].sampler.over_counted_models(known.models(), known.counts());
        let blocks: Vec<u64> = (0..samples.div_ceil(BLOCK)).collect();
        for some in blocks.chunks(BLOCKS_LOOKED_UP as usize) {
            let sizes: Vec<u64> = some.iter().map(|at| BLOCK.min(samples - at * BLOCK)).collect();
            let drawn = self.blocks((&sampler, part), purpose, round, some, &sizes)?;
            for block in self.open_in_truth(drawn)? {
                if enough(block)? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Some blocks, with what seems open by what is known.
    fn blocks(
        &mut self,
        (sampler, part): (&Sampler, usize),
        purpose: Purpose,
        round: u64,
        places: &[u64],
        sizes: &[u64],
    ) -> Result<Vec<Block>, LearnError<D::Error>> {
        let streams = Streams::new(self.learner.settings.seed);
        let Some(by_rows) = self.by_rows else {
            let drawing = self.learner.drawing(sampler, part);
            let blocks = places.iter().zip(sizes).map(|(&at, &size)| drawing.block(purpose, round, at, size));
            return Ok(blocks.collect());
        };
        let mut streams: Vec<Stream> = places.iter().map(|&at| streams.stream(purpose, round, at)).collect();
        let sets = by_rows.draw(&mut self.domain, &mut streams, sizes).map_err(LearnError::Oracle)?;
        let drawing = self.learner.drawing(sampler, part);
        Ok(sets.iter().map(|sets| drawing.block_of(sets)).collect())
    }

    /// Looks up the sets that seem open, and keeps those that are.
    fn open_in_truth(&mut self, mut blocks: Vec<Block>) -> Result<Vec<Block>, LearnError<D::Error>> {
        let sets: Vec<AttrSet> = blocks.iter().flat_map(|block| &block.open).map(|open| open.closed.clone()).collect();
        let mut truths = self.closures(&sets)?.into_iter();
        for block in &mut blocks {
            let scope = &self.learner.scope;
            block.open.retain(|open| truths.next().is_some_and(|truth| scope.says_more(&truth, &open.closed)));
        }
        Ok(blocks)
    }

    /// What follows from sets. What is looked up elsewhere is kept as models.
    fn closures(&mut self, sets: &[AttrSet]) -> Result<Vec<Conclusion>, LearnError<D::Error>> {
        if let Some(columns) = &self.columns {
            let threads = threads_for(columns, sets, self.learner.settings.threads);
            return Ok(threads::map(threads, sets.len(), |at| columns.close(&sets[at])));
        }
        if sets.is_empty() {
            return Ok(Vec::new());
        }
        let closures = self.domain.closures(sets).map_err(LearnError::Oracle)?;
        for closure in &closures {
            if let Conclusion::Attrs(intent) = closure
                && self.kept.len() < MAX_MODELS_KEPT
                && self.kept.insert(intent.clone())
            {
                self.learner.knowledge.see(Model::complete(intent.clone())).map_err(LearnError::Conflict)?;
            }
        }
        Ok(closures)
    }

    /// The share of sets that may stay open in a look: well below what makes
    /// an attempt worthwhile, so that a look leads to one or to rules.
    fn share_left_open(&self) -> f64 {
        let attempt = self.learner.next_attempt();
        let shares = |attempt: Attempt| {
            let share = |drawn: &Drawn| drawn.allowed as f64 / drawn.samples as f64;
            attempt.parts.iter().map(share).reduce(f64::min)
        };
        let allowed = attempt.and_then(shares).unwrap_or(0.0);
        let epsilon = self.learner.settings.accuracy.epsilon();
        (OPEN_SHARE_OF_EPSILON * epsilon).min(0.5 * self.learner.pace.comfortable * allowed)
    }

    /// Finds rules until next to no set of the last look is open.
    fn settle_look(&mut self, watch: Watch<'_>) -> Result<(), LearnError<D::Error>> {
        self.learner.spent.rounds += 1;
        let stream = Streams::new(self.learner.settings.seed).stream(Purpose::Look, self.learner.spent.rounds, 0);
        // So few that they would do if all were of the part of which fewest were drawn.
        let drawn = self.learner.look.drawn.iter().map(|(drawn, _)| *drawn).min().unwrap_or(0);
        let few = (self.share_left_open() * drawn as f64) as usize;
        if self.learner.look.open.len() <= few {
            return Ok(());
        }
        let open = std::mem::take(&mut self.learner.look.open);
        let sets: Vec<AttrSet> = open.iter().map(|open| open.closed.clone()).collect();
        let unsettled = |(set, truth)| Unsettled { set, truth };
        let mut open: Vec<Unsettled> = open.into_iter().zip(self.closures(&sets)?).map(unsettled).collect();
        let ended = self.settle_all_but(few, &mut open, stream, watch);
        self.learner.look.open = open.into_iter().map(|unsettled| unsettled.set).collect();
        ended
    }

    fn settle_all_but(
        &mut self,
        few: usize,
        open: &mut Vec<Unsettled>,
        mut stream: Stream,
        watch: Watch<'_>,
    ) -> Result<(), LearnError<D::Error>> {
        let drawn = self.learner.look.all_drawn();
        while open.len() > few {
            let share = if drawn == 0 { 1.0 } else { open.len() as f64 / drawn as f64 };
            Cancelled::check(watch(&self.learner.progress_at(share)))?;
            for rule in self.candidates(open, &mut stream)? {
                if open.len() > few && open.iter().any(|unsettled| !rule.holds_in(&unsettled.set.closed)) {
                    self.learner.knowledge.confirm_seen(rule.clone());
                    keep_open(open, &rule, self.learner.knowledge.rules(), &self.learner.scope);
                }
            }
        }
        Ok(())
    }

    /// Rules that say more about the first of the open sets, those that say more
    /// about most of all sets first.
    fn candidates(
        &mut self,
        open: &[Unsettled],
        stream: &mut Stream,
    ) -> Result<Vec<Implication>, LearnError<D::Error>> {
        let first = &open[..open.len().min(SETS_AT_A_TIME)];
        // A stream for each, so that any thread may look into any set.
        let mut streams: Vec<Stream> =
            first.iter().map(|_| Streams::new(stream.bits()).stream(Purpose::Look, 0, 0)).collect();
        let mut found: Vec<Vec<AttrSet>> = vec![Vec::new(); first.len()];
        for _ in 0..ORDERS {
            for (found, premise) in found.iter_mut().zip(self.premises(first, &mut streams)?) {
                found.push(premise);
            }
        }
        let mut met = HashSet::new();
        let premises: Vec<AttrSet> =
            found.into_iter().flatten().filter(|premise| met.insert(premise.clone())).collect();
        let conclusions = self.closures(&premises)?;
        let scope = &self.learner.scope;
        let rules = premises.into_iter().zip(conclusions);
        let rules: Vec<Implication> =
            rules.map(|(premise, truth)| Implication { premise, conclusion: scope.restrict(truth) }).collect();
        let threads = if rules.len() * open.len() < MIN_WORDS_FOR_THREADS { 1 } else { self.learner.settings.threads };
        let changed = threads::map(threads, rules.len(), |at| {
            open.iter().filter(|unsettled| !rules[at].holds_in(&unsettled.set.closed)).count()
        });
        let mut rules: Vec<(usize, Implication)> = changed.into_iter().zip(rules).collect();
        // Stable: among equals the seed decides.
        rules.sort_by_key(|(changed, _)| std::cmp::Reverse(*changed));
        Ok(rules.into_iter().map(|(_, rule)| rule).collect())
    }

    /// A smallest premise inside each of the sets, no longer than wanted.
    fn premises(&mut self, sets: &[Unsettled], streams: &mut [Stream]) -> Result<Vec<AttrSet>, LearnError<D::Error>> {
        let shuffled = |set: &AttrSet, stream: &mut Stream| {
            let mut order: Vec<Attr> = set.iter().collect();
            stream.shuffle(&mut order);
            order
        };
        let inside = |at: usize, order: Vec<Attr>| Inside { order, beyond: sets[at].set.closed.clone() };
        let whole: Vec<Inside> =
            (0..sets.len()).map(|at| inside(at, shuffled(&sets[at].set.closed, &mut streams[at]))).collect();
        let mut premises = self.smallest(&whole)?;
        if let Some(most) = self.learner.scope.max_premise {
            // What was drawn is short enough, and the same follows from it.
            let long: Vec<usize> = (0..sets.len()).filter(|&at| premises[at].len() > most).collect();
            let drawn: Vec<Inside> =
                long.iter().map(|&at| inside(at, shuffled(&sets[at].set.drawn, &mut streams[at]))).collect();
            for (at, premise) in long.into_iter().zip(self.smallest(&drawn)?) {
                premises[at] = premise;
            }
        }
        Ok(premises)
    }

    /// For each of these, a smallest set from which something follows that
    /// `beyond` lacks: attributes are left out in the given order where they can
    /// be.
    fn smallest(&mut self, inside: &[Inside]) -> Result<Vec<AttrSet>, LearnError<D::Error>> {
        let goal = self.learner.scope.goal.clone();
        if let Some(columns) = &self.columns {
            let work = inside.iter().map(|inside| inside.order.len()).sum::<usize>() * columns.size();
            let threads = if work < MIN_WORDS_FOR_THREADS / ORDERS { 1 } else { self.learner.settings.threads };
            return Ok(threads::map(threads, inside.len(), |at| {
                columns.premise(&inside[at].order, &inside[at].beyond, goal.as_ref())
            }));
        }
        self.smallest_elsewhere(inside)
    }

    /// The same where each step is a question. Whether the rest of an order says
    /// more can only turn from yes to no as attributes are left out, so the
    /// first that cannot be left out is found by halving, for all sets together.
    fn smallest_elsewhere(&mut self, inside: &[Inside]) -> Result<Vec<AttrSet>, LearnError<D::Error>> {
        let attributes = self.learner.knowledge.attribute_count();
        let mut searches: Vec<Halving> = inside.iter().map(|inside| Halving::new(inside.order.len())).collect();
        let mut premises = vec![AttrSet::empty(attributes); inside.len()];
        loop {
            let open: Vec<usize> = (0..inside.len()).filter(|&at| !searches[at].is_done()).collect();
            if open.is_empty() {
                return Ok(premises);
            }
            let rest = |at: usize| {
                let after = inside[at].order[searches[at].middle()..].iter().copied();
                premises[at].union(&AttrSet::of(attributes, after))
            };
            let sets: Vec<AttrSet> = open.iter().map(|&at| rest(at)).collect();
            let truths = self.closures(&sets)?;
            for (&at, truth) in open.iter().zip(&truths) {
                let says_more = self.learner.scope.says_more(truth, &inside[at].beyond);
                if let Some(kept) = searches[at].learn(says_more) {
                    premises[at].insert(inside[at].order[kept]);
                }
            }
        }
    }
}

/// Where a smallest premise is looked for.
struct Inside {
    /// The attributes, in the order in which they are left out if they can be.
    order: Vec<Attr>,
    /// Something must follow that this lacks.
    beyond: AttrSet,
}

/// The search for the next attribute of an order that cannot be left out.
struct Halving {
    /// Those before this place are decided.
    decided: usize,
    /// Without those before this place, and not decided, it still says more.
    low: usize,
    /// Without those before this place it does not, as far as known; one beyond
    /// the end if that is not known.
    high: usize,
    len: usize,
}

impl Halving {
    fn new(len: usize) -> Self {
        Self { decided: 0, low: 0, high: len + 1, len }
    }

    fn is_done(&self) -> bool {
        self.decided >= self.len
    }

    /// The attributes from here on are asked about next.
    fn middle(&self) -> usize {
        // All that are left may well be left out.
        if self.high == self.len + 1 { self.len } else { self.low.midpoint(self.high).max(self.low + 1) }
    }

    /// Learns whether the attributes from the middle on say more, with those
    /// kept. Gives the place of an attribute that must be kept, once it is found.
    fn learn(&mut self, says_more: bool) -> Option<usize> {
        let middle = self.middle();
        if says_more {
            self.low = middle;
        } else {
            self.high = middle;
        }
        if self.low >= self.len {
            self.decided = self.len;
            return None;
        }
        if self.high != self.len + 1 && self.high - self.low <= 1 {
            // Leaving out those before `low` is fine, the one at `low` is not.
            let kept = self.low;
            *self = Self { decided: kept + 1, low: kept + 1, high: self.len + 1, len: self.len };
            return Some(kept);
        }
        None
    }
}

/// Closes the sets that a new rule changes, and keeps those still open.
fn keep_open(open: &mut Vec<Unsettled>, rule: &Implication, rules: &Theory, scope: &Scope) {
    open.retain_mut(|Unsettled { set, truth }| {
        if rule.holds_in(&set.closed) {
            return true;
        }
        match rules.close(&set.closed) {
            Conclusion::Attrs(closed) => {
                set.closed = closed;
                scope.says_more(truth, &set.closed)
            }
            Conclusion::Falsum => false,
        }
    });
}

/// How many threads are worth starting to look these sets up.
fn threads_for(columns: &Columns, sets: &[AttrSet], threads: usize) -> usize {
    let work = sets.iter().map(AttrSet::len).sum::<usize>() * columns.size();
    if work < MIN_WORDS_FOR_THREADS { 1 } else { threads }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Leaving out one by one, and by halving, come to the same.
    #[test]
    fn halving_keeps_what_leaving_out_one_by_one_keeps() {
        for needed in 0..1u32 << 7 {
            // It says more as long as all of these places are there.
            let says_more = |kept: u32| kept & needed == needed;
            let mut search = Halving::new(7);
            let mut kept = 0u32;
            let mut steps = 0;
            while !search.is_done() {
                let rest = (search.middle()..7).fold(kept, |rest, at| rest | 1 << at);
                if let Some(place) = search.learn(says_more(rest)) {
                    kept |= 1 << place;
                }
                steps += 1;
            }
            assert_eq!(kept, needed);
            assert!(steps <= 4 * needed.count_ones() + 1, "{steps} for {needed:b}");
        }
    }
}
