//! Changes of an exploration, each made once, however often it is requested.

use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts, Path, Request as HttpRequest};
use axum::http::StatusCode;
use axum::response::Response;
use hornbook_explore::journal::{Entry, EntryId};
use hornbook_explore::{Exploration, Refusal, Request};
use serde::de::DeserializeOwned;
use serde_json::json;

use super::{check_not_archived, enter};
use crate::access::Session;
use crate::app::App;
use crate::body::IdempotentBody;
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

impl ChangeError {
    /// What whoever asked for it is told.
    pub(super) fn told(self, exploration: &Exploration, person: &Person) -> Problem {
        match self {
            Self::Problem(problem) => problem,
            Self::Refusal(refusal) => Problem::refused(exploration, refusal, &person.who),
        }
    }
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

/// A request to change an exploration.
pub(crate) struct Change<B> {
    app: App,
    session: Session,
    exploration: String,
    request: Request,
    body: B,
}

impl<B: DeserializeOwned> FromRequest<App> for Change<B> {
    type Rejection = Problem;

    async fn from_request(request: HttpRequest, app: &App) -> Result<Self, Problem> {
        let (mut parts, body) = request.into_parts();
        let session = Session::from_request_parts(&mut parts, app).await?;
        let Path(exploration) = Path::from_request_parts(&mut parts, app)
            .await
            .map_err(|_| Problem::missing("There is no such exploration here."))?;
        let request = HttpRequest::from_parts(parts, body);
        let IdempotentBody { body, request } = IdempotentBody::from_request(request, app).await?;
        Ok(Self { app: app.clone(), session, exploration, request, body })
    }
}

/// Whoever changes an exploration, and where it is open.
pub(crate) struct Changer {
    pub(super) person: Person,
    pub(super) room: Arc<Room>,
}

impl Changer {
    /// Their name, as entries carry it.
    pub(super) fn who(&self) -> Option<&str> {
        Some(&self.person.who)
    }
}

impl<B: Send + 'static> Change<B> {
    /// Changes the exploration, unless the same request did so before. The checks
    /// that could refuse the change are up to `act`, which is not called again: a
    /// request that is repeated is not refused because of what happened since.
    pub(crate) async fn once(
        self,
        role: Role,
        act: impl FnOnce(&mut Exploration, &Changer, B) -> Result<EntryId, ChangeError> + Send + 'static,
    ) -> Result<Response, Problem> {
        let (by, id) = self.entry_once(role, act).await?;
        Ok(json_response(StatusCode::OK, &json!({ "id": id, "version": by.room.version_for(&by.person.who) })))
    }

    /// The same; who changed it, and the entry that came of it.
    pub(super) async fn entry_once(
        self,
        role: Role,
        act: impl FnOnce(&mut Exploration, &Changer, B) -> Result<EntryId, ChangeError> + Send + 'static,
    ) -> Result<(Changer, EntryId), Problem> {
        let (room, person) = enter(&self.app, &self.session, &self.exploration, role).await?;
        let by = Changer { person: person.clone(), room: room.clone() };
        let Self { request, body, .. } = self;
        let changed = room.work(&person, move |exploration| {
            let done = exploration.once(by.who(), &request, |exploration| {
                check_not_archived(&by.room)?;
                by.room.check_can_grow()?;
                act(exploration, &by, body)
            });
            done.map_err(|error| error.told(exploration, &by.person))
        });
        let id = changed.await?;
        Ok((Changer { person, room }, id))
    }
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
