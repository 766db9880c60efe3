//! Invitations: listing them, sending them, changing what they are for, and taking them
//! back.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};

use super::enter;
use crate::access::Session;
use crate::app::App;
use crate::body::JsonBody;
use crate::idempotency::CreationRequest;
use crate::invitation::{self, Guest, Invitation};
use crate::person::{Person, Role};
use crate::person_name;
use crate::problem::Problem;
use crate::record::Record;
use crate::response::json_response;
use crate::room::Room;
use crate::secret;
use crate::sessions::{Holder, time_text};

/// How many people can be invited to one exploration.
const MAX_GUESTS: usize = 1000;

/// Lists who was invited.
pub(crate) async fn list(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
) -> Result<Response, Problem> {
    let (room, _) = enter(&app, &session, &name, Role::Owner).await?;
    let record = room.record();
    let guest = |guest: &Guest| {
        json!({
            "id": guest.id,
            "name": guest.name,
            "role": guest.role,
            "about": guest.about,
            "revoked": guest.revoked,
            "link": guest.link_state(),
            "expires": guest.expires.map(time_text),
            "here": !guest.revoked && room.participants(|participants| participants.is_here(&guest.name)),
        })
    };
    let people: Vec<Value> = record.people.iter().map(guest).collect();
    Ok(json_response(StatusCode::OK, &json!({ "people": people })))
}

#[derive(Debug, Deserialize)]
pub(crate) struct InviteBody {
    #[serde(default)]
    request: Option<String>,
    name: String,
    role: Role,
    #[serde(default)]
    about: Option<Vec<String>>,
    /// For how many days the link is good.
    #[serde(default)]
    days: Option<u32>,
}

/// For how many days a link is good.
fn checked_days(days: Option<u32>) -> Result<u32, Problem> {
    let days = days.unwrap_or(invitation::DEFAULT_DAYS);
    match (1..=invitation::MAX_DAYS).contains(&days) {
        true => Ok(days),
        false => Err(Problem::malformed(format!("days must be a number from 1 to {}.", invitation::MAX_DAYS))),
    }
}

/// Invites somebody. The link is shown only in this response; a request that is
/// sent again, since its response got lost, gets another link for the same
/// guest.
pub(crate) async fn invite(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    JsonBody(body): JsonBody<InviteBody>,
) -> Result<Response, Problem> {
    let (room, person) = enter(&app, &session, &name, Role::Owner).await?;
    let who = person_name::checked(&body.name)?;
    let expires = invitation::days_from_now(checked_days(body.days)?);
    let created_by = CreationRequest::new(&person.who, body.request.as_deref(), &json!([who, body.role, body.about]))?;
    check_about(&room, &person, body.about.clone()).await?;
    let invitation = Invitation::new(room.name());
    let guest = Guest {
        id: secret::new_id(),
        name: who,
        role: body.role,
        about: body.about,
        token_sha256: invitation.hash(),
        expires: Some(expires),
        joined: None,
        revoked: false,
        created_by,
    };
    let owner = app.options().owner.clone();
    let invited = room.edit(move |record| {
        if let Some(id) = invited_before(record, &guest)? {
            return Ok((id, true));
        }
        // Answers are known by names, so that two people of one name could not
        // be told apart. A guest who was revoked can be invited again.
        if record.invites(&guest.name) || person_name::look_alike(&guest.name, &owner) {
            let words = format!("Somebody is called {} here already, or nearly so: give another name.", guest.name);
            return Err(Problem::conflict("name", words));
        }
        if record.people.len() >= MAX_GUESTS {
            return Err(Problem::conflict("name", format!("At most {MAX_GUESTS} people can be invited.")));
        }
        let id = guest.id.clone();
        record.people.push(guest);
        Ok((id, false))
    });
    let (id, repeated) = invited.await?;
    if repeated {
        // The first link got lost on its way: whoever came by it is somebody else.
        end_sessions(&app, &name, &id);
    }
    Ok(json_response(StatusCode::CREATED, &json!({ "id": id, "link": invitation.link() })))
}

/// Refuses attributes that there are not, or that are named twice.
async fn check_about(room: &Arc<Room>, person: &Person, about: Option<Vec<String>>) -> Result<(), Problem> {
    let Some(about) = about else { return Ok(()) };
    room.look(person, move |exploration| {
        let named = about.len();
        match exploration.universe().set(about)?.len() == named {
            true => Ok(()),
            false => Err(Problem::malformed("about names an attribute twice.")),
        }
    })
    .await
}

/// Ends the sessions of a guest.
fn end_sessions(app: &App, room: &str, id: &str) {
    let holder = Holder::Guest { room: room.to_owned(), id: id.to_owned() };
    app.sessions().end_or_note(|kept| kept.holder == holder);
}

/// Finds a guest who was invited by the same request, and gives them the new
/// link: the old one cannot be sent again, as only its hash is kept.
fn invited_before(record: &mut Record, new: &Guest) -> Result<Option<String>, Problem> {
    let Some(request) = &new.created_by else { return Ok(None) };
    for guest in &mut record.people {
        if !request.repeats(guest.created_by.as_ref())? {
            continue;
        }
        if guest.revoked {
            return Err(Problem::conflict("reused", "That invitation was taken back meanwhile: invite them anew."));
        }
        guest.renew(new.token_sha256.clone(), new.expires);
        return Ok(Some(guest.id.clone()));
    }
    Ok(None)
}

fn no_such_guest() -> Problem {
    Problem::missing("Nobody was invited under that number.")
}

#[derive(Debug, Deserialize)]
pub(crate) struct RenewBody {
    #[serde(default)]
    days: Option<u32>,
}

/// Gives somebody who was invited another link, for another browser or since
/// the first was lost. The one before is not good any more; who came by it stays.
pub(crate) async fn renew_link(
    State(app): State<App>,
    session: Session,
    Path((name, id)): Path<(String, String)>,
    JsonBody(body): JsonBody<RenewBody>,
) -> Result<Response, Problem> {
    let (room, _) = enter(&app, &session, &name, Role::Owner).await?;
    let expires = invitation::days_from_now(checked_days(body.days)?);
    let invitation = Invitation::new(room.name());
    let hash = invitation.hash();
    let id = room
        .edit(move |record| {
            let guest = record.people.iter_mut().find(|guest| guest.id == id && !guest.revoked);
            guest.ok_or_else(no_such_guest)?.renew(hash, Some(expires));
            Ok(id)
        })
        .await?;
    Ok(json_response(StatusCode::CREATED, &json!({ "id": id, "link": invitation.link() })))
}

#[derive(Debug, Deserialize)]
pub(crate) struct RoleBody {
    role: Role,
    /// The attributes they are asked about from now on; none if they are asked about
    /// all.
    #[serde(default)]
    about: Option<Vec<String>>,
}

/// Gives somebody who was invited another role, at once wherever they have the page
/// open. What they answered stays.
pub(crate) async fn change_role(
    State(app): State<App>,
    session: Session,
    Path((name, id)): Path<(String, String)>,
    JsonBody(body): JsonBody<RoleBody>,
) -> Result<Response, Problem> {
    let (room, person) = enter(&app, &session, &name, Role::Owner).await?;
    let RoleBody { role, about } = body;
    // Who only reads is asked about nothing.
    let about = about.filter(|_| role != Role::Reader);
    check_about(&room, &person, about.clone()).await?;
    let (limited, own) = (about.clone(), person.who.clone());
    let who = room
        .edit(move |record| {
            let guest = record.people.iter_mut().find(|guest| guest.id == id && !guest.revoked);
            let guest = guest.ok_or_else(no_such_guest)?;
            if guest.name == own {
                // Nobody locks themselves out by a slip.
                return Err(Problem::conflict("own_role", "Your own role can be changed by another owner only."));
            }
            (guest.role, guest.about) = (role, limited);
            Ok(guest.name.clone())
        })
        .await?;
    room.participants(|participants| participants.change_role(&who, role, about.clone()));
    room.work_wanted.notify_one();
    Ok(json_response(StatusCode::OK, &json!({ "role": role, "about": about })))
}

/// Takes an invitation back. The link and the cookie do not work any more, and
/// open pages are cut off; what was answered stays.
pub(crate) async fn revoke(
    State(app): State<App>,
    session: Session,
    Path((name, id)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let (room, _) = enter(&app, &session, &name, Role::Owner).await?;
    let revoked = id.clone();
    let who = room
        .edit(move |record| {
            let guest = record.people.iter_mut().find(|guest| guest.id == id);
            let guest = guest.ok_or_else(no_such_guest)?;
            guest.revoked = true;
            Ok(guest.name.clone())
        })
        .await?;
    end_sessions(&app, &name, &revoked);
    room.participants(|participants| participants.dismiss(&who));
    room.work_wanted.notify_one();
    Ok(json_response(StatusCode::OK, &json!({ "revoked": true })))
}
