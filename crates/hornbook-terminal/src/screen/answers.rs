//! What was said so far: any of it can be taken back, and answers changed.

use hornbook_explore::can_be_taken_back;
use hornbook_explore::journal::{Entry, EntryId, EntryKind};
use hornbook_words::escape_control;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::style::Style;
use ratatui::text::Line;

use super::browse;
use super::by_whom::by_whom;
use super::confirm::Confirm;
use super::list::List;
use super::page::{Do, Key, Message, Page, Tab, View};
use super::pick::Pick;
use super::text;
use crate::fate::{Fate, Fates};
use crate::numbered::Numbers;

/// The page of answers.
pub(super) struct Answers {
    entries: Vec<EntryId>,
    list: List,
}

impl Answers {
    /// All, the last one chosen.
    pub(super) fn new(view: &View<'_>) -> Self {
        let entries = said(view);
        Self { list: List::at(entries.len().saturating_sub(1)), entries }
    }

    /// All, with this one chosen.
    pub(super) fn at(view: &View<'_>, entry: &EntryId) -> Self {
        let all = Self::new(view);
        let at = all.entries.iter().position(|id| id == entry).unwrap_or(all.list.at);
        Self { list: List::at(at), ..all }
    }

    fn chosen<'v>(&self, view: &View<'v>) -> Option<&'v Entry> {
        self.entries.get(self.list.at).and_then(|id| view.exploration.entry(id))
    }

    fn change(&self, view: &View<'_>) -> Do {
        let Some(entry) = self.chosen(view) else { return Do::Nothing };
        let EntryKind::Answer(said) = &entry.what else {
            return Do::Say(Message::note(
                "This is no answer to a question: it can be taken back, and told anew under 2.",
            ));
        };
        if let Some(problem) = gone(view, &entry.id) {
            return problem;
        }
        match said.question.rule(view.exploration.universe()) {
            Ok(question) => Do::AskAgain { question, instead: Some(entry.id.clone()) },
            Err(error) => Do::Say(Message::problem(escape_control(&error.to_string()))),
        }
    }

    /// Agrees with what a program said, so that it is this person's word too.
    fn agree(&self, view: &View<'_>) -> Do {
        match self.chosen(view) {
            Some(entry) if entry.program && matches!(entry.what, EntryKind::Answer(_)) => {
                gone(view, &entry.id).unwrap_or_else(|| Do::Agree(entry.id.clone()))
            }
            Some(_) => Do::Say(Message::note("This is no answer of a program: there is nothing to agree with.")),
            None => Do::Nothing,
        }
    }

    fn take_back(&self, view: &View<'_>) -> Do {
        let Some(entry) = self.chosen(view) else { return Do::Nothing };
        if let Some(problem) = gone(view, &entry.id) {
            return problem;
        }
        match can_be_taken_back(&entry.what) {
            true => Do::Open(Box::new(Confirm::take_back(view, &entry.id))),
            false => Do::Say(Message::note("This cannot be taken back.")),
        }
    }
}

/// Why an entry cannot be taken back or changed, if it does not count any more.
fn gone(view: &View<'_>, id: &EntryId) -> Option<Do> {
    let text = match Fates::of(view.exploration).get(id) {
        Fate::Counts | Fate::Contradicted => return None,
        Fate::TakenBack => "This was taken back already. To have it back, take back its retraction further below.",
        Fate::Replaced(_) => "This was replaced by another answer further below: take back or change that one.",
    };
    Some(Do::Say(Message::note(text)))
}

/// What people said: not what was there at the start, nor the attempts at a
/// certificate.
fn said(view: &View<'_>) -> Vec<EntryId> {
    let entries = view.exploration.journal().entries().iter();
    let entries = entries.skip_while(|entry| entry.who.is_none() && matches!(entry.what, EntryKind::Object { .. }));
    let said = |entry: &&Entry| !matches!(entry.what, EntryKind::Attempt { .. } | EntryKind::Certified(_));
    entries.filter(said).map(|entry| entry.id.clone()).collect()
}

/// What was said, with the name of a program before it if it was one.
fn marked(entry: &Entry, said: String) -> String {
    match entry.program {
        true => format!("[{}] {said}", escape_control(entry.who.as_deref().unwrap_or("a program"))),
        false => said,
    }
}

impl Page for Answers {
    fn title(&self) -> String {
        "What was said so far".to_owned()
    }

    fn lines(&mut self, view: &View<'_>, columns: usize, height: usize) -> Vec<Line<'static>> {
        let mut lines = vec![browse::tabs(view, Tab::Answers), Line::default()];
        let Some(chosen) = self.chosen(view) else {
            lines.push(text::plain("  Nothing was said yet."));
            return lines;
        };
        let exploration = view.exploration;
        let (fates, numbers) = (Fates::of(exploration), Numbers::of(exploration));
        let full = |entry: &Entry| {
            let said = exploration.entry_in_words(entry);
            let fate = match fates.get(&entry.id) {
                // They are not numbered here.
                Fate::Replaced(_) => Some("replaced".to_owned()),
                fate => fate.in_words(&numbers),
            };
            fate.map(|fate| format!("({fate}) {said}")).unwrap_or(said)
        };
        let mut about = text::wrapped(&[full(chosen).into()], columns, "  ", "    ");
        about.truncate((height / 2).saturating_sub(1));
        about.push(Line::styled(format!("  {}", by_whom(chosen)), view.look.faint()));
        let room = height.saturating_sub(lines.len() + about.len() + 1);
        let row = |(at, id): (usize, &EntryId)| {
            let said = exploration.entry(id).map(|entry| marked(entry, full(entry))).unwrap_or_default();
            let said = text::cut(&said, columns.saturating_sub(2));
            let style = match (at == self.list.at, fates.get(id)) {
                (true, _) => view.look.strong(),
                (false, Fate::Counts) => Style::new(),
                (false, _) => view.look.faint(),
            };
            Line::styled(format!("{} {said}", if at == self.list.at { ">" } else { " " }), style)
        };
        let rows: Vec<Line<'static>> = self.entries.iter().enumerate().map(row).collect();
        let at = self.list.at;
        let mut shown = self.list.view(rows, at, room, view.look);
        shown.resize(room, Line::default());
        lines.extend(shown);
        lines.push(Line::styled("─".repeat(columns), view.look.faint()));
        lines.extend(about);
        lines
    }

    fn keys(&self, view: &View<'_>) -> Vec<Key> {
        let mut keys = vec![("↑↓", "move"), ("/", "find"), ("t", "take back"), ("c", "change the answer")];
        if self.chosen(view).is_some_and(|entry| entry.program) {
            keys.push(("g", "agree"));
        }
        keys.extend(browse::KEYS);
        keys
    }

    fn press(&mut self, view: &View<'_>, key: KeyEvent) -> Do {
        match key.code {
            KeyCode::Char('t') => return self.take_back(view),
            KeyCode::Char('g') => return self.agree(view),
            KeyCode::Char('c') | KeyCode::Enter => return self.change(view),
            KeyCode::Char('/') => {
                let said = |id: &EntryId| {
                    view.exploration.entry(id).map(|entry| view.exploration.entry_in_words(entry)).unwrap_or_default()
                };
                return Do::Open(Box::new(Pick::new("Find an answer", self.entries.iter().map(said).collect())));
            }
            code if self.list.press(code, self.entries.len()) => {}
            _ => return browse::press(key, Tab::Answers),
        }
        Do::Nothing
    }

    fn picked(&mut self, _: &View<'_>, place: usize) {
        self.list = List::at(place);
    }

    fn refresh(&mut self, view: &View<'_>) {
        self.entries = said(view);
        self.list.keep_within(self.entries.len());
    }

    fn stays(&self) -> bool {
        true
    }
}
