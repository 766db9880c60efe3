//! Who takes part: invitations, and taking them back.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};

use super::enter;
use crate::access::{self, Session};
use crate::app::App;
use crate::body::Sent;
use crate::made::Made;
use crate::person::Role;
use crate::problem::Problem;
use crate::record::{Guest, Record};
use crate::response::json_response;
use crate::secret;
use crate::short_text;

/// More people are not invited to one exploration.
const MOST: usize = 1000;

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
            "here": !guest.revoked && room.seats(|seats| seats.is_here(&guest.name)),
        })
    };
    let people: Vec<Value> = record.people.iter().map(guest).collect();
    Ok(json_response(StatusCode::OK, &json!({ "people": people })))
}

#[derive(Debug, Deserialize)]
pub(crate) struct Invite {
    #[serde(default)]
    request: Option<String>,
    name: String,
    role: Role,
    #[serde(default)]
    about: Option<Vec<String>>,
}

/// Invites somebody. What is in the link is told this once; a request that is
/// sent again, since its answer got lost, gets another link for the same guest.
pub(crate) async fn invite(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    Sent(sent): Sent<Invite>,
) -> Result<Response, Problem> {
    let (room, person) = enter(&app, &session, &name, Role::Owner).await?;
    let who = short_text::checked("name", &sent.name)?;
    let made = Made::by(&person.who, sent.request.as_deref(), &json!([who, sent.role, sent.about]))?;
    if let Some(about) = sent.about.clone() {
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
        role: sent.role,
        about: sent.about,
        token_sha256: access::kept(&invitation),
        revoked: false,
        made,
    };
    let owner = app.options().owner.clone();
    let invited = room.edit(move |record| {
        if let Some(id) = invited_before(record, &guest)? {
            return Ok(id);
        }
        // Answers go by names; two people of one name could not be told apart,
        // and one who comes back under their name answers as before.
        if record.invites(&guest.name) || guest.name == owner {
            let words = format!("Somebody is called {} here already: give another name.", guest.name);
            return Err(Problem::conflict("name", words));
        }
        if record.people.len() >= MOST {
            return Err(Problem::conflict("name", format!("At most {MOST} people can be invited.")));
        }
        let id = guest.id.clone();
        record.people.push(guest);
        Ok(id)
    });
    let id = invited.await?;
    Ok(json_response(StatusCode::CREATED, &json!({ "id": id, "link": format!("/join/{invitation}") })))
}

/// Gives somebody who was invited by the same request the new link in place of
/// the old one, which is kept nowhere.
fn invited_before(record: &mut Record, new: &Guest) -> Result<Option<String>, Problem> {
    let Some(made) = &new.made else { return Ok(None) };
    for guest in &mut record.people {
        if !made.repeats(guest.made.as_ref())? {
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

/// Takes an invitation back. The link and the cookie are no good any more, and
/// the page is cut off; what was answered stays.
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
    room.seats(|seats| seats.leave(&who));
    room.awake.notify_one();
    Ok(json_response(StatusCode::OK, &json!({ "revoked": true })))
}
