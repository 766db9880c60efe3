//! Telling whoever watches where the search is, now and then.

use std::ops::ControlFlow;

use super::settings::DependencyProgress;

/// Rows or sets that are looked at between two looks at the watcher: about a
/// millisecond.
const WORK_BETWEEN_LOOKS: usize = 1 << 19;

/// The watcher called it off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// The watcher, and what it is told.
pub(super) struct Watched<'a> {
    watch: &'a mut dyn FnMut(&DependencyProgress) -> ControlFlow<()>,
    pub(super) progress: DependencyProgress,
    work: usize,
}

impl<'a> Watched<'a> {
    pub(super) fn new(
        watch: &'a mut dyn FnMut(&DependencyProgress) -> ControlFlow<()>,
        progress: DependencyProgress,
    ) -> Self {
        Self { watch, progress, work: 0 }
    }

    /// Some rows or sets were looked at: whether to go on.
    pub(super) fn worked(&mut self, work: usize) -> Result<(), Stopped> {
        self.work += work;
        if self.work < WORK_BETWEEN_LOOKS {
            return Ok(());
        }
        self.work = 0;
        self.look()
    }

    /// All dependencies of a right side are found: whether to go on.
    pub(super) fn done(&mut self) -> Result<(), Stopped> {
        self.progress.done += 1;
        self.look()
    }

    fn look(&mut self) -> Result<(), Stopped> {
        match (self.watch)(&self.progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stopped),
        }
    }
}
