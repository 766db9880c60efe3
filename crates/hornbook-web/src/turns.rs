//! Fair turns: of what somebody asks for, one thing is worked on at a time. So
//! whoever asks for much waits behind themselves and not before others.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

use crate::problem::Problem;

/// The lines in which everybody waits, each in their own.
#[derive(Default)]
pub(crate) struct Turns(Mutex<HashMap<String, Weak<Line>>>);

/// Those who wait under one name.
#[derive(Default)]
struct Line {
    turn: Arc<AsyncMutex<()>>,
    waiting: AtomicUsize,
}

/// A turn, until this is dropped.
pub(crate) struct Turn {
    _turn: OwnedMutexGuard<()>,
    // The line is there as long as somebody is in it.
    _line: Arc<Line>,
}

/// As many may wait in a line.
const MAX_WAITING: usize = 64;
/// With more lines than this, those are dropped in which nobody is.
const MAX_KEPT_LINES: usize = 1024;

impl Turns {
    /// Waits for a turn in the line of that name. Refused if too many wait in it.
    pub(crate) async fn wait(&self, name: &str) -> Result<Turn, Problem> {
        let line = self.line(name);
        let place = Place::in_line(&line);
        if place.number > MAX_WAITING {
            let words = "Much that you asked for is still being worked on: wait for it, and send this again.";
            return Err(Problem::too_many(words));
        }
        let turn = line.turn.clone().lock_owned().await;
        drop(place);
        Ok(Turn { _turn: turn, _line: line })
    }

    fn line(&self, name: &str) -> Arc<Line> {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(line) = lines.get(name).and_then(Weak::upgrade) {
            return line;
        }
        if lines.len() >= MAX_KEPT_LINES {
            lines.retain(|_, line| line.strong_count() > 0);
        }
        let line = Arc::new(Line::default());
        lines.insert(name.to_owned(), Arc::downgrade(&line));
        line
    }
}

/// A place in a line, counted until this is dropped.
struct Place<'a> {
    line: &'a Line,
    number: usize,
}

impl<'a> Place<'a> {
    fn in_line(line: &'a Line) -> Self {
        Self { line, number: line.waiting.fetch_add(1, Ordering::SeqCst) + 1 }
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.line.waiting.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    #[test]
    fn each_line_has_one_turn_and_is_limited() {
        let turns = Turns::default();
        let ada = turns.wait("ada").now_or_never();
        assert!(matches!(ada, Some(Ok(_))));
        assert!(turns.wait("ada").now_or_never().is_none(), "she has to wait");
        assert!(matches!(turns.wait("bob").now_or_never(), Some(Ok(_))), "he has not");
        let mut waiting: Vec<_> = (0..MAX_WAITING).map(|_| Box::pin(turns.wait("ada"))).collect();
        assert!(waiting.iter_mut().all(|turn| turn.now_or_never().is_none()));
        assert!(matches!(turns.wait("ada").now_or_never(), Some(Err(_))), "too many wait");
        waiting.pop();
        assert!(turns.wait("ada").now_or_never().is_none(), "one of them has left");
        drop(ada);
        assert!(matches!((&mut waiting[0]).now_or_never(), Some(Ok(_))), "who came first is next");
    }
}
