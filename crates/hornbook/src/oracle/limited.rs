use std::time::{Duration, Instant};

use super::{Answer, Oracle};
use crate::Implication;

/// Refuses to go on after a number of questions or an amount of time.
#[derive(Clone, Debug)]
pub struct Limited<O> {
    inner: O,
    questions_left: Option<u64>,
    deadline: Option<Instant>,
}

/// Why a [`Limited`] oracle gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LimitError<E> {
    /// All questions are used up.
    #[error("the limit on questions is reached")]
    Questions,
    /// The time is over.
    #[error("the limit on time is reached")]
    Time,
    /// The oracle itself failed.
    #[error(transparent)]
    Oracle(#[from] E),
}

impl<O> Limited<O> {
    /// No limit yet.
    pub fn new(inner: O) -> Self {
        Self { inner, questions_left: None, deadline: None }
    }

    /// At most that many questions.
    #[must_use]
    pub fn questions(mut self, most: u64) -> Self {
        self.questions_left = Some(most);
        self
    }

    /// At most that much time, from now.
    #[must_use]
    pub fn time(mut self, most: Duration) -> Self {
        self.deadline = Instant::now().checked_add(most);
        self
    }
}

impl<O: Oracle> Oracle for Limited<O> {
    type Error = LimitError<O::Error>;

    fn attribute_count(&self) -> usize {
        self.inner.attribute_count()
    }

    fn ask(&mut self, question: &Implication) -> Result<Answer, Self::Error> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(LimitError::Time);
        }
        if self.questions_left == Some(0) {
            return Err(LimitError::Questions);
        }
        let answer = self.inner.ask(question).map_err(LimitError::Oracle)?;
        self.questions_left = self.questions_left.map(|left| left - 1);
        Ok(answer)
    }
}
