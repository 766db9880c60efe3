//! Taking entries back, and changing what an exploration aims at.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use hornbook::AttrSet;
use hornbook::learn::Accuracy;
use hornbook_explore::journal::{Attribute, EntryId, EntryKind, Policy, RuleLine};
use hornbook_explore::{Exploration, ObjectStatement, Refusal, Response as Answer};
use serde::Deserialize;
use serde_json::{Value, json};

use super::change_once::{change_once, check_may_retract, entry_once};
use super::{choices, enter};
use crate::access::Session;
use crate::app::App;
use crate::body::IdempotentBody;
use crate::person::Role;
use crate::problem::Problem;
use crate::query::Query;
use crate::response::json_response;

#[derive(Debug, Deserialize)]
pub(crate) struct RetractBody {
    entry: EntryId,
}

/// Takes an entry back. An owner may take back anybody's, others their own.
pub(crate) async fn retract(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    IdempotentBody { body, request }: IdempotentBody<RetractBody>,
) -> Result<Response, Problem> {
    change_once(&app, &session, &name, Role::Expert, request, move |exploration, person, _| {
        check_may_retract(exploration, &body.entry, person)?;
        Ok(exploration.retract(Some(&person.who), &body.entry)?)
    })
    .await
}

#[derive(Debug, Deserialize)]
pub(crate) struct UndoBody {}

/// Takes back the last entry of whoever asks. An owner who has none takes back
/// the last entry of anybody. What it said comes with it, so that it can be said again
/// otherwise.
pub(crate) async fn undo(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    IdempotentBody { request, .. }: IdempotentBody<UndoBody>,
) -> Result<Response, Problem> {
    let undone = entry_once(&app, &session, &name, Role::Expert, request, |exploration, person, _| {
        match exploration.undo(Some(&person.who)) {
            Err(Refusal::Impossible(_)) if person.role == Role::Owner => Ok(exploration.undo(None)?),
            done => Ok(done?),
        }
    });
    let (room, person, id) = undone.await?;
    let retraction = id.clone();
    let said = room.look(&person, move |exploration| Ok(said_before(exploration, &retraction))).await?;
    Ok(json_response(StatusCode::OK, &json!({ "id": id, "version": room.version_for(&person.who), "undone": said })))
}

/// What was said by the entry that a retraction took back.
fn said_before(exploration: &Exploration, retraction: &EntryId) -> Value {
    let Some(EntryKind::Retract { entry, .. }) = exploration.entry(retraction).map(|entry| &entry.what) else {
        return Value::Null;
    };
    let words = exploration.entry(entry).map(|entry| exploration.entry_in_words(entry));
    let names = |set: &AttrSet| exploration.universe().names_of(set).map(str::to_owned).collect::<Vec<String>>();
    let object =
        |told: ObjectStatement| json!({ "name": told.name, "has": names(&told.has), "lacks": names(&told.lacks) });
    let mut said = json!({ "words": words });
    if let Some((question, response)) = exploration.answer_of(entry) {
        said["question"] = json!(RuleLine::new(exploration.universe(), &question));
        said["asked"] = json!(exploration.in_words(&question).to_string());
        let (answer, holds, told) = match response {
            Answer::Holds => ("holds", None, None),
            Answer::Refuted(told) => ("refuted", None, Some(told)),
            Answer::Partly { holds, object } => ("partly", Some(names(&holds)), object),
            Answer::Unknown => ("unknown", None, None),
            Answer::Later => ("later", None, None),
        };
        said["answer"] = json!(answer);
        said["holds"] = json!(holds.unwrap_or_default());
        said["object"] = json!(told.map(object));
    } else if let Some(told) = exploration.object_told_in(entry) {
        said["object"] = object(told);
    }
    said
}

/// Tells what taking entries back would change.
pub(crate) async fn consequences(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    query: Query,
) -> Result<Response, Problem> {
    let (room, person) = enter(&app, &session, &name, Role::Reader).await?;
    let entries: Vec<EntryId> = query.all("entry").map(|id| EntryId(id.to_owned())).collect();
    let turn = app.pictures().turn(&person, &room).await?;
    let looking = person.clone();
    let lines = room.look(&looking, move |exploration| {
        let _turn = turn;
        if let Some(unknown) = entries.iter().find(|id| exploration.entry(id).is_none()) {
            let unknown = hornbook_words::escape_control(&unknown.0);
            return Err(Problem::missing(format!("There is no entry {unknown}.")));
        }
        let found = exploration.consequences(&entries);
        let found = found.map_err(|refusal| Problem::refused(exploration, refusal, &person.who))?;
        Ok(exploration.consequences_in_words(&found))
    });
    Ok(json_response(StatusCode::OK, &json!({ "lines": lines.await? })))
}

#[derive(Debug, Deserialize)]
pub(crate) struct AttributesBody {
    attributes: Vec<Attribute>,
}

/// Adds attributes.
pub(crate) async fn attributes(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    IdempotentBody { body, request }: IdempotentBody<AttributesBody>,
) -> Result<Response, Problem> {
    change_once(&app, &session, &name, Role::Owner, request, |exploration, person, _| {
        Ok(exploration.add_attributes(Some(&person.who), body.attributes)?)
    })
    .await
}

#[derive(Debug, Deserialize)]
pub(crate) struct AccuracyBody {
    epsilon: f64,
    delta: f64,
}

/// Sets the accuracy that is wanted.
pub(crate) async fn accuracy(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    IdempotentBody { body, request }: IdempotentBody<AccuracyBody>,
) -> Result<Response, Problem> {
    let accuracy = Accuracy::new(body.epsilon, body.delta).map_err(|error| Problem::malformed(error.to_string()))?;
    change_once(&app, &session, &name, Role::Owner, request, move |exploration, person, _| {
        Ok(exploration.set_accuracy(Some(&person.who), accuracy)?)
    })
    .await
}

#[derive(Debug, Deserialize)]
pub(crate) struct DistributionBody {
    distribution: String,
    #[serde(default)]
    told: Option<usize>,
}

/// Sets what the certificate is to be about.
pub(crate) async fn distribution(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    IdempotentBody { body, request }: IdempotentBody<DistributionBody>,
) -> Result<Response, Problem> {
    let distribution = choices::distribution(&body.distribution)?;
    change_once(&app, &session, &name, Role::Owner, request, move |exploration, person, _| {
        Ok(exploration.set_distribution(Some(&person.who), distribution, body.told)?)
    })
    .await
}

/// A policy, as requests send it.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct PolicyBody {
    pub(super) policy: String,
    #[serde(default)]
    pub(super) of: Option<u32>,
}

/// The most people that a policy may ask for.
const MAX_VOTERS: u32 = 1000;

impl PolicyBody {
    pub(crate) fn policy(&self) -> Result<Policy, Problem> {
        let of = || {
            let fits = self.of.filter(|of| (1..=MAX_VOTERS).contains(of));
            fits.ok_or_else(|| Problem::malformed(format!("of must be a number of people, from 1 to {MAX_VOTERS}.")))
        };
        match self.policy.as_str() {
            "any" => Ok(Policy::Any),
            "person" => Ok(Policy::Person),
            "majority" => Ok(Policy::Majority { of: of()? }),
            "unanimous" => Ok(Policy::Unanimous { of: of()? }),
            _ => Err(Problem::malformed("policy must be one of any, majority, unanimous and person.")),
        }
    }
}

/// Sets the policy: whose word counts.
pub(crate) async fn policy(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    IdempotentBody { body, request }: IdempotentBody<PolicyBody>,
) -> Result<Response, Problem> {
    let policy = body.policy()?;
    change_once(&app, &session, &name, Role::Owner, request, move |exploration, person, _| {
        Ok(exploration.set_policy(Some(&person.who), policy)?)
    })
    .await
}
