//! While the next question is looked for: the keyboard stays alive.

use std::io;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use hornbook_explore::{NextError, Turns};
use hornbook_words::escape_control;
use ratatui::Frame;
use ratatui::crossterm::event::{self, Event, KeyCode};
use ratatui::text::Line;

use super::app::{App, draw_line, is_quit};
use super::look::Look;
use super::signals;
use super::terminal::Screen;
use super::text;
use hornbook_words::grouped;

/// Before that, nothing needs to be said.
const SILENT_TIME: Duration = Duration::from_millis(250);
/// How often there is something new to see.
const TIME_BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// What somebody wants who does not wait.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wish {
    Leave,
    /// Another accuracy: so small an ε may take longer than anybody waits.
    Accuracy,
    /// The question, whatever programs think of it.
    Skip,
}

/// Finds what comes next. Keys other than those for a wish are dropped, so that
/// nobody answers a question before it is there.
pub(super) fn think(screen: &mut Screen, app: &mut App<'_>) -> io::Result<()> {
    let look = app.look();
    let (stop, skip, samples) = (AtomicBool::new(false), AtomicBool::new(false), AtomicU64::new(0));
    let (who, asking) = (app.who(), app.asking());
    let (exploration, programs) = app.exploration_and_programs();
    let asks_programs = !programs.is_empty();
    let (found, wish) = std::thread::scope(|scope| {
        let mut watch = |progress: &hornbook::learn::Progress| {
            samples.store(progress.samples, Ordering::Relaxed);
            if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let (stop, skip) = (&stop, &skip);
        let worker = scope.spawn(move || {
            let turns = Turns { who: who.as_deref(), ..Turns::default() };
            let skips = || stop.load(Ordering::Relaxed) || skip.load(Ordering::Relaxed);
            exploration.interaction_after(programs, turns, asking, &mut watch, &skips)
        });
        let started = Instant::now();
        let mut wish = Ok(None);
        while !worker.is_finished() {
            match wait(screen, started, &samples, asks_programs, look) {
                Ok(Some(Wish::Skip)) => skip.store(true, Ordering::Relaxed),
                // To leave is the stronger wish.
                Ok(Some(now)) if !matches!(wish, Err(_) | Ok(Some(Wish::Leave))) => wish = Ok(Some(now)),
                Ok(_) => {}
                Err(error) => wish = Err(error),
            }
            if !matches!(wish, Ok(None)) {
                stop.store(true, Ordering::Relaxed);
            }
        }
        (worker.join().unwrap_or_else(|panic| resume_unwind(panic)), wish)
    });
    match (wish?, found) {
        (Some(Wish::Leave), _) => app.leave(),
        (Some(Wish::Accuracy), _) => app.ask_accuracy(),
        (None | Some(Wish::Skip), Ok(step)) => app.found(step),
        (None | Some(Wish::Skip), Err(error)) => app.stuck(&in_words(error)),
    }
    Ok(())
}

/// Waits a moment; tells what someone wants meanwhile.
fn wait(
    screen: &mut Screen,
    started: Instant,
    samples: &AtomicU64,
    asks_programs: bool,
    look: Look,
) -> io::Result<Option<Wish>> {
    if started.elapsed() > SILENT_TIME {
        let samples = samples.load(Ordering::Relaxed);
        screen.terminal.draw(|frame| draw(frame, started.elapsed(), samples, asks_programs, look))?;
    }
    if signals::asked_to_end() {
        return Ok(Some(Wish::Leave));
    }
    if !event::poll(TIME_BETWEEN_LOOKS)? {
        return Ok(None);
    }
    Ok(match event::read()? {
        Event::Key(key) if is_quit(key) || key.code == KeyCode::Char('q') => Some(Wish::Leave),
        // Before there is anything to see, it is meant for something else.
        Event::Key(key) if key.code == KeyCode::Char('a') && started.elapsed() > SILENT_TIME => Some(Wish::Accuracy),
        Event::Key(key) if key.code == KeyCode::Char('s') && asks_programs => Some(Wish::Skip),
        _ => None,
    })
}

fn draw(frame: &mut Frame<'_>, elapsed: Duration, samples: u64, asks_programs: bool, look: Look) {
    let dots = ".".repeat(1 + elapsed.as_millis() as usize / 400 % 3);
    let title = text::fitted(&format!(" Thinking{dots}"), frame.area().width.into());
    draw_line(frame, 0, 0, &Line::styled(title, look.title()));
    let mut lines = vec![
        Line::raw(format!("Looking for the next question: {} sets of attributes so far.", grouped(samples))),
        Line::raw("Everything said so far is written down."),
        Line::default(),
        Line::styled("a another accuracy: a larger ε takes less   q leave, and go on another time", look.faint()),
    ];
    if asks_programs {
        let programs = "Programs are asked first; you are asked what they do not know.";
        lines.insert(1, Line::raw(programs));
        lines.push(Line::styled("s do not wait for them: ask me", look.faint()));
    }
    for (at, line) in lines.iter().enumerate() {
        draw_line(frame, 2, at as u16 + 2, line);
    }
}

fn in_words(error: NextError) -> String {
    match error {
        NextError::Journal(error) => escape_control(&error.to_string()),
        error => escape_control(&error.to_string()),
    }
}
