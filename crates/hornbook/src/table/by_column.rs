//! Work that is done column by column.

use std::thread;

use super::text_table::Table;

impl Table {
    /// Does something for each column, on several threads if there are many cells.
    pub(crate) fn for_columns<T: Send>(&self, each: impl Fn(usize) -> T + Sync) -> Vec<T> {
        // For fewer cells, a second thread takes longer to start than it saves.
        const SINGLE_THREAD_CELLS: usize = 100_000;
        let many = self.len() * self.width() > SINGLE_THREAD_CELLS;
        let threads = if many { thread::available_parallelism().map_or(1, usize::from).min(self.width()) } else { 1 };
        let every = |first: usize| (first..self.width()).step_by(threads).map(&each).collect::<Vec<T>>();
        let mut done: Vec<_> = thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|first| scope.spawn(move || every(first))).collect();
            let rest = |thread: thread::ScopedJoinHandle<'_, Vec<T>>| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)).into_iter()
            };
            std::iter::once(every(0).into_iter()).chain(others.into_iter().map(rest)).collect()
        });
        (0..self.width()).filter_map(|column| done[column % threads].next()).collect()
    }
}
