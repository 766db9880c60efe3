//! One line to type: a file, attributes, an accuracy, a comment.

use std::path::{Path, PathBuf};

use hornbook::Implication;
use hornbook::learn::Accuracy;
use hornbook_explore::journal::{Attribute, Certified};
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::text::{Line, Span};

use super::confirm::Confirm;
use super::input::Input;
use super::page::{Do, Key, Message, Page, View};
use super::text;
use crate::edits;
use crate::order::Order;
use crate::worth;

enum Kind {
    Export,
    Attributes,
    /// With the δ there is.
    Accuracy(f64),
    /// On a question.
    Comment(Implication),
}

/// The page on which it is typed.
pub(super) struct Prompt {
    kind: Kind,
    input: Input,
}

impl Prompt {
    /// Where to write what is known, with a name that ends like this one.
    pub(super) fn export(view: &View<'_>, usual: &str) -> Self {
        let stem = view.exploration.journal().path().and_then(|path| path.file_stem());
        let stem = stem.map(|stem| stem.to_string_lossy().into_owned());
        let name = match (stem, usual.rsplit_once('.')) {
            (Some(stem), Some((_, ending))) => format!("{stem}.{ending}"),
            _ => usual.to_owned(),
        };
        Self { kind: Kind::Export, input: Input::of(&name) }
    }

    /// More attributes.
    pub(super) fn attributes() -> Self {
        Self { kind: Kind::Attributes, input: Input::default() }
    }

    /// Another ε, the one there is to begin with.
    pub(super) fn accuracy(view: &View<'_>) -> Self {
        let (epsilon, delta) = view.exploration.accuracy();
        Self { kind: Kind::Accuracy(delta), input: Input::of(&epsilon.to_string()) }
    }

    /// Another ε, to begin with one that is smaller than what is certified.
    pub(super) fn sharper(view: &View<'_>, certified: &Certified) -> Self {
        let delta = view.exploration.accuracy().1;
        let epsilon = worth::smaller(certified).map(|epsilon| epsilon.to_string()).unwrap_or_default();
        Self { kind: Kind::Accuracy(delta), input: Input::of(&epsilon) }
    }

    /// Something about a question that is no answer to it.
    pub(super) fn comment(question: Implication) -> Self {
        Self { kind: Kind::Comment(question), input: Input::default() }
    }

    fn asks(&self) -> (&'static str, &'static str) {
        match self.kind {
            Kind::Export => (
                "File: ",
                "The ending of the name says what is written: .md a report to read, with rules, objects, open questions \
                 and the certificate; others the rules or the objects, in the format they stand for, as in rules.json \
                 or objects.cxt. It can be done at any time and as often as you like.",
            ),
            Kind::Attributes => (
                "New attributes: ",
                "One, or several with commas between them. What is known stays; whether the objects told so far have \
                 the new attributes is not known yet. Or change what is there: 'rename OLD to NEW', 'describe NAME | \
                 phrase | description', 'order NAME, NAME', 'remove NAME', for attributes and objects.",
            ),
            Kind::Accuracy(_) => (
                "ε: ",
                "The share for which something that follows may be missing, as a number between 0 and 1; a δ may follow. \
                 Half the ε takes more questions, but seldom twice as many.",
            ),
            Kind::Comment(_) => (
                "Comment: ",
                "For others to read, with the question and in the report: a source, a doubt, what you take a word to mean. \
                 It is no answer, and changes neither what is known nor what is asked. At the question, M takes your last \
                 comment back.",
            ),
        }
    }

    fn done(&self) -> Do {
        let typed = self.input.text();
        let typed = typed.trim();
        match &self.kind {
            _ if typed.is_empty() => Do::Say(Message::problem("There is nothing typed yet.")),
            Kind::Export => {
                let (file, order) = (Path::new(Order::parse(typed).file), PathBuf::from(typed));
                match file.exists() {
                    true => Do::Open(Box::new(Confirm::replace(file, order))),
                    false => Do::Export(order, 1),
                }
            }
            Kind::Attributes => {
                let (verb, rest) = typed.split_once(char::is_whitespace).unwrap_or((typed, ""));
                if edits::VERBS.contains(&verb) && !rest.trim().is_empty() {
                    return Do::Change(verb.to_owned(), rest.trim().to_owned());
                }
                let names = typed.split(',').map(str::trim).filter(|name| !name.is_empty());
                Do::Add(names.map(Attribute::named).collect())
            }
            Kind::Accuracy(delta) => match accuracy(typed, *delta) {
                Ok(accuracy) => Do::Sharpen(accuracy),
                Err(problem) => Do::Say(Message::problem(problem)),
            },
            Kind::Comment(question) => Do::Comment(question.clone(), typed.to_owned()),
        }
    }
}

/// `0.005`, or `0.005 0.05` with a δ.
fn accuracy(typed: &str, delta: f64) -> Result<Accuracy, String> {
    let number = |part: &str| part.parse::<f64>().map_err(|_| "That is no number: type one such as 0.005.".to_owned());
    let numbers = typed.split([' ', ',', ';']).filter(|part| !part.is_empty()).map(number);
    let numbers = numbers.collect::<Result<Vec<f64>, String>>()?;
    let (epsilon, delta) = match numbers[..] {
        [epsilon] => (epsilon, delta),
        [epsilon, delta] => (epsilon, delta),
        _ => return Err("Type an ε, or an ε and a δ.".to_owned()),
    };
    Accuracy::new(epsilon, delta).map_err(|error| error.to_string())
}

impl Page for Prompt {
    fn title(&self) -> String {
        match self.kind {
            Kind::Export => "Write what is known to a file",
            Kind::Attributes => "Add attributes",
            Kind::Accuracy(_) => "How accurate it is to be",
            Kind::Comment(_) => "A comment on the question",
        }
        .to_owned()
    }

    fn lines(&mut self, view: &View<'_>, columns: usize, _: usize) -> Vec<Line<'static>> {
        let (label, hint) = self.asks();
        let mut lines = match &self.kind {
            Kind::Comment(question) => {
                let sentence = view.look.sentence(&view.exploration.asked_in_words(question));
                let mut lines = text::wrapped(&sentence, columns, "  ", "  ");
                lines.push(Line::default());
                lines
            }
            _ => Vec::new(),
        };
        let mut spans = vec![Span::styled(label, view.look.strong())];
        spans.extend(self.input.spans(view.look, true));
        lines.extend(text::wrapped(&spans, columns, "  ", "    "));
        lines.push(Line::default());
        lines.extend(text::styled(hint, view.look.faint(), columns, "  "));
        lines
    }

    fn keys(&self, _: &View<'_>) -> Vec<Key> {
        vec![("Enter", "do it"), ("Ctrl-U", "clear"), ("Esc", "back")]
    }

    fn press(&mut self, _: &View<'_>, key: KeyEvent) -> Do {
        match key.code {
            KeyCode::Esc => Do::Close(1),
            KeyCode::Enter => self.done(),
            _ => {
                self.input.press(key);
                Do::Nothing
            }
        }
    }

    fn paste(&mut self, _: &View<'_>, text: &str) {
        self.input.paste(text, if matches!(self.kind, Kind::Attributes) { ',' } else { ' ' });
    }
}

#[cfg(test)]
mod tests {
    use super::accuracy;

    #[test]
    fn an_accuracy_is_one_number_or_two() {
        let both = |typed| accuracy(typed, 0.1).map(|accuracy| (accuracy.epsilon(), accuracy.delta()));
        assert_eq!(both("0.005"), Ok((0.005, 0.1)));
        assert_eq!(both("0.005, 0.05"), Ok((0.005, 0.05)));
        for wrong in ["x", "0", "2", "0.1 0.1 0.1", "nan"] {
            assert!(both(wrong).is_err(), "{wrong}");
        }
    }
}
