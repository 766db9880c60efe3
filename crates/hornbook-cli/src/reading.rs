//! What limits there are to reading a table.

use std::time::Instant;

use crate::guard::EXIT_CODE_STOPPED_EARLY;

/// What limits there are to reading.
#[derive(Clone, Copy, Debug)]
// Files of text are read at once, whatever the limits.
#[cfg_attr(not(any(feature = "engines", feature = "experts")), allow(dead_code))]
pub(crate) struct Reading {
    /// When the time is up.
    pub(crate) deadline: Option<Instant>,
    /// What the program exits with if reading was called off.
    pub(crate) exit_code_if_stopped: i32,
}

impl Default for Reading {
    fn default() -> Self {
        Self { deadline: None, exit_code_if_stopped: EXIT_CODE_STOPPED_EARLY }
    }
}
