use super::{Answer, Oracle};
use crate::knowledge::{Conflict, Knowledge};
use crate::{AttrSet, Conclusion, Implication};

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

impl<O: Oracle> Oracle for Cached<O> {
    type Error = CacheError<O::Error>;

    fn attribute_count(&self) -> usize {
        self.inner.attribute_count()
    }

    fn ask(&mut self, question: &Implication) -> Result<Answer, Self::Error> {
        if self.knowledge.entails(question) {
            return Ok(Answer::Holds);
        }
        if let Some(model) = self.knowledge.refuter(question) {
            return Ok(Answer::Refuted(model.clone()));
        }
        let answer = self.inner.ask(question).map_err(CacheError::Oracle)?;
        if self.rules_too || answer != Answer::Holds {
            self.knowledge.learn(question, &answer).map_err(CacheError::Conflict)?;
        }
        Ok(answer)
    }

    fn closure(&mut self, set: &AttrSet) -> Result<Option<Conclusion>, Self::Error> {
        let Conclusion::Attrs(closed) = self.knowledge.lower(set) else { return Ok(Some(Conclusion::Falsum)) };
        loop {
            let candidate = self.knowledge.upper_of_closed(&closed);
            if candidate.is_subset(&closed) {
                return Ok(Some(candidate));
            }
            let question = Implication { premise: closed.clone(), conclusion: candidate.clone() };
            match self.ask(&question)? {
                Answer::Holds => return Ok(Some(candidate)),
                Answer::Refuted(_) if self.knowledge.refuter(&question).is_some() => {}
                // Too vague a "no" would be asked for again for ever.
                Answer::Refuted(_) | Answer::Partly { .. } | Answer::Unknown => return Ok(None),
            }
        }
    }
}
