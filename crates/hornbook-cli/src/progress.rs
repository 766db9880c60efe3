//! Watching a run: a bar while it goes on, and Ctrl-C to end it.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hornbook::learn::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output::note;
use crate::words;

/// How often the bar is drawn.
const TIME_BETWEEN_DRAWINGS: Duration = Duration::from_millis(100);

/// What a program that Ctrl-C killed exits with.
const EXIT_CODE_KILLED: i32 = 130;

/// What Ctrl-C sets. From now on, the first ends the run and the second the
/// program.
pub(crate) fn stopped_by_ctrl_c(quiet: bool) -> Arc<AtomicBool> {
    let stopped = Arc::new(AtomicBool::new(false));
    let flag = stopped.clone();
    let ctrl_c = move || {
        if flag.swap(true, Ordering::SeqCst) {
            std::process::exit(EXIT_CODE_KILLED);
        }
        if !quiet {
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
    started: Instant,
    drawn: Instant,
    limit: Option<Duration>,
    /// Rules that were known before.
    known: usize,
    /// The most memory that was held, where it is counted.
    peak: usize,
    /// Whether there is a bar to fill, and not only something that turns.
    filling: bool,
}

impl Watcher {
    /// Starts watching. From now on, the first Ctrl-C ends the run and the
    /// second the program.
    pub(crate) fn start(quiet: bool, limit: Option<Duration>, known: usize) -> Self {
        let stopped = stopped_by_ctrl_c(quiet);
        let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(None, target);
        bar.set_style(style("{spinner} {wide_msg}"));
        let now = Instant::now();
        Self { bar, stopped, started: now, drawn: now, limit, known, peak: 0, filling: false }
    }

    /// Shows where the run is, and says whether to go on.
    pub(crate) fn watch(&mut self, progress: &Progress) -> ControlFlow<()> {
        if self.stopped.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        self.peak = self.peak.max(progress.bytes);
        if !self.bar.is_hidden() && self.drawn.elapsed() >= TIME_BETWEEN_DRAWINGS {
            self.draw(progress);
            self.drawn = Instant::now();
        }
        ControlFlow::Continue(())
    }

    fn draw(&mut self, progress: &Progress) {
        if progress.needed > 0 && !self.filling {
            self.bar.set_style(style("{bar:14} {percent:>3}% {wide_msg}"));
            self.filling = true;
        }
        self.bar.update(|state| {
            state.set_len(progress.needed.max(1));
            state.set_pos(progress.agreed.min(progress.needed));
        });
        self.bar.set_message(self.message(progress));
    }

    /// The most telling first: a narrow terminal cuts the rest.
    fn message(&self, progress: &Progress) -> String {
        let elapsed = self.started.elapsed();
        let mut parts = vec![words::counted(progress.rules.saturating_sub(self.known), "rule")];
        if progress.questions > 0 {
            parts.push(words::counted(progress.questions as usize, "question"));
        }
        if progress.visited > 0 {
            parts.push(words::counted(progress.visited as usize, "set"));
        }
        if progress.bytes > 0 {
            parts.push(words::size(progress.bytes));
        }
        parts.push(words::time(elapsed));
        // A round that meets a counterexample starts anew: this is the soonest.
        let left = progress.needed.saturating_sub(progress.agreed);
        let soonest = elapsed.mul_f64((left as f64 / progress.samples.max(1) as f64).min(1e6));
        let known = progress.samples > 0 && left > 0;
        match (known, self.limit.map(|limit| limit.saturating_sub(elapsed))) {
            (true, Some(most)) if most > soonest => {
                parts.push(format!("{} to {} left", words::time(soonest), words::time(most)));
            }
            (_, Some(most)) => parts.push(format!("at most {} left", words::time(most))),
            (true, None) => parts.push(format!("at least {} left", words::time(soonest))),
            (false, None) => {}
        }
        if progress.round > 0 {
            parts.push(format!("round {}", words::count(progress.round)));
            parts.push(words::counted(progress.samples as usize, "sample"));
        }
        parts.join(", ")
    }

    /// Takes the bar away, and says how long the run took and how much memory it
    /// held, where that is counted.
    pub(crate) fn finish(self) -> (Duration, Option<usize>) {
        self.bar.finish_and_clear();
        (self.started.elapsed(), Some(self.peak).filter(|&peak| peak > 0))
    }
}

pub(crate) fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
