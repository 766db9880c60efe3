//! "No, but this part holds": what of the conclusion does follow.

use hornbook::{Attr, AttrSet, Conclusion, Implication};
use hornbook_explore::Response;
use hornbook_explore::journal::EntryId;
use hornbook_words::escape_control;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::text::Line;

use super::form::Form;
use super::list::List;
use super::page::{Do, Filled, Key, Message, Page, View, Word};
use super::pick::Pick;
use super::text;

/// The page on which a part is ticked.
pub(super) struct Part {
    question: Implication,
    instead: Option<EntryId>,
    /// What may be ticked.
    attrs: Vec<Attr>,
    holds: AttrSet,
    list: List,
    /// Whether the part is ticked, and the rest is in question.
    ticked: bool,
}

impl Part {
    /// For a question, perhaps with an answer that is to be replaced.
    pub(super) fn new(view: &View<'_>, question: Implication, instead: Option<EntryId>) -> Self {
        let holds = view.exploration.universe().none();
        let all = match &question.conclusion {
            Conclusion::Attrs(_) => view.exploration.may_lack(&question, &holds),
            Conclusion::Falsum => view.exploration.universe().all(),
        };
        let attrs = all.difference(&question.premise).iter().collect();
        Self { question, instead, attrs, holds, list: List::default(), ticked: false }
    }

    fn name(view: &View<'_>, attr: Attr) -> String {
        escape_control(&view.exploration.attributes()[attr].name)
    }

    fn toggle(&mut self) {
        if let Some(&attr) = self.attrs.get(self.list.at)
            && !self.holds.insert(attr)
        {
            self.holds.remove(attr);
        }
    }

    fn done(&mut self) -> Do {
        let all = self.holds.len() == self.attrs.len() && !self.question.conclusion.is_falsum();
        match (self.holds.is_empty(), all) {
            (true, _) => Do::Say(Message::problem(
                "Tick what does follow, with the space bar. If nothing does, go back and answer otherwise.",
            )),
            (_, true) => Do::Say(Message::problem("That is all of it: if it all follows, go back and answer yes.")),
            _ => {
                self.ticked = true;
                Do::Nothing
            }
        }
    }

    /// What is said to follow, as a rule.
    fn rule(&self) -> Implication {
        Implication::new(self.question.premise.clone(), self.holds.clone())
    }

    fn ask_for_object(&self, view: &View<'_>, columns: usize) -> Vec<Line<'static>> {
        let look = view.look;
        let statement = look.sentence(&view.exploration.statement(&self.rule()));
        let mut lines =
            text::wrapped(&[vec!["So: ".into()], statement, vec![".".into()]].concat(), columns, "  ", "  ");
        lines.push(Line::default());
        let rest = match &self.question.conclusion {
            Conclusion::Attrs(attrs) => attrs.difference(&self.question.premise).difference(&self.holds),
            Conclusion::Falsum => view.exploration.universe().none(),
        };
        let ask = match rest.is_empty() {
            true => "Do you know an example of it?".to_owned(),
            false => {
                let rest = view.exploration.listed(&rest, "or");
                format!("Do you know something of that kind that lacks one of these: {rest}?")
            }
        };
        lines.extend(text::paragraph(&ask, columns, "  "));
        lines.push(Line::default());
        lines.push(text::plain("    y  Yes: …"));
        lines.push(text::plain("    n  No: just write down what follows, and leave the rest open"));
        lines
    }

    fn press_ticked(&mut self, view: &View<'_>, key: KeyEvent) -> Do {
        let (question, instead) = (self.question.clone(), self.instead.clone());
        match key.code {
            KeyCode::Char('y') => Do::Open(Box::new(Form::breaking(view, question, Some(self.holds.clone()), instead))),
            KeyCode::Char('n') => {
                let response = Response::Partly { holds: self.holds.clone(), object: None };
                Do::Give(Word::Answer { question, response, instead, filled: Filled::default() })
            }
            KeyCode::Esc => {
                self.ticked = false;
                Do::Nothing
            }
            _ => Do::Nothing,
        }
    }
}

impl Page for Part {
    fn title(&self) -> String {
        "What does follow?".to_owned()
    }

    fn lines(&mut self, view: &View<'_>, columns: usize, height: usize) -> Vec<Line<'static>> {
        if self.ticked {
            return self.ask_for_object(view, columns);
        }
        let sentence = view.look.sentence(&view.exploration.asked_in_words(&self.question));
        let mut lines = text::wrapped(&sentence, columns, "  ", "  ");
        lines.truncate(height / 3);
        lines.push(Line::default());
        lines.push(text::plain("  Tick what always follows:"));
        let row = |(at, &attr): (usize, &Attr)| {
            let tick = if self.holds.contains(attr) { "[x]" } else { "[ ]" };
            let name = text::cut(&Self::name(view, attr), columns.saturating_sub(10));
            match at == self.list.at {
                true => Line::styled(format!("  > {tick} {name}"), view.look.strong()),
                false => text::plain(format!("    {tick} {name}")),
            }
        };
        let rows: Vec<Line<'static>> = self.attrs.iter().enumerate().map(row).collect();
        let (at, room) = (self.list.at, height.saturating_sub(lines.len()));
        lines.extend(self.list.view(rows, at, room, view.look));
        lines
    }

    fn keys(&self, _: &View<'_>) -> Vec<Key> {
        match self.ticked {
            true => vec![("y", "yes, something"), ("n", "no, leave it open"), ("Esc", "back to the ticks")],
            false => vec![("↑↓", "move"), ("Space", "tick"), ("/", "find"), ("Enter", "go on"), ("Esc", "back")],
        }
    }

    fn press(&mut self, view: &View<'_>, key: KeyEvent) -> Do {
        if self.ticked {
            return self.press_ticked(view, key);
        }
        match key.code {
            KeyCode::Esc => return Do::Close(1),
            KeyCode::Enter => return self.done(),
            KeyCode::Char(' ' | 'x') => self.toggle(),
            KeyCode::Char('/') => {
                let names = self.attrs.iter().map(|&attr| Self::name(view, attr)).collect();
                return Do::Open(Box::new(Pick::new("Find an attribute", names)));
            }
            code => _ = self.list.press(code, self.attrs.len()),
        }
        Do::Nothing
    }

    fn picked(&mut self, _: &View<'_>, place: usize) {
        self.list = List::at(place);
    }
}
