//! Oracles: whoever can say whether an implication holds.
//!
//! An oracle answers one kind of question (`is_valid` in the paper). Caching,
//! counting, recording and limits are oracles around an oracle; learners know
//! none of them. A counter outside a cache counts what was asked, one inside
//! it what was paid for. Several questions that do not depend on each other can
//! be asked together; what stands around an oracle hands them on together.

mod cached;
mod counted;
mod limited;
mod of_domain;
mod recorded;
mod target;

pub use cached::{CacheError, Cached};
pub use counted::{Counted, Tally};
pub use limited::{LimitError, Limited};
pub use of_domain::{DomainOracle, TableOracle};
pub use recorded::{Recorded, Replay, ReplayError};
pub use target::TargetOracle;

use crate::Implication;
pub use crate::answer::Answer;

/// Something that can be asked whether implications hold.
pub trait Oracle {
    /// Why a question may remain without an answer.
    type Error;

    /// The size of the universe.
    fn attribute_count(&self) -> usize;

    /// Does the implication hold in the domain?
    fn ask(&mut self, question: &Implication) -> Result<Answer, Self::Error>;

    /// Asks several questions that do not depend on each other, and adds the
    /// answers to `answers`, in their order. If it fails, the answers that were
    /// had before are there.
    fn ask_all(&mut self, questions: &[Implication], answers: &mut Vec<Answer>) -> Result<(), Self::Error> {
        for question in questions {
            answers.push(self.ask(question)?);
        }
        Ok(())
    }
}

impl<O: Oracle + ?Sized> Oracle for &mut O {
    type Error = O::Error;

    fn attribute_count(&self) -> usize {
        (**self).attribute_count()
    }

    fn ask(&mut self, question: &Implication) -> Result<Answer, Self::Error> {
        (**self).ask(question)
    }

    fn ask_all(&mut self, questions: &[Implication], answers: &mut Vec<Answer>) -> Result<(), Self::Error> {
        (**self).ask_all(questions, answers)
    }
}
