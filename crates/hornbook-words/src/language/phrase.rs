//! What is said of something that has an attribute, in the forms that sentences need.

use super::file::LanguageFile;
use super::guess::base_form;
use super::pattern::fill;

/// How one speaks of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PhraseKind {
    /// `is sharp`.
    Is,
    /// `has a blade`.
    Has,
    /// `heats food`.
    Does,
    /// `can fly`: the first word has no other form.
    Other,
}

/// A phrase in all its forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PhraseForms {
    pub kind: PhraseKind,
    pub whole: String,
    /// Without the first word.
    pub rest: String,
    /// With the plain form of the verb.
    pub base: String,
    /// With the verb at the end.
    pub last: String,
    /// That it is not so, if that can be said.
    pub negated: Option<String>,
}

impl PhraseForms {
    pub(crate) fn new(phrase: &str, language: &LanguageFile) -> Self {
        let words = &language.phrase;
        let (first, rest) = phrase.split_once(' ').unwrap_or((phrase, ""));
        let rest = rest.trim_start();
        let base = base_form(&language.guess, first);
        let kind = match first {
            _ if first == words.is && !rest.is_empty() => PhraseKind::Is,
            _ if first == words.has && !rest.is_empty() => PhraseKind::Has,
            _ if language.guess.phrase_starts.has(first) || base.is_none() => PhraseKind::Other,
            _ => PhraseKind::Does,
        };
        let base = format!("{} {rest}", base.as_deref().unwrap_or(first)).trim_end().to_owned();
        let pattern = match kind {
            PhraseKind::Is => &words.negated.is,
            PhraseKind::Has => &words.negated.has,
            PhraseKind::Does => &words.negated.does,
            PhraseKind::Other => &None,
        };
        let negated = pattern.as_ref().map(|pattern| fill(&fill(pattern, "rest", rest), "base", &base));
        let last = verb_last(first, rest, &words.separable);
        Self { kind, whole: phrase.to_owned(), rest: rest.to_owned(), base, last, negated }
    }
}

/// `hat eine Klinge` as it stands in a clause: `eine Klinge hat`.
fn verb_last(verb: &str, rest: &str, separable: &[String]) -> String {
    let (before, prefix) = rest.rsplit_once(' ').unwrap_or(("", rest));
    match rest.is_empty() {
        true => verb.to_owned(),
        false if separable.iter().any(|word| word == prefix) => {
            format!("{before} {prefix}{verb}").trim_start().to_owned()
        }
        false => format!("{rest} {verb}"),
    }
}
