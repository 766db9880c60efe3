use std::time::{Duration, Instant};

use super::Oracle;
use crate::Implication;
use crate::answer::Answer;

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

impl<O: Oracle> Limited<O> {
    fn check_time(&self) -> Result<(), LimitError<O::Error>> {
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(LimitError::Time),
            _ => Ok(()),
        }
    }
}

impl<O: Oracle> Oracle for Limited<O> {
    type Error = LimitError<O::Error>;

    fn attribute_count(&self) -> usize {
        self.inner.attribute_count()
    }

    fn ask(&mut self, question: &Implication) -> Result<Answer, Self::Error> {
        self.check_time()?;
        if self.questions_left == Some(0) {
            return Err(LimitError::Questions);
        }
        let answer = self.inner.ask(question).map_err(LimitError::Oracle)?;
        self.questions_left = self.questions_left.map(|left| left - 1);
        Ok(answer)
    }

    fn ask_all(&mut self, questions: &[Implication], answers: &mut Vec<Answer>) -> Result<(), Self::Error> {
        self.check_time()?;
        let allowed = self.questions_left.map_or(questions.len(), |left| questions.len().min(left as usize));
        let before = answers.len();
        let asked = self.inner.ask_all(&questions[..allowed], answers);
        let had = (answers.len() - before) as u64;
        self.questions_left = self.questions_left.map(|left| left - had);
        asked.map_err(LimitError::Oracle)?;
        if allowed < questions.len() { Err(LimitError::Questions) } else { Ok(()) }
    }
}
