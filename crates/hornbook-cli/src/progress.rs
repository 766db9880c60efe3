//! Watching a run: a bar while it goes on, and Ctrl-C to end it.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use hornbook::learn::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget};

use crate::bars::{be_quiet, is_quiet, style};
use crate::guard::Guard;
use crate::memory;
use crate::output::note;
use crate::words;

/// How often the bar is drawn.
const TIME_BETWEEN_DRAWINGS: Duration = Duration::from_millis(100);

/// What a program that Ctrl-C killed exits with.
const EXIT_CODE_KILLED: i32 = 130;

/// What Ctrl-C sets. From now on, the first ends the run and the second the
/// program.
pub(crate) fn stopped_by_ctrl_c() -> Arc<AtomicBool> {
    static STOPPED: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    STOPPED.get_or_init(catch_ctrl_c).clone()
}

fn catch_ctrl_c() -> Arc<AtomicBool> {
    let stopped = Arc::new(AtomicBool::new(false));
    let flag = stopped.clone();
    let ctrl_c = move || {
        if flag.swap(true, Ordering::SeqCst) {
            std::process::exit(EXIT_CODE_KILLED);
        }
        if !is_quiet() {
            note("");
            note("Ending the run; Ctrl-C once more kills it.");
        }
    };
    // Without a handler Ctrl-C kills at once, as it would anyway.
    _ = ctrlc::set_handler(ctrl_c);
    stopped
}

/// Watches a run.
pub(crate) struct Watcher {
    bar: ProgressBar,
    stopped: Arc<AtomicBool>,
    guard: Guard,
    started: Instant,
    drawn: Instant,
    limit: Option<Duration>,
    /// Rules that were known before.
    known: usize,
    /// The most memory that was held, where it is counted.
    peak: usize,
    /// What was shown last: it never goes back.
    shown: Shown,
}

/// What was shown of a run.
#[derive(Default)]
struct Shown {
    /// How far the run is, as a share; none where that cannot be told.
    share: Option<f64>,
    rules: usize,
    visited: u64,
}

/// A run is never shown as done while it goes on.
const LARGEST_SHARE_SHOWN: f64 = 0.99;

impl Watcher {
    /// Starts watching. From now on, the first Ctrl-C ends the run and the
    /// second the program.
    pub(crate) fn start(quiet: bool, limit: Option<Duration>, known: usize, guard: &Guard) -> Self {
        guard.learning();
        be_quiet(quiet);
        let stopped = stopped_by_ctrl_c();
        let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(None, target);
        bar.set_style(style("{spinner} {wide_msg}"));
        let now = Instant::now();
        let guard = guard.clone();
        Self { bar, stopped, guard, started: now, drawn: now, limit, known, peak: 0, shown: Shown::default() }
    }

    /// Shows where the run is, and says whether to go on.
    pub(crate) fn watch(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.peak = self.peak.max(progress.bytes);
        if progress.finishing {
            self.guard.writing();
        }
        if self.stopped.load(Ordering::Relaxed) || self.guard.reached().is_some() {
            return ControlFlow::Break(());
        }
        if !self.bar.is_hidden() && self.drawn.elapsed() >= TIME_BETWEEN_DRAWINGS {
            self.draw(progress);
            self.drawn = Instant::now();
        }
        ControlFlow::Continue(())
    }

    fn draw(&mut self, progress: &Progress) {
        if progress.needed > 0 {
            if self.shown.share.is_none() {
                self.bar.set_style(style("{bar:14} {percent:>3}% {wide_msg}"));
            }
            let share = (progress.agreed as f64 / progress.needed as f64).min(LARGEST_SHARE_SHOWN);
            let share = share.max(self.shown.share.unwrap_or(0.0));
            self.shown.share = Some(share);
            self.bar.update(|state| {
                state.set_len(100);
                state.set_pos((share * 100.0) as u64);
            });
        }
        self.shown.rules = self.shown.rules.max(progress.rules.saturating_sub(self.known));
        self.shown.visited = self.shown.visited.max(progress.visited);
        self.bar.set_message(self.message(progress));
    }

    /// The most telling first: a narrow terminal cuts the rest.
    fn message(&self, progress: &Progress) -> String {
        let elapsed = self.started.elapsed();
        let mut parts = vec![words::counted(self.shown.rules, "rule")];
        if progress.questions > 0 {
            parts.push(words::counted(progress.questions as usize, "question"));
        }
        if self.shown.visited > 0 {
            parts.push(words::counted(self.shown.visited as usize, "set"));
        }
        if let Some(rows) = progress.min_support.filter(|&rows| rows > 1) {
            parts.push(format!("in {} rows or more", words::count(rows as u64)));
        }
        if progress.bytes > 0 {
            parts.push(words::size(progress.bytes));
        }
        parts.push(words::time(elapsed));
        // A round that meets a counterexample starts anew, and nobody knows how many
        // there will be: only a limit tells how long it can take.
        if let Some(most) = self.limit.map(|limit| limit.saturating_sub(elapsed)) {
            parts.push(format!("at most {} left", words::time(most)));
        }
        if progress.round > 0 {
            parts.push(format!("round {}", words::count(progress.round)));
            parts.push(words::counted(progress.samples as usize, "sample"));
        }
        parts.join(", ")
    }

    /// Takes the bar away, and says how long the run took and how much memory the
    /// program held, as the system tells or as far as it was counted.
    pub(crate) fn finish(self) -> (Duration, Option<usize>) {
        self.bar.finish_and_clear();
        self.guard.writing();
        let held = memory::most_held().or(Some(self.peak).filter(|&peak| peak > 0));
        (self.started.elapsed(), held)
    }
}
