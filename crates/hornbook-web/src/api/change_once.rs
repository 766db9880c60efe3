//! Changes of an exploration, each made once, however often it is requested.

use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::Response;
use hornbook_explore::journal::{Entry, EntryId};
use hornbook_explore::{Exploration, Refusal, Request};
use serde_json::json;

use super::{check_not_archived, enter};
use crate::access::Session;
use crate::app::App;
use crate::person::{Person, Role};
use crate::problem::Problem;
use crate::response::json_response;
use crate::room::Room;

/// Why a change was not made.
pub(crate) enum ChangeError {
    Problem(Problem),
    /// The exploration refuses it, and can say why in words.
    Refusal(Refusal),
}

impl From<Refusal> for ChangeError {
    fn from(refusal: Refusal) -> Self {
        Self::Refusal(refusal)
    }
}

impl<P: Into<Problem>> From<P> for ChangeError {
    fn from(problem: P) -> Self {
        Self::Problem(problem.into())
    }
}

/// Changes an exploration, unless the same request did so before. The checks
/// that could refuse the change are up to `act`, which is not called again: a
/// request that is repeated is not refused because of what happened since.
pub(crate) async fn change_once(
    app: &App,
    session: &Session,
    name: &str,
    role: Role,
    request: Request,
    act: impl FnOnce(&mut Exploration, &Person, &Room) -> Result<EntryId, ChangeError> + Send + 'static,
) -> Result<Response, Problem> {
    let (room, person, id) = entry_once(app, session, name, role, request, act).await?;
    Ok(json_response(StatusCode::OK, &json!({ "id": id, "version": room.version_for(&person.who) })))
}

/// The same; where it was changed, by whom, and the entry that came of it.
pub(super) async fn entry_once(
    app: &App,
    session: &Session,
    name: &str,
    role: Role,
    request: Request,
    act: impl FnOnce(&mut Exploration, &Person, &Room) -> Result<EntryId, ChangeError> + Send + 'static,
) -> Result<(Arc<Room>, Person, EntryId), Problem> {
    let (room, person) = enter(app, session, name, role).await?;
    let (changed_room, actor) = (room.clone(), person.clone());
    let id = room
        .work(&person, move |exploration| {
            let done = exploration.once(Some(&actor.who), &request, |exploration| {
                check_not_archived(&changed_room)?;
                changed_room.check_can_grow()?;
                act(exploration, &actor, &changed_room)
            });
            done.map_err(|error| match error {
                ChangeError::Problem(problem) => problem,
                ChangeError::Refusal(refusal) => Problem::refused(exploration, refusal, &actor.who),
            })
        })
        .await?;
    Ok((room, person, id))
}

/// Refuses to take back what somebody else said, except to an owner. What programs
/// said gives way to everybody who answers.
pub(super) fn check_may_retract(exploration: &Exploration, entry: &EntryId, person: &Person) -> Result<(), Problem> {
    match exploration.entry(entry) {
        Some(entry) if !is_own(entry, person) => {
            Err(Problem::forbidden("role", "That is somebody else's: whoever said it, or an owner, can take it back."))
        }
        _ => Ok(()),
    }
}

/// Refuses to correct what somebody else said of an object, except to an owner.
/// Everybody may correct the rows of the table at the start.
pub(super) fn check_may_correct(
    exploration: &Exploration,
    entries: &[EntryId],
    person: &Person,
) -> Result<(), Problem> {
    let others = |entry: &&Entry| entry.who.is_some() && !is_own(entry, person);
    match entries.iter().filter_map(|id| exploration.entry(id)).find(others) {
        Some(entry) => {
            let who = hornbook_words::escape_control(entry.who.as_deref().unwrap_or_default());
            let words =
                format!("{who} said so: {who} or an owner can correct it. You can put on record that you disagree.");
            Err(Problem::conflict("others_word", words))
        }
        None => Ok(()),
    }
}

fn is_own(entry: &Entry, person: &Person) -> bool {
    person.role == Role::Owner || entry.program || entry.who.as_deref() == Some(&person.who)
}
