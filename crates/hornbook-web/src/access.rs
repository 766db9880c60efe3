//! Who is asking. A cookie holds the secret of a session, which the server
//! keeps; without a token, whoever has none is the owner.
//!
//! Requests that change something must also carry a number made from the
//! secret, which pages of other servers do not know.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};

use crate::app::App;
use crate::person::{Person, Role};
use crate::person_name;
use crate::problem::Problem;
use crate::secret;
use crate::sessions::{Holder, is_of_session};

/// The header that shows that a request comes from the page.
pub(crate) const CSRF: &str = "x-hornbook-csrf";
/// The longest secret that a cookie may hold.
const MAX_SECRET_BYTES: usize = 256;

/// The secret of a request, and whose it is.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(crate) secret: Option<String>,
    /// What tells the session from others, if the server keeps it.
    pub(crate) id: Option<String>,
    pub(crate) person: Option<Person>,
}

impl<S: Sync> FromRequestParts<S> for Session {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        parts.extensions.get::<Self>().cloned().ok_or_else(Problem::fault)
    }
}

impl Session {
    /// Who is asking; a refusal if that is not known.
    pub(crate) fn person(&self) -> Result<&Person, Problem> {
        self.person.as_ref().ok_or_else(|| match &self.secret {
            Some(_) => Problem::sign_in(
                "You are not signed in any more: sign in with the token, or ask whoever invited you for another link.",
            ),
            None => Problem::sign_in("Sign in with the token first, or use the link of your invitation."),
        })
    }

    /// The owner of everything; a refusal for anybody else.
    pub(crate) fn owner(&self) -> Result<&Person, Problem> {
        let person = self.person()?;
        match person.room {
            None => Ok(person),
            Some(_) => Err(Problem::forbidden("role", "That is up to the owner of this server.")),
        }
    }

    /// The number that a request must carry to change something.
    pub(crate) fn csrf(&self) -> Option<String> {
        self.secret.as_deref().map(|secret| secret::hash("csrf", secret))
    }
}

/// The name of the cookie. A browser sends cookies to all ports of a host, so
/// the port is part of the name: two servers do not sign each other out. If
/// cookies are sent over encrypted connections only, the name says so, and
/// browsers see to it.
fn cookie_name(app: &App) -> String {
    let prefix = if app.has_secure_cookies() { "__Host-" } else { "" };
    format!("{prefix}hornbook-{}", app.address().port())
}

/// The secret in the cookie of a request.
pub(crate) fn secret_of(app: &App, headers: &HeaderMap) -> Option<String> {
    let own = cookie_name(app);
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let (_, value) = pairs.find(|(name, _)| *name == own)?;
    let fitting = |c: char| c.is_ascii_alphanumeric();
    (!value.is_empty() && value.len() <= MAX_SECRET_BYTES && value.chars().all(fitting)).then(|| value.to_owned())
}

/// The header that sets the cookie to a secret, or removes it.
pub(crate) fn cookie(app: &App, secret: Option<&str>) -> HeaderValue {
    let (name, value) = (cookie_name(app), secret.unwrap_or_default());
    let lifetime = secret.map_or(0, |_| app.sessions().lifetime());
    let secure = if app.has_secure_cookies() { "; Secure" } else { "" };
    let text = format!("{name}={value}; Path=/; HttpOnly; SameSite=Strict; Max-Age={lifetime}{secure}");
    // Secrets are made of letters and digits.
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static(""))
}

/// Finds out whose a secret is.
pub(crate) async fn identify(app: &App, secret: Option<String>) -> Session {
    let owner = || Person { who: app.options().owner.clone(), role: Role::Owner, room: None, about: None };
    let kept = secret.as_deref().and_then(|secret| app.sessions().find(secret));
    let (id, person) = match kept {
        Some(kept) => {
            let person = match &kept.holder {
                Holder::Owner { .. } => Some(owner()),
                Holder::Guest { room, id } => guest(app, room, id).await,
            };
            (Some(kept.id), person)
        }
        // A guest whose session is over does not become the owner by that.
        None if app.options().token.is_none() && !secret.as_deref().is_some_and(is_of_session) => (None, Some(owner())),
        None => (None, None),
    };
    Session { secret, id, person }
}

async fn guest(app: &App, room: &str, id: &str) -> Option<Person> {
    let room = app.rooms().get(room).await.ok()?;
    let record = room.record();
    // The server does not start if a guest has the owner's name, but the record
    // may have been put there since.
    let guest = record.guest(id).filter(|guest| !person_name::look_alike(&guest.name, &app.options().owner))?;
    Some(Person {
        who: guest.name.clone(),
        role: guest.role,
        room: Some(room.name().to_owned()),
        about: guest.about.clone(),
    })
}
