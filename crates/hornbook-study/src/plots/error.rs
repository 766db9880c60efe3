//! What may go wrong with a drawing.

/// A drawing failed: the backend writes to memory, so this should not occur.
#[derive(Debug, thiserror::Error)]
#[error("a plot could not be drawn: {0}")]
pub struct PlotError(String);

impl PlotError {
    pub(super) fn of(error: impl std::fmt::Display) -> Self {
        Self(error.to_string())
    }
}
