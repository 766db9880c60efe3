//! While the next question is looked for: whoever waits is told that it is, and
//! what to do if it takes too long.

use std::cell::Cell;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use hornbook::learn::Progress;
use hornbook_explore::{Asking, Exploration, Interaction, NextError, Turns, USUAL_EPSILON};
use hornbook_words::escape_control;

use crate::Session;

/// After that, it is told.
const SILENT_TIME: Duration = Duration::from_secs(2);

/// Finds what comes next. That it takes a while is told on standard error, so
/// that what is written to standard output does not depend on the machine.
pub(super) fn next(session: &mut Session<'_>, asking: Asking) -> Result<Interaction, NextError> {
    let Session { exploration, programs, who, .. } = session;
    let who = who.as_deref();
    let said = in_words(exploration);
    let started = Instant::now();
    let told = Cell::new(false);
    let tell = |said: &str| {
        if !told.get() && started.elapsed() > SILENT_TIME {
            told.set(true);
            // If nobody listens, that is no reason to stop.
            _ = writeln!(io::stderr(), "{}", escape_control(said));
        }
    };
    let mut watch = |_: &Progress| {
        tell(&said);
        ControlFlow::Continue(())
    };
    // Whoever answers by lines cannot do without them, but they have a limit of time.
    let stop = || {
        tell("Asking programs first; you are asked what they do not know.");
        false
    };
    exploration.interaction_after(programs, Turns { who, ..Turns::default() }, asking, &mut watch, &stop)
}

fn in_words(exploration: &Exploration) -> String {
    let looking = "Looking for the next question; every answer is kept.";
    let epsilon = exploration.accuracy().0;
    match exploration.journal().path() {
        Some(path) if epsilon < USUAL_EPSILON => format!(
            "{looking} An ε as small as {epsilon} may take long: to go on with a larger one, end this with Ctrl-C, and \
             then: hornbook explore {} --epsilon {USUAL_EPSILON}",
            escape_control(&path.display().to_string())
        ),
        _ => looking.to_owned(),
    }
}
