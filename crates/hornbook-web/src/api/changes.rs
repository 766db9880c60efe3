//! Taking back, and what is asked for.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use hornbook::learn::Accuracy;
use hornbook_explore::Refusal;
use hornbook_explore::journal::{Attribute, EntryId, Policy};
use serde::Deserialize;
use serde_json::json;

use super::enter;
use super::once::{check_own, once};
use crate::access::Session;
use crate::app::App;
use crate::body::Named;
use crate::person::Role;
use crate::problem::Problem;
use crate::query::Query;
use crate::response::json_response;

#[derive(Debug, Deserialize)]
pub(crate) struct Retract {
    entry: EntryId,
}

/// Takes an entry back: one's own, or anybody's for an owner.
pub(crate) async fn retract(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    Named { sent, request }: Named<Retract>,
) -> Result<Response, Problem> {
    once(&app, &session, &name, Role::Expert, request, move |exploration, person, _| {
        check_own(exploration, &sent.entry, person)?;
        Ok(exploration.retract(Some(&person.who), &sent.entry)?)
    })
    .await
}

#[derive(Debug, Deserialize)]
pub(crate) struct Undo {}

/// Takes back the last thing that whoever asks said; if an owner has said
/// nothing, the last that anybody said.
pub(crate) async fn undo(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    Named { request, .. }: Named<Undo>,
) -> Result<Response, Problem> {
    once(&app, &session, &name, Role::Expert, request, |exploration, person, _| {
        match exploration.undo(Some(&person.who)) {
            Err(Refusal::Impossible(_)) if person.role == Role::Owner => Ok(exploration.undo(None)?),
            done => Ok(done?),
        }
    })
    .await
}

/// Says what taking entries back would change.
pub(crate) async fn consequences(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    query: Query,
) -> Result<Response, Problem> {
    let (room, person) = enter(&app, &session, &name, Role::Reader).await?;
    let entries: Vec<EntryId> = query.all("entry").map(|id| EntryId(id.to_owned())).collect();
    let lines = room.work(move |exploration| {
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
pub(crate) struct More {
    attributes: Vec<Attribute>,
}

/// Adds attributes.
pub(crate) async fn attributes(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    Named { sent, request }: Named<More>,
) -> Result<Response, Problem> {
    once(&app, &session, &name, Role::Owner, request, |exploration, person, _| {
        Ok(exploration.add_attributes(Some(&person.who), sent.attributes)?)
    })
    .await
}

#[derive(Debug, Deserialize)]
pub(crate) struct Wanted {
    epsilon: f64,
    delta: f64,
}

/// Asks for another accuracy.
pub(crate) async fn accuracy(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    Named { sent, request }: Named<Wanted>,
) -> Result<Response, Problem> {
    let accuracy = Accuracy::new(sent.epsilon, sent.delta).map_err(|error| Problem::malformed(error.to_string()))?;
    once(&app, &session, &name, Role::Owner, request, move |exploration, person, _| {
        Ok(exploration.set_accuracy(Some(&person.who), accuracy)?)
    })
    .await
}

/// A policy as requests name it.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct SaidPolicy {
    pub(super) policy: String,
    #[serde(default)]
    pub(super) of: Option<u32>,
}

/// More people than that do not agree on anything.
const MOST_PEOPLE: u32 = 1000;

impl SaidPolicy {
    pub(crate) fn policy(&self) -> Result<Policy, Problem> {
        let of = || {
            let fits = self.of.filter(|of| (1..=MOST_PEOPLE).contains(of));
            fits.ok_or_else(|| Problem::malformed(format!("of must be a number of people, from 1 to {MOST_PEOPLE}.")))
        };
        match self.policy.as_str() {
            "any" => Ok(Policy::Any),
            "majority" => Ok(Policy::Majority { of: of()? }),
            "unanimous" => Ok(Policy::Unanimous { of: of()? }),
            _ => Err(Problem::malformed("policy must be one of any, majority and unanimous.")),
        }
    }
}

#[derive(Debug, Deserialize)]
pub(crate) struct WhoCounts {
    #[serde(flatten)]
    said: SaidPolicy,
}

/// Says whose word counts.
pub(crate) async fn policy(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    Named { sent, request }: Named<WhoCounts>,
) -> Result<Response, Problem> {
    let policy = sent.said.policy()?;
    once(&app, &session, &name, Role::Owner, request, move |exploration, person, _| {
        Ok(exploration.set_policy(Some(&person.who), policy)?)
    })
    .await
}
