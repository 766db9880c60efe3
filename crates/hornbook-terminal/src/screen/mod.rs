//! Full-screen, for people.
//!
//! `app` holds what is going on and does what keys ask for. What is seen is one
//! page above the others: each is a file here, shows itself as lines of text, and
//! turns keys into something to do, which `page` lists. The question at hand, or
//! the certificate, lies beneath them all.

mod about;
mod answers;
mod app;
mod ask;
mod browse;
mod by_whom;
mod certified;
mod chart;
mod check;
mod confirm;
mod conflict;
mod describe;
mod disputes;
mod form;
mod guesses;
mod help;
mod input;
mod list;
mod look;
mod missed;
mod open;
mod page;
mod part;
mod pick;
mod prompt;
mod rules;
mod shares;
mod signals;
mod standing;
mod table;
mod terminal;
#[cfg(test)]
mod tests;
mod text;
mod thinking;
mod trouble;
mod waiting;
mod words;

use std::io;
use std::time::Duration;

use ratatui::crossterm::event::{self, Event};

use self::app::App;
use self::look::Look;
use self::terminal::Screen;
use crate::{Ended, Session};

/// Why the screen cannot be used. Every answer that was acknowledged is on
/// disk.
#[derive(Debug, thiserror::Error)]
pub enum ScreenError {
    /// The terminal refuses.
    #[error("cannot use the terminal: {0}. Every answer that was acknowledged is kept")]
    Terminal(#[from] io::Error),
}

/// Explores on the whole screen, until whoever is at it leaves.
pub fn run(session: Session<'_>) -> Result<Ended, ScreenError> {
    let mut app = App::new(session, Look::of_environment());
    let mut screen = Screen::open()?;
    let left = converse(&mut screen, &mut app);
    // What went wrong first is what to tell of.
    let closed = screen.close();
    left.and(closed)?;
    Ok(app.ended())
}

fn converse(screen: &mut Screen, app: &mut App<'_>) -> io::Result<()> {
    while !app.left() {
        if app.must_think() {
            thinking::think(screen, app)?;
        } else {
            screen.terminal.draw(|frame| app.draw(frame))?;
            match next_event()? {
                Some(event) => app.take(&event),
                None => app.leave(),
            }
        }
    }
    Ok(())
}

/// How soon a signal is noticed.
const TIME_BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// What happens next at the terminal; nothing if the program is asked to end.
fn next_event() -> io::Result<Option<Event>> {
    while !signals::asked_to_end() {
        if event::poll(TIME_BETWEEN_LOOKS)? {
            return Ok(Some(event::read()?));
        }
    }
    Ok(None)
}
