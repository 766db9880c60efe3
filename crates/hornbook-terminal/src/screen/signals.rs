//! Signals that would end the program at once: while the screen is up, it is
//! left in order instead, so that the terminal is given back as it was.

use std::io;
#[cfg(unix)]
use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(unix)]
use std::sync::{Arc, OnceLock};

/// Whether somebody asked the program to end.
#[cfg(unix)]
pub(super) fn asked_to_end() -> bool {
    SIGNALS.get().is_some_and(|signals| signals.asked.load(Ordering::Relaxed))
}

/// Takes signals from here on.
#[cfg(unix)]
pub(super) fn take() -> io::Result<()> {
    let signals = match SIGNALS.get() {
        Some(signals) => signals,
        None => {
            let signals = Signals::register()?;
            SIGNALS.get_or_init(|| signals)
        }
    };
    signals.asked.store(false, Ordering::Relaxed);
    signals.away.store(false, Ordering::Relaxed);
    Ok(())
}

/// Leaves signals to do from here on what they always do.
#[cfg(unix)]
pub(super) fn leave() {
    if let Some(signals) = SIGNALS.get() {
        signals.away.store(true, Ordering::Relaxed);
    }
}

/// Handlers stay for as long as the program runs: there is one set of them.
#[cfg(unix)]
static SIGNALS: OnceLock<Signals> = OnceLock::new();

#[cfg(unix)]
struct Signals {
    /// A signal came.
    asked: Arc<AtomicBool>,
    /// There is no screen, and signals do what they always do.
    away: Arc<AtomicBool>,
}

#[cfg(unix)]
impl Signals {
    fn register() -> io::Result<Self> {
        use signal_hook::consts::{SIGINT, SIGTERM};
        use signal_hook::flag;
        let signals = Self { asked: Arc::new(AtomicBool::new(false)), away: Arc::new(AtomicBool::new(true)) };
        // Not SIGHUP: there is no terminal to give back then, and whoever reads
        // from one that is gone may read for ever.
        for signal in [SIGINT, SIGTERM] {
            flag::register_conditional_default(signal, signals.away.clone())?;
            flag::register(signal, signals.asked.clone())?;
        }
        Ok(signals)
    }
}

/// Elsewhere a program that is to end is not asked.
#[cfg(not(unix))]
pub(super) fn asked_to_end() -> bool {
    false
}

#[cfg(not(unix))]
pub(super) fn take() -> io::Result<()> {
    Ok(())
}

#[cfg(not(unix))]
pub(super) fn leave() {}
