//! The HTTP interface, a file for each thing it is about.

pub(crate) mod answers;
pub(crate) mod changes;
pub(crate) mod diagram;
pub(crate) mod events;
pub(crate) mod explorations;
pub(crate) mod export;
mod once;
pub(crate) mod people;
pub(crate) mod session;
pub(crate) mod view;

use std::sync::Arc;

use crate::access::Session;
use crate::app::App;
use crate::person::{Person, Role};
use crate::problem::Problem;
use crate::room::Room;

/// Lets somebody into a room who may do what takes that role.
pub(crate) async fn enter(
    app: &App,
    session: &Session,
    name: &str,
    role: Role,
) -> Result<(Arc<Room>, Person), Problem> {
    let person = session.person()?;
    if person.room.as_deref().is_some_and(|own| own != name) {
        // Whether there is one is none of their business.
        return Err(Problem::missing("There is no such exploration here."));
    }
    let room = app.rooms().get(name).await?;
    if person.role < role {
        let words = format!("That takes the role of {}, and yours is {}.", role.name(), person.role.name());
        return Err(Problem::forbidden("role", words));
    }
    Ok((room, person.clone()))
}

/// Refuses to change what is archived.
pub(crate) fn check_changes(room: &Room) -> Result<(), Problem> {
    match room.record().archived {
        true => Err(Problem::conflict("archived", "This exploration is archived: its owner can take it out again.")),
        false => Ok(()),
    }
}

/// Does something at length on a thread of its own.
pub(crate) async fn apart<T: Send + 'static>(
    act: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    tokio::task::spawn_blocking(act).await.unwrap_or_else(|_| {
        crate::log::note("a fault in a computation");
        Err(Problem::fault())
    })
}
