//! The HTTP interface, a file for each thing it is about.

pub(crate) mod agreement;
pub(crate) mod answers;
mod change;
pub(crate) mod changes;
pub(crate) mod choices;
pub(crate) mod comments;
pub(crate) mod consequences;
pub(crate) mod diagram;
pub(crate) mod editing;
pub(crate) mod events;
pub(crate) mod explorations;
pub(crate) mod export;
pub(crate) mod lists;
pub(crate) mod people;
pub(crate) mod rows;
pub(crate) mod session;
pub(crate) mod tables;
pub(crate) mod view;
pub(crate) mod wording;

use std::sync::Arc;

use crate::access::Session;
use crate::app::App;
use crate::person::{Person, Role};
use crate::problem::Problem;
use crate::room::Room;

/// Finds a room, and who is asking. It is refused to those who may not see the
/// room, or who have not the role that their request takes.
pub(crate) async fn enter(
    app: &App,
    session: &Session,
    name: &str,
    role: Role,
) -> Result<(Arc<Room>, Person), Problem> {
    let person = session.person()?;
    if person.room.as_deref().is_some_and(|own| own != name) {
        // They are not told whether there is one.
        return Err(Problem::missing("There is no such exploration here."));
    }
    let room = app.rooms().get(name).await?;
    if person.role < role {
        let words = format!("That takes the role of {}, and yours is {}.", role.name(), person.role.name());
        return Err(Problem::forbidden("role", words));
    }
    Ok((room, person.clone()))
}

/// Refuses to change an exploration that is archived.
pub(crate) fn check_not_archived(room: &Room) -> Result<(), Problem> {
    match room.record().archived {
        true => Err(Problem::conflict("archived", "This exploration is archived: its owner can take it out again.")),
        false => Ok(()),
    }
}

/// Runs something that takes long on a thread that may block.
pub(crate) async fn run_blocking<T: Send + 'static>(
    act: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    tokio::task::spawn_blocking(act).await.unwrap_or_else(|_| {
        crate::log::note("a fault in a computation");
        Err(Problem::fault())
    })
}
