//! Taking entries back, and changing what an exploration aims at.

use axum::http::StatusCode;
use axum::response::Response;
use hornbook::AttrSet;
use hornbook::learn::Accuracy;
use hornbook_explore::journal::{Attribute, EntryId, EntryKind, Policy, RuleLine};
use hornbook_explore::{Exploration, ObjectStatement, Refusal, Response as Answer};
use serde::Deserialize;
use serde_json::{Value, json};

use super::change::{Change, Changer, check_may_retract};
use super::choices;
use crate::person::Role;
use crate::problem::Problem;
use crate::response::json_response;

#[derive(Debug, Deserialize)]
pub(crate) struct RetractBody {
    entry: EntryId,
}

/// Takes an entry back. An owner may take back anybody's, others their own.
pub(crate) async fn retract(change: Change<RetractBody>) -> Result<Response, Problem> {
    change
        .once(Role::Expert, |exploration, by, body| {
            check_may_retract(exploration, &body.entry, &by.person)?;
            Ok(exploration.retract(by.who(), &body.entry)?)
        })
        .await
}

#[derive(Debug, Deserialize)]
pub(crate) struct UndoBody {}

/// Takes back the last entry of whoever asks. An owner who has none takes back
/// the last entry of anybody. What it said comes with it, so that it can be said again
/// otherwise.
pub(crate) async fn undo(change: Change<UndoBody>) -> Result<Response, Problem> {
    let undone = change.entry_once(Role::Expert, |exploration, by, _| match exploration.undo(by.who()) {
        Err(Refusal::Impossible(_)) if by.person.role == Role::Owner => Ok(exploration.undo(None)?),
        done => Ok(done?),
    });
    let (Changer { person, room }, id) = undone.await?;
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

#[derive(Debug, Deserialize)]
pub(crate) struct AttributesBody {
    attributes: Vec<Attribute>,
}

/// Adds attributes.
pub(crate) async fn attributes(change: Change<AttributesBody>) -> Result<Response, Problem> {
    change.once(Role::Owner, |exploration, by, body| Ok(exploration.add_attributes(by.who(), body.attributes)?)).await
}

#[derive(Debug, Deserialize)]
pub(crate) struct AccuracyBody {
    epsilon: f64,
    delta: f64,
}

/// Sets the accuracy that is wanted.
pub(crate) async fn accuracy(change: Change<AccuracyBody>) -> Result<Response, Problem> {
    change
        .once(Role::Owner, |exploration, by, body| {
            let accuracy =
                Accuracy::new(body.epsilon, body.delta).map_err(|error| Problem::malformed(error.to_string()))?;
            Ok(exploration.set_accuracy(by.who(), accuracy)?)
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
pub(crate) async fn distribution(change: Change<DistributionBody>) -> Result<Response, Problem> {
    change
        .once(Role::Owner, |exploration, by, body| {
            let distribution = choices::distribution(&body.distribution)?;
            Ok(exploration.set_distribution(by.who(), distribution, body.told)?)
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
pub(crate) async fn policy(change: Change<PolicyBody>) -> Result<Response, Problem> {
    change.once(Role::Owner, |exploration, by, body| Ok(exploration.set_policy(by.who(), body.policy()?)?)).await
}
