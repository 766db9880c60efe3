//! Answers to a list of rules, some of which may be known to be false.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use hornbook::Implication;
use hornbook_explore::journal::{Entry, EntryId, EntryKind, RuleLine};
use hornbook_explore::{Exploration, ObjectStatement, Refusal, Response as Answer};
use serde::Deserialize;
use serde_json::{Value, json};

use super::answers::{AnswerBody, rule};
use super::change::ChangeError;
use super::{check_not_archived, enter};
use crate::access::Session;
use crate::app::App;
use crate::body::IdempotentBody;
use crate::person::{Person, Role};
use crate::problem::Problem;
use crate::response::json_response;
use crate::room::Room;
use crate::took::TookBody;

/// No list is longer, whoever made it: all of it is tried before it is taken.
const MAX_ANSWERS: usize = 100;

#[derive(Debug, Deserialize)]
pub(crate) struct ListBody {
    answers: Vec<AnswerBody>,
    #[serde(default)]
    took: TookBody,
}

/// Why a list was not taken, or that there was nothing to write.
enum Ended {
    Error(ChangeError),
    NothingNew,
}

impl<E: Into<ChangeError>> From<E> for Ended {
    fn from(error: E) -> Self {
        Self::Error(error.into())
    }
}

/// Records the answers to a list: all of them, or none if one is refused. They are
/// on disk before the response is sent.
pub(crate) async fn answer(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    IdempotentBody { body, request }: IdempotentBody<ListBody>,
) -> Result<Response, Problem> {
    if body.answers.is_empty() || body.answers.len() > MAX_ANSWERS {
        return Err(Problem::malformed(format!("A list has from 1 to {MAX_ANSWERS} answers.")));
    }
    let (room, person) = enter(&app, &session, &name, Role::Expert).await?;
    let (changed_room, actor) = (room.clone(), person.clone());
    let taken = room.work(&person, move |exploration| {
        let mut before = None;
        let once = exploration.once(Some(&actor.who), &request, |exploration| {
            before = Some(exploration.journal().entries().len());
            check_not_archived(&changed_room)?;
            changed_room.check_can_grow()?;
            take(exploration, &actor, &changed_room, &body)
        });
        match once {
            Ok(named) => Ok(match before {
                Some(before) => found(exploration, &exploration.journal().entries()[before..]),
                None => found(exploration, found_again(exploration, &named)),
            }),
            Err(Ended::NothingNew) => Ok(json!({ "entries": [], "missed": [], "noticed": 0 })),
            Err(Ended::Error(error)) => Err(error.told(exploration, &actor)),
        }
    });
    let mut taken = taken.await?;
    taken["version"] = json!(room.version_for(&person.who));
    Ok(json_response(StatusCode::OK, &taken))
}

/// The answers to a list, as they are taken.
struct Answers {
    list: Vec<(Implication, Answer)>,
    /// What was told of objects that break rules known to be false anyway. It is
    /// kept like everything else that somebody tells.
    told: Vec<ObjectStatement>,
}

/// Takes a list; an entry that came of it.
fn take(exploration: &mut Exploration, person: &Person, room: &Arc<Room>, body: &ListBody) -> Result<EntryId, Ended> {
    let took = body.took.measured(exploration.universe().len());
    let seconds = took.map(|took| took.seconds);
    if body.answers.len() > 1 {
        // What is refused is refused as a whole: so it is tried before it is done.
        let mut trial = Exploration::of(exploration.journal().copy()).map_err(Problem::from)?;
        let answers = answers(&trial, person, body)?;
        for (question, response) in answers.list {
            let followed = response == Answer::Holds && trial.knowledge().entails(&question);
            if exploration.knowledge().fails(&question) || followed {
                continue;
            }
            let tried = trial.answer(Some(&person.who), &question, response);
            tried.map_err(|refusal| refused(exploration, &trial, refusal, &question, person))?;
        }
        for told in answers.told {
            trial.tell(Some(&person.who), told)?;
        }
    }
    let Answers { list, told } = answers(exploration, person, body)?;
    let questions: Vec<Implication> = list.iter().map(|(question, _)| question.clone()).collect();
    let before = exploration.journal().entries().len();
    let list = list.into_iter().map(|(question, response)| (question, Some(response))).collect();
    exploration.answer_list(Some(&person.who), list, seconds)?;
    for told in told {
        exploration.tell(Some(&person.who), told)?;
    }
    room.participants(|participants| {
        questions.iter().for_each(|question| participants.note_answered(&person.who, question));
    });
    exploration.journal().entries().get(before).map(|entry| entry.id.clone()).ok_or(Ended::NothingNew)
}

/// The answers that a request has. Those that say that a rule holds come first, as
/// an object may break what was said to hold, but not the other way round.
fn answers(exploration: &Exploration, person: &Person, body: &ListBody) -> Result<Answers, ChangeError> {
    let mut answers = Answers { list: Vec::new(), told: Vec::new() };
    for answer in &body.answers {
        let question = rule(exploration, answer.question())?;
        let response = answer.response(exploration, person)?;
        if let Answer::Refuted(told) = &response
            && exploration.knowledge().fails(&question)
        {
            let has = told.has.union(&question.premise);
            answers.told.push(ObjectStatement { has, ..told.clone() });
        }
        answers.list.push((question, response));
    }
    answers.list.sort_by_key(|(_, response)| *response != Answer::Holds);
    Ok(answers)
}

/// Why an answer was refused when the list was tried. What was said on the same list
/// is no entry that could be taken back.
fn refused(
    exploration: &Exploration,
    trial: &Exploration,
    refusal: Refusal,
    question: &Implication,
    person: &Person,
) -> Problem {
    let line = RuleLine::new(exploration.universe(), question);
    Problem::refused(trial, refusal, &person.who)
        .about_question(&line)
        .without_entries(|id| exploration.entry(&EntryId(id.to_owned())).is_none())
}

/// The entries of a list that is sent again. They were written together, and the first
/// that counts has the name of the request.
fn found_again<'a>(exploration: &'a Exploration, named: &EntryId) -> &'a [Entry] {
    let entries = exploration.journal().entries();
    let Some(place) = entries.iter().position(|entry| entry.id == *named) else { return &[] };
    let goes_with = |entry: &&Entry| entry.request.is_none() && entry.who == entries[place].who;
    let is_control = |entry: &&Entry| matches!(entry.what, EntryKind::Control { .. });
    let is_said = |entry: &&Entry| matches!(entry.what, EntryKind::Answer(_) | EntryKind::Object { .. });
    let before = entries[..place].iter().rev().take_while(|entry| goes_with(entry) && is_control(entry)).count();
    let after = entries[place + 1..].iter();
    let after = after.take_while(|entry| goes_with(entry) && (is_control(entry) || is_said(entry))).count();
    &entries[place - before..=place + after]
}

/// What came of a list.
fn found(exploration: &Exploration, of_list: &[Entry]) -> Value {
    let said = of_list.iter().filter(|entry| !matches!(entry.what, EntryKind::Control { .. }));
    let said: Vec<&EntryId> = said.map(|entry| &entry.id).collect();
    let missed = of_list.iter().filter_map(|entry| match &entry.what {
        EntryKind::Control { question, noticed: false } => Some(missed(exploration, question)),
        _ => None,
    });
    let missed: Vec<Value> = missed.collect();
    let noticed = of_list.iter().filter(|entry| matches!(entry.what, EntryKind::Control { noticed: true, .. }));
    json!({ "entries": said, "missed": missed, "noticed": noticed.count() })
}

/// A rule known to be false that was said to hold, and what breaks it.
fn missed(exploration: &Exploration, question: &RuleLine) -> Value {
    let rule = question.rule(exploration.universe()).ok();
    let words = rule.as_ref().map_or_else(String::new, |rule| exploration.statement(rule).to_string());
    let breaks = rule.and_then(|rule| exploration.models().iter().position(|model| model.refutes(&rule)));
    json!({ "rule": question, "words": words, "broken_by": breaks.map(|place| exploration.object_name(place)) })
}
