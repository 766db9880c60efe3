//! Nothing to answer until others have: where it takes several to decide.

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::text::Line;

use super::ask::{HOME_KEYS, press_home};
use super::page::{Do, Key, Page, View};
use super::text;

/// Waits for others.
pub(super) struct Waiting;

impl Page for Waiting {
    fn title(&self) -> String {
        "Nothing for you now".to_owned()
    }

    fn lines(&mut self, view: &View<'_>, columns: usize, _: usize) -> Vec<Line<'static>> {
        let mut lines = text::styled(&view.exploration.waiting_in_words(), view.look.strong(), columns, "  ");
        lines.push(Line::default());
        let kept = "Everything that you answered is kept. Others answer in the browser (hornbook serve), or here when you \
                    have left.";
        lines.extend(text::paragraph(kept, columns, "  "));
        lines
    }

    fn keys(&self, _: &View<'_>) -> Vec<Key> {
        HOME_KEYS.into_iter().filter(|(key, _)| *key != "a").collect()
    }

    fn press(&mut self, view: &View<'_>, key: KeyEvent) -> Do {
        match key.code {
            KeyCode::Char(_) => press_home(view, key),
            _ => Do::Nothing,
        }
    }
}
