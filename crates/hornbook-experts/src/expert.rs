//! Whoever answers questions that are handed over, several at a time.

use std::time::Duration;

use hornbook::{AnswersRestOn, AttrSet, Conclusion, ExceptionBound, Implication};

use crate::ExpertError;

/// A question to an expert.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ExpertQuestion {
    /// Does this hold?
    Implication(Implication),
    /// What follows from these attributes?
    Closure(AttrSet),
    /// Is there something that has just these attributes?
    Member(AttrSet),
}

/// What an expert says to a question.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ExpertReply {
    /// The implication holds.
    Holds,
    /// It holds as far as a random search for exceptions tells.
    NoExceptionFound(ExceptionBound),
    /// It does not: there is something that breaks it.
    Counterexample {
        /// What that is called.
        name: Option<String>,
        /// What it has.
        has: AttrSet,
        /// What it may have or lack. It lacks everything else.
        unknown: AttrSet,
    },
    /// It does not hold, and no example is at hand.
    Fails,
    /// It does not hold, but this part of the conclusion follows.
    Partly(AttrSet),
    /// This part of the conclusion follows; of the rest it does not know.
    PartlyKnown(AttrSet),
    /// Everything that follows from the attributes asked about, themselves
    /// included; ⊥ if nothing has them all.
    Closure(Conclusion),
    /// Whether there is something that has just the attributes asked about.
    Member(bool),
    /// It does not know.
    Unknown,
    /// It could not answer, and this is why. It may know when asked again.
    Failed(String),
}

/// The kinds of questions that an expert knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abilities {
    /// Whether an implication holds.
    pub implication: bool,
    /// What follows from attributes.
    pub closure: bool,
    /// Whether a set is possible.
    pub member: bool,
}

impl Default for Abilities {
    /// Who says nothing of it knows about implications.
    fn default() -> Self {
        Self { implication: true, closure: false, member: false }
    }
}

/// Whoever answers questions that are handed over, several at a time, in any order.
///
/// A question is named by a number that its sender chooses, and is answered once,
/// or the expert fails as a whole.
pub trait Expert {
    /// What it is called, as its answers are signed.
    fn name(&self) -> &str;

    /// What it can be asked.
    fn abilities(&self) -> Abilities {
        Abilities::default()
    }

    /// How many questions it takes at once, at least one.
    fn questions_at_once(&self) -> usize {
        1
    }

    /// What its answers rest on so far, where they are not simply trusted.
    fn rests_on(&self) -> Option<AnswersRestOn> {
        None
    }

    /// Hands over a question.
    fn send(&mut self, id: u64, question: &ExpertQuestion) -> Result<(), ExpertError>;

    /// The next answer, with the number of its question; none if there is none
    /// within that time. Returns soon after somebody calls it off.
    fn receive(&mut self, patience: Duration) -> Result<Option<(u64, ExpertReply)>, ExpertError>;

    /// What the answer that was received last rests on, if its author said so: axioms,
    /// sources, in words. It is handed out once.
    fn take_because(&mut self) -> Vec<String> {
        Vec::new()
    }
}

impl<E: Expert + ?Sized> Expert for Box<E> {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn abilities(&self) -> Abilities {
        (**self).abilities()
    }

    fn questions_at_once(&self) -> usize {
        (**self).questions_at_once()
    }

    fn rests_on(&self) -> Option<AnswersRestOn> {
        (**self).rests_on()
    }

    fn send(&mut self, id: u64, question: &ExpertQuestion) -> Result<(), ExpertError> {
        (**self).send(id, question)
    }

    fn receive(&mut self, patience: Duration) -> Result<Option<(u64, ExpertReply)>, ExpertError> {
        (**self).receive(patience)
    }

    fn take_because(&mut self) -> Vec<String> {
        (**self).take_because()
    }
}

impl<E: Expert + ?Sized> Expert for &mut E {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn abilities(&self) -> Abilities {
        (**self).abilities()
    }

    fn questions_at_once(&self) -> usize {
        (**self).questions_at_once()
    }

    fn rests_on(&self) -> Option<AnswersRestOn> {
        (**self).rests_on()
    }

    fn send(&mut self, id: u64, question: &ExpertQuestion) -> Result<(), ExpertError> {
        (**self).send(id, question)
    }

    fn receive(&mut self, patience: Duration) -> Result<Option<(u64, ExpertReply)>, ExpertError> {
        (**self).receive(patience)
    }

    fn take_because(&mut self) -> Vec<String> {
        (**self).take_because()
    }
}
