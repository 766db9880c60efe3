//! Changing attributes and objects that are there, and filling in many objects at once.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use hornbook_explore::Exploration;
use hornbook_explore::journal::{Attribute, EntryId};
use serde::Deserialize;
use serde_json::json;

use super::answers::ObjectBody;
use super::change_once::{ChangeError, change_once, check_may_correct};
use super::enter;
use crate::access::Session;
use crate::app::App;
use crate::body::IdempotentBody;
use crate::person::{Person, Role};
use crate::problem::Problem;
use crate::query::Query;
use crate::response::json_response;
use crate::short_text;

#[derive(Debug, Deserialize)]
pub(crate) struct EditBody {
    /// The attribute, by its name.
    attribute: String,
    /// What it is from here on.
    to: Attribute,
}

/// Calls, says or describes an attribute otherwise.
pub(crate) async fn edit_attribute(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    IdempotentBody { body, request }: IdempotentBody<EditBody>,
) -> Result<Response, Problem> {
    change_once(&app, &session, &name, Role::Owner, request, move |exploration, person, _| {
        Ok(exploration.edit_attribute(Some(&person.who), &body.attribute, body.to)?)
    })
    .await
}

#[derive(Debug, Deserialize)]
pub(crate) struct OrderBody {
    order: Vec<String>,
}

/// Puts the attributes in another order.
pub(crate) async fn order_attributes(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    IdempotentBody { body, request }: IdempotentBody<OrderBody>,
) -> Result<Response, Problem> {
    change_once(&app, &session, &name, Role::Owner, request, move |exploration, person, _| {
        Ok(exploration.order_attributes(Some(&person.who), &body.order)?)
    })
    .await
}

#[derive(Debug, Deserialize)]
pub(crate) struct RemoveBody {
    attributes: Vec<String>,
}

/// Takes attributes away.
pub(crate) async fn remove_attributes(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    IdempotentBody { body, request }: IdempotentBody<RemoveBody>,
) -> Result<Response, Problem> {
    change_once(&app, &session, &name, Role::Owner, request, move |exploration, person, _| {
        Ok(exploration.remove_attributes(Some(&person.who), &body.attributes)?)
    })
    .await
}

/// Tells what taking attributes, or an object, away would change.
pub(crate) async fn removal(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    query: Query,
) -> Result<Response, Problem> {
    let (room, person) = enter(&app, &session, &name, Role::Reader).await?;
    let attributes: Vec<String> = query.all("attribute").map(str::to_owned).collect();
    let object = query.all("object").next().map(|id| EntryId(id.to_owned()));
    let turn = app.pictures().turn(&person, &room).await?;
    let looking = person.clone();
    let lines = room.look(&looking, move |exploration| {
        let _turn = turn;
        let found = match object {
            Some(first) => exploration.consequences_of_forgetting(place(exploration, &first)?),
            None => exploration.consequences_of_removing_attributes(&attributes),
        };
        let found = found.map_err(|refusal| Problem::refused(exploration, refusal, &person.who))?;
        Ok(exploration.consequences_in_words(&found))
    });
    Ok(json_response(StatusCode::OK, &json!({ "lines": lines.await? })))
}

/// The place of the object that was first told of by this entry.
fn place(exploration: &Exploration, first: &EntryId) -> Result<usize, Problem> {
    let gone = || Problem::conflict("impossible", "That object is not known any more: look again.");
    exploration.objects().iter().position(|object| object.first() == first).ok_or_else(gone)
}

/// The same, refused to whoever may not change what was told of it.
fn own_place(exploration: &Exploration, first: &EntryId, person: &Person) -> Result<usize, ChangeError> {
    let place = place(exploration, first)?;
    check_may_correct(exploration, exploration.objects()[place].entries(), person)?;
    Ok(place)
}

#[derive(Debug, Deserialize)]
pub(crate) struct RenameBody {
    /// The entry that first told of the object.
    of: EntryId,
    name: String,
}

/// Gives an object another name.
pub(crate) async fn rename_object(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    IdempotentBody { body, request }: IdempotentBody<RenameBody>,
) -> Result<Response, Problem> {
    change_once(&app, &session, &name, Role::Expert, request, move |exploration, person, _| {
        let name = short_text::checked("object's name", &body.name)?;
        let place = own_place(exploration, &body.of, person)?;
        Ok(exploration.rename_object(Some(&person.who), place, &name)?)
    })
    .await
}

#[derive(Debug, Deserialize)]
pub(crate) struct ForgetBody {
    /// The entry that first told of the object.
    of: EntryId,
}

/// Removes an object.
pub(crate) async fn forget_object(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    IdempotentBody { body, request }: IdempotentBody<ForgetBody>,
) -> Result<Response, Problem> {
    change_once(&app, &session, &name, Role::Expert, request, move |exploration, person, _| {
        let place = own_place(exploration, &body.of, person)?;
        Ok(exploration.forget_object(Some(&person.who), place)?)
    })
    .await
}

/// No more objects are filled in at once: all of it is tried before it is taken.
const MAX_OBJECTS: usize = 5000;

#[derive(Debug, Deserialize)]
pub(crate) struct ObjectsBody {
    objects: Vec<ObjectBody>,
}

/// Records statements about several objects: all of them, or none if one is refused.
pub(crate) async fn tell_all(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    IdempotentBody { body, request }: IdempotentBody<ObjectsBody>,
) -> Result<Response, Problem> {
    if body.objects.is_empty() || body.objects.len() > MAX_OBJECTS {
        return Err(Problem::malformed(format!("A list has from 1 to {MAX_OBJECTS} objects.")));
    }
    change_once(&app, &session, &name, Role::Expert, request, move |exploration, person, _| {
        let statements = body.objects.iter().map(|object| object.statement_by(person, exploration));
        let statements = statements.collect::<Result<Vec<_>, ChangeError>>()?;
        Ok(exploration.tell_all(Some(&person.who), statements)?)
    })
    .await
}
