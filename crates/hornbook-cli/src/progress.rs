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
const EVERY: Duration = Duration::from_millis(100);

/// What a program that Ctrl-C killed exits with.
const KILLED: i32 = 130;

/// Watches a run.
pub(crate) struct Watcher {
    bar: ProgressBar,
    stopped: Arc<AtomicBool>,
    started: Instant,
    drawn: Instant,
    limit: Option<Duration>,
    /// Whether there is a bar to fill, and not only something that turns.
    filling: bool,
}

impl Watcher {
    /// Starts watching. From now on, the first Ctrl-C ends the run and the
    /// second the program.
    pub(crate) fn start(quiet: bool, limit: Option<Duration>) -> Self {
        let stopped = Arc::new(AtomicBool::new(false));
        let flag = stopped.clone();
        let ctrl_c = move || {
            if flag.swap(true, Ordering::SeqCst) {
                std::process::exit(KILLED);
            }
            if !quiet {
                note("\nEnding the run; Ctrl-C once more kills it.");
            }
        };
        // Without a handler Ctrl-C kills at once, as it would anyway.
        _ = ctrlc::set_handler(ctrl_c);
        let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(None, target);
        bar.set_style(style("{spinner} {msg}"));
        let now = Instant::now();
        Self { bar, stopped, started: now, drawn: now, limit, filling: false }
    }

    /// Shows where the run is, and says whether to go on.
    pub(crate) fn watch(&mut self, progress: &Progress) -> ControlFlow<()> {
        if self.stopped.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        if !self.bar.is_hidden() && self.drawn.elapsed() >= EVERY {
            self.draw(progress);
            self.drawn = Instant::now();
        }
        ControlFlow::Continue(())
    }

    fn draw(&mut self, progress: &Progress) {
        if progress.needed > 0 {
            if !self.filling {
                self.bar.set_style(style("{bar:20} {percent:>3}%  {msg}"));
                self.filling = true;
            }
            self.bar.set_length(progress.needed);
            self.bar.set_position(progress.agreed.min(progress.needed));
        } else {
            self.bar.tick();
        }
        self.bar.set_message(self.message(progress));
    }

    fn message(&self, progress: &Progress) -> String {
        let elapsed = self.started.elapsed();
        let mut parts = Vec::new();
        if progress.round > 0 {
            parts.push(format!("round {}", words::count(progress.round)));
            parts.push(words::counted(progress.samples as usize, "sample"));
        }
        parts.push(words::counted(progress.rules, "rule"));
        if let Some(epsilon) = progress.epsilon.filter(|&epsilon| epsilon < 1.0) {
            parts.push(format!("ε {epsilon:.2}"));
        }
        parts.push(words::time(elapsed));
        // A round that meets a counterexample starts anew: this is the soonest.
        let left = progress.needed.saturating_sub(progress.agreed);
        if progress.samples > 0 && left > 0 {
            let soonest = elapsed.mul_f64((left as f64 / progress.samples as f64).min(1e6));
            parts.push(format!("{} left at least", words::time(soonest)));
        }
        if let Some(limit) = self.limit {
            parts.push(format!("{} left at most", words::time(limit.saturating_sub(elapsed))));
        }
        parts.join(", ")
    }

    /// Takes the bar away, and says how long the run took.
    pub(crate) fn finish(self) -> Duration {
        self.bar.finish_and_clear();
        self.started.elapsed()
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
