//! What came out of a method, before it becomes a rulebook.

use crate::learn::protocol::LearnError;
use crate::oracle::LimitError;
use crate::outcome::{Certificate, StopReason};
use crate::{Implication, Theory};

/// What came out of a method.
pub(super) struct Found {
    pub rules: Theory,
    pub stopped: StopReason,
    pub certificate: Option<Certificate>,
    pub supported_epsilon: Option<f64>,
    pub rounds: u64,
    pub samples: u64,
}

/// Why a method has nothing to show.
pub(super) enum Failed<E> {
    /// The domain failed.
    Domain(E),
    /// The domain contradicts what is known beforehand.
    Contradiction(Option<Implication>),
}

/// Why a run over a limited oracle ended early.
pub(super) fn stop_reason<E>(error: LearnError<LimitError<E>>) -> Result<StopReason, Failed<E>> {
    match error {
        LearnError::Oracle(LimitError::Questions) => Ok(StopReason::QuestionLimit),
        LearnError::Oracle(LimitError::Time) => Ok(StopReason::TimeLimit),
        LearnError::Oracle(LimitError::Oracle(error)) => Err(Failed::Domain(error)),
        LearnError::Cancelled => Ok(StopReason::Cancelled),
        // A domain knows every answer, and contradicts only what others say.
        LearnError::Conflict(_) => Err(Failed::Contradiction(None)),
        LearnError::Unanswered(question) => Err(Failed::Contradiction(Some(question))),
    }
}

/// The same where no limits are around.
pub(super) fn stop_looking<E>(error: LearnError<E>) -> Result<StopReason, Failed<E>> {
    match error {
        LearnError::Oracle(error) => Err(Failed::Domain(error)),
        LearnError::Cancelled => Ok(StopReason::Cancelled),
        LearnError::Conflict(_) => Err(Failed::Contradiction(None)),
        LearnError::Unanswered(question) => Err(Failed::Contradiction(Some(question))),
    }
}
