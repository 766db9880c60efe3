//! Waiting for a database without becoming deaf.

use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use futures_util::{FutureExt, Stream, StreamExt};

use crate::engine::Control;
use crate::error::EngineError;

/// So often it is asked whether the call was called off.
const HEED: Duration = Duration::from_millis(100);
/// After so many rows that came without waiting, it is asked as well.
const ROWS_BETWEEN: u64 = 4096;

/// Waits, unless it is called off.
pub(super) async fn heeding<T>(control: &Control, future: impl Future<Output = T>) -> Result<T, EngineError> {
    let mut future = pin!(future);
    loop {
        control.check()?;
        if let Ok(value) = tokio::time::timeout(HEED, &mut future).await {
            return Ok(value);
        }
    }
}

/// Hands out what comes, unless it is called off.
pub(super) async fn each<T, E>(
    control: &Control,
    stream: &mut (impl Stream<Item = Result<T, E>> + Unpin),
    mut take: impl FnMut(T) -> Result<(), EngineError>,
    failed: impl Fn(E) -> EngineError,
) -> Result<(), EngineError> {
    let mut rows: u64 = 0;
    loop {
        let mut next = stream.next();
        // A clock for each row would take longer than the row.
        let item = match (&mut next).now_or_never() {
            Some(item) => item,
            None => loop {
                if let Ok(item) = tokio::time::timeout(HEED, &mut next).await {
                    break item;
                }
                control.check()?;
            },
        };
        match item {
            None => return Ok(()),
            Some(Ok(item)) => take(item)?,
            Some(Err(error)) => return Err(failed(error)),
        }
        rows += 1;
        if rows.is_multiple_of(ROWS_BETWEEN) {
            control.check()?;
        }
    }
}
