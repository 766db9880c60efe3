//! Something was ticked that is known to be false: what, and what breaks it.

use hornbook::Implication;
use hornbook_explore::journal::EntryId;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::text::{Line, Span};

use super::list::Scroll;
use super::page::{Do, Key, Page, View};
use super::text;
use crate::breaking;

/// The page that says so.
pub(super) struct Missed {
    rules: Vec<Implication>,
    /// Whether they were mixed in; else an exception breaks them that was just named.
    mixed_in: bool,
    /// What was taken of the other answers.
    entries: Vec<EntryId>,
    scroll: Scroll,
}

impl Missed {
    /// Of a list of which these answers were taken.
    pub(super) fn new(rules: Vec<Implication>, mixed_in: bool, entries: Vec<EntryId>) -> Self {
        Self { rules, mixed_in, entries, scroll: Scroll::default() }
    }
}

impl Page for Missed {
    fn title(&self) -> String {
        "You ticked something that is false".to_owned()
    }

    fn lines(&mut self, view: &View<'_>, columns: usize, height: usize) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        for rule in &self.rules {
            let mut said = view.look.sentence(&view.exploration.statement(rule));
            said.push(Span::raw("."));
            lines.extend(text::wrapped(&said, columns, "  ", "    "));
            if let Some(breaks) = breaking::in_words(view.exploration, rule) {
                let breaks = Span::styled(format!("That is not so: {breaks}."), view.look.problem());
                lines.extend(text::wrapped(&[breaks], columns, "    ", "    "));
            }
            lines.push(Line::default());
        }
        let why = match self.mixed_in {
            true => {
                "Now and then a list has a rule that is known to be false, so that a slip is noticed. It changes nothing \
                 that is known."
            }
            false => "That is the exception you named to another rule. What it breaks was not written down as a rule.",
        };
        lines.extend(text::paragraph(why, columns, "  "));
        if !self.entries.is_empty() {
            let rest = "Your other answers to this list were written down. If you ticked without reading, take them \
                        back with u: they are asked again.";
            lines.extend(text::paragraph(rest, columns, "  "));
        }
        self.scroll.view(lines, height, view.look)
    }

    fn keys(&self, _: &View<'_>) -> Vec<Key> {
        let mut keys = Vec::new();
        if !self.entries.is_empty() {
            keys.push(("u", "undo: take the answers to this list back"));
        }
        keys.push(("Enter", "keep them, go on"));
        if self.scroll.moves() {
            keys.push(("PgUp PgDn", "scroll"));
        }
        keys
    }

    fn press(&mut self, _: &View<'_>, key: KeyEvent) -> Do {
        match key.code {
            KeyCode::Char('u') if !self.entries.is_empty() => Do::TakeBackAll(self.entries.clone()),
            KeyCode::Enter | KeyCode::Esc => Do::Close(1),
            code => {
                self.scroll.press(code);
                Do::Nothing
            }
        }
    }
}
