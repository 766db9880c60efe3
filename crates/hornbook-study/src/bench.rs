//! A table, ready to be learned from again and again.

use hornbook::learn::Watch;
use hornbook::learn::methods::{LearnOptions, learn_domain};
use hornbook::learn::pac::Strength;
use hornbook::measure::{self, Measures, USUAL_LOOKS};
use hornbook::{Context, Rulebook, StopReason, Theory};

use crate::judgement::{MeasuredError, next_stage};
use crate::plan::has_epsilon;

/// A table with all that a run on it needs.
pub(crate) struct Bench<'a> {
    pub(crate) context: &'a Context,
    pub(crate) background: Theory,
    pub(crate) options: LearnOptions,
    /// How many sets rules are measured by at least, where not by all.
    pub(crate) probes: u64,
    /// Whether to look at all sets where that is possible.
    pub(crate) enumerate: bool,
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

    /// Measures rules: exactly where that can be, else by as many sets as it takes to
    /// tell whether the error that was promised is above ε.
    pub(crate) fn measure(&self, book: &Rulebook) -> Measures {
        if self.enumerate {
            let exact = measure::exact_over(&book.theory(), self.context, &self.options.sampler, USUAL_LOOKS);
            if let Ok(exact) = exact {
                return exact;
            }
        }
        let mut measured = self.estimate(book, self.probes);
        if !has_epsilon(self.options.method) {
            return measured;
        }
        let error = |measured: &Measures| match self.options.strength {
            Strength::Weak => measured.weak_error,
            Strength::Strong => measured.strong_error,
        };
        loop {
            let known = MeasuredError::estimated(error(&measured), measured.probes);
            match next_stage(&known, self.options.accuracy.epsilon()) {
                Some(sets) => measured = self.estimate(book, sets),
                None => return measured,
            }
        }
    }

    /// Measures rules by so many sets.
    pub(crate) fn estimate(&self, book: &Rulebook, sets: u64) -> Measures {
        let LearnOptions { sampler, seed, .. } = &self.options;
        let Ok(measures) = measure::estimate(&book.theory(), self.context, sampler, sets, *seed, 1);
        measures
    }
}
