//! Sessions: telling who is asking, signing in and out, and joining by the link
//! of an invitation.

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;

use crate::access::{self, Session};
use crate::app::App;
use crate::body::JsonBody;
use crate::problem::Problem;
use crate::response::json_response;
use crate::secret;
use crate::visitor::Visitor;

/// Tells who is asking.
pub(crate) async fn show(State(app): State<App>, session: Session) -> Response {
    if session.secret.is_some() || session.person.is_none() {
        return description(&app, &session);
    }
    // Without a token everybody is the owner, and needs no secret to show it;
    // but the number that requests from the page carry is made of a secret.
    let session = Session { secret: Some(secret::new_token()), ..session };
    with_cookie(&app, session.secret.as_deref(), description(&app, &session))
}

fn description(app: &App, session: &Session) -> Response {
    let person = session.person.as_ref();
    let session = json!({
        "who": person.map(|person| &person.who),
        "role": person.map(|person| person.role),
        "room": person.and_then(|person| person.room.as_ref()),
        "csrf": session.csrf(),
        "signed_in": person.is_some(),
        "needs_token": app.options().token.is_some(),
        "version": env!("CARGO_PKG_VERSION"),
    });
    json_response(StatusCode::OK, &session)
}

fn with_cookie(app: &App, secret: Option<&str>, mut response: Response) -> Response {
    response.headers_mut().insert(header::SET_COOKIE, access::cookie(secret, app.has_secure_cookies()));
    response
}

/// Invitations are shorter.
const MAX_INVITATION_BYTES: usize = 200;

#[derive(Deserialize)]
pub(crate) struct SignInBody {
    token: String,
}

/// Signs the owner in.
pub(crate) async fn sign_in(
    State(app): State<App>,
    visitor: Visitor,
    JsonBody(body): JsonBody<SignInBody>,
) -> Result<Response, Problem> {
    let secret = match &app.options().token {
        None => secret::new_token(),
        Some(_) if !app.may_try_token(visitor) => {
            return Err(Problem::too_many("Too many attempts to sign in: wait a few seconds."));
        }
        Some(token) if secret::equal(token, body.token.trim()) => access::owner_secret(token),
        Some(_) => return Err(Problem::sign_in("That is not the token this server was started with.")),
    };
    let session = access::identify(&app, Some(secret.clone())).await;
    Ok(with_cookie(&app, Some(&secret), description(&app, &session)))
}

/// Signs somebody out.
pub(crate) async fn sign_out(State(app): State<App>) -> Response {
    with_cookie(&app, None, json_response(StatusCode::OK, &json!({ "signed_in": false })))
}

/// Follows the link of an invitation.
pub(crate) async fn join(State(app): State<App>, Path(token): Path<String>) -> Response {
    let is_possible = token.len() < MAX_INVITATION_BYTES
        && token.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.'));
    let session =
        access::identify(&app, Some(token.clone()).filter(|_| is_possible && access::is_invitation(&token))).await;
    let room = session.person.and_then(|person| person.room).filter(|_| is_possible);
    let Some(room) = room else {
        let page = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
                    <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>Hornbook</title>\
                    <link rel=\"icon\" href=\"/icon.svg\" type=\"image/svg+xml\">\
                    <link rel=\"stylesheet\" href=\"/style.css\"><body><main><h1>This invitation is not good</h1>\
                    <p>It was taken back, or the link is not complete. Ask whoever sent it for another one.</p>\
                    </main></body></html>";
        let mut response = (StatusCode::NOT_FOUND, page).into_response();
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
        return response;
    };
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SEE_OTHER;
    // The name of a room has only letters, digits and hyphens.
    let location = HeaderValue::from_str(&format!("/#/e/{room}")).unwrap_or(HeaderValue::from_static("/"));
    response.headers_mut().insert(header::LOCATION, location);
    with_cookie(&app, Some(&token), response)
}
