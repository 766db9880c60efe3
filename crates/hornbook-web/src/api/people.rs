//! Invitations: listing them, sending them and taking them back.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};

use super::enter;
use crate::access::{self, Session};
use crate::app::App;
use crate::body::JsonBody;
use crate::idempotency::CreationRequest;
use crate::person::Role;
use crate::problem::Problem;
use crate::record::{Guest, Record};
use crate::response::json_response;
use crate::secret;
use crate::short_text;

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
    let who = short_text::checked("name", &body.name)?;
    let created_by = CreationRequest::new(&person.who, body.request.as_deref(), &json!([who, body.role, body.about]))?;
    if let Some(about) = body.about.clone() {
        room.work(move |exploration| {
            let named = about.len();
            match exploration.universe().set(about)?.len() == named {
                true => Ok(()),
                false => Err(Problem::malformed("about names an attribute twice.")),
            }
        })
        .await?;
    }
    let invitation = access::new_invitation(room.name());
    let guest = Guest {
        id: secret::new_id(),
        name: who,
        role: body.role,
        about: body.about,
        token_sha256: access::invitation_hash(&invitation),
        revoked: false,
        created_by,
    };
    let owner = app.options().owner.clone();
    let invited = room.edit(move |record| {
        if let Some(id) = invited_before(record, &guest)? {
            return Ok(id);
        }
        // Answers are known by names, so that two people of one name could not
        // be told apart. A guest who was revoked can be invited again.
        if record.invites(&guest.name) || guest.name == owner {
            let words = format!("Somebody is called {} here already: give another name.", guest.name);
            return Err(Problem::conflict("name", words));
        }
        if record.people.len() >= MAX_GUESTS {
            return Err(Problem::conflict("name", format!("At most {MAX_GUESTS} people can be invited.")));
        }
        let id = guest.id.clone();
        record.people.push(guest);
        Ok(id)
    });
    let id = invited.await?;
    Ok(json_response(StatusCode::CREATED, &json!({ "id": id, "link": format!("/join/{invitation}") })))
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
        guest.token_sha256.clone_from(&new.token_sha256);
        return Ok(Some(guest.id.clone()));
    }
    Ok(None)
}

/// Takes an invitation back. The link and the cookie do not work any more, and
/// open pages are cut off; what was answered stays.
pub(crate) async fn revoke(
    State(app): State<App>,
    session: Session,
    Path((name, id)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let (room, _) = enter(&app, &session, &name, Role::Owner).await?;
    let who = room
        .edit(move |record| {
            let guest = record.people.iter_mut().find(|guest| guest.id == id);
            let guest = guest.ok_or_else(|| Problem::missing("Nobody was invited under that number."))?;
            guest.revoked = true;
            Ok(guest.name.clone())
        })
        .await?;
    room.participants(|participants| participants.dismiss(&who));
    room.work_wanted.notify_one();
    Ok(json_response(StatusCode::OK, &json!({ "revoked": true })))
}
