//! Answers that contradict each other, in journals that were merged or changed:
//! taking one of them back settles it.

use hornbook_explore::journal::EntryId;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::text::Line;

use super::browse;
use super::by_whom::by_whom;
use super::confirm::Confirm;
use super::list::List;
use super::page::{Do, Key, Page, Tab, View};
use super::text;

/// A line of the page.
enum Row {
    Heading(String),
    /// An entry that can be taken back.
    Entry(EntryId),
    /// A rule known beforehand.
    Fixed(String),
}

/// The page of contradictions.
pub(super) struct Disputes {
    rows: Vec<Row>,
    list: List,
}

impl Disputes {
    /// As they are now.
    pub(super) fn new(view: &View<'_>) -> Self {
        Self { rows: rows(view), list: List::default() }
    }

    fn entries(&self) -> Vec<&EntryId> {
        fn entry(row: &Row) -> Option<&EntryId> {
            match row {
                Row::Entry(id) => Some(id),
                Row::Heading(_) | Row::Fixed(_) => None,
            }
        }
        self.rows.iter().filter_map(entry).collect()
    }
}

fn rows(view: &View<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    for dispute in view.exploration.disputes() {
        rows.push(Row::Heading("This does not count:".to_owned()));
        rows.extend(dispute.entry.clone().map(Row::Entry));
        rows.push(Row::Heading("because it cannot be with:".to_owned()));
        rows.extend(dispute.with.iter().cloned().map(Row::Entry));
        rows.extend(dispute.background.iter().map(|rule| Row::Fixed(view.exploration.statement(rule).to_string())));
    }
    rows
}

impl Page for Disputes {
    fn title(&self) -> String {
        "Contradictions".to_owned()
    }

    fn lines(&mut self, view: &View<'_>, columns: usize, height: usize) -> Vec<Line<'static>> {
        let mut lines = vec![browse::tabs(view, Tab::Disputes), Line::default()];
        if self.rows.is_empty() {
            let none = "No answers contradict each other. That can happen where journals of several people are merged.";
            lines.extend(text::paragraph(none, columns, "  "));
            return lines;
        }
        let (mut shown, mut focus, mut at) = (Vec::new(), 0, 0);
        for row in &self.rows {
            match row {
                Row::Heading(heading) => shown.push(Line::styled(format!("  {heading}"), view.look.strong())),
                Row::Fixed(rule) => {
                    let rule = format!("{rule} (known beforehand)");
                    shown.extend(text::wrapped(&[rule.into()], columns, "    ", "      "));
                }
                Row::Entry(id) => {
                    if at == self.list.at {
                        focus = shown.len();
                    }
                    let sign = if at == self.list.at { "  > " } else { "    " };
                    let entry = view.exploration.entry(id);
                    let said =
                        entry.map(|entry| format!("{}. ({})", view.exploration.entry_in_words(entry), by_whom(entry)));
                    shown.extend(text::wrapped(&[said.unwrap_or_default().into()], columns, sign, "      "));
                    at += 1;
                }
            }
        }
        let room = height.saturating_sub(lines.len());
        lines.extend(self.list.view(shown, focus, room, view.look));
        lines
    }

    fn keys(&self, _: &View<'_>) -> Vec<Key> {
        let mut keys = vec![("↑↓", "move"), ("t", "take it back")];
        keys.extend(browse::KEYS);
        keys
    }

    fn press(&mut self, view: &View<'_>, key: KeyEvent) -> Do {
        let entries = self.entries();
        match key.code {
            KeyCode::Char('t') => match entries.get(self.list.at) {
                Some(entry) => Do::Open(Box::new(Confirm::take_back(view, entry))),
                None => Do::Nothing,
            },
            code => {
                let count = entries.len();
                if self.list.press(code, count) { Do::Nothing } else { browse::press(key, Tab::Disputes) }
            }
        }
    }

    fn refresh(&mut self, view: &View<'_>) {
        self.rows = rows(view);
        let count = self.entries().len();
        self.list.keep_within(count);
    }

    fn stays(&self) -> bool {
        true
    }
}
