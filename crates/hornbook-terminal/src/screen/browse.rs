//! What the pages about what is known share: going from one to another.

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::text::{Line, Span};

use super::page::{Do, Key, Tab, View};

/// The pages in their order, each with its name.
const TABS: [(Tab, &str); 5] = [
    (Tab::Rules, "Rules"),
    (Tab::Objects, "Objects"),
    (Tab::Answers, "Answers"),
    (Tab::Open, "Open questions"),
    (Tab::Disputes, "Contradictions"),
];

/// Keys of all these pages.
pub(super) const KEYS: [Key; 2] = [("1-5 Tab", "other pages"), ("Esc", "back")];

/// All pages, the present one in brackets.
pub(super) fn tabs(view: &View<'_>, here: Tab) -> Line<'static> {
    let mut spans = vec![Span::raw(" ")];
    for (at, (tab, name)) in TABS.iter().enumerate() {
        let name = format!("{} {name}", at + 1);
        spans.push(match *tab == here {
            true => Span::styled(format!("[{name}]"), view.look.strong()),
            false => Span::raw(format!(" {name} ")),
        });
    }
    Line::from(spans)
}

/// Goes to another page, or back.
pub(super) fn press(key: KeyEvent, here: Tab) -> Do {
    let here = TABS.iter().position(|(tab, _)| *tab == here).unwrap_or_default();
    let place = match key.code {
        KeyCode::Esc | KeyCode::Char('q') => return Do::Close(1),
        KeyCode::Tab => (here + 1) % TABS.len(),
        KeyCode::BackTab => (here + TABS.len() - 1) % TABS.len(),
        KeyCode::Char(digit @ '1'..='5') => digit as usize - '1' as usize,
        _ => return Do::Nothing,
    };
    Do::Browse(TABS[place].0)
}
