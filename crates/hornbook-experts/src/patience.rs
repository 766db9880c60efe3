//! How long something is waited for.

use std::time::{Duration, Instant};

/// Until when something is waited for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline(Option<Instant>);

impl Deadline {
    /// So long from now; for ever, if that is longer than clocks go.
    pub(crate) fn after(patience: Duration) -> Self {
        Self(Instant::now().checked_add(patience))
    }

    /// How long it still is.
    pub(crate) fn left(self) -> Duration {
        self.0.map_or(Duration::MAX, |until| until.saturating_duration_since(Instant::now()))
    }
}
