//! What is to be changed, as lines say it: answers by their numbers, objects,
//! attributes, an accuracy.

use hornbook::Implication;
use hornbook::learn::Accuracy;
use hornbook_explore::journal::{Attribute, EntryId, EntryKind};
use hornbook_explore::{Exploration, ObjectStatement, Response};
use hornbook_words::escape_control;

use super::grammar::{self, Sketch};
use crate::{attributes, fate, numbered};

/// A name that may stand in quotes.
pub(super) fn unquoted(name: &str) -> &str {
    name.strip_prefix('"').and_then(|name| name.strip_suffix('"')).unwrap_or(name)
}

/// What a word needs after it.
pub(super) fn expected(verb: &str) -> &'static str {
    match verb {
        "undo" => "Nothing can come after 'undo'; 'retract N' takes back any answer.",
        "retract" => "After 'retract', expected the number of an answer: 'answers' lists them.",
        "restore" => "After 'restore', expected the number of an answer that was taken back.",
        "change" => "After 'change', expected the number of an answer and a new one: change 3 yes.",
        "tell" | "correct" => "Expected an object, with what it has and lacks: tell NAME: a, b; lacks c.",
        "noun" => "After 'noun', expected what a thing of the domain is called: noun a kitchen tool.",
        "comment" => "After 'comment', expected what is to be said about the question: comment A bat is no bird.",
        "withdraw" => "Nothing can come after 'withdraw': it takes your last comment on the question back.",
        "language" => "After 'language', expected en or de.",
        "add" => "After 'add', expected names of attributes with commas, or NAME | phrase | description.",
        _ => "Expected a number above 0 and at most 1: epsilon 0.001, delta 0.05.",
    }
}

/// The retraction that is to be taken back, so that an answer counts again.
pub(super) fn restored(exploration: &Exploration, text: &str) -> Result<EntryId, String> {
    fate::retraction(exploration, &numbered::meant(exploration, text)?)
}

/// The entry that is meant, if it can be taken back or changed.
pub(super) fn changeable(exploration: &Exploration, text: &str) -> Result<EntryId, String> {
    let meant = numbered::meant(exploration, text)?;
    match (fate::can_change(exploration, &meant), fate::retraction(exploration, &meant)) {
        (Err(problem), Ok(_)) => Err(format!("{problem} 'restore {text}' makes it count again.")),
        (can, _) => can.map(|()| meant),
    }
}

/// The answer of a program that is agreed with: that to the question at hand, or the
/// one of a number.
pub(super) fn agreed(exploration: &Exploration, question: Option<&Implication>, text: &str) -> Result<EntryId, String> {
    if !text.is_empty() {
        let id = changeable(exploration, text).map_err(|problem| escape_control(&problem))?;
        let said = exploration.entry(&id).is_some_and(|entry| entry.program) && exploration.response_of(&id).is_some();
        let text = escape_control(text);
        return if said { Ok(id) } else { Err(format!("{text} is no answer of a program: 'answers' lists them.")) };
    }
    let proposals = question.map(|question| exploration.proposals(question)).unwrap_or_default();
    let nothing = "No program says anything of the question at hand; 'agree 3' agrees with answer 3 of one.";
    proposals.into_iter().next().map(|proposal| proposal.entry).ok_or_else(|| nothing.to_owned())
}

/// The earlier answer, and the one in its place.
pub(super) fn changed(exploration: &Exploration, text: &str) -> Result<(EntryId, Response), String> {
    let (number, answer) = text.split_once(char::is_whitespace).ok_or_else(|| expected("change").to_owned())?;
    let id = changeable(exploration, number).map_err(|problem| escape_control(&problem))?;
    let question = match exploration.entry(&id).map(|entry| &entry.what) {
        Some(EntryKind::Answer(said)) => {
            said.question.rule(exploration.universe()).map_err(|error| error.to_string())?
        }
        _ => return Err(format!("{number} is no answer to a question: 'correct NAME: …' changes what was told.")),
    };
    let (verb, rest) = grammar::verb(answer);
    let response = grammar::response(exploration, &question, &verb, rest);
    let response =
        response.ok_or_else(|| format!("{} was answered to: {}", number, exploration.in_words(&question)))?;
    Ok((id, response?))
}

pub(super) fn told(exploration: &Exploration, text: &str, correct: bool) -> Result<ObjectStatement, String> {
    let none = exploration.universe().none();
    let told = Sketch::parse(exploration, text)?.told(exploration, &none, &none);
    Ok(ObjectStatement { correct, ..told })
}

pub(super) fn added(text: &str) -> Result<Vec<Attribute>, String> {
    match text.contains('|') {
        true => match attributes::line(text) {
            Ok(attribute) => Ok(vec![attribute]),
            Err(problem) => Err(format!("{}.", escape_control(&grammar::capital(&problem)))),
        },
        false => attributes::list(text),
    }
}

/// The accuracy with another ε or δ.
pub(super) fn accuracy((epsilon, delta): (f64, f64), verb: &str, text: &str) -> Result<Accuracy, String> {
    let number: f64 = text.trim_start_matches('=').trim().parse().map_err(|_| expected(verb).to_owned())?;
    let (epsilon, delta) = if matches!(verb, "epsilon" | "ε") { (number, delta) } else { (epsilon, number) };
    Accuracy::new(epsilon, delta).map_err(|_| expected(verb).to_owned())
}
