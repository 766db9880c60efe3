//! Answers, and what is told of objects.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use hornbook::explore::{Exploration, Response as Answer, Told};
use hornbook::journal::{Id, RuleLine};
use hornbook::{AttrSet, Conclusion, Implication};
use serde::Deserialize;
use serde_json::json;

use super::changes::check_own;
use super::{enter, enter_to_change, line};
use crate::access::Session;
use crate::body::{Sent, written};
use crate::guard::App;
use crate::people::Role;
use crate::problem::Problem;

/// What is said of an object.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct SaidObject {
    #[serde(default)]
    name: String,
    /// A known object, by its place.
    #[serde(default)]
    known: Option<usize>,
    /// A known object, by the entry that first told of it; it stays the same
    /// where places move.
    #[serde(default)]
    of: Option<Id>,
    #[serde(default)]
    has: Vec<String>,
    #[serde(default)]
    lacks: Vec<String>,
    #[serde(default)]
    correct: bool,
}

impl SaidObject {
    fn told(&self, exploration: &Exploration) -> Result<Told, Problem> {
        let universe = exploration.universe();
        let name = if self.name.trim().is_empty() { String::new() } else { line("object's name", &self.name)? };
        let known = match &self.of {
            None => self.known,
            Some(first) => {
                let place = exploration.objects().iter().position(|object| object.first() == first);
                let gone = || Problem::conflict("impossible", "That object is not known any more: look again.");
                Some(place.ok_or_else(gone)?)
            }
        };
        let known = known.filter(|&place| place < exploration.objects().len());
        // A known one goes by its own name.
        let name = known.map_or(name, |place| exploration.object_name(place));
        let (has, lacks) = (universe.set(&self.has)?, universe.set(&self.lacks)?);
        Ok(Told { name, known, has, lacks, correct: self.correct })
    }
}

/// The rule that a request names.
pub(crate) fn rule(exploration: &Exploration, said: &RuleLine) -> Result<Implication, Problem> {
    if said.impossible == said.conclusion.is_some() {
        return Err(Problem::malformed("A rule has either a conclusion or \"impossible\": true."));
    }
    let rule = said.rule(exploration.universe())?;
    match &rule.conclusion {
        Conclusion::Attrs(attrs) if attrs.is_subset(&rule.premise) => {
            Err(Problem::malformed("A rule concludes something beyond its premise."))
        }
        _ => Ok(rule),
    }
}

/// Longer names of requests are none.
const LONGEST_REQUEST: usize = 100;

/// What a sender calls a request.
pub(crate) fn request_name(name: &str) -> Result<(), Problem> {
    match name.is_empty() || name.len() > LONGEST_REQUEST || name.chars().any(char::is_control) {
        true => Err(Problem::malformed("request must be a name of 1 to 100 characters that no other request has.")),
        false => Ok(()),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Holds,
    Refuted,
    Partly,
    Unknown,
    Later,
}

#[derive(Debug, Deserialize)]
pub(crate) struct SaidAnswer {
    request: String,
    question: RuleLine,
    answer: Kind,
    #[serde(default)]
    holds: Vec<String>,
    #[serde(default)]
    object: Option<SaidObject>,
    #[serde(default)]
    replaces: Option<Id>,
    #[serde(default)]
    anyway: bool,
}

impl SaidAnswer {
    fn response(&self, exploration: &Exploration) -> Result<Answer, Problem> {
        let object = self.object.as_ref().map(|object| object.told(exploration)).transpose()?;
        let holds: AttrSet = exploration.universe().set(&self.holds)?;
        Ok(match self.answer {
            Kind::Holds => Answer::Holds,
            Kind::Unknown => Answer::Unknown,
            Kind::Later => Answer::Later,
            Kind::Partly => Answer::Partly { holds, object },
            Kind::Refuted => {
                Answer::Refuted(object.ok_or_else(|| Problem::malformed("An answer of refuted needs an object."))?)
            }
        })
    }
}

/// Takes an answer. It is on disk before this is acknowledged.
pub(crate) async fn answer(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    Sent(sent): Sent<SaidAnswer>,
) -> Result<Response, Problem> {
    let (room, person) = enter_to_change(&app, &session, &name, Role::Expert).await?;
    request_name(&sent.request)?;
    let (place, who, actor) = (room.clone(), person.who.clone(), person.clone());
    let id = room
        .work(move |exploration| {
            let question = rule(exploration, &sent.question)?;
            let response = sent.response(exploration)?;
            if let Some(earlier) = &sent.replaces {
                check_own(exploration, earlier, &actor)?;
            }
            let done = exploration.once(Some(&who), &sent.request, |exploration| match &sent.replaces {
                Some(earlier) => exploration.change(Some(&who), earlier, response),
                None if sent.anyway => exploration.disagree(Some(&who), &question, response),
                None => exploration.answer(Some(&who), &question, response),
            });
            let id = done.map_err(|refusal| Problem::refused(exploration, refusal, &who))?;
            place.answered(&who, &question);
            Ok(id)
        })
        .await?;
    Ok(written(StatusCode::OK, &json!({ "id": id, "version": room.version_for(&person.who) })))
}

#[derive(Debug, Deserialize)]
pub(crate) struct Tell {
    request: String,
    object: SaidObject,
}

/// Takes what is told of an object without being asked.
pub(crate) async fn tell(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    Sent(sent): Sent<Tell>,
) -> Result<Response, Problem> {
    let (room, person) = enter_to_change(&app, &session, &name, Role::Expert).await?;
    request_name(&sent.request)?;
    let who = person.who.clone();
    let id = room
        .work(move |exploration| {
            let told = sent.object.told(exploration)?;
            let done = exploration.once(Some(&who), &sent.request, |exploration| exploration.tell(Some(&who), told));
            done.map_err(|refusal| Problem::refused(exploration, refusal, &who))
        })
        .await?;
    Ok(written(StatusCode::OK, &json!({ "id": id, "version": room.version_for(&person.who) })))
}

#[derive(Debug, Deserialize)]
pub(crate) struct Fill {
    object: SaidObject,
    #[serde(default)]
    question: Option<RuleLine>,
}

/// Says what follows for an object that is being described.
pub(crate) async fn fill(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    Sent(sent): Sent<Fill>,
) -> Result<Response, Problem> {
    let (room, person) = enter(&app, &session, &name, Role::Reader).await?;
    let filled = room.work(move |exploration| {
        let mut told = sent.object.told(exploration)?;
        if let Some(question) = &sent.question {
            // An object that breaks a rule has its premise.
            told.has.insert_all(&rule(exploration, question)?.premise);
        }
        let universe = exploration.universe();
        if let Some(attr) = told.has.intersection(&told.lacks).first() {
            let words = format!("It cannot both have and lack {:?}.", universe.name(attr));
            return Err(Problem::conflict("impossible", words));
        }
        let filled = exploration.fill(&told);
        let model = filled.map_err(|refusal| Problem::refused(exploration, refusal, &person.who))?;
        let names = |set: &AttrSet| universe.names_of(set).map(str::to_owned).collect::<Vec<_>>();
        Ok(json!({
            "has": names(model.has()),
            "lacks": names(&universe.all().difference(model.possible())),
            "unknown": names(&model.unknown()),
        }))
    });
    Ok(written(StatusCode::OK, &filled.await?))
}
