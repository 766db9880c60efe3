//! Languages: how questions and rules are put, as data. English and German are shipped;
//! any other is a file of the same form.

mod file;
mod guess;
mod noun;
mod pattern;
mod phrase;
mod word_list;

use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

pub use file::{AnswerLabels, LanguageFile, MoodLabels};
pub(crate) use file::{ByPhrase, NounForms, RuleForms};
use guess::Guesser;
pub(crate) use pattern::{AttributeForm, Part, Side, fill, parts};
pub(crate) use phrase::{PhraseForms, PhraseKind};

/// A language in which questions are asked. Those that are shipped go by a short name;
/// any other is held with all it says, so that whoever has the journal has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum LanguageChoice {
    /// A language that is shipped, as `de`.
    Shipped(String),
    /// Any other.
    Own(Box<LanguageFile>),
}

/// The languages that are shipped, by their short names; the first is usual.
pub const SHIPPED_LANGUAGES: [&str; 2] = ["en", "de"];

/// No file of a language is longer.
const MAX_LANGUAGE_BYTES: usize = 200_000;

/// A language that is ready to be spoken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Language {
    file: Arc<LanguageFile>,
}

impl Language {
    /// English.
    pub fn english() -> Self {
        static ENGLISH: OnceLock<Language> = OnceLock::new();
        ENGLISH.get_or_init(|| shipped(include_str!("english.json"))).clone()
    }

    /// German.
    fn german() -> Self {
        static GERMAN: OnceLock<Language> = OnceLock::new();
        GERMAN.get_or_init(|| shipped(include_str!("german.json"))).clone()
    }

    /// The language that was chosen; usual if none was.
    pub fn chosen(choice: Option<&LanguageChoice>) -> Result<Self, String> {
        match choice {
            None => Ok(Self::english()),
            Some(LanguageChoice::Shipped(name)) => match name.as_str() {
                "en" => Ok(Self::english()),
                "de" => Ok(Self::german()),
                _ => {
                    Err(format!("there is no language {name:?} here: expected one of {}", SHIPPED_LANGUAGES.join(", ")))
                }
            },
            Some(LanguageChoice::Own(file)) => {
                check(file)?;
                Ok(Self { file: Arc::new((**file).clone()) })
            }
        }
    }

    /// Reads the file of a language; one that is not understood is refused with what is
    /// wrong with it.
    pub fn read(text: &str) -> Result<LanguageChoice, String> {
        if text.len() > MAX_LANGUAGE_BYTES {
            return Err(format!("it is longer than {MAX_LANGUAGE_BYTES} bytes"));
        }
        let file: LanguageFile = serde_json::from_str(text).map_err(|error| error.to_string())?;
        check(&file)?;
        Ok(LanguageChoice::Own(Box::new(file)))
    }

    /// What it calls itself.
    pub fn name(&self) -> &str {
        &self.file.name
    }

    /// How people are asked to tell the noun of their domain.
    pub fn noun_hint(&self) -> &str {
        &self.file.noun.hint
    }

    /// What stands on the answers to a question.
    pub fn answer_labels(&self) -> &AnswerLabels {
        &self.file.answers
    }

    /// The phrase that is guessed for an attribute: `has a blade` of `blade`. None if
    /// nothing can be guessed.
    pub fn guess_phrase(&self, name: &str) -> Option<String> {
        self.guesser().phrase(name)
    }

    /// Phrases for an attribute of which somebody may choose one; that which is guessed
    /// first.
    pub fn phrases_for(&self, name: &str) -> Vec<String> {
        self.guesser().alternatives(name)
    }

    fn guesser(&self) -> Guesser<'_> {
        let LanguageFile { guess: words, phrase, .. } = &*self.file;
        Guesser { words, is: &phrase.is, has: &phrase.has }
    }

    pub(crate) fn file(&self) -> &LanguageFile {
        &self.file
    }

    pub(crate) fn noun_forms(&self, noun: Option<&str>) -> NounForms {
        self.file.noun.forms(noun, &self.file.guess)
    }
}

/// A file that came with the program, and is tested to be sound.
fn shipped(text: &str) -> Language {
    let file = serde_json::from_str(text);
    Language { file: Arc::new(file.unwrap_or_else(|error| unreachable!("a language that is shipped: {error}"))) }
}

/// Whether all patterns can be filled in, and nothing in it disturbs a terminal.
fn check(file: &LanguageFile) -> Result<(), String> {
    let LanguageFile { question, statement, denial, said, .. } = file;
    for forms in [question, statement, denial] {
        for ByPhrase { is, has, does, mixed, names } in [&forms.rule, &forms.always, &forms.never] {
            let mut patterns = [is, has, does].into_iter().flatten().chain([mixed, names]);
            patterns.try_for_each(|pattern| parts(pattern).map(drop))?;
        }
        parts(&forms.nothing)?;
    }
    let others = [&said.with, &said.with_names, &said.without_names, &said.with_but_without_names, &said.names_lacks];
    others.into_iter().try_for_each(|pattern| parts(pattern).map(drop))?;
    let text = serde_json::to_string(file).map_err(|error| error.to_string())?;
    if text.len() > MAX_LANGUAGE_BYTES {
        return Err(format!("the language is longer than {MAX_LANGUAGE_BYTES} bytes"));
    }
    // In JSON, control characters are escaped by a backslash, and nothing here needs one.
    if crate::escape_control(&text) != text || text.replace("\\\"", "").contains('\\') {
        return Err("the language has characters that control a terminal, or a backslash".to_owned());
    }
    Ok(())
}
