//! A table, ready to be learned from again and again.

use hornbook::learn::Watch;
use hornbook::learn::methods::{LearnOptions, learn_domain};
use hornbook::{Context, Rulebook, StopReason, Theory, measure};

/// A table with all that a run on it needs.
pub(crate) struct Bench<'a> {
    pub(crate) context: &'a Context,
    pub(crate) background: Theory,
    pub(crate) options: LearnOptions,
    pub(crate) probes: u64,
}

impl Bench<'_> {
    /// Learns within a limit of questions; nothing if it was called off.
    pub(crate) fn learn(&self, limit: Option<u64>, watch: Watch<'_>) -> Option<Rulebook> {
        let options = LearnOptions { limit_questions: limit, ..self.options.clone() };
        // Without a target the options always go together.
        let book = learn_domain(self.context, &self.background, &options, watch).ok()?;
        let cancelled = book.run.as_ref().is_none_or(|run| run.stopped == StopReason::Cancelled);
        (!cancelled).then_some(book)
    }

    pub(crate) fn measure(&self, book: &Rulebook) -> measure::Measures {
        let LearnOptions { sampler, seed, .. } = &self.options;
        let Ok(measures) = measure::estimate(&book.theory(), self.context, sampler, self.probes, *seed, 1);
        measures
    }
}
