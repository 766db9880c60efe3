//! Connections that were lost are made anew.

use std::time::{Duration, Instant};

use super::connection::Connection;
use crate::engine::Control;
use crate::error::EngineError;

/// The first wait before it is tried again; each is twice the one before.
const FIRST_WAIT: Duration = Duration::from_millis(200);
/// No wait is longer.
const LONGEST_WAIT: Duration = Duration::from_secs(10);
/// After so long without a connection it is given up.
const PATIENCE: Duration = Duration::from_secs(60);
/// While it is waited, it is asked so often whether that was called off.
const HEED: Duration = Duration::from_millis(50);

/// Makes a lost connection anew, however often that must be tried within a minute.
pub(super) fn reconnect(connection: &mut impl Connection, control: &Control) -> Result<(), EngineError> {
    let end = Instant::now() + PATIENCE;
    let mut wait = FIRST_WAIT;
    loop {
        pause(wait, control)?;
        match connection.reconnect() {
            Err(EngineError::Unreachable(why)) if Instant::now() + wait >= end => {
                return Err(EngineError::Unreachable(format!(
                    "{} was lost, and could not be reached again for {} seconds: {why}",
                    connection.name(),
                    PATIENCE.as_secs()
                )));
            }
            Err(EngineError::Unreachable(_)) => wait = (2 * wait).min(LONGEST_WAIT),
            other => return other,
        }
    }
}

fn pause(time: Duration, control: &Control) -> Result<(), EngineError> {
    let end = Instant::now() + time;
    loop {
        control.check()?;
        match end.checked_duration_since(Instant::now()) {
            Some(left) if !left.is_zero() => std::thread::sleep(left.min(HEED)),
            _ => return Ok(()),
        }
    }
}
