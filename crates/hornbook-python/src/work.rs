//! Long work on a thread of its own, so that Python goes on meanwhile: other threads
//! run, Ctrl-C is heard, and whoever watches is told how far it is.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use hornbook::learn::Progress;
use hornbook_engines::Control;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{InternalError, Problem};

/// How often it is looked whether to go on.
const TIME_BETWEEN_LOOKS: Duration = Duration::from_millis(40);
/// Work that was called off has so long to end; what ends later is thrown away.
const TIME_TO_END: Duration = Duration::from_secs(2);

/// What work and whoever waits for it share.
#[derive(Clone, Default)]
pub(crate) struct Shared {
    stopped: Arc<AtomicBool>,
    told: Arc<Mutex<Told>>,
}

/// How far the work is.
#[derive(Clone, Copy, Default)]
struct Told {
    rows: u64,
    of_rows: Option<u64>,
    progress: Progress,
}

impl Shared {
    /// Tells how far a learner is, and says whether it goes on.
    pub(crate) fn watch(&self, progress: &Progress) -> ControlFlow<()> {
        if let Ok(mut told) = self.told.try_lock() {
            told.progress = *progress;
        }
        self.go_on()
    }

    pub(crate) fn go_on(&self) -> ControlFlow<()> {
        match self.is_stopped() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        self.stopped.clone()
    }

    /// What a table elsewhere heeds.
    pub(crate) fn control(&self, deadline: Option<Instant>) -> Control {
        let told = self.told.clone();
        Control::new(self.stopped.clone(), deadline).with_progress(move |rows, of_rows| {
            if let Ok(mut told) = told.try_lock() {
                (told.rows, told.of_rows) = (rows, of_rows);
            }
        })
    }

    fn tell(&self, py: Python<'_>, progress: &Py<PyAny>) -> PyResult<()> {
        let told = self.told.lock().map(|told| *told).unwrap_or_default();
        let about = PyDict::new(py);
        about.set_item("rows_read", told.rows)?;
        about.set_item("rows", told.of_rows)?;
        about.set_item("rules", told.progress.rules)?;
        about.set_item("questions", told.progress.questions)?;
        about.set_item("visited", told.progress.visited)?;
        about.set_item("samples", told.progress.samples)?;
        about.set_item("agreed", told.progress.agreed)?;
        about.set_item("needed", told.progress.needed)?;
        progress.call1(py, (about,)).map(drop)
    }
}

/// Does work without holding on to Python. `progress` is called now and then with what
/// is known of how far it is.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&Shared) -> Result<T, Problem> + Send + 'static,
) -> PyResult<T> {
    let shared = Shared::default();
    let (sender, receiver) = sync_channel(1);
    let of_worker = shared.clone();
    let start = thread::Builder::new().name("hornbook".to_owned());
    let worker = start.spawn(move || _ = sender.send(work(&of_worker)));
    let worker = worker.map_err(|error| InternalError::new_err(format!("no thread could be started: {error}")))?;
    let receiver = Mutex::new(receiver);
    let wait = |time: Duration| match receiver.lock() {
        Ok(receiver) => receiver.recv_timeout(time),
        Err(_) => Err(RecvTimeoutError::Disconnected),
    };
    loop {
        match py.detach(|| wait(TIME_BETWEEN_LOOKS)) {
            Ok(done) => return done.map_err(PyErr::from),
            Err(RecvTimeoutError::Disconnected) => {
                _ = py.detach(|| worker.join());
                return Err(InternalError::new_err("a thread broke down; please report how that came about"));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        let told = py.check_signals().and_then(|()| match &progress {
            Some(progress) => shared.tell(py, progress),
            None => Ok(()),
        });
        if let Err(raised) = told {
            shared.stopped.store(true, Ordering::Relaxed);
            _ = py.detach(|| wait(TIME_TO_END));
            return Err(raised);
        }
    }
}
