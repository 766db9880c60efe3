//! The form for words: what a thing of the domain is called, the language of questions,
//! and how each attribute is said, with sample questions that change while one types.

use hornbook_explore::Exploration;
use hornbook_explore::journal::Attribute;
use hornbook_words::{Language, LanguageChoice, SHIPPED_LANGUAGES, Vocabulary, escape_control, sample_questions};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::input::Input;
use super::list::List;
use super::page::{Do, Key, Message, Page, View};
use super::pick::Pick;
use super::text;
use crate::rewording::Rewording;

/// Rows before those of attributes.
const NOUN: usize = 0;
const LANGUAGE: usize = 1;
const FIRST_ATTRIBUTE: usize = 2;

/// Names of attributes take at most so many columns.
const MAX_NAME_COLUMNS: usize = 24;

/// The form.
pub(super) struct Words {
    noun: Input,
    /// Those that are shipped, and the one in use if that is another.
    languages: Vec<LanguageChoice>,
    language: usize,
    /// What was typed for each attribute, if anything was.
    phrases: Vec<Option<Input>>,
    list: List,
}

impl Words {
    /// With everything as it is now.
    pub(super) fn new(view: &View<'_>) -> Self {
        let exploration = view.exploration;
        let mut languages: Vec<LanguageChoice> =
            SHIPPED_LANGUAGES.iter().map(|name| LanguageChoice::Shipped((*name).to_owned())).collect();
        let language = match exploration.language_choice() {
            None => 0,
            Some(choice) => languages.iter().position(|shipped| shipped == choice).unwrap_or_else(|| {
                languages.push(choice.clone());
                languages.len() - 1
            }),
        };
        Self {
            noun: Input::of(exploration.noun().unwrap_or_default()),
            languages,
            language,
            phrases: vec![None; exploration.attributes().len()],
            list: List::default(),
        }
    }

    fn spoken(&self) -> Language {
        Language::chosen(self.languages.get(self.language)).unwrap_or_else(|_| Language::english())
    }

    /// What is said of an attribute as the form is now: none for a guess.
    fn phrase(&self, exploration: &Exploration, attr: usize) -> Option<String> {
        match &self.phrases[attr] {
            Some(input) => Some(input.text()),
            None => exploration.attributes()[attr].phrase.clone(),
        }
    }

    /// How it would be said.
    fn vocabulary(&self, exploration: &Exploration) -> Vocabulary {
        let typed: Vec<Option<String>> = (0..self.phrases.len()).map(|attr| self.phrase(exploration, attr)).collect();
        let names = exploration.attributes().iter().map(|attribute| attribute.name.as_str());
        let attributes = names.zip(typed.iter().map(Option::as_deref));
        Vocabulary::in_language(self.spoken(), Some(&self.noun.text()), attributes)
    }

    /// The attribute that the cursor is at.
    fn attr(&self) -> Option<usize> {
        self.list.at.checked_sub(FIRST_ATTRIBUTE).filter(|attr| *attr < self.phrases.len())
    }

    fn rows(&self) -> usize {
        FIRST_ATTRIBUTE + self.phrases.len()
    }

    /// Another way to say the attribute at the cursor: the next of those that may be meant.
    fn say_otherwise(&mut self, exploration: &Exploration, attr: usize) {
        let offered = self.spoken().phrases_for(&exploration.attributes()[attr].name);
        let now = self.vocabulary(exploration).phrase(attr).map(str::to_owned);
        let at = now.and_then(|now| offered.iter().position(|phrase| *phrase == now));
        let next = at.map_or(0, |at| (at + 1) % offered.len().max(1));
        self.phrases[attr] = offered.get(next).map(|phrase| Input::of(phrase));
    }

    fn turn_language(&mut self, by: usize) {
        self.language = (self.language + by) % self.languages.len();
    }

    /// Types into the row of the cursor.
    fn type_into(&mut self, exploration: &Exploration, typed: &dyn Fn(&mut Input) -> bool) -> bool {
        match self.attr() {
            _ if self.list.at == NOUN => typed(&mut self.noun),
            Some(attr) => {
                let said = || self.vocabulary(exploration).phrase(attr).unwrap_or_default().to_owned();
                let mut input = self.phrases[attr].clone().unwrap_or_else(|| Input::of(&said()));
                let taken = typed(&mut input);
                if taken {
                    self.phrases[attr] = Some(input);
                }
                taken
            }
            None => false,
        }
    }

    /// What is other than before.
    fn rewording(&self, exploration: &Exploration) -> Rewording {
        let noun = Some(self.noun.text().trim().to_owned()).filter(|noun| !noun.is_empty());
        let language = self.languages.get(self.language).cloned();
        let same_language = match exploration.language_choice() {
            Some(choice) => language.as_ref() == Some(choice),
            None => self.language == 0,
        };
        let same = noun.as_deref() == exploration.noun() && same_language;
        let before = exploration.vocabulary();
        let attribute = |(attr, input): (usize, &Option<Input>)| {
            let phrase = input.as_ref()?.text().trim().to_owned();
            let is_as_it_was = before.phrase(attr).unwrap_or_default() == escape_control(&phrase);
            let before = &exploration.attributes()[attr];
            let after = Attribute { phrase: Some(phrase), ..before.clone() };
            // In another language, what was guessed before is guessed otherwise.
            (after != *before && !(is_as_it_was && same_language)).then_some(after)
        };
        let attributes = self.phrases.iter().enumerate().filter_map(attribute).collect();
        let kept = exploration.language_choice().cloned().filter(|_| same_language);
        let language = if same_language { kept } else { language };
        Rewording { words: (!same).then_some((noun, language)), attributes }
    }

    /// A row, with names in a column of that width.
    fn row(
        &self,
        view: &View<'_>,
        words: &Vocabulary,
        at: usize,
        (width, columns): (usize, usize),
    ) -> Vec<Line<'static>> {
        let (look, here) = (view.look, at == self.list.at);
        let style = if here { look.strong() } else { Style::new() };
        let sign = if here { "> " } else { "  " };
        let mut spans = Vec::new();
        let mut first = sign.to_owned();
        match at.checked_sub(FIRST_ATTRIBUTE) {
            None if at == NOUN => {
                spans.push(Span::styled("A thing of the domain: ", style));
                spans.extend(self.noun.spans(look, here));
            }
            None => {
                spans.push(Span::styled("Language: ", style));
                spans.push(Span::raw(escape_control(words.language().name())));
            }
            Some(attr) => {
                first.push_str(&format!("{}  ", text::fitted(&words.name(attr), width)));
                let typed = self.phrases[attr].as_ref();
                match (typed, words.phrase(attr)) {
                    (Some(input), _) if here => spans.extend(input.spans(look, true)),
                    (_, Some(phrase)) => spans.push(Span::styled(phrase.to_owned(), style)),
                    (_, None) => spans.push(Span::styled("(named as it is)", look.faint())),
                }
                let guessed = typed.is_none() && view.exploration.attributes()[attr].phrase.is_none();
                if guessed && words.phrase(attr).is_some() {
                    spans.push(Span::styled(" (guess)", look.faint()));
                }
            }
        }
        text::wrapped(&spans, columns, &first, &" ".repeat(text::width(&first)))
    }

    /// Sample questions about the attribute at the cursor.
    fn samples(&self, view: &View<'_>, words: &Vocabulary, columns: usize) -> Vec<Line<'static>> {
        let about = self.attr().unwrap_or_else(|| self.phrases.len().saturating_sub(1));
        let mut lines = vec![Line::styled("  How it sounds", view.look.strong())];
        for question in sample_questions(self.phrases.len(), about) {
            let sentence = view.look.sentence(&words.question(&question));
            lines.extend(text::wrapped(&sentence, columns, "    ", "      "));
        }
        lines
    }
}

impl Page for Words {
    fn title(&self) -> String {
        "How things are said".to_owned()
    }

    fn lines(&mut self, view: &View<'_>, columns: usize, height: usize) -> Vec<Line<'static>> {
        let words = self.vocabulary(view.exploration);
        let mut samples = self.samples(view, &words, columns);
        samples.truncate(height / 2);
        let width = (0..self.phrases.len()).map(|attr| text::width(&words.name(attr))).max().unwrap_or(0);
        let width = width.min(MAX_NAME_COLUMNS);
        let (mut rows, mut focus) = (Vec::new(), 0);
        for at in 0..self.rows() {
            if at == self.list.at {
                focus = rows.len();
            }
            rows.extend(self.row(view, &words, at, (width, columns)));
            if at == LANGUAGE {
                rows.push(Line::default());
            }
        }
        let room = height.saturating_sub(samples.len() + 1);
        let mut lines = self.list.view(rows, focus, room, view.look);
        lines.resize(room, Line::default());
        lines.push(Line::default());
        lines.extend(samples);
        lines
    }

    fn keys(&self, _: &View<'_>) -> Vec<Key> {
        let mut keys = vec![("↑↓", "move")];
        match self.list.at {
            NOUN => keys.push(("letters", "type, with its article: a kitchen tool")),
            LANGUAGE => keys.push(("←→", "another language")),
            _ => keys.extend([
                ("Tab", "say it otherwise"),
                ("letters", "type"),
                ("Ctrl-U", "clear: named as it is"),
                ("Ctrl-F", "find"),
            ]),
        }
        keys.extend([("Enter", "write it down"), ("Esc", "back")]);
        keys
    }

    fn press(&mut self, view: &View<'_>, key: KeyEvent) -> Do {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => return Do::Close(1),
            KeyCode::Enter => {
                let rewording = self.rewording(view.exploration);
                return match rewording.is_nothing() {
                    true => Do::Say(Message::note("All is said as before: nothing was written down.")),
                    false => Do::Reword(rewording),
                };
            }
            KeyCode::Char('f') if control => {
                let names = view.exploration.attributes().iter().map(|attribute| escape_control(&attribute.name));
                return Do::Open(Box::new(Pick::new("Find an attribute", names.collect())));
            }
            KeyCode::Left if self.list.at == LANGUAGE => self.turn_language(self.languages.len() - 1),
            KeyCode::Right | KeyCode::Char(' ') | KeyCode::Tab if self.list.at == LANGUAGE => self.turn_language(1),
            KeyCode::Tab => match self.attr() {
                Some(attr) => self.say_otherwise(view.exploration, attr),
                None => _ = self.list.press(KeyCode::Down, self.rows()),
            },
            KeyCode::Up | KeyCode::Down | KeyCode::PageUp | KeyCode::PageDown => {
                self.list.press(key.code, self.rows());
            }
            _ => _ = self.type_into(view.exploration, &|input| input.press(key)),
        }
        Do::Nothing
    }

    fn paste(&mut self, view: &View<'_>, text: &str) {
        self.type_into(view.exploration, &|input| {
            input.paste(text, ' ');
            true
        });
    }

    fn picked(&mut self, _: &View<'_>, place: usize) {
        self.list = List::at(FIRST_ATTRIBUTE + place);
    }
}
