use super::Oracle;
use crate::Implication;
use crate::answer::Answer;
use crate::knowledge::{Conflict, Knowledge};

/// Answers from what is known and asks only what is not: counterexamples are
/// cached, and so are confirmed implications with all that follows from them
/// (the paper's "Variations and Optimizations").
#[derive(Clone, Debug)]
pub struct Cached<O> {
    inner: O,
    knowledge: Knowledge,
    rules_too: bool,
}

/// Why a [`Cached`] oracle gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CacheError<E> {
    /// The oracle contradicts itself.
    #[error("the oracle contradicts itself: {0}")]
    Conflict(Conflict),
    /// The oracle itself failed.
    #[error(transparent)]
    Oracle(#[from] E),
}

impl<O> Cached<O> {
    /// Starts with what is known already.
    pub fn new(inner: O, knowledge: Knowledge) -> Self {
        Self { inner, knowledge, rules_too: true }
    }

    /// Remembers counterexamples only.
    pub fn counterexamples_only(inner: O, knowledge: Knowledge) -> Self {
        Self { inner, knowledge, rules_too: false }
    }

    /// What is known by now.
    pub fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }
}

impl<O: Oracle> Cached<O> {
    fn remember(&mut self, question: &Implication, answer: &Answer) -> Result<(), CacheError<O::Error>> {
        if self.rules_too || *answer != Answer::Holds {
            self.knowledge.learn(question, answer).map_err(CacheError::Conflict)?;
        }
        Ok(())
    }
}

impl<O: Oracle> Oracle for Cached<O> {
    type Error = CacheError<O::Error>;

    fn attribute_count(&self) -> usize {
        self.inner.attribute_count()
    }

    fn ask(&mut self, question: &Implication) -> Result<Answer, Self::Error> {
        if let Some(answer) = self.knowledge.recall(question) {
            return Ok(answer);
        }
        let answer = self.inner.ask(question).map_err(CacheError::Oracle)?;
        self.remember(question, &answer)?;
        Ok(answer)
    }

    fn ask_all(&mut self, questions: &[Implication], answers: &mut Vec<Answer>) -> Result<(), Self::Error> {
        let known: Vec<Option<Answer>> = questions.iter().map(|question| self.knowledge.recall(question)).collect();
        let open = questions.iter().zip(&known).filter(|(_, known)| known.is_none());
        let open: Vec<Implication> = open.map(|(question, _)| question.clone()).collect();
        let mut found = Vec::with_capacity(open.len());
        let asked = self.inner.ask_all(&open, &mut found);
        for (question, answer) in open.iter().zip(&found) {
            self.remember(question, answer)?;
        }
        let mut found = found.into_iter();
        answers.extend(known.into_iter().map_while(|known| known.or_else(|| found.next())));
        asked.map_err(CacheError::Oracle)
    }
}
