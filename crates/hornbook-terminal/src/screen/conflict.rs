//! What was just said contradicts what was said before: which of it, and what
//! would change if that were taken back.

use hornbook::{Conclusion, Implication};
use hornbook_explore::journal::EntryId;
use hornbook_explore::{Dispute, ObjectStatement, Response};
use hornbook_words::escape_control;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::text::Line;

use super::by_whom::by_whom;
use super::list::{List, Scroll};
use super::page::{Do, Key, Page, View, Word};
use super::text;

/// The page about a contradiction.
pub(super) struct Conflict {
    dispute: Dispute,
    word: Word,
    /// What would change, for each of the earlier entries.
    consequences: Vec<Vec<String>>,
    list: List,
    scroll: Scroll,
}

impl Conflict {
    /// Between what is said now and what was.
    pub(super) fn new(view: &View<'_>, dispute: Dispute, word: Word) -> Self {
        let exploration = view.exploration;
        let change = |entry: &EntryId| match exploration.consequences(std::slice::from_ref(entry)) {
            Ok(consequences) => exploration.consequences_in_words(&consequences),
            Err(refusal) => vec![exploration.refusal(&refusal)],
        };
        let consequences = dispute.with.iter().map(change).collect();
        Self { dispute, word, consequences, list: List::default(), scroll: Scroll::default() }
    }

    fn row(&self, view: &View<'_>, at: usize, entry: &EntryId, columns: usize) -> Vec<Line<'static>> {
        let exploration = view.exploration;
        let said = exploration.entry(entry).map(|entry| {
            let said = exploration.entry_in_words(entry);
            format!("{said}. ({})", by_whom(entry))
        });
        let chosen = at == self.list.at;
        let style = if chosen { view.look.strong() } else { Default::default() };
        let sign = if chosen { "  > " } else { "    " };
        let said = said.unwrap_or_else(|| entry.to_string());
        text::wrapped(&[ratatui::text::Span::styled(said, style)], columns, sign, "      ")
    }
}

impl Page for Conflict {
    fn title(&self) -> String {
        "This contradicts what was said before".to_owned()
    }

    fn lines(&mut self, view: &View<'_>, columns: usize, height: usize) -> Vec<Line<'static>> {
        let strong = view.look.strong();
        let mut lines = vec![Line::styled("  You say now", strong)];
        lines.extend(text::wrapped(&[in_words(view, &self.word).into()], columns, "    ", "      "));
        lines.push(Line::default());
        let heading = match self.dispute.with.len() + self.dispute.background.len() {
            1 => "  It cannot be together with this",
            _ => "  It cannot be with all of these together",
        };
        lines.push(Line::styled(heading, strong));
        for (at, entry) in self.dispute.with.iter().enumerate() {
            lines.extend(self.row(view, at, entry, columns));
        }
        for rule in &self.dispute.background {
            let rule = format!("{} (known beforehand: it stands)", view.exploration.statement(rule));
            lines.extend(text::wrapped(&[rule.into()], columns, "    ", "      "));
        }
        lines.push(Line::default());
        if let Some(consequences) = self.consequences.get(self.list.at) {
            lines.push(Line::styled("  If you take the chosen one back", strong));
            let nothing = ["No rule and no object goes with it.".to_owned()];
            let said = if consequences.is_empty() { &nothing[..] } else { consequences };
            for line in said {
                lines.extend(text::wrapped(&[line.into()], columns, "    ", "      "));
            }
            lines.extend(text::paragraph("Your new answer is then taken as you gave it.", columns, "    "));
        } else {
            let fixed = "What was known beforehand cannot be taken back: go back and change your answer.";
            lines.extend(text::paragraph(fixed, columns, "  "));
        }
        self.scroll.view(lines, height, view.look)
    }

    fn keys(&self, _: &View<'_>) -> Vec<Key> {
        let mut keys = Vec::new();
        if self.dispute.with.len() > 1 {
            keys.push(("↑↓", "choose"));
        }
        if !self.dispute.with.is_empty() {
            keys.push(("t", "take that back, keep my answer"));
        }
        keys.push(("Esc", "go back and change my answer"));
        if self.scroll.moves() {
            keys.push(("PgUp PgDn", "scroll"));
        }
        keys
    }

    fn press(&mut self, _: &View<'_>, key: KeyEvent) -> Do {
        match key.code {
            KeyCode::Char('t') => match self.dispute.with.get(self.list.at) {
                Some(entry) => return Do::GiveWithout(entry.clone(), self.word.clone()),
                None => return Do::Nothing,
            },
            KeyCode::Esc | KeyCode::Char('q') => return Do::Close(1),
            KeyCode::Up | KeyCode::Down => _ = self.list.press(key.code, self.dispute.with.len()),
            code => _ = self.scroll.press(code),
        }
        Do::Nothing
    }
}

/// What is said, as a sentence.
fn in_words(view: &View<'_>, word: &Word) -> String {
    match word {
        Word::Tell(told, _) => of_object(view, told),
        Word::Answer { question, response, .. } => match response {
            Response::Holds => format!("{}.", view.exploration.statement(question)),
            Response::Refuted(told) => {
                let told = ObjectStatement { has: told.has.union(&question.premise), ..told.clone() };
                format!("{}: {}", view.exploration.vocabulary().denial(question), of_object(view, &told))
            }
            Response::Partly { holds, object } => {
                let rule = Implication::new(question.premise.clone(), Conclusion::Attrs(holds.clone()));
                let part = view.exploration.vocabulary().in_part(&rule);
                match object {
                    Some(told) => format!("{part}: {}", of_object(view, told)),
                    None => format!("{part}."),
                }
            }
            Response::Unknown | Response::Later => view.exploration.in_words(question).to_string(),
        },
    }
}

fn of_object(view: &View<'_>, told: &ObjectStatement) -> String {
    let name = if told.name.trim().is_empty() { "Something".to_owned() } else { escape_control(told.name.trim()) };
    format!("{}.", view.exploration.vocabulary().told_of(&name, &told.has, &told.lacks, false))
}
