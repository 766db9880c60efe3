//! Answers that cannot be taken, and why. [`words`](super::words) has the
//! sentences.

use super::Dispute;
use crate::journal::JournalError;
use hornbook::{AttrSet, Implication};

/// Why an answer was not taken. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// The object cannot break the rule: it lacks some of the premise.
    #[error("the object lacks some of the premise")]
    LacksPremise {
        /// The rule it should break.
        question: Implication,
        /// What of the premise it lacks.
        lacks: AttrSet,
    },
    /// The object does not break the rule: it must lack one of these.
    #[error("the object does not break the rule: it must lack some of the conclusion")]
    LacksNothing {
        /// The rule it should break.
        question: Implication,
        /// Of these it must lack one.
        conclusion: AttrSet,
    },
    /// The object is known to be otherwise.
    #[error("the object is known to be otherwise")]
    Otherwise {
        /// The object.
        name: String,
        /// Where what is said is not what was said before.
        attributes: AttrSet,
    },
    /// "A part of it holds" needs a part of what was asked.
    #[error("what is said to follow is no part of the conclusion")]
    NoPart(Implication),
    /// The part that holds is all of it.
    #[error("what is said to follow is all of the conclusion")]
    AllOfIt(Implication),
    /// It contradicts earlier answers, or what was known beforehand.
    #[error("the answer contradicts earlier ones")]
    Contradicts(Dispute),
    /// Something else was asked for under the same name before.
    #[error("the request {0:?} was for something else: no two may have the same name")]
    Reused(String),
    /// It makes no sense for another reason.
    #[error("{0}")]
    Impossible(String),
    /// It could not be written down.
    #[error(transparent)]
    Journal(#[from] JournalError),
}
