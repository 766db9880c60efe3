//! Questions without an answer yet: each can be answered now.

use hornbook::Implication;
use hornbook_explore::journal::{EntryId, Reply};
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::text::{Line, Span};

use super::browse;
use super::list::List;
use super::page::{Do, Key, Page, Tab, View};
use super::text;

/// The page of open questions.
pub(super) struct Open {
    questions: Vec<(EntryId, Implication, Reply)>,
    list: List,
}

impl Open {
    /// As they are open now.
    pub(super) fn new(view: &View<'_>) -> Self {
        Self { questions: view.exploration.open_questions(), list: List::default() }
    }
}

impl Page for Open {
    fn title(&self) -> String {
        match self.questions.len() {
            1 => "1 open question".to_owned(),
            count => format!("{count} open questions"),
        }
    }

    fn lines(&mut self, view: &View<'_>, columns: usize, height: usize) -> Vec<Line<'static>> {
        let mut lines = vec![browse::tabs(view, Tab::Open), Line::default()];
        if self.questions.is_empty() {
            let none =
                "Every question so far has an answer. Those that nobody knows, or that are put off, are listed here.";
            lines.extend(text::paragraph(none, columns, "  "));
            return lines;
        }
        let (mut rows, mut focus) = (Vec::new(), 0);
        for (at, (_, question, reply)) in self.questions.iter().enumerate() {
            let why = format!("  ({})", hornbook_explore::words::why_open(*reply));
            let mut spans = view.look.sentence(&view.exploration.asked_in_words(question));
            spans.push(Span::styled(why, view.look.faint()));
            if at == self.list.at {
                focus = rows.len();
            }
            rows.extend(text::wrapped(&spans, columns, if at == self.list.at { "> " } else { "  " }, "    "));
        }
        let room = height.saturating_sub(lines.len());
        lines.extend(self.list.view(rows, focus, room, view.look));
        lines
    }

    fn keys(&self, _: &View<'_>) -> Vec<Key> {
        let mut keys = vec![("↑↓", "move"), ("Enter", "answer it now")];
        keys.extend(browse::KEYS);
        keys
    }

    fn press(&mut self, _: &View<'_>, key: KeyEvent) -> Do {
        match key.code {
            KeyCode::Enter => match self.questions.get(self.list.at) {
                // What was said of a part of it still counts.
                Some((_, question, _)) => Do::AskAgain { question: question.clone(), instead: None },
                None => Do::Nothing,
            },
            code if self.list.press(code, self.questions.len()) => Do::Nothing,
            _ => browse::press(key, Tab::Open),
        }
    }

    fn refresh(&mut self, view: &View<'_>) {
        self.questions = view.exploration.open_questions();
        self.list.keep_within(self.questions.len());
    }

    fn stays(&self) -> bool {
        true
    }
}
