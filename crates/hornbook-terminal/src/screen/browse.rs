//! What the pages about what is known share: going from one to another.

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::text::{Line, Span};

use super::answers::Answers;
use super::disputes::Disputes;
use super::open::Open;
use super::page::{Do, Key, View};
use super::rules::Rules;
use super::table::Table;

/// Which page one is on, from 0.
const NAMES: [&str; 5] = ["Rules", "Objects", "Answers", "Open questions", "Contradictions"];

/// Keys of all these pages.
pub(super) const KEYS: [Key; 2] = [("1-5 Tab", "other pages"), ("Esc", "back")];

/// All pages, the present one in brackets.
pub(super) fn tabs(view: &View<'_>, here: usize) -> Line<'static> {
    let mut spans = vec![Span::raw(" ")];
    for (at, name) in NAMES.iter().enumerate() {
        let name = format!("{} {name}", at + 1);
        spans.push(match at == here {
            true => Span::styled(format!("[{name}]"), view.look.strong()),
            false => Span::raw(format!(" {name} ")),
        });
    }
    Line::from(spans)
}

/// Goes to another page, or back.
pub(super) fn press(view: &View<'_>, key: KeyEvent, here: usize) -> Do {
    let page = match key.code {
        KeyCode::Esc | KeyCode::Char('q') => return Do::Close(1),
        KeyCode::Tab => (here + 1) % NAMES.len(),
        KeyCode::BackTab => (here + NAMES.len() - 1) % NAMES.len(),
        KeyCode::Char(digit @ '1'..='5') => digit as usize - '1' as usize,
        _ => return Do::Nothing,
    };
    Do::Switch(match page {
        0 => Box::new(Rules::new(view)),
        1 => Box::new(Table::new(view)),
        2 => Box::new(Answers::new(view)),
        3 => Box::new(Open::new(view)),
        _ => Box::new(Disputes::new(view)),
    })
}
