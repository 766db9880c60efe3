//! What came out of a method, before it becomes a rulebook.

use crate::learn::protocol::LearnError;
use crate::oracle::LimitError;
use crate::outcome::{Certificate, StopReason};
use crate::sampling::Distribution;
use crate::{Implication, Theory};

/// What came out of a method.
pub(super) struct Found {
    pub rules: Theory,
    pub stopped: StopReason,
    /// Whatever holds and is borne out by so many rows follows; 0 for whatever
    /// holds.
    pub complete_above: Option<usize>,
    /// The distribution that ε speaks of, if it is not the one of the options.
    pub distribution: Option<Distribution>,
    pub certificate: Option<Certificate>,
    pub supported_epsilon: Option<f64>,
    pub rounds: u64,
    pub samples: u64,
}

impl Found {
    /// Rules that were looked up: complete above a support, if they are complete.
    pub(super) fn looked_up(rules: Theory, stopped: StopReason, complete_above: Option<usize>) -> Self {
        Self {
            rules,
            stopped,
            complete_above,
            distribution: None,
            certificate: None,
            supported_epsilon: None,
            rounds: 0,
            samples: 0,
        }
    }
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
