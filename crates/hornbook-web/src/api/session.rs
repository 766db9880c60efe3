//! Signing in and out: by the token of the server, or by the link of an
//! invitation; and the sessions that are open.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};

use super::run_blocking;
use crate::access::{self, Session};
use crate::app::App;
use crate::body::JsonBody;
use crate::idempotency;
use crate::invitation::{Invitation, LinkState};
use crate::log;
use crate::person::Person;
use crate::problem::Problem;
use crate::response::json_response;
use crate::room::Room;
use crate::secret;
use crate::sessions::{Holder, KeptSession, Place, time_text};
use crate::visitor::Visitor;

/// Tells who is asking.
pub(crate) async fn show(State(app): State<App>, session: Session) -> Response {
    // Without a token everybody is the owner, and needs no secret to show it;
    // but the number that requests from the page carry is made of a secret.
    let session = match (&session.secret, &session.person) {
        (None, Some(_)) => Session { secret: Some(secret::new_token()), ..session },
        _ => session,
    };
    let response = description(&app, &session);
    // A session that is used goes on.
    if session.person.is_some() { with_cookie(&app, session.secret.as_deref(), response) } else { response }
}

fn description(app: &App, session: &Session) -> Response {
    let person = session.person.as_ref();
    let session = json!({
        "who": person.map(|person| &person.who),
        "role": person.map(|person| person.role),
        "room": person.and_then(|person| person.room.as_ref()),
        "csrf": session.csrf(),
        "signed_in": person.is_some(),
        "needs_token": !app.options().token.is_none(),
        "version": env!("CARGO_PKG_VERSION"),
    });
    json_response(StatusCode::OK, &session)
}

fn with_cookie(app: &App, secret: Option<&str>, mut response: Response) -> Response {
    response.headers_mut().insert(header::SET_COOKIE, access::cookie(app, secret));
    response
}

/// What somebody signs in with.
#[derive(Deserialize)]
pub(crate) struct SignInBody {
    #[serde(default)]
    token: Option<String>,
    #[serde(default)]
    invitation: Option<String>,
    /// A name for this request, under which it can be sent again.
    #[serde(default)]
    request: Option<String>,
}

/// Signs somebody in. The session that they had in this browser ends.
pub(crate) async fn sign_in(
    State(app): State<App>,
    visitor: Visitor,
    session: Session,
    headers: HeaderMap,
    JsonBody(body): JsonBody<SignInBody>,
) -> Result<Response, Problem> {
    if !app.may_try_token(visitor) {
        log::note_rarely(&format!("too many attempts to sign in from {}", visitor.address()));
        return Err(Problem::too_many("Too many attempts to sign in: wait a few seconds."));
    }
    let browser = headers.get(header::USER_AGENT).and_then(|browser| browser.to_str().ok()).unwrap_or_default();
    let place = Place { address: visitor.address(), browser: browser.to_owned() };
    let signed_in = match (&body.token, &body.invitation) {
        (Some(token), None) => by_token(&app, token.trim(), place),
        (None, Some(invitation)) => by_invitation(&app, invitation, body.request.as_deref(), place).await,
        _ => return Err(Problem::malformed("Send either the token, or an invitation.")),
    };
    let secret = signed_in.inspect_err(|problem| {
        log::note_rarely(&format!("refused to sign in {}: {}", visitor.address(), problem.words()));
    })?;
    app.forget_attempt(visitor);
    if let Some(before) = &session.id {
        app.sessions().end_or_note(|kept| kept.id == *before);
    }
    let session = access::identify(&app, Some(secret.clone())).await;
    Ok(with_cookie(&app, Some(&secret), description(&app, &session)))
}

fn by_token(app: &App, token: &str, place: Place) -> Result<String, Problem> {
    let own = &app.options().token;
    match (own.text(), own.hash()) {
        (Some(own), Some(token_sha256)) if secret::equal(own, token) => {
            Ok(app.sessions().begin(Holder::Owner { token_sha256 }, place))
        }
        // Everybody is the owner already.
        (None, _) => Ok(secret::new_token()),
        _ => Err(Problem::sign_in("That is not the token of this server: it is in the link that it printed.")),
    }
}

async fn by_invitation(app: &App, text: &str, request: Option<&str>, place: Place) -> Result<String, Problem> {
    request.map(idempotency::check_name).transpose()?;
    let (room, hash) = find(app, text).await?;
    let id = room.record().invited(&hash).map(|guest| guest.id.clone()).ok_or_else(no_such_invitation)?;
    // The session is kept before the link is used up: if the server is stopped
    // in between, the link is still good.
    let holder = Holder::Guest { room: room.name().to_owned(), id: id.clone() };
    let secret = app.sessions().begin(holder, place);
    let request = request.map(str::to_owned);
    let exchanged = room.edit(move |record| {
        let guest = record.people.iter_mut().find(|guest| guest.id == id && guest.token_sha256 == hash);
        guest.ok_or_else(no_such_invitation)?.exchange(request.as_deref()).map_err(useless)
    });
    match exchanged.await {
        Ok(()) => Ok(secret),
        Err(problem) => {
            app.sessions().end_or_note(|kept| kept.has_secret(&secret));
            Err(problem)
        }
    }
}

/// The exploration of an invitation, and the hash of its secret.
async fn find(app: &App, text: &str) -> Result<(std::sync::Arc<Room>, String), Problem> {
    let invitation = Invitation::parse(text).ok_or_else(no_such_invitation)?;
    let room = app.rooms().get(invitation.room()).await.map_err(|_| no_such_invitation())?;
    Ok((room, invitation.hash()))
}

fn no_such_invitation() -> Problem {
    let words = "This invitation is not good: it was taken back or replaced, or the link is not complete. Ask whoever \
                 sent it for another one.";
    Problem::missing(words)
}

/// Why a link cannot be exchanged.
fn useless(state: LinkState) -> Problem {
    let words = match state {
        LinkState::Used => {
            "This link was used already, and each is good for one browser. Ask whoever sent it for another one."
        }
        LinkState::Expired => {
            "This link was good for a while only, which is over. Ask whoever sent it for another one."
        }
        LinkState::Revoked | LinkState::Open => return no_such_invitation(),
    };
    Problem::conflict("link", words)
}

#[derive(Deserialize)]
pub(crate) struct InvitationBody {
    invitation: String,
}

/// Tells what an invitation is for, without using it: programs that look into
/// letters open the links they find.
pub(crate) async fn look_at_invitation(
    State(app): State<App>,
    visitor: Visitor,
    session: Session,
    JsonBody(body): JsonBody<InvitationBody>,
) -> Result<Response, Problem> {
    let found = find(&app, &body.invitation).await.and_then(|(room, hash)| {
        let guest = room.record().invited(&hash).filter(|guest| !guest.revoked).cloned();
        Ok((guest.ok_or_else(no_such_invitation)?, room))
    });
    let (guest, room) = found.inspect_err(|_| {
        log::note_rarely(&format!("an invitation that is not good was sent from {}", visitor.address()));
    })?;
    let same = |person: &Person| person.room.as_deref() == Some(room.name()) && person.who == guest.name;
    let is_you = session.person.as_ref().is_some_and(same);
    let titled = room.clone();
    let title = run_blocking(move || Ok(app.rooms().title(&titled))).await?;
    let told = json!({
        "who": guest.name,
        "role": guest.role,
        "room": room.name(),
        "title": title,
        "state": guest.link_state(),
        "is_you": is_you,
    });
    Ok(json_response(StatusCode::OK, &told))
}

/// Signs somebody out.
pub(crate) async fn sign_out(State(app): State<App>, session: Session) -> Result<Response, Problem> {
    if let Some(id) = &session.id {
        end(&app, |kept| kept.id == *id)?;
    }
    Ok(with_cookie(&app, None, json_response(StatusCode::OK, &json!({ "signed_in": false }))))
}

/// Ends sessions, and tells how many.
fn end(app: &App, is_ended: impl Fn(&KeptSession) -> bool) -> Result<usize, Problem> {
    let ended = app.sessions().end(is_ended);
    let words = "It is over until this server is started again: it could not be written down.";
    ended.map_err(|error| Problem::unavailable("disk", format!("{words} ({error})")))
}

/// The sessions that somebody may see and end: the owner of the server all,
/// others their own.
fn own(app: &App, session: &Session) -> Result<Vec<KeptSession>, Problem> {
    let person = session.person()?;
    let sessions = app.sessions().list();
    if person.room.is_none() {
        return Ok(sessions);
    }
    let holder = sessions.iter().find(|kept| Some(&kept.id) == session.id.as_ref()).map(|kept| kept.holder.clone());
    Ok(sessions.into_iter().filter(|kept| Some(&kept.holder) == holder.as_ref()).collect())
}

/// Lists the sessions that are open.
pub(crate) async fn list(State(app): State<App>, session: Session) -> Result<Response, Problem> {
    let mut shown: Vec<Value> = Vec::new();
    for kept in own(&app, &session)? {
        let (who, room) = match &kept.holder {
            Holder::Owner { .. } => (Some(app.options().owner.clone()), None),
            Holder::Guest { room, id } => {
                let record = app.rooms().get(room).await.ok().map(|room| room.record());
                (record.and_then(|record| record.guest(id).map(|guest| guest.name.clone())), Some(room))
            }
        };
        shown.push(json!({
            "id": kept.id,
            "who": who,
            "room": room,
            "began": time_text(kept.began),
            "used": time_text(kept.used),
            "address": kept.address,
            "browser": kept.browser,
            "current": Some(&kept.id) == session.id.as_ref(),
        }));
    }
    Ok(json_response(StatusCode::OK, &json!({ "sessions": shown })))
}

/// Ends a session: that browser is signed out.
pub(crate) async fn end_one(
    State(app): State<App>,
    session: Session,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    if !own(&app, &session)?.iter().any(|kept| kept.id == id) {
        return Err(Problem::missing("There is no such session any more."));
    }
    let ended = end(&app, |kept| kept.id == id)?;
    Ok(json_response(StatusCode::OK, &json!({ "ended": ended })))
}

/// Ends all sessions of whoever asks, but not the one by which they ask.
pub(crate) async fn end_others(State(app): State<App>, session: Session) -> Result<Response, Problem> {
    session.person()?;
    let holder = app.sessions().list().into_iter().find(|kept| Some(&kept.id) == session.id.as_ref());
    let owner = |kept: &KeptSession| matches!(kept.holder, Holder::Owner { .. });
    let others = |kept: &KeptSession| match &holder {
        Some(own) if owner(own) => owner(kept) && kept.id != own.id,
        Some(own) => kept.holder == own.holder && kept.id != own.id,
        // Without a token the owner has no session.
        None => owner(kept),
    };
    let ended = end(&app, others)?;
    Ok(json_response(StatusCode::OK, &json!({ "ended": ended })))
}
