//! Why rows could not be had.

use hornbook::format::FormatError;

/// Why rows could not be had from where they are. No message holds a password.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// What was read makes no sense.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// Something is asked for that this source does not have, or that does not go
    /// together.
    #[error("{0}")]
    Wrong(String),
    /// The source cannot be reached, however often it is tried.
    #[error("{0}")]
    Unreachable(String),
    /// The source refused or failed.
    #[error("{0}")]
    Failed(String),
    /// It was called off.
    #[error("stopped")]
    Stopped,
    /// The time was up.
    #[error("the time was up")]
    TimeLimit,
}

impl From<std::io::Error> for EngineError {
    fn from(error: std::io::Error) -> Self {
        Self::Failed(error.to_string())
    }
}
