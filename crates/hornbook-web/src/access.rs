//! Who is asking. A cookie holds a secret that tells it, so that the server
//! need not remember sessions.
//!
//! The owner's secret is a hash of the token they signed in with. A guest's is
//! the one in the link of their invitation, which begins with the name of the
//! exploration. Without a token everybody is the owner, and the secret is a
//! random value. Requests that change something must also carry a number made
//! from the secret, which pages of other servers do not know.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};

use crate::app::App;
use crate::person::{Person, Role};
use crate::problem::Problem;
use crate::secret;

/// The name of the cookie.
const COOKIE: &str = "hornbook";
/// The header that shows that a request comes from the page.
pub(crate) const CSRF: &str = "x-hornbook-csrf";
/// The longest secret that a cookie may hold.
const MAX_SECRET_BYTES: usize = 256;

/// The secret of a request, and whose it is.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(crate) secret: Option<String>,
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
            Some(secret) if is_invitation(secret) => Problem::sign_in(
                "This invitation is not good any more: ask whoever sent it for another one, or sign in.",
            ),
            _ => Problem::sign_in("Sign in with the token first, or use the link of your invitation."),
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

/// The secret in the cookie of a request.
pub(crate) fn secret_of(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let (_, value) = pairs.find(|(name, _)| *name == COOKIE)?;
    let fitting = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
    (!value.is_empty() && value.len() <= MAX_SECRET_BYTES && value.chars().all(fitting)).then(|| value.to_owned())
}

/// The header that sets the cookie to a secret, or removes it.
pub(crate) fn cookie(secret: Option<&str>, secure: bool) -> HeaderValue {
    let secure = if secure { "; Secure" } else { "" };
    let text = match secret {
        // A year, as explorations may take long.
        Some(secret) => {
            format!("{COOKIE}={secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000{secure}")
        }
        None => format!("{COOKIE}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0{secure}"),
    };
    // Secrets are made of letters, digits, points and hyphens.
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static(""))
}

/// A new invitation to an exploration.
pub(crate) fn new_invitation(room: &str) -> String {
    format!("{room}.{}", secret::new_token())
}

/// Whether a secret is that of an invitation, which has a point after the name
/// of the exploration.
pub(crate) fn is_invitation(secret: &str) -> bool {
    secret.contains('.')
}

/// The name of the exploration that an invitation is for.
fn room_of(invitation: &str) -> Option<&str> {
    invitation.split_once('.').map(|(room, _)| room)
}

/// The hash under which an invitation is kept.
pub(crate) fn invitation_hash(invitation: &str) -> String {
    secret::hash("invitation", invitation)
}

/// The secret in the cookie of an owner who signed in with this token.
pub(crate) fn owner_secret(token: &str) -> String {
    secret::hash("owner", token)
}

/// Finds out whose a secret is.
pub(crate) async fn identify(app: &App, secret: Option<String>) -> Session {
    let owner = || Person { who: app.options().owner.clone(), role: Role::Owner, room: None, about: None };
    let person = match (&secret, &app.options().token) {
        (Some(secret), _) if is_invitation(secret) => guest(app, secret).await,
        (Some(secret), Some(token)) => secret::equal(secret, &owner_secret(token)).then(owner),
        (None, Some(_)) => None,
        (_, None) => Some(owner()),
    };
    Session { secret, person }
}

async fn guest(app: &App, secret: &str) -> Option<Person> {
    let room = app.rooms().get(room_of(secret)?).await.ok()?;
    let record = room.record();
    // The server does not start if a guest has the owner's name, but the record
    // may have been put there since.
    let guest = record.guest(&invitation_hash(secret)).filter(|guest| guest.name != app.options().owner)?;
    Some(Person {
        who: guest.name.clone(),
        role: guest.role,
        room: Some(room.name().to_owned()),
        about: guest.about.clone(),
    })
}
