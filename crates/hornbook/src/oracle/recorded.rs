use std::collections::VecDeque;

use super::Oracle;
use crate::Implication;
use crate::answer::Answer;

/// Keeps a record of every question and its answer.
#[derive(Clone, Debug)]
pub struct Recorded<O> {
    inner: O,
    record: Vec<(Implication, Answer)>,
}

impl<O> Recorded<O> {
    /// Records what `inner` is asked.
    pub fn new(inner: O) -> Self {
        Self { inner, record: Vec::new() }
    }

    /// Questions and answers, in order.
    pub fn record(&self) -> &[(Implication, Answer)] {
        &self.record
    }

    /// Hands over the record.
    pub fn into_record(self) -> Vec<(Implication, Answer)> {
        self.record
    }
}

impl<O: Oracle> Oracle for Recorded<O> {
    type Error = O::Error;

    fn attribute_count(&self) -> usize {
        self.inner.attribute_count()
    }

    fn ask(&mut self, question: &Implication) -> Result<Answer, O::Error> {
        let answer = self.inner.ask(question)?;
        self.record.push((question.clone(), answer.clone()));
        Ok(answer)
    }

    fn ask_all(&mut self, questions: &[Implication], answers: &mut Vec<Answer>) -> Result<(), O::Error> {
        let before = answers.len();
        let asked = self.inner.ask_all(questions, answers);
        self.record.extend(questions.iter().cloned().zip(answers[before..].iter().cloned()));
        asked
    }
}

/// Answers from a record: the same questions in the same order.
#[derive(Clone, Debug)]
pub struct Replay {
    attributes: usize,
    record: VecDeque<(Implication, Answer)>,
}

/// Why a [`Replay`] has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The record is at its end; this is the next question.
    #[error("the record has no further answer")]
    Ended(Implication),
    /// Another question was recorded at this place.
    #[error("the record holds another question at this place")]
    Differs {
        /// The question that was asked now.
        asked: Implication,
        /// The question on record.
        recorded: Implication,
    },
}

impl Replay {
    /// Answers from this record.
    pub fn new(attributes: usize, record: impl IntoIterator<Item = (Implication, Answer)>) -> Self {
        Self { attributes, record: record.into_iter().collect() }
    }

    /// The number of answers not yet used.
    pub fn left(&self) -> usize {
        self.record.len()
    }
}

impl Oracle for Replay {
    type Error = ReplayError;

    fn attribute_count(&self) -> usize {
        self.attributes
    }

    fn ask(&mut self, question: &Implication) -> Result<Answer, ReplayError> {
        match self.record.pop_front() {
            None => Err(ReplayError::Ended(question.clone())),
            Some((recorded, answer)) if recorded == *question => Ok(answer),
            Some((recorded, answer)) => {
                self.record.push_front((recorded.clone(), answer));
                Err(ReplayError::Differs { asked: question.clone(), recorded })
            }
        }
    }
}
