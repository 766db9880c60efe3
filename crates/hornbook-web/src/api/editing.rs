//! Changing attributes and objects that are there, and filling in many objects at once.

use axum::response::Response;
use hornbook_explore::Exploration;
use hornbook_explore::journal::{Attribute, EntryId};
use serde::Deserialize;

use super::answers::ObjectBody;
use super::change::{Change, ChangeError, check_may_correct};
use crate::person::{Person, Role};
use crate::problem::Problem;
use crate::short_text;

#[derive(Debug, Deserialize)]
pub(crate) struct EditBody {
    /// The attribute, by its name.
    attribute: String,
    /// What it is from here on.
    to: Attribute,
}

/// Calls, says or describes an attribute otherwise.
pub(crate) async fn edit_attribute(change: Change<EditBody>) -> Result<Response, Problem> {
    change
        .once(Role::Owner, |exploration, by, body| {
            Ok(exploration.edit_attribute(by.who(), &body.attribute, body.to)?)
        })
        .await
}

#[derive(Debug, Deserialize)]
pub(crate) struct OrderBody {
    order: Vec<String>,
}

/// Puts the attributes in another order.
pub(crate) async fn order_attributes(change: Change<OrderBody>) -> Result<Response, Problem> {
    change.once(Role::Owner, |exploration, by, body| Ok(exploration.order_attributes(by.who(), &body.order)?)).await
}

#[derive(Debug, Deserialize)]
pub(crate) struct RemoveBody {
    attributes: Vec<String>,
}

/// Takes attributes away.
pub(crate) async fn remove_attributes(change: Change<RemoveBody>) -> Result<Response, Problem> {
    change
        .once(Role::Owner, |exploration, by, body| Ok(exploration.remove_attributes(by.who(), &body.attributes)?))
        .await
}

/// The place of the object that was first told of by this entry.
pub(super) fn place(exploration: &Exploration, first: &EntryId) -> Result<usize, Problem> {
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
pub(crate) async fn rename_object(change: Change<RenameBody>) -> Result<Response, Problem> {
    change
        .once(Role::Expert, |exploration, by, body| {
            let name = short_text::checked("object's name", &body.name)?;
            let place = own_place(exploration, &body.of, &by.person)?;
            Ok(exploration.rename_object(by.who(), place, &name)?)
        })
        .await
}

#[derive(Debug, Deserialize)]
pub(crate) struct ForgetBody {
    /// The entry that first told of the object.
    of: EntryId,
}

/// Removes an object.
pub(crate) async fn forget_object(change: Change<ForgetBody>) -> Result<Response, Problem> {
    change
        .once(Role::Expert, |exploration, by, body| {
            let place = own_place(exploration, &body.of, &by.person)?;
            Ok(exploration.forget_object(by.who(), place)?)
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
pub(crate) async fn tell_all(change: Change<ObjectsBody>) -> Result<Response, Problem> {
    change
        .once(Role::Expert, |exploration, by, body| {
            if body.objects.is_empty() || body.objects.len() > MAX_OBJECTS {
                return Err(Problem::malformed(format!("A list has from 1 to {MAX_OBJECTS} objects.")).into());
            }
            let statements = body.objects.iter().map(|object| object.statement_by(&by.person, exploration));
            let statements = statements.collect::<Result<Vec<_>, ChangeError>>()?;
            Ok(exploration.tell_all(by.who(), statements)?)
        })
        .await
}
