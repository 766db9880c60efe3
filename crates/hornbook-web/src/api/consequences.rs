//! What taking something back, or away, would change, before it is done.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use hornbook_explore::journal::EntryId;
use hornbook_explore::{Consequences, Exploration};
use serde_json::json;

use super::change::ChangeError;
use super::editing::place;
use super::enter;
use crate::access::Session;
use crate::app::App;
use crate::person::Role;
use crate::problem::Problem;
use crate::query::Query;
use crate::response::json_response;

/// Tells what taking entries back would change.
pub(crate) async fn of_retracting(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    query: Query,
) -> Result<Response, Problem> {
    let entries: Vec<EntryId> = query.all("entry").map(|id| EntryId(id.to_owned())).collect();
    tell(&app, &session, &name, move |exploration| {
        if let Some(unknown) = entries.iter().find(|id| exploration.entry(id).is_none()) {
            let unknown = hornbook_words::escape_control(&unknown.0);
            return Err(Problem::missing(format!("There is no entry {unknown}.")).into());
        }
        Ok(exploration.consequences(&entries)?)
    })
    .await
}

/// Tells what taking attributes, or an object, away would change.
pub(crate) async fn of_removing(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    query: Query,
) -> Result<Response, Problem> {
    let attributes: Vec<String> = query.all("attribute").map(str::to_owned).collect();
    let object = query.all("object").next().map(|id| EntryId(id.to_owned()));
    tell(&app, &session, &name, move |exploration| match object {
        Some(first) => Ok(exploration.consequences_of_forgetting(place(exploration, &first)?)?),
        None => Ok(exploration.consequences_of_removing_attributes(&attributes)?),
    })
    .await
}

/// Tells in words what was found out. That may take long, and waits for its turn.
async fn tell(
    app: &App,
    session: &Session,
    name: &str,
    find: impl FnOnce(&Exploration) -> Result<Consequences, ChangeError> + Send + 'static,
) -> Result<Response, Problem> {
    let (room, person) = enter(app, session, name, Role::Reader).await?;
    let turn = app.pictures().turn(&person, &room).await?;
    let asking = person.clone();
    let lines = room.look(&person, move |exploration| {
        let _turn = turn;
        let found = find(exploration).map_err(|error| error.told(exploration, &asking))?;
        Ok(exploration.consequences_in_words(&found))
    });
    Ok(json_response(StatusCode::OK, &json!({ "lines": lines.await? })))
}
