//! What is done once, however often it is asked for.

use axum::http::StatusCode;
use axum::response::Response;
use hornbook_explore::journal::{Entry, EntryId};
use hornbook_explore::{Exploration, Refusal, Request};
use serde_json::json;

use super::{check_changes, enter};
use crate::access::Session;
use crate::app::App;
use crate::person::{Person, Role};
use crate::problem::Problem;
use crate::response::json_response;
use crate::room::Room;

/// Why something was not done.
pub(crate) enum Undone {
    Problem(Problem),
    /// The exploration refuses it, and has the words.
    Refusal(Refusal),
}

impl From<Refusal> for Undone {
    fn from(refusal: Refusal) -> Self {
        Self::Refusal(refusal)
    }
}

impl<P: Into<Problem>> From<P> for Undone {
    fn from(problem: P) -> Self {
        Self::Problem(problem.into())
    }
}

/// Does something in a room on somebody's request, unless it was done already.
/// Whatever could speak against it is looked at by `act`: what was done is not
/// refused since things have changed meanwhile.
pub(crate) async fn once(
    app: &App,
    session: &Session,
    name: &str,
    role: Role,
    request: Request,
    act: impl FnOnce(&mut Exploration, &Person, &Room) -> Result<EntryId, Undone> + Send + 'static,
) -> Result<Response, Problem> {
    let (room, person) = enter(app, session, name, role).await?;
    let (place, actor) = (room.clone(), person.clone());
    let id = room
        .work(move |exploration| {
            let done = exploration.once(Some(&actor.who), &request, |exploration| {
                check_changes(&place)?;
                act(exploration, &actor, &place)
            });
            done.map_err(|undone| match undone {
                Undone::Problem(problem) => problem,
                Undone::Refusal(refusal) => Problem::refused(exploration, refusal, &actor.who),
            })
        })
        .await?;
    Ok(json_response(StatusCode::OK, &json!({ "id": id, "version": room.version_for(&person.who) })))
}

/// Refuses to touch what somebody else said, unless an owner does.
pub(super) fn check_own(exploration: &Exploration, entry: &EntryId, person: &Person) -> Result<(), Problem> {
    match exploration.entry(entry) {
        Some(entry) if !is_own(entry, person) => {
            Err(Problem::forbidden("role", "That is somebody else's: whoever said it, or an owner, can take it back."))
        }
        _ => Ok(()),
    }
}

/// Refuses to correct what somebody else said of an object, unless an owner
/// does. The rows of the table at the start are nobody's word.
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
    person.role == Role::Owner || entry.who.as_deref() == Some(&person.who)
}
