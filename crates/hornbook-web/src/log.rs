//! What an administrator should know goes to standard error.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use hornbook_words::escape_control;

/// Says something on standard error. If nobody listens, that is no error.
pub(crate) fn note(line: &str) {
    _ = writeln!(std::io::stderr(), "hornbook: {}", escape_control(line));
}

/// The same is not said again so soon.
const SOON: Duration = Duration::from_secs(60);

/// Says something that may come up with every request, now and then.
pub(crate) fn sparingly(line: &str) {
    static SAID: Mutex<Option<HashMap<String, Instant>>> = Mutex::new(None);
    let mut said = SAID.lock().unwrap_or_else(PoisonError::into_inner);
    let said = said.get_or_insert_default();
    said.retain(|_, at| at.elapsed() < SOON);
    if said.insert(line.to_owned(), Instant::now()).is_none() {
        note(line);
    }
}
