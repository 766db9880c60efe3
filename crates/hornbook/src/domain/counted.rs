use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::source::{AllRules, Domain, Violations};
use crate::{AttrSet, Conclusion, Context, Implication, Universe};

/// Counts what a domain is asked. It does not say that the domain is a table in
/// memory, so that everything goes through it.
#[derive(Debug)]
pub struct CountedDomain<D> {
    inner: D,
    tally: DomainTally,
}

/// The counts of a [`CountedDomain`], to be looked at while a learner has it.
#[derive(Clone, Debug, Default)]
pub struct DomainTally(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    batches: AtomicU64,
    things: AtomicU64,
}

impl DomainTally {
    /// How often the domain was asked: a scan each, where it lives elsewhere.
    pub fn batches(&self) -> u64 {
        self.0.batches.load(Ordering::Relaxed)
    }

    /// About how many sets, rules and rows it was asked, in all.
    pub fn things(&self) -> u64 {
        self.0.things.load(Ordering::Relaxed)
    }

    fn count(&self, things: usize) {
        self.0.batches.fetch_add(1, Ordering::Relaxed);
        self.0.things.fetch_add(things as u64, Ordering::Relaxed);
    }
}

impl<D> CountedDomain<D> {
    /// Counts what is asked of `inner`.
    pub fn new(inner: D) -> Self {
        Self { inner, tally: DomainTally::default() }
    }

    /// The counts, also those to come.
    pub fn tally(&self) -> DomainTally {
        self.tally.clone()
    }
}

impl<D: Domain> Domain for CountedDomain<D> {
    type Error = D::Error;

    fn universe(&self) -> &Arc<Universe> {
        self.inner.universe()
    }

    fn closures(&mut self, sets: &[AttrSet]) -> Result<Vec<Conclusion>, D::Error> {
        self.tally.count(sets.len());
        self.inner.closures(sets)
    }

    fn counts_rows(&self) -> bool {
        self.inner.counts_rows()
    }

    fn supports(&mut self, sets: &[AttrSet]) -> Result<Vec<usize>, D::Error> {
        self.tally.count(sets.len());
        self.inner.supports(sets)
    }

    fn counterexamples(
        &mut self,
        rules: &[Implication],
        choose: &mut dyn FnMut(usize) -> usize,
    ) -> Result<Vec<Option<AttrSet>>, D::Error> {
        self.tally.count(rules.len());
        self.inner.counterexamples(rules, choose)
    }

    fn violations(&mut self, rules: &[Implication], max_rows: usize) -> Result<Violations, D::Error> {
        self.tally.count(rules.len());
        self.inner.violations(rules, max_rows)
    }

    fn rows_by_weight(&mut self, shares: &[f64]) -> Result<Option<Vec<AttrSet>>, D::Error> {
        self.tally.count(shares.len());
        self.inner.rows_by_weight(shares)
    }

    fn all_rules(
        &mut self,
        max_steps: Option<u64>,
        go_on: &mut dyn FnMut(usize, u64) -> ControlFlow<()>,
    ) -> Result<AllRules, D::Error> {
        let found = self.inner.all_rules(max_steps, go_on)?;
        // To hear that it must be asked otherwise costs nothing.
        if !matches!(found, AllRules::NotOffered) {
            self.tally.count(1);
        }
        Ok(found)
    }

    fn was_called_off(&self) -> bool {
        self.inner.was_called_off()
    }

    fn rows_at_hand(&self) -> Vec<AttrSet> {
        self.inner.rows_at_hand()
    }

    fn table(&self) -> Option<&Context> {
        None
    }
}
