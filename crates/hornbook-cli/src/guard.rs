//! Watches over time and memory wherever the program is.
//!
//! A learner asks whether to go on, and ends with what it has. Elsewhere, as while
//! a table is read, there is nothing to lose: then the program ends.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::memory;
use crate::output::note;
use crate::words;

/// How often it looks.
const TIME_BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// Whoever learns has so long to end after being told to.
const GRACE: Duration = Duration::from_secs(3);

/// What a program that was stopped early exits with.
pub(crate) const EXIT_CODE_STOPPED_EARLY: i32 = 1;

/// What the program is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// There is nothing to lose.
    Reading = 0,
    /// Somebody asks whether to go on.
    Learning = 1,
    /// What was found is being counted and written.
    Writing = 2,
}

/// Which limit was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    Time = 1,
    Memory = 2,
}

/// What is shared with the thread that looks.
#[derive(Debug)]
struct Shared {
    /// When the time is up.
    deadline: Option<Instant>,
    phase: AtomicU8,
    reached: AtomicU8,
}

impl Shared {
    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Watches over limits, from when it is made until the program ends.
#[derive(Clone, Debug)]
pub(crate) struct Guard(Arc<Shared>);

impl Guard {
    /// Watches from now on. Without a limit of memory, nearly all that is free may
    /// be used.
    pub(crate) fn start(limit_time: Option<Duration>, limit_memory: Option<usize>) -> Self {
        let deadline = limit_time.and_then(|limit| Instant::now().checked_add(limit));
        let guard = Self(Arc::new(Shared { deadline, phase: AtomicU8::new(0), reached: AtomicU8::new(0) }));
        let named = limit_memory.is_some();
        let limit_memory = limit_memory.or_else(memory::usable);
        let watching = guard.clone();
        let mut told = None;
        let mut look = move || {
            let reached = match () {
                () if watching.0.is_late() => Some(Limit::Time),
                () if limit_memory.is_some_and(|limit| memory::held().is_some_and(|held| held > limit)) => {
                    Some(Limit::Memory)
                }
                () => None,
            };
            if let Some(limit) = reached {
                let since = *told.get_or_insert_with(Instant::now);
                watching.tell(limit, since.elapsed() >= GRACE, limit_memory, named);
            }
        };
        // A limit that nothing can keep to is told before anything is read, however
        // quickly that goes.
        look();
        let keep_looking = move || loop {
            thread::sleep(TIME_BETWEEN_LOOKS);
            look();
        };
        // Without a thread there are still the limits that learners keep.
        _ = thread::Builder::new().name("guard".to_owned()).spawn(keep_looking);
        guard
    }

    /// Tells the learner, or ends the program.
    fn tell(&self, limit: Limit, is_overdue: bool, limit_memory: Option<usize>, named: bool) {
        let phase = self.0.phase.load(Ordering::SeqCst);
        _ = self.0.reached.compare_exchange(0, limit as u8, Ordering::SeqCst, Ordering::SeqCst);
        let is_reading = phase == Phase::Reading as u8;
        // What was found in time may be written; what does not fit may not.
        let is_stuck = is_overdue && (phase == Phase::Learning as u8 || limit == Limit::Memory);
        if !is_reading && !is_stuck {
            return;
        }
        let place =
            if is_reading { "while the table was being read" } else { "and what was found could not be written" };
        let what = match (limit, limit_memory) {
            (Limit::Memory, Some(most)) if named => format!("the limit of {} of memory was reached", words::size(most)),
            (Limit::Memory, _) => "hardly any memory is left (--limit-memory sets a limit)".to_owned(),
            (Limit::Time, _) => "the time was up".to_owned(),
        };
        note(&format!("Stopped early: {what}, {place}."));
        process::exit(EXIT_CODE_STOPPED_EARLY);
    }

    /// When the time is up.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.0.deadline
    }

    /// From now on somebody asks whether to go on.
    pub(crate) fn learning(&self) {
        self.0.phase.store(Phase::Learning as u8, Ordering::SeqCst);
    }

    /// From now on what was found is written.
    pub(crate) fn writing(&self) {
        self.0.phase.store(Phase::Writing as u8, Ordering::SeqCst);
    }

    /// The limit that was reached, if one was.
    pub(crate) fn reached(&self) -> Option<Limit> {
        let told = self.0.reached.load(Ordering::SeqCst);
        let limit = [Limit::Time, Limit::Memory].into_iter().find(|&limit| limit as u8 == told);
        // Whoever asks need not wait for the next look.
        limit.or_else(|| self.0.is_late().then_some(Limit::Time))
    }
}
