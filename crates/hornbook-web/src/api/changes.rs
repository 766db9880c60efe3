//! Taking entries back, and changing what an exploration aims at.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use hornbook::learn::Accuracy;
use hornbook_explore::Refusal;
use hornbook_explore::journal::{Attribute, EntryId, Policy};
use serde::Deserialize;
use serde_json::json;

use super::change_once::{change_once, check_may_retract};
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
/// the last entry of anybody.
pub(crate) async fn undo(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    IdempotentBody { request, .. }: IdempotentBody<UndoBody>,
) -> Result<Response, Problem> {
    change_once(&app, &session, &name, Role::Expert, request, |exploration, person, _| {
        match exploration.undo(Some(&person.who)) {
            Err(Refusal::Impossible(_)) if person.role == Role::Owner => Ok(exploration.undo(None)?),
            done => Ok(done?),
        }
    })
    .await
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
