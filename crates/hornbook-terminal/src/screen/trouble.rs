//! The next question cannot be found, for a reason outside: a full disk, say.

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::text::Line;

use super::page::{Do, Key, Page, View};
use super::text;

/// Why there is no next question.
pub(super) struct Trouble {
    why: String,
}

impl Trouble {
    /// With the reason, in words.
    pub(super) fn new(why: &str) -> Self {
        Self { why: why.to_owned() }
    }
}

impl Page for Trouble {
    fn title(&self) -> String {
        "Something is in the way".to_owned()
    }

    fn lines(&mut self, view: &View<'_>, columns: usize, _: usize) -> Vec<Line<'static>> {
        let mut lines = text::styled(
            &format!("The next question was not found: {}.", self.why),
            view.look.problem(),
            columns,
            "  ",
        );
        lines.push(Line::default());
        let kept =
            "Everything that was acknowledged is kept. Put it right and press r, or leave and go on another time.";
        lines.extend(text::paragraph(kept, columns, "  "));
        lines
    }

    fn keys(&self, _: &View<'_>) -> Vec<Key> {
        vec![("r", "try again"), ("q", "leave")]
    }

    fn press(&mut self, _: &View<'_>, key: KeyEvent) -> Do {
        match key.code {
            KeyCode::Char('r') => Do::TryAgain,
            KeyCode::Char('q') => Do::Quit,
            _ => Do::Nothing,
        }
    }
}
