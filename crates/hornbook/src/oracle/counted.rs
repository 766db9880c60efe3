use super::{Answer, Oracle};
use crate::{Implication, Questions};

/// Counts the questions that pass through it.
#[derive(Clone, Debug)]
pub struct Counted<O> {
    inner: O,
    questions: Questions,
}

impl<O> Counted<O> {
    /// Counts what is asked of `inner`.
    pub fn new(inner: O) -> Self {
        Self { inner, questions: Questions::default() }
    }

    /// The counts so far.
    pub fn questions(&self) -> Questions {
        self.questions
    }
}

impl<O: Oracle> Oracle for Counted<O> {
    type Error = O::Error;

    fn attributes(&self) -> usize {
        self.inner.attributes()
    }

    fn ask(&mut self, question: &Implication) -> Result<Answer, O::Error> {
        let answer = self.inner.ask(question)?;
        self.questions.asked += 1;
        match answer {
            Answer::Holds => self.questions.confirmed += 1,
            Answer::Refuted(_) | Answer::Partly { .. } => self.questions.refuted += 1,
            Answer::Unknown => {}
        }
        Ok(answer)
    }
}
