//! Rules that very likely hold, on one page: each is ticked, refuted, left out, or
//! nobody knows; and all of it is given at once.

use hornbook::Implication;
use hornbook_explore::Response;
use hornbook_words::escape_control;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::text::{Line, Span};

use super::ask::{HOME_KEYS, press_home};
use super::form::Form;
use super::list::List;
use super::page::{Do, Key, Message, Page, View, Word};
use super::prompt::Prompt;
use super::standing::where_it_stands;
use super::text;
use crate::proposed;

/// What is said of a rule on the list.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Mark {
    Left,
    Holds,
    Unknown,
    /// With the object that breaks it.
    Refuted(Response),
}

impl Mark {
    fn sign(&self) -> &'static str {
        match self {
            Self::Left => "[ ]",
            Self::Holds => "[x]",
            Self::Unknown => "[?]",
            Self::Refuted(_) => "[no]",
        }
    }

    fn response(&self) -> Option<Response> {
        match self {
            Self::Left => None,
            Self::Holds => Some(Response::Holds),
            Self::Unknown => Some(Response::Unknown),
            Self::Refuted(response) => Some(response.clone()),
        }
    }
}

/// The page of the list.
pub(super) struct Check {
    rules: Vec<(Implication, Mark)>,
    list: List,
}

impl Check {
    /// With nothing said yet.
    pub(super) fn new(rules: Vec<Implication>) -> Self {
        Self { rules: rules.into_iter().map(|rule| (rule, Mark::Left)).collect(), list: List::default() }
    }

    /// Marks the rule at the cursor, and goes to the next.
    fn mark(&mut self, mark: Mark) -> Do {
        if let Some((_, marked)) = self.rules.get_mut(self.list.at) {
            *marked = mark;
            self.list.at = (self.list.at + 1).min(self.rules.len() - 1);
        }
        Do::Nothing
    }

    fn tick_the_rest(&mut self) -> Do {
        self.rules.iter_mut().filter(|(_, mark)| *mark == Mark::Left).for_each(|(_, mark)| *mark = Mark::Holds);
        Do::Nothing
    }

    fn give(&self) -> Do {
        if self.rules.iter().all(|(_, mark)| *mark == Mark::Left) {
            return Do::Say(Message::problem("Nothing is said yet: y ticks a rule that always holds, n refutes one."));
        }
        let answers = self.rules.iter().map(|(rule, mark)| (rule.clone(), mark.response()));
        // What is refuted comes first: whatever else that object breaks is then noticed.
        let (no, others) = answers.partition::<Vec<_>, _>(|(_, said)| matches!(said, Some(Response::Refuted(_))));
        Do::GiveList([no, others].concat())
    }

    fn row(&self, view: &View<'_>, at: usize, columns: usize) -> Vec<Line<'static>> {
        let (rule, mark) = &self.rules[at];
        let here = at == self.list.at;
        let mut spans = view.look.sentence(&view.exploration.statement(&view.exploration.only_new(rule)));
        if let Mark::Refuted(Response::Refuted(told)) = mark {
            let name = match told.name.trim() {
                "" => "something".to_owned(),
                name => escape_control(name),
            };
            spans.push(Span::styled(format!("  (not {name})"), view.look.problem()));
        }
        let sign = format!("{}{:5}", if here { "> " } else { "  " }, mark.sign());
        let mut lines = text::wrapped(&spans, columns, &sign, "       ");
        for comment in view.exploration.comments_in_words(rule) {
            lines.extend(text::styled(&comment, view.look.faint(), columns, "         "));
        }
        lines
    }
}

impl Page for Check {
    fn title(&self) -> String {
        "Do these hold?".to_owned()
    }

    fn lines(&mut self, view: &View<'_>, columns: usize, height: usize) -> Vec<Line<'static>> {
        let ask =
            "Most of these, perhaps all, always hold. Tick those that do; for one that does not, name an exception.";
        let mut lines = text::paragraph(ask, columns, "  ");
        if let Some(said) = proposed::in_words(view.exploration, self.rules.iter().map(|(rule, _)| rule)) {
            lines.extend(text::paragraph(&said, columns, "  "));
        }
        lines.push(Line::default());
        let stands = where_it_stands(view, columns);
        let (mut rows, mut focus) = (Vec::new(), 0);
        for at in 0..self.rules.len() {
            if at == self.list.at {
                focus = rows.len();
            }
            rows.extend(self.row(view, at, columns));
        }
        let room = height.saturating_sub(lines.len() + stands.len());
        let mut shown = self.list.view(rows, focus, room, view.look);
        shown.resize(room, Line::default());
        lines.extend(shown);
        lines.extend(stands);
        lines
    }

    fn keys(&self, _: &View<'_>) -> Vec<Key> {
        let mut keys = vec![
            ("↑↓", "move"),
            ("y", "holds"),
            ("n", "exception"),
            ("d", "don't know"),
            ("l", "leave out"),
            ("t", "tick the rest"),
            ("Enter", "give these answers"),
            ("m", "comment"),
        ];
        keys.extend(HOME_KEYS);
        keys
    }

    fn press(&mut self, view: &View<'_>, key: KeyEvent) -> Do {
        match key.code {
            KeyCode::Char('y' | 'x' | ' ') => self.mark(Mark::Holds),
            KeyCode::Char('d') => self.mark(Mark::Unknown),
            KeyCode::Char('l') | KeyCode::Backspace => self.mark(Mark::Left),
            KeyCode::Char('t') => self.tick_the_rest(),
            KeyCode::Char(letter @ ('m' | 'M')) => match self.rules.get(self.list.at) {
                Some((rule, _)) if letter == 'm' => Do::Open(Box::new(Prompt::comment(rule.clone()))),
                Some((rule, _)) => Do::Withdraw(rule.clone()),
                None => Do::Nothing,
            },
            KeyCode::Char('n') => match self.rules.get(self.list.at) {
                Some((rule, _)) => Do::Open(Box::new(Form::for_list(view, rule.clone()))),
                None => Do::Nothing,
            },
            KeyCode::Enter => self.give(),
            KeyCode::Char(_) => press_home(view, key),
            code => {
                self.list.press(code, self.rules.len());
                Do::Nothing
            }
        }
    }

    fn handed(&mut self, word: Word) {
        let Word::Answer { question, response, .. } = word else { return };
        if let Some(at) = self.rules.iter().position(|(rule, _)| *rule == question) {
            self.rules[at].1 = Mark::Refuted(response);
            self.list.at = (at + 1).min(self.rules.len() - 1);
        }
    }
}
