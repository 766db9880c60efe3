//! The names of equal rows of a table, which are one object.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::json;

use super::enter;
use crate::access::Session;
use crate::app::App;
use crate::person::Role;
use crate::problem::Problem;
use crate::query::Query;
use crate::response::json_response;

/// Tells what the equal rows are called that an entry told of. They may be thousands,
/// and so they are no part of what everybody is sent.
pub(crate) async fn show(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    query: Query,
) -> Result<Response, Problem> {
    let (room, person) = enter(&app, &session, &name, Role::Reader).await?;
    let of = query.get("of").map(str::to_owned);
    let of = of.ok_or_else(|| Problem::malformed("of must be the entry that told of the rows."))?;
    let names = room.look(&person, move |exploration| {
        let object = exploration.objects().iter().find(|object| object.first().0 == of);
        let object = object.ok_or_else(|| Problem::conflict("impossible", "That object is not known any more."))?;
        Ok(object.row_names().to_vec())
    });
    Ok(json_response(StatusCode::OK, &json!({ "names": names.await? })))
}
