//! Whether anything is said of how far a run is, and how that looks.

use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::ProgressStyle;

static QUIET: AtomicBool = AtomicBool::new(false);

/// From now on nothing is said of how far a run is.
pub(crate) fn be_quiet(quiet: bool) {
    QUIET.store(quiet, Ordering::Relaxed);
}

/// Whether nothing is said of how far a run is.
pub(crate) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// How a bar looks.
pub(crate) fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
