//! How questions are worded: sample questions and guesses while attributes are typed, and
//! another noun or language for an exploration.

use axum::http::StatusCode;
use axum::response::Response;
use hornbook_words::{Language, LanguageChoice, Sentence, Vocabulary, sample_questions};
use serde::Deserialize;
use serde_json::{Value, json};

use super::change::Change;
use super::choices;
use crate::access::Session;
use crate::body::JsonBody;
use crate::person::Role;
use crate::problem::Problem;
use crate::response::json_response;

/// An attribute that is being typed.
#[derive(Debug, Deserialize)]
pub(crate) struct TypedAttribute {
    name: String,
    /// What is said of something that has it; guessed if it is missing, and named as it is
    /// if it is empty.
    #[serde(default)]
    phrase: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct SampleBody {
    #[serde(default)]
    noun: Option<String>,
    #[serde(default)]
    language: Option<String>,
    attributes: Vec<TypedAttribute>,
}

/// No more attributes are looked at.
const MAX_ATTRIBUTES: usize = 1000;
/// No more bytes of a name or a phrase.
const MAX_NAME_BYTES: usize = 1000;

/// Tells how one would speak of attributes, and asks sample questions about them. Nothing
/// is kept of it.
pub(crate) async fn sample(session: Session, JsonBody(body): JsonBody<SampleBody>) -> Result<Response, Problem> {
    session.person()?;
    let long = |text: &str| text.len() > MAX_NAME_BYTES;
    let too_long = |typed: &TypedAttribute| long(&typed.name) || typed.phrase.as_deref().is_some_and(long);
    if body.attributes.len() > MAX_ATTRIBUTES
        || body.attributes.iter().any(too_long)
        || body.noun.as_deref().is_some_and(long)
    {
        let words =
            format!("attributes must be at most {MAX_ATTRIBUTES}, and no text longer than {MAX_NAME_BYTES} bytes.");
        return Err(Problem::malformed(words));
    }
    let choice = body.language.as_deref().map(choices::language).transpose()?;
    let language = Language::chosen(choice.as_ref()).map_err(Problem::malformed)?;
    let typed = body.attributes.iter().map(|typed| (typed.name.as_str(), typed.phrase.as_deref()));
    let words = Vocabulary::in_language(language.clone(), body.noun.as_deref(), typed);
    let spoken = body.attributes.iter().enumerate().map(|(attr, typed)| {
        json!({
            "name": typed.name,
            "said": words.phrase(attr),
            "phrases": language.phrases_for(&typed.name),
        })
    });
    // About those that were typed last.
    let count = body.attributes.len();
    let questions = sample_questions(count, count.saturating_sub(1));
    let questions = questions.iter().map(|question| pieces(&words.question(question), &body.attributes));
    let answer = json!({
        "attributes": spoken.collect::<Vec<_>>(),
        "questions": questions.collect::<Vec<_>>(),
        "noun_hint": language.noun_hint(),
    });
    Ok(json_response(StatusCode::OK, &answer))
}

fn pieces(sentence: &Sentence, attributes: &[TypedAttribute]) -> Vec<Value> {
    let name = |attr: usize| attributes[attr].name.as_str();
    sentence.pieces.iter().map(|piece| json!({ "text": piece.text, "attribute": piece.attr.map(name) })).collect()
}

#[derive(Debug, Deserialize)]
pub(crate) struct WordsBody {
    /// The noun of the domain, empty for none; as it is if it is missing.
    #[serde(default)]
    noun: Option<String>,
    /// A language that is shipped; as it is if it is missing.
    #[serde(default)]
    language: Option<String>,
}

/// Words questions otherwise.
pub(crate) async fn change(change: Change<WordsBody>) -> Result<Response, Problem> {
    change
        .once(Role::Owner, |exploration, by, body| {
            let language: Option<LanguageChoice> = body.language.as_deref().map(choices::language).transpose()?;
            let noun = body.noun.or_else(|| exploration.noun().map(str::to_owned));
            let language = language.or_else(|| exploration.language_choice().cloned());
            Ok(exploration.set_words(by.who(), noun.as_deref(), language)?)
        })
        .await
}
