//! Why an expert can be asked no more.

/// Why an expert can be asked no more. What concerns one question alone is
/// [`ExpertReply::Failed`](crate::ExpertReply::Failed).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExpertError {
    /// It cannot be reached, or ended and could not be started again.
    #[error("{name}: {problem}")]
    Unreachable {
        /// What it is called.
        name: String,
        /// What happened.
        problem: String,
    },
    /// It does not speak the protocol.
    #[error("{name}: {problem}")]
    Protocol {
        /// What it is called.
        name: String,
        /// What it said, and what was expected.
        problem: String,
    },
    /// It would cost more than was allowed.
    #[error("{name}: {problem}")]
    Limit {
        /// What it is called.
        name: String,
        /// Which limit was reached.
        problem: String,
    },
    /// Somebody called it off.
    #[error("cancelled")]
    Cancelled,
}
