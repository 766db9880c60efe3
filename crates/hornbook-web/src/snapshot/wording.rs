//! How the exploration is worded: its noun, its language, and what is said of something
//! that has an attribute.

use hornbook_explore::Exploration;
use hornbook_words::{AnswerLabels, LanguageChoice};
use serde::Serialize;

/// How questions are worded.
#[derive(Serialize)]
pub(super) struct ShownWording<'a> {
    noun: Option<&'a str>,
    /// The short name of a language that is shipped; none of another.
    language: Option<&'a str>,
    language_name: &'a str,
    noun_hint: &'a str,
    /// One thing of the domain.
    a_thing: &'a str,
    answers: &'a AnswerLabels,
}

pub(super) fn wording(exploration: &Exploration) -> ShownWording<'_> {
    let language = exploration.vocabulary().language();
    ShownWording {
        noun: exploration.noun(),
        language: match exploration.language_choice() {
            None => Some(hornbook_words::SHIPPED_LANGUAGES[0]),
            Some(LanguageChoice::Shipped(name)) => Some(name),
            Some(LanguageChoice::Own(_)) => None,
        },
        language_name: language.name(),
        noun_hint: language.noun_hint(),
        a_thing: exploration.vocabulary().a_thing(),
        answers: language.answer_labels(),
    }
}

/// An attribute, and how to speak of it.
#[derive(Serialize)]
pub(super) struct ShownAttribute<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    phrase: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    /// What is said of something that has it, given or guessed; none if it is named as
    /// it is.
    said: Option<&'a str>,
}

pub(super) fn attributes(exploration: &Exploration) -> Vec<ShownAttribute<'_>> {
    let words = exploration.vocabulary();
    let all = exploration.attributes().iter().enumerate();
    all.map(|(attr, attribute)| ShownAttribute {
        name: &attribute.name,
        phrase: attribute.phrase.as_deref(),
        description: attribute.description.as_deref(),
        said: words.phrase(attr),
    })
    .collect()
}
