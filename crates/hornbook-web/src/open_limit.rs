//! A limit on how many explorations are open at a time: each holds files, of
//! which a program may have only so many, and memory.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::problem::Problem;

/// How many explorations are open at most. With a journal and its lock each, and
/// as many connections as are allowed, a server stays below the 1024 files that a
/// program may usually open.
const MAX_OPEN: usize = 128;
/// How long it is waited until another exploration is closed.
const MAX_DELAY: Duration = Duration::from_secs(10);

/// Counts the open explorations.
#[derive(Clone)]
pub(crate) struct OpenLimit {
    slots: Arc<Semaphore>,
    /// Closes an exploration that is not in use, if there is one.
    close_one: Arc<dyn Fn() + Send + Sync>,
}

/// One open exploration, counted until this is dropped.
pub(crate) struct OpenSlot(#[expect(dead_code, reason = "it counts as long as it is there")] OwnedSemaphorePermit);

impl OpenLimit {
    pub(crate) fn new(close_one: impl Fn() + Send + Sync + 'static) -> Self {
        Self { slots: Arc::new(Semaphore::new(MAX_OPEN)), close_one: Arc::new(close_one) }
    }

    /// Counts one more open exploration, for which another one may be closed.
    pub(crate) async fn slot(&self) -> Result<OpenSlot, Problem> {
        if let Ok(slot) = self.slots.clone().try_acquire_owned() {
            return Ok(OpenSlot(slot));
        }
        (self.close_one)();
        match tokio::time::timeout(MAX_DELAY, self.slots.clone().acquire_owned()).await {
            Ok(Ok(slot)) => Ok(OpenSlot(slot)),
            _ => Err(Problem::unavailable("full", "Too many explorations are in use at once: try again in a moment.")),
        }
    }
}
