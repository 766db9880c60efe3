//! When a solver gives up.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::error::CnfError;

/// When a solver gives up, even in the middle of a question: when somebody sets the
/// flag, or when the time is up. By default never.
#[derive(Clone, Debug, Default)]
pub struct SolverControl {
    stop: Arc<AtomicBool>,
    deadline: Option<Instant>,
}

impl SolverControl {
    /// Gives up when the flag is set, or at the deadline.
    pub fn new(stop: Arc<AtomicBool>, deadline: Option<Instant>) -> Self {
        Self { stop, deadline }
    }

    /// Why to give up now, if there is a reason.
    pub(super) fn reason(&self) -> Option<CnfError> {
        match () {
            () if self.stop.load(Ordering::Relaxed) => Some(CnfError::Stopped),
            () if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) => Some(CnfError::TimeLimit),
            () => None,
        }
    }
}
