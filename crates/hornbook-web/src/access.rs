//! Who is asking: told by a cookie that holds a secret, and nothing kept here.
//!
//! The secret is what the owner signed in with (a hash of it), or what an
//! invitation's link holds, which begins with the name of the exploration. On
//! loopback without a token it is a random value that stands for nobody in
//! particular: requests that change something need a number made from it.

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
/// A longer cookie is none of this server's.
const LONGEST: usize = 256;

/// A request's secret, and who it belongs to.
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

    /// What a request must bring along to change something.
    pub(crate) fn csrf(&self) -> Option<String> {
        self.secret.as_deref().map(csrf)
    }
}

/// What a request that comes with this secret must bring along.
pub(crate) fn csrf(secret: &str) -> String {
    secret::hash("csrf", secret)
}

/// The secret of a request.
pub(crate) fn secret_of(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let (_, value) = pairs.find(|(name, _)| *name == COOKIE)?;
    let fitting = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
    (!value.is_empty() && value.len() <= LONGEST && value.chars().all(fitting)).then(|| value.to_owned())
}

/// The header that gives somebody a secret, or takes it away again.
pub(crate) fn cookie(secret: Option<&str>, secure: bool) -> HeaderValue {
    let secure = if secure { "; Secure" } else { "" };
    let text = match secret {
        // A year: an exploration takes its time.
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

/// Whether a secret is one of an invitation: those name an exploration.
pub(crate) fn is_invitation(secret: &str) -> bool {
    secret.contains('.')
}

/// The exploration that an invitation is for.
pub(crate) fn room_of(invitation: &str) -> Option<&str> {
    invitation.split_once('.').map(|(room, _)| room)
}

/// How an invitation's secret is kept.
pub(crate) fn kept(invitation: &str) -> String {
    secret::hash("invitation", invitation)
}

/// What stands in the cookie of an owner who signed in.
pub(crate) fn owner_secret(token: &str) -> String {
    secret::hash("owner", token)
}

/// Finds out who a secret belongs to.
pub(crate) async fn resolve(app: &App, secret: Option<String>) -> Session {
    let owner = || Person { who: app.options().owner.clone(), role: Role::Owner, room: None, about: None };
    let person = match (&secret, &app.options().token) {
        (Some(secret), _) if is_invitation(secret) => guest(app, secret).await,
        (Some(secret), Some(token)) => secret::same(secret, &owner_secret(token)).then(owner),
        (None, Some(_)) => None,
        (_, None) => Some(owner()),
    };
    Session { secret, person }
}

async fn guest(app: &App, secret: &str) -> Option<Person> {
    let room = app.rooms().get(room_of(secret)?).await.ok()?;
    let record = room.record();
    // Somebody may have put the file there since the server was started: nobody
    // answers under the owner's name but the owner.
    let guest = record.guest(&kept(secret)).filter(|guest| guest.name != app.options().owner)?;
    Some(Person {
        who: guest.name.clone(),
        role: guest.role,
        room: Some(room.name().to_owned()),
        about: guest.about.clone(),
    })
}
