//! How far a table is read, while that takes long.

use std::io::{self, Read};
#[cfg(feature = "engines")]
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
#[cfg(feature = "engines")]
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, ProgressBar, ProgressDrawTarget};

use crate::bars::{is_quiet, style};
use crate::words;

/// What is read in less time is not worth a bar.
const TIME_WITHOUT_BAR: Duration = Duration::from_millis(500);

/// If nothing came for so long, that is said.
#[cfg(feature = "engines")]
const TIME_WITHOUT_WORD: Duration = Duration::from_secs(1);
/// So often it is looked whether something came.
#[cfg(feature = "engines")]
const TIME_BETWEEN_LOOKS: Duration = Duration::from_millis(250);

/// Shows how far a table is read.
#[derive(Clone)]
pub(crate) struct ReadingBar {
    bar: ProgressBar,
    started: Instant,
    /// When it was last told how far that is.
    told: Arc<Mutex<Instant>>,
}

impl ReadingBar {
    pub(crate) fn new() -> Self {
        let target = if is_quiet() { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let started = Instant::now();
        Self { bar: ProgressBar::with_draw_target(None, target), started, told: Arc::new(Mutex::new(started)) }
    }

    /// Says from now on that a source is being waited for, where it does not say how far
    /// it is: a database that puts rows together has nothing to tell before its end.
    #[cfg(feature = "engines")]
    pub(crate) fn look_after(&self) -> LookingAfter {
        let ended = Arc::new(AtomicBool::new(self.bar.is_hidden()));
        let (bar, has_ended) = (self.clone(), ended.clone());
        let look = move || {
            while !has_ended.load(Ordering::Relaxed) {
                bar.say_if_waiting();
                thread::park_timeout(TIME_BETWEEN_LOOKS);
            }
        };
        LookingAfter { ended, looking: Some(thread::spawn(look)) }
    }

    #[cfg(feature = "engines")]
    fn say_if_waiting(&self) {
        let told = *self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.elapsed() >= TIME_WITHOUT_WORD {
            self.bar.set_style(style("{spinner} {wide_msg}"));
            self.bar.set_message(format!("waiting for the source, {}", words::time(self.started.elapsed())));
            self.bar.tick();
        }
    }

    /// So many rows were gone through, of so many.
    #[cfg(feature = "engines")]
    pub(crate) fn tell_rows(&self, rows: u64, of: Option<u64>) {
        let of_all = of.map(|of| format!(" of {}", words::count(of))).unwrap_or_default();
        self.tell(rows, of, || format!("reading: {}{of_all} rows", words::count(rows)));
    }

    fn tell_bytes(&self, bytes: u64, of: Option<u64>) {
        let of_all = of.map(|of| format!(" of {}", HumanBytes(of))).unwrap_or_default();
        self.tell(bytes, of, || format!("reading: {}{of_all}", HumanBytes(bytes)));
    }

    fn tell(&self, done: u64, of: Option<u64>, message: impl FnOnce() -> String) {
        if self.bar.is_hidden() || self.started.elapsed() < TIME_WITHOUT_BAR {
            return;
        }
        *self.told.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        match of {
            Some(of) if of > 0 => {
                self.bar.set_style(style("{bar:14} {percent:>3}% {wide_msg}"));
                self.bar.set_length(of);
                self.bar.set_position(done.min(of));
            }
            _ => self.bar.set_style(style("{spinner} {wide_msg}")),
        }
        self.bar.set_message(format!("{}, {}", message(), words::time(self.started.elapsed())));
        self.bar.tick();
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Who says that a source is being waited for, until it is dropped.
#[cfg(feature = "engines")]
pub(crate) struct LookingAfter {
    ended: Arc<AtomicBool>,
    looking: Option<JoinHandle<()>>,
}

#[cfg(feature = "engines")]
impl Drop for LookingAfter {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
        if let Some(looking) = self.looking.take() {
            looking.thread().unpark();
            // It does nothing that could panic.
            drop(looking.join());
        }
    }
}

/// Something that is read, with a bar that shows how far.
pub(crate) struct Shown<R> {
    inner: R,
    bar: ReadingBar,
    done: u64,
    of: Option<u64>,
}

impl<R: Read> Shown<R> {
    /// Shows how far `inner`, which has so many bytes, is read.
    pub(crate) fn new(inner: R, of: Option<u64>) -> Self {
        Self { inner, bar: ReadingBar::new(), done: 0, of }
    }
}

impl<R: Read> Read for Shown<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.done += count as u64;
        match count {
            0 => self.bar.finish(),
            _ => self.bar.tell_bytes(self.done, self.of),
        }
        Ok(count)
    }
}

impl<R> Drop for Shown<R> {
    fn drop(&mut self) {
        self.bar.finish();
    }
}
