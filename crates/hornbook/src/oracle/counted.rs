use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Oracle;
use crate::Implication;
use crate::answer::Answer;
use crate::outcome::Questions;

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

impl Counts {
    fn note(&self, answer: &Answer) {
        let count = |of: &AtomicU64| _ = of.fetch_add(1, Ordering::Relaxed);
        count(&self.asked);
        match answer {
            Answer::Holds => count(&self.confirmed),
            Answer::Refuted(_) | Answer::Partly { .. } | Answer::Fails => count(&self.refuted),
            Answer::Unknown => {}
        }
    }
}

impl<O: Oracle> Oracle for Counted<O> {
    type Error = O::Error;

    fn attribute_count(&self) -> usize {
        self.inner.attribute_count()
    }

    fn ask(&mut self, question: &Implication) -> Result<Answer, O::Error> {
        let answer = self.inner.ask(question)?;
        self.tally.0.note(&answer);
        Ok(answer)
    }

    fn ask_all(&mut self, questions: &[Implication], answers: &mut Vec<Answer>) -> Result<(), O::Error> {
        let before = answers.len();
        let asked = self.inner.ask_all(questions, answers);
        answers[before..].iter().for_each(|answer| self.tally.0.note(answer));
        asked
    }
}
