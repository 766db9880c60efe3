//! Messages to whoever runs the server, on standard error.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use hornbook_words::escape_control;

/// Writes a line to standard error. That it cannot be written is no reason to
/// stop serving.
pub(crate) fn note(line: &str) {
    _ = writeln!(std::io::stderr(), "hornbook: {}", escape_control(line));
}

/// How long [`note_rarely`] keeps from repeating a line.
const REPEAT_AFTER: Duration = Duration::from_secs(60);

/// Writes a line, unless the same was written a short while ago: for what may
/// come up with every request.
pub(crate) fn note_rarely(line: &str) {
    static WRITTEN: Mutex<Option<HashMap<String, Instant>>> = Mutex::new(None);
    let mut written = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
    let written = written.get_or_insert_default();
    written.retain(|_, at| at.elapsed() < REPEAT_AFTER);
    if written.insert(line.to_owned(), Instant::now()).is_none() {
        note(line);
    }
}
