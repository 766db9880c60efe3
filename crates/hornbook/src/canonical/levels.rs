//! The enumeration on several threads.
//!
//! Whether a set is pseudo-closed depends on its proper subsets alone. So the
//! sets are cut in pieces by which of the first attributes they have, and
//! pieces with equally many of them, a level, do not depend on each other.
//! Threads share the pieces of a level, and tell each other the rules they
//! found before the next begins: what is found depends neither on their number
//! nor on who was faster.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Thread;
use std::time::Duration;

use super::bits::Width;
use super::rules::Rows;
use super::search::{Branch, Search, SearchDomain};
use super::tally::Stop;

/// While the other threads are busy, the first one looks after progress at
/// these intervals.
const WATCH_EVERY: Duration = Duration::from_millis(20);

/// A level is divided into so many shares a thread, if it has as many branches.
const SHARES: usize = 32;

/// Runs the enumeration to its end or until something stops it: `first` on the
/// thread of the caller, the others on threads of their own.
pub(super) fn run<W, D, E>(first: &mut Search<W, D>, others: &mut [Search<W, E>], top: usize) -> Result<(), Stop>
where
    W: Width,
    D: SearchDomain<Error = Stop>,
    E: SearchDomain<Error = Stop> + Send,
{
    let mut levels: BTreeMap<_, Vec<Branch>> =
        first.root().map(|root| (root.level(top), vec![root])).into_iter().collect();
    let mut news = Vec::new();
    while let Some((_, branches)) = levels.pop_first() {
        let share = branches.len() / (SHARES * (1 + others.len())) + 1;
        let shares = branches.chunks(share).collect();
        run_level(first, others, &Level { news: &news, shares, next: AtomicUsize::new(0) })?;
        let put_off = others.iter_mut().flat_map(Search::take_put_off);
        for branch in first.take_put_off().into_iter().chain(put_off) {
            levels.entry(branch.level(top)).or_default().push(branch);
        }
        if !levels.is_empty() {
            news = std::iter::once(first.news()).chain(others.iter().map(Search::news)).collect();
        }
    }
    Ok(())
}

/// What the threads share in a level.
struct Level<'a> {
    /// What each of them found in the last one.
    news: &'a [Rows],
    /// The branches, divided. Neighbours are of the same set, mostly.
    shares: Vec<&'a [Branch]>,
    /// The next share to visit.
    next: AtomicUsize,
}

impl Level<'_> {
    /// The part of one thread.
    fn work<W: Width, D: SearchDomain>(&self, thread: usize, search: &mut Search<W, D>) -> Result<(), D::Error> {
        for (_, rules) in self.news.iter().enumerate().filter(|&(from, _)| from != thread) {
            search.know(rules);
        }
        while let Some(branches) = self.shares.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            for branch in *branches {
                search.run(branch)?;
            }
        }
        search.report()
    }
}

/// Counts a thread out when it is done, or panics, and wakes the caller.
struct Busy<'a> {
    busy: &'a AtomicUsize,
    caller: &'a Thread,
}

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.busy.fetch_sub(1, Ordering::Release);
        self.caller.unpark();
    }
}

fn run_level<W, D, E>(first: &mut Search<W, D>, others: &mut [Search<W, E>], level: &Level<'_>) -> Result<(), Stop>
where
    W: Width,
    D: SearchDomain<Error = Stop>,
    E: SearchDomain<Error = Stop> + Send,
{
    let caller = std::thread::current();
    let busy = AtomicUsize::new(others.len());
    std::thread::scope(|scope| {
        let spawn = |(at, search)| {
            let busy = Busy { busy: &busy, caller: &caller };
            scope.spawn(move || {
                let _busy = busy;
                level.work(at + 1, search)
            })
        };
        let others: Vec<_> = others.iter_mut().enumerate().map(spawn).collect();
        let mut ended = level.work(0, first);
        while busy.load(Ordering::Acquire) > 0 {
            std::thread::park_timeout(WATCH_EVERY);
            ended = ended.and(first.report());
        }
        for other in others {
            // A panic goes on here, as it would have on one thread.
            ended = ended.and(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        ended
    })
}
