//! Why something is not measured.

/// Why something cannot be measured.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum MeasureError {
    /// Too many sets to look at each.
    #[error("{0} attributes make too many sets to look at each")]
    TooLarge(usize),
    /// Sets that are cut down at random, or that depend on what was seen.
    #[error("sets that are cut down to a size or to a support cannot be listed with how often they are drawn")]
    NotListed,
    /// A tolerance or failure probability outside (0, 1).
    #[error("{name} must be above 0 and below 1, but is {value}")]
    OutOfRange {
        /// `tolerance` or `failure`.
        name: &'static str,
        /// What it was.
        value: f64,
    },
}

/// Why something was not measured.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum MeasureFailure<E> {
    /// It cannot be.
    #[error(transparent)]
    Impossible(#[from] MeasureError),
    /// The domain failed.
    #[error(transparent)]
    Domain(E),
}
