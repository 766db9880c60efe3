//! All runs of a plan, over threads.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::plan::{Cell, Part, Plan};
use crate::run;
use crate::store::{Store, StoreError};
use crate::subject::Subject;

/// How far a study is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tick {
    /// Runs that are done, also before this start.
    pub done: usize,
    /// All runs.
    pub runs: usize,
    /// About how long the others will take; known when the first of each group that
    /// is run is done.
    pub left: Option<Duration>,
    /// They will take longer than this, by what is known so far.
    pub at_least: Duration,
}

/// How often it is told how far a study is while no run ends.
const TIME_BETWEEN_TICKS: Duration = Duration::from_secs(1);

/// Runs what the store does not hold yet, the first of each group first, so that it
/// is soon known how long it takes. `watch` is told of every run that ended; `go_on`
/// is asked now and then whether to. Gives whether all is done.
pub fn conduct(
    subject: &Subject,
    plan: &Plan,
    store: &mut Store,
    threads: usize,
    watch: &(dyn Fn(Tick) + Sync),
    go_on: &(dyn Fn() -> bool + Sync),
) -> Result<bool, StoreError> {
    let todo = todo(plan, store);
    let runs = plan.cells().len();
    let threads = threads.max(1);
    let tick = |ended: &Ended<'_>| {
        watch(Tick {
            done: ended.store.records().len(),
            runs,
            left: ended.times.left(threads),
            at_least: ended.times.at_least(threads),
        });
    };
    watch(Tick { done: runs - todo.len(), runs, left: None, at_least: Duration::ZERO });
    let next = AtomicUsize::new(0);
    let failed = AtomicBool::new(false);
    let ended = Mutex::new(Ended { store, times: Times::new(plan, &todo), error: None, told: Instant::now() });
    let go_on = || {
        // A first run may take minutes: that is to be known before it ends.
        if let Ok(mut ended) = ended.try_lock()
            && ended.told.elapsed() >= TIME_BETWEEN_TICKS
        {
            ended.told = Instant::now();
            tick(&ended);
        }
        !failed.load(Ordering::Relaxed) && go_on()
    };
    let worker = || {
        while let Some(&cell) = todo.get(next.fetch_add(1, Ordering::Relaxed)).filter(|_| go_on()) {
            let started = Instant::now();
            ended.lock().unwrap_or_else(std::sync::PoisonError::into_inner).times.start(cell, started);
            let record = run::run(subject, plan, cell, &go_on).map_err(StoreError::from);
            let mut ended = ended.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            match record.and_then(|record| record.map(|record| ended.store.append(record)).transpose()) {
                Ok(None) => return,
                Ok(Some(())) => {
                    ended.times.note(cell, started.elapsed());
                    tick(&ended);
                }
                Err(error) => {
                    failed.store(true, Ordering::Relaxed);
                    ended.error.get_or_insert(error);
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(worker);
        }
        worker();
    });
    let Ended { store, error, .. } = ended.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    match error {
        Some(error) => Err(error),
        None => Ok(store.records().len() == runs),
    }
}

struct Ended<'s> {
    store: &'s mut Store,
    times: Times,
    error: Option<StoreError>,
    /// When it was told last how far the study is.
    told: Instant,
}

/// How long the runs of each group took, and how many are still to do.
struct Times(Vec<GroupTimes>);

#[derive(Clone, Copy, Default)]
struct GroupTimes {
    todo: u32,
    done: u32,
    took: Duration,
    /// When the first was started.
    started: Option<Instant>,
}

impl Times {
    fn new(plan: &Plan, todo: &[Cell]) -> Self {
        let mut groups = vec![GroupTimes::default(); plan.groups.len()];
        todo.iter().for_each(|cell| groups[cell.group].todo += 1);
        Self(groups)
    }

    fn start(&mut self, cell: Cell, now: Instant) {
        self.0[cell.group].started.get_or_insert(now);
    }

    fn note(&mut self, cell: Cell, took: Duration) {
        let group = &mut self.0[cell.group];
        group.todo -= 1;
        group.done += 1;
        group.took += took;
    }

    /// How long the rest takes, if a run of each group was timed.
    fn left(&self, threads: usize) -> Option<Duration> {
        let mut left = Duration::ZERO;
        for group in self.0.iter().filter(|group| group.todo > 0) {
            let mean = group.took.checked_div(group.done)?;
            left += mean * group.todo;
        }
        Some(left.div_f64(threads as f64))
    }

    /// What the rest takes at least: a first run that has not ended takes longer than
    /// it took so far, and so will those like it.
    fn at_least(&self, threads: usize) -> Duration {
        let of_group = |group: &GroupTimes| match group.took.checked_div(group.done) {
            Some(mean) => mean * group.todo,
            None => group.started.map_or(Duration::ZERO, |started| started.elapsed() * group.todo.saturating_sub(1)),
        };
        self.0.iter().map(of_group).sum::<Duration>().div_f64(threads as f64)
    }
}

/// What is not done yet: the first of each group, the shortest before the longest;
/// then the others, the longest first, so that no thread is left with a long one when
/// the others have nothing to do.
fn todo(plan: &Plan, store: &Store) -> Vec<Cell> {
    let done: HashSet<Cell> =
        store.records().iter().map(|record| Cell { group: record.group, run: record.run }).collect();
    let todo = plan.cells().into_iter().filter(|cell| !done.contains(cell));
    let mut met = HashSet::new();
    let (mut firsts, mut others): (Vec<Cell>, Vec<Cell>) = todo.partition(|cell| met.insert(cell.group));
    firsts.sort_by(|a, b| weight(plan, *a).total_cmp(&weight(plan, *b)).then(a.cmp(b)));
    others.sort_by(|a, b| weight(plan, *b).total_cmp(&weight(plan, *a)).then(a.cmp(b)));
    firsts.extend(others);
    firsts
}

/// About how long a run takes, in units of its own: the samples that a round
/// needs, and something for starting.
fn weight(plan: &Plan, cell: Cell) -> f64 {
    let group = &plan.groups[cell.group];
    let repeated = if group.part == Part::Curves { 4.0 } else { 1.0 };
    repeated * (3.0 + group.epsilon.map_or(0.0, |epsilon| 1.0 / epsilon))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_told_by_the_first_of_each() {
        let group = |todo| GroupTimes { todo, ..GroupTimes::default() };
        let mut times = Times(vec![group(3), group(0), group(11)]);
        assert_eq!(times.left(2), None);
        times.note(Cell { group: 2, run: 1 }, Duration::from_secs(4));
        assert_eq!(times.left(2), None);
        times.note(Cell { group: 0, run: 1 }, Duration::from_secs(1));
        assert_eq!(times.left(1), Some(Duration::from_secs(2 + 40)));
        assert_eq!(times.left(2), Some(Duration::from_secs(21)));
        times.note(Cell { group: 2, run: 2 }, Duration::from_secs(2));
        assert_eq!(times.left(1), Some(Duration::from_secs(2 + 27)));
        assert_eq!(Times(vec![group(0)]).left(4), Some(Duration::ZERO));
    }

    #[test]
    fn a_first_run_that_does_not_end_tells_that_it_takes_long() {
        let group = |todo| GroupTimes { todo, ..GroupTimes::default() };
        let mut times = Times(vec![group(11), group(11)]);
        assert_eq!(times.at_least(2), Duration::ZERO);
        let before = Instant::now().checked_sub(Duration::from_secs(30)).unwrap();
        times.start(Cell { group: 0, run: 1 }, before);
        times.start(Cell { group: 0, run: 2 }, Instant::now());
        assert_eq!((times.at_least(2).as_secs(), times.left(2)), (150, None));
        times.note(Cell { group: 0, run: 1 }, Duration::from_secs(40));
        assert_eq!(times.at_least(2).as_secs(), 200);
    }
}
