//! The rules that are known, each with its reason.

use hornbook_explore::KnownRule;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::text::Line;

use super::answers::Answers;
use super::browse;
use super::by_whom::by_whom;
use super::list::List;
use super::page::{Do, Key, Page, Tab, View};
use super::pick::Pick;
use super::text;

/// The page of rules.
pub(super) struct Rules {
    rules: Vec<KnownRule>,
    list: List,
}

impl Rules {
    /// As they are known now.
    pub(super) fn new(view: &View<'_>) -> Self {
        Self { rules: view.exploration.rules(), list: List::default() }
    }

    /// Why the rule at the cursor is known.
    fn reason(&self, view: &View<'_>, columns: usize) -> Vec<Line<'static>> {
        let Some(rule) = self.rules.get(self.list.at) else { return Vec::new() };
        let exploration = view.exploration;
        let statement = view.look.sentence(&exploration.statement(&rule.implication));
        let mut lines = text::wrapped(&statement, columns, "  ", "    ");
        let support = match rule.support {
            0 => "No known object is of that kind.".to_owned(),
            1 => "1 known object is of that kind.".to_owned(),
            count => format!("{count} known objects are of that kind."),
        };
        lines.extend(text::styled(&support, view.look.faint(), columns, "  "));
        for entry in rule.reason.answers.iter().filter_map(|id| exploration.entry(id)) {
            let said = format!("Answered: {}. ({})", exploration.entry_in_words(entry), by_whom(entry));
            lines.extend(text::wrapped(&[said.into()], columns, "  - ", "    "));
        }
        if rule.reason.background {
            lines.push(text::plain("  - With rules that were known beforehand."));
        }
        lines
    }
}

impl Page for Rules {
    fn title(&self) -> String {
        match self.rules.len() {
            1 => "What is known: 1 rule".to_owned(),
            count => format!("What is known: {count} rules"),
        }
    }

    fn lines(&mut self, view: &View<'_>, columns: usize, height: usize) -> Vec<Line<'static>> {
        let mut lines = vec![browse::tabs(view, Tab::Rules), Line::default()];
        if self.rules.is_empty() {
            lines.push(text::plain("  No rule is known yet."));
            return lines;
        }
        let mut reason = self.reason(view, columns);
        reason.truncate(height / 2);
        let room = height.saturating_sub(lines.len() + reason.len() + 1);
        let row = |(at, rule): (usize, &KnownRule)| {
            let said = view.exploration.statement(&rule.only_new).to_string();
            let said = text::cut(&said, columns.saturating_sub(2));
            match at == self.list.at {
                true => Line::styled(format!("> {said}"), view.look.strong()),
                false => text::plain(format!("  {said}")),
            }
        };
        let rows: Vec<Line<'static>> = self.rules.iter().enumerate().map(row).collect();
        let at = self.list.at;
        let mut shown = self.list.view(rows, at, room, view.look);
        shown.resize(room, Line::default());
        lines.extend(shown);
        lines.push(Line::styled("─".repeat(columns), view.look.faint()));
        lines.extend(reason);
        lines
    }

    fn keys(&self, _: &View<'_>) -> Vec<Key> {
        let mut keys = vec![("↑↓", "move"), ("/", "find"), ("Enter", "the answer behind it")];
        keys.extend(browse::KEYS);
        keys
    }

    fn press(&mut self, view: &View<'_>, key: KeyEvent) -> Do {
        match key.code {
            KeyCode::Enter => {
                let first = self.rules.get(self.list.at).and_then(|rule| rule.reason.answers.first());
                return first.map_or(Do::Nothing, |id| Do::Switch(Box::new(Answers::at(view, id))));
            }
            KeyCode::Char('/') => {
                let said = |rule: &KnownRule| view.exploration.statement(&rule.only_new).to_string();
                return Do::Open(Box::new(Pick::new("Find a rule", self.rules.iter().map(said).collect())));
            }
            code if self.list.press(code, self.rules.len()) => {}
            _ => return browse::press(key, Tab::Rules),
        }
        Do::Nothing
    }

    fn picked(&mut self, _: &View<'_>, place: usize) {
        self.list = List::at(place);
    }

    fn refresh(&mut self, view: &View<'_>) {
        self.rules = view.exploration.rules();
        self.list.keep_within(self.rules.len());
    }

    fn stays(&self) -> bool {
        true
    }
}
