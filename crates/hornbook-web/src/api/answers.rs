//! Answers, and what is told of objects.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use hornbook::{AttrSet, Conclusion, Implication};
use hornbook_explore::journal::{EntryId, RuleLine};
use hornbook_explore::{Exploration, ObjectStatement, Response as Answer};
use serde::Deserialize;
use serde_json::json;

use super::enter;
use super::once::{Undone, check_may_correct, check_own, once};
use crate::access::Session;
use crate::app::App;
use crate::body::{Named, Sent};
use crate::person::{Person, Role};
use crate::problem::Problem;
use crate::response::json_response;
use crate::short_text;

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
    of: Option<EntryId>,
    #[serde(default)]
    has: Vec<String>,
    #[serde(default)]
    lacks: Vec<String>,
    #[serde(default)]
    correct: bool,
}

impl SaidObject {
    fn told(&self, exploration: &Exploration) -> Result<ObjectStatement, Problem> {
        let universe = exploration.universe();
        let name =
            if self.name.trim().is_empty() { String::new() } else { short_text::checked("object's name", &self.name)? };
        let objects = exploration.objects();
        let place = match &self.of {
            None => self.known.map(|place| (place < objects.len()).then_some(place)),
            Some(first) => Some(objects.iter().position(|object| object.first() == first)),
        };
        let gone = || Problem::conflict("impossible", "That object is not known any more: look again.");
        let known = place.map(|place| place.ok_or_else(gone)).transpose()?;
        // A known one goes by its own name.
        let name = known.map_or(name, |place| exploration.object_name(place));
        let (has, lacks) = (universe.set(&self.has)?, universe.set(&self.lacks)?);
        Ok(ObjectStatement { name, known, has, lacks, correct: self.correct })
    }
}

impl SaidObject {
    /// The same, as far as it is up to this person.
    fn told_by(&self, person: &Person, exploration: &Exploration) -> Result<ObjectStatement, Undone> {
        let told = self.told(exploration)?;
        check_may_correct(exploration, &exploration.corrects(&told)?, person)?;
        Ok(told)
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
    question: RuleLine,
    answer: Kind,
    #[serde(default)]
    holds: Vec<String>,
    #[serde(default)]
    object: Option<SaidObject>,
    #[serde(default)]
    replaces: Option<EntryId>,
    #[serde(default)]
    anyway: bool,
}

impl SaidAnswer {
    fn response(&self, exploration: &Exploration, person: &Person) -> Result<Answer, Undone> {
        let object = self.object.as_ref().map(|object| object.told_by(person, exploration)).transpose()?;
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
    Named { sent, request }: Named<SaidAnswer>,
) -> Result<Response, Problem> {
    once(&app, &session, &name, Role::Expert, request, move |exploration, person, room| {
        let who = Some(person.who.as_str());
        let question = rule(exploration, &sent.question)?;
        let response = sent.response(exploration, person)?;
        let id = match &sent.replaces {
            Some(earlier) => {
                check_own(exploration, earlier, person)?;
                exploration.change(who, earlier, response)
            }
            None if sent.anyway => exploration.disagree(who, &question, response),
            None => exploration.answer(who, &question, response),
        }?;
        room.answered(&person.who, &question);
        Ok(id)
    })
    .await
}

#[derive(Debug, Deserialize)]
pub(crate) struct Tell {
    object: SaidObject,
    #[serde(default)]
    anyway: bool,
}

/// Takes what is told of an object without being asked.
pub(crate) async fn tell(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    Named { sent, request }: Named<Tell>,
) -> Result<Response, Problem> {
    once(&app, &session, &name, Role::Expert, request, move |exploration, person, _| {
        let told = sent.object.told_by(person, exploration)?;
        let who = Some(person.who.as_str());
        Ok(if sent.anyway { exploration.insist(who, &told) } else { exploration.tell(who, told) }?)
    })
    .await
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
    Ok(json_response(StatusCode::OK, &filled.await?))
}
