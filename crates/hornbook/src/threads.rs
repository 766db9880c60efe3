//! Work spread over threads, with results in order.

use std::sync::atomic::{AtomicUsize, Ordering};

/// What `work` gives for each number below `count`, in their order, by several
/// threads. Each takes the next number when it is done with one.
pub(crate) fn map<T: Send>(threads: usize, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let threads = threads.min(count);
    if threads <= 1 {
        return (0..count).map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let share = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= count {
                return done;
            }
            done.push((at, work(at)));
        }
    };
    let mut all: Vec<(usize, T)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (1..threads).map(|_| scope.spawn(share)).collect();
        let mut all = share();
        for worker in workers {
            match worker.join() {
                Ok(part) => all.extend(part),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        all
    });
    all.sort_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::map;

    #[test]
    fn results_are_in_order() {
        for threads in [0, 1, 2, 7] {
            for count in [0, 1, 5, 100] {
                assert!(map(threads, count, |at| at * at).into_iter().eq((0..count).map(|at| at * at)));
            }
        }
    }
}
