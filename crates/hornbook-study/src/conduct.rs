//! Running what a plan lists, spread over threads.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::plan::{Cell, Plan};
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
    /// Work that was done since this start, and all that was to do then: runs
    /// with a smaller ε count for more.
    pub worked: f64,
    /// All work that was to do at the start.
    pub work: f64,
}

/// Runs what the store does not hold yet. `watch` is told of every run that
/// ended; `go_on` is asked now and then whether to. Gives whether all is done.
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
    let work: f64 = todo.iter().map(|&cell| weight(plan, cell)).sum();
    let tick = |worked: f64, done: usize| Tick { done, runs, worked, work };
    watch(tick(0.0, runs - todo.len()));
    let next = AtomicUsize::new(0);
    let failed = AtomicBool::new(false);
    let ended = Mutex::new(Ended { store, worked: 0.0, error: None });
    let go_on = || !failed.load(Ordering::Relaxed) && go_on();
    let worker = || {
        while let Some(&cell) = todo.get(next.fetch_add(1, Ordering::Relaxed)).filter(|_| go_on()) {
            let record = run::run(subject, plan, cell, &go_on).map_err(StoreError::from);
            let mut ended = ended.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            match record.and_then(|record| record.map(|record| ended.store.append(record)).transpose()) {
                Ok(None) => return,
                Ok(Some(())) => {
                    ended.worked += weight(plan, cell);
                    watch(tick(ended.worked, ended.store.records().len()));
                }
                Err(error) => {
                    failed.store(true, Ordering::Relaxed);
                    ended.error.get_or_insert(error);
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.max(1) {
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
    worked: f64,
    error: Option<StoreError>,
}

/// What is not done yet, the longest first, so that no thread is left with a
/// long one when the others have nothing to do.
fn todo(plan: &Plan, store: &Store) -> Vec<Cell> {
    let done: HashSet<Cell> =
        store.records().iter().map(|record| Cell { group: record.group, run: record.run }).collect();
    let mut todo: Vec<Cell> = plan.cells().into_iter().filter(|cell| !done.contains(cell)).collect();
    todo.sort_by(|a, b| weight(plan, *b).total_cmp(&weight(plan, *a)).then(a.cmp(b)));
    todo
}

/// About how long a run takes, in units of its own: the samples that a round
/// needs, and something for starting.
fn weight(plan: &Plan, cell: Cell) -> f64 {
    let group = &plan.groups[cell.group];
    let repeated = if group.part == crate::Part::Curves { 4.0 } else { 1.0 };
    (repeated * (3.0 + 1.0 / group.epsilon)).ceil()
}
