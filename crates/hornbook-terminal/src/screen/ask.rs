//! A question and the answers there are to it: the one at hand, one that was
//! left open, or one whose answer is to be changed.

use hornbook::{AttrSet, Conclusion, Implication};
use hornbook_explore::journal::EntryId;
use hornbook_explore::words::is_about_never;
use hornbook_explore::{Asked, Proposal, Response};
use hornbook_words::escape_control;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::about::About;
use super::form::Form;
use super::help::Help;
use super::list::Scroll;
use super::page::{Do, Filled, Key, Page, View, Word};
use super::part::Part;
use super::prompt::Prompt;
use super::rules::Rules;
use super::standing::{Stands, where_it_stands};
use super::text;
use super::words::Words;

/// So many known objects are shown that come near to breaking a rule.
const MAX_CLOSEST_OBJECTS: usize = 3;

/// A question.
pub(super) struct Ask {
    question: Implication,
    /// Of these an exception lacks one.
    may_lack: AttrSet,
    /// What is thought of it, if it is the question at hand.
    asked: Option<Asked>,
    /// The answer in the place of which another one is given.
    instead: Option<EntryId>,
    /// What programs say of it.
    proposals: Vec<Proposal>,
    chosen: Option<usize>,
    why: bool,
    scroll: Scroll,
}

/// Kinds of answers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// What the first of the programs says.
    Agree,
    Holds,
    Breaks,
    Part,
    Unknown,
    Later,
}

struct Choice {
    key: &'static str,
    /// For the bottom of the screen.
    short: &'static str,
    text: &'static str,
    kind: Kind,
}

impl Ask {
    /// The question at hand.
    pub(super) fn now(view: &View<'_>, asked: Asked) -> Self {
        Self { asked: Some(asked.clone()), ..Self::again(view, asked.question, None) }
    }

    /// Another one, perhaps with an answer that is to be replaced.
    pub(super) fn again(view: &View<'_>, question: Implication, instead: Option<EntryId>) -> Self {
        let proposals = view.exploration.proposals(&question);
        let may_lack = view.exploration.may_lack(&question, &view.exploration.universe().none());
        Self {
            question,
            may_lack,
            asked: None,
            instead,
            proposals,
            chosen: None,
            why: false,
            scroll: Scroll::default(),
        }
    }

    /// The answers, such that nobody takes a "no" to "can it be?" for a "no" to
    /// the rule.
    fn choices(&self) -> Vec<Choice> {
        let choice = |key, short, text, kind| Choice { key, short, text, kind };
        let parts = match &self.question.conclusion {
            Conclusion::Attrs(_) => self.may_lack.len(),
            Conclusion::Falsum => 2,
        };
        let mut choices = if is_about_never(&self.question) && self.question.premise.is_empty() {
            vec![
                choice("n", "nothing", "No, there is nothing at all", Kind::Holds),
                choice("y", "example", "Yes, for example …", Kind::Breaks),
                choice("p", "yes, but", "Yes, and there is something that everything has …", Kind::Part),
            ]
        } else if is_about_never(&self.question) {
            vec![
                choice("n", "never", "No, that cannot be: it never occurs", Kind::Holds),
                choice("y", "example", "Yes, that can be: for example …", Kind::Breaks),
                choice("p", "yes, but", "Yes, but then it always has something else, too …", Kind::Part),
            ]
        } else {
            vec![
                choice("y", "always", "Yes, always", Kind::Holds),
                choice("n", "exception", "No, I know an exception …", Kind::Breaks),
                choice("p", "partly", "Partly: some of it follows, but not all …", Kind::Part),
            ]
        };
        choices.retain(|choice| choice.kind != Kind::Part || parts > 1);
        choices.push(choice("d", "don't know", "I don't know", Kind::Unknown));
        choices.push(choice("l", "later", "Ask me later", Kind::Later));
        if !self.proposals.is_empty() {
            choices.insert(0, choice("Enter", "agree", "Agree: it is your word too", Kind::Agree));
        }
        choices
    }

    fn give(&self, view: &View<'_>, kind: Kind) -> Do {
        let give = |response| {
            let (question, instead) = (self.question.clone(), self.instead.clone());
            Do::Give(Word::Answer { question, response, instead, filled: Filled::default() })
        };
        let (question, instead) = (self.question.clone(), self.instead.clone());
        match kind {
            Kind::Agree => match self.proposals.first() {
                Some(proposal) => Do::Agree(proposal.entry.clone()),
                None => Do::Nothing,
            },
            Kind::Holds => give(Response::Holds),
            Kind::Unknown => give(Response::Unknown),
            Kind::Later => give(Response::Later),
            Kind::Breaks => Do::Open(Box::new(Form::breaking(view, question, None, instead))),
            Kind::Part => Do::Open(Box::new(Part::new(view, question, instead))),
        }
    }

    fn choose(&mut self, down: bool) {
        let last = self.choices().len() - 1;
        self.chosen = Some(match (self.chosen, down) {
            (None, true) => 0,
            (None, false) => last,
            (Some(at), true) => (at + 1).min(last),
            (Some(at), false) => at.saturating_sub(1),
        });
    }

    fn choice_lines(&self, view: &View<'_>) -> Vec<Line<'static>> {
        let look = view.look;
        let line = |(at, choice): (usize, &Choice)| {
            let chosen = self.chosen == Some(at);
            let style = if chosen { look.strong() } else { Style::new() };
            Line::from(vec![
                Span::styled(if chosen { "  > " } else { "    " }, style),
                Span::styled(choice.key, look.strong()),
                Span::styled(format!("  {}", choice.text), style),
            ])
        };
        self.choices().iter().enumerate().map(line).collect()
    }

    fn why(&self, view: &View<'_>, columns: usize) -> Vec<Line<'static>> {
        let exploration = view.exploration;
        let mut lines = Vec::new();
        if let Some(asked) = &self.asked {
            lines.push(Line::styled("  Why it is asked", view.look.strong()));
            for line in exploration.why(asked) {
                lines.extend(text::wrapped(&[line.into()], columns, "    ", "      "));
            }
        }
        if exploration.only_new(&self.question) != self.question.without_premise() {
            lines.push(Line::styled("  In full, with what follows anyway", view.look.strong()));
            let whole = view.look.sentence(&exploration.in_words(&self.question));
            lines.extend(text::wrapped(&whole, columns, "    ", "      "));
        }
        let closest = exploration.closest(&self.question, MAX_CLOSEST_OBJECTS);
        if !closest.is_empty() {
            lines.push(Line::styled("  Known objects that come closest to an exception", view.look.strong()));
        }
        for closest in closest {
            lines.extend(text::wrapped(&[exploration.nearness(&closest).into()], columns, "    ", "      "));
        }
        lines
    }

    /// What is meant by the attributes in the question, as far as that was said.
    fn descriptions(&self, view: &View<'_>, columns: usize) -> Vec<Line<'static>> {
        let shown = view.exploration.only_new(&self.question);
        let mut named = shown.premise.clone();
        if let Conclusion::Attrs(conclusion) = &shown.conclusion {
            named.insert_all(conclusion);
        }
        let mut lines = Vec::new();
        for attribute in named.iter().map(|attr| &view.exploration.attributes()[attr]) {
            if let Some(description) = &attribute.description {
                let description = format!("{}: {}", escape_control(&attribute.name), escape_control(description));
                lines.extend(text::styled(&description, view.look.faint(), columns, "    "));
            }
        }
        lines
    }
}

impl Page for Ask {
    fn title(&self) -> String {
        match (&self.asked, &self.instead) {
            (Some(_), _) => "A question".to_owned(),
            (None, Some(_)) => "Another answer".to_owned(),
            (None, None) => "An open question".to_owned(),
        }
    }

    fn lines(&mut self, view: &View<'_>, columns: usize, height: usize) -> Vec<Line<'static>> {
        let look = view.look;
        let sentence = look.sentence(&view.exploration.asked_in_words(&self.question));
        let mut lines = text::wrapped(&sentence, columns, "  ", "  ");
        lines.push(Line::default());
        let descriptions = self.descriptions(view, columns);
        if !descriptions.is_empty() {
            lines.extend(descriptions);
            lines.push(Line::default());
        }
        if !self.proposals.is_empty() {
            for proposal in &self.proposals {
                let said = view.exploration.proposal_in_words(proposal);
                lines.extend(text::wrapped(&[said.into()], columns, "  ", "    "));
            }
            lines.push(Line::default());
        }
        let comments = view.exploration.comments_in_words(&self.question);
        if !comments.is_empty() {
            lines.push(Line::styled("  Comments", view.look.strong()));
            for comment in comments {
                lines.extend(text::wrapped(&[comment.into()], columns, "    ", "      "));
            }
            lines.push(Line::default());
        }
        // The keys at the bottom do while there is something else to read.
        match self.why {
            true => lines.extend(self.why(view, columns)),
            false => lines.extend(self.choice_lines(view)),
        }
        let stands = if self.asked.is_some() { where_it_stands(view, columns) } else { Vec::new() };
        let room = height.saturating_sub(stands.len());
        let mut shown = self.scroll.view(lines, room, look);
        shown.resize(room, Line::default());
        shown.extend(stands);
        shown
    }

    fn keys(&self, _: &View<'_>) -> Vec<Key> {
        let mut keys: Vec<Key> = self.choices().iter().map(|choice| (choice.key, choice.short)).collect();
        keys.push(("w", if self.why { "hide why" } else { "why" }));
        keys.push(("m", "comment"));
        if self.scroll.moves() {
            keys.push(("PgUp PgDn", "scroll"));
        }
        match self.asked {
            Some(_) => keys.extend(HOME_KEYS),
            None => keys.push(("Esc", "back")),
        }
        keys
    }

    fn press(&mut self, view: &View<'_>, key: KeyEvent) -> Do {
        let choices = self.choices();
        match key.code {
            KeyCode::Char('w') => {
                (self.why, self.chosen, self.scroll) = (!self.why, None, Scroll::default());
            }
            KeyCode::Char('m') => return Do::Open(Box::new(Prompt::comment(self.question.clone()))),
            KeyCode::Char('M') => return Do::Withdraw(self.question.clone()),
            KeyCode::Up | KeyCode::Down if !self.why => self.choose(key.code == KeyCode::Down),
            KeyCode::Enter => {
                // Where a program says something, the first choice is to agree.
                let at = self.chosen.or((!self.proposals.is_empty()).then_some(0));
                if let Some(choice) = at.and_then(|at| choices.get(at)) {
                    return self.give(view, choice.kind);
                }
            }
            KeyCode::Esc if self.asked.is_none() => return Do::Close(1),
            KeyCode::Char(letter) => {
                let mut utf8 = [0; 4];
                let letter: &str = letter.encode_utf8(&mut utf8);
                if let Some(choice) = choices.iter().find(|choice| choice.key == letter) {
                    return self.give(view, choice.kind);
                }
                if self.asked.is_some() {
                    return press_home(view, key);
                }
            }
            code => _ = self.scroll.press(code),
        }
        Do::Nothing
    }
}

/// Keys beneath every question and the certificate.
pub(super) const HOME_KEYS: [Key; 10] = [
    ("u", "undo"),
    ("b", "browse"),
    ("s", "standing"),
    ("e", "export"),
    ("+", "attributes"),
    ("v", "words"),
    ("a", "accuracy"),
    ("c", "certificate"),
    ("?", "help"),
    ("q", "quit"),
];

/// What those keys do.
pub(super) fn press_home(view: &View<'_>, key: KeyEvent) -> Do {
    match key.code {
        KeyCode::Char('u') => Do::Undo,
        KeyCode::Char('b') => Do::Open(Box::new(Rules::new(view))),
        KeyCode::Char('s') => Do::Open(Box::new(Stands::default())),
        KeyCode::Char('e') => Do::Open(Box::new(Prompt::export(view, "rules.json"))),
        KeyCode::Char('+') => Do::Open(Box::new(Prompt::attributes())),
        KeyCode::Char('v') => Do::Open(Box::new(Words::new(view))),
        KeyCode::Char('a') => Do::Open(Box::new(Prompt::accuracy(view))),
        KeyCode::Char('c') => Do::Open(Box::new(About::new(view))),
        KeyCode::Char('?') => Do::Open(Box::new(Help::default())),
        KeyCode::Char('q') => Do::Quit,
        _ => Do::Nothing,
    }
}
