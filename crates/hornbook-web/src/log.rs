//! What an administrator should know goes to standard error.

use std::io::Write;

use hornbook::explore::words::harmless;

/// Says something on standard error. If nobody listens, that is no error.
pub(crate) fn note(line: &str) {
    _ = writeln!(std::io::stderr(), "hornbook: {}", harmless(line));
}
