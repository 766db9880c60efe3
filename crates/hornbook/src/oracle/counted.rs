use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Answer, Oracle};
use crate::{Implication, Questions};

/// Counts the questions that pass through it.
#[derive(Debug)]
pub struct Counted<O> {
    inner: O,
    tally: Tally,
}

/// The counts of a [`Counted`] oracle, to be looked at while a learner has it.
#[derive(Clone, Debug, Default)]
pub struct Tally(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    asked: AtomicU64,
    confirmed: AtomicU64,
    refuted: AtomicU64,
}

impl Tally {
    /// The counts so far.
    pub fn questions(&self) -> Questions {
        let Counts { asked, confirmed, refuted } = &*self.0;
        let [asked, confirmed, refuted] = [asked, confirmed, refuted].map(|count| count.load(Ordering::Relaxed));
        Questions { asked, confirmed, refuted }
    }
}

impl<O> Counted<O> {
    /// Counts what is asked of `inner`.
    pub fn new(inner: O) -> Self {
        Self { inner, tally: Tally::default() }
    }

    /// The counts so far.
    pub fn questions(&self) -> Questions {
        self.tally.questions()
    }

    /// The counts, also those to come.
    pub fn tally(&self) -> Tally {
        self.tally.clone()
    }
}

impl<O: Oracle> Oracle for Counted<O> {
    type Error = O::Error;

    fn attribute_count(&self) -> usize {
        self.inner.attribute_count()
    }

    fn ask(&mut self, question: &Implication) -> Result<Answer, O::Error> {
        let answer = self.inner.ask(question)?;
        let count = |of: &AtomicU64| _ = of.fetch_add(1, Ordering::Relaxed);
        let Counts { asked, confirmed, refuted } = &*self.tally.0;
        count(asked);
        match answer {
            Answer::Holds => count(confirmed),
            Answer::Refuted(_) | Answer::Partly { .. } => count(refuted),
            Answer::Unknown => {}
        }
        Ok(answer)
    }
}
