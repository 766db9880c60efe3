//! Invitations: a link is exchanged for a session, once, and may be for a while
//! only.
//!
//! A link holds the name of an exploration and a secret, of which the record of
//! the exploration keeps the hash.

use serde::{Deserialize, Serialize};

use crate::person::Role;
use crate::secret;
use crate::sessions::now;

/// A link is good for so many days, if it is not said otherwise.
pub(crate) const DEFAULT_DAYS: u32 = 30;
/// The most days that a link may be good for.
pub(crate) const MAX_DAYS: u32 = 365;
/// A link that was exchanged may be exchanged again by the same request for so
/// many seconds, if the answer to it was lost.
const REPEAT_SECONDS: u64 = 15 * 60;

/// The longest text that can be an invitation.
const MAX_BYTES: usize = 200;

/// The secret of a link, with the name of the exploration before it.
pub(crate) struct Invitation(String);

impl Invitation {
    /// A new invitation to an exploration.
    pub(crate) fn new(room: &str) -> Self {
        Self(format!("{room}.{}", secret::new_token()))
    }

    /// What somebody sent, if it can be an invitation.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let fitting = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
        (text.len() <= MAX_BYTES && text.contains('.') && text.chars().all(fitting)).then(|| Self(text.to_owned()))
    }

    /// The name of the exploration that it is for.
    pub(crate) fn room(&self) -> &str {
        self.0.split_once('.').map_or("", |(room, _)| room)
    }

    /// The address of the page that it leads to, without that of the server.
    pub(crate) fn link(&self) -> String {
        format!("/join/{}", self.0)
    }

    /// The hash under which it is kept.
    pub(crate) fn hash(&self) -> String {
        secret::hash("invitation", &self.0)
    }
}

/// Somebody who was invited.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Guest {
    /// What tells them from others who were invited, also under the same name.
    pub(crate) id: String,
    /// The name under which they answer.
    pub(crate) name: String,
    pub(crate) role: Role,
    /// The attributes they are asked about; none if they are asked about all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) about: Option<Vec<String>>,
    /// The hash of the secret in their link.
    pub(crate) token_sha256: String,
    /// When the link ends to be good, in seconds since 1970; none if never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) expires: Option<u64>,
    /// By which exchange of the link they came, if they did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) joined: Option<Joined>,
    /// Whether the invitation was taken back.
    #[serde(default)]
    pub(crate) revoked: bool,
    /// The request by which they were invited.
    #[serde(rename = "made", default, skip_serializing_if = "Option::is_none")]
    pub(crate) created_by: Option<crate::idempotency::CreationRequest>,
}

/// How a link was exchanged for a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Joined {
    at: u64,
    /// The hash of the name of the request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    request_sha256: Option<String>,
}

/// What a link is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LinkState {
    /// It can be exchanged for a session.
    Open,
    /// It was exchanged.
    Used,
    /// Its time is over.
    Expired,
    /// The invitation was taken back.
    Revoked,
}

impl Guest {
    /// What their link is good for.
    pub(crate) fn link_state(&self) -> LinkState {
        match (self.revoked, &self.joined, self.expires) {
            (true, ..) => LinkState::Revoked,
            (_, Some(_), _) => LinkState::Used,
            (_, None, Some(expires)) if expires <= now() => LinkState::Expired,
            _ => LinkState::Open,
        }
    }

    /// Gives them another link in place of theirs.
    pub(crate) fn renew(&mut self, token_sha256: String, expires: Option<u64>) {
        self.token_sha256 = token_sha256;
        self.expires = expires;
        self.joined = None;
    }

    /// Exchanges the link, if it can be; otherwise tells why not. A request of
    /// a name may be sent again, since its answer may have been lost.
    pub(crate) fn exchange(&mut self, request: Option<&str>) -> Result<(), LinkState> {
        let joined = Joined { at: now(), request_sha256: request.map(|name| secret::hash("exchange", name)) };
        let repeats = self.joined.as_ref().is_some_and(|before| {
            before.request_sha256.is_some()
                && before.request_sha256 == joined.request_sha256
                && joined.at.saturating_sub(before.at) <= REPEAT_SECONDS
        });
        match self.link_state() {
            LinkState::Used if repeats => Ok(()),
            LinkState::Open => {
                self.joined = Some(joined);
                Ok(())
            }
            state => Err(state),
        }
    }
}

/// When a link ends that is good for so many days from now.
pub(crate) fn days_from_now(days: u32) -> u64 {
    now() + u64::from(days) * 24 * 60 * 60
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guest() -> Guest {
        Guest {
            id: "1".to_owned(),
            name: "bob".to_owned(),
            role: Role::Expert,
            about: None,
            token_sha256: String::new(),
            expires: Some(days_from_now(1)),
            joined: None,
            revoked: false,
            created_by: None,
        }
    }

    #[test]
    fn a_link_is_exchanged_once() {
        let mut bob = guest();
        assert_eq!(bob.exchange(Some("one")), Ok(()));
        assert_eq!(bob.exchange(Some("one")), Ok(()), "the answer was lost, and it was sent again");
        assert_eq!(bob.exchange(Some("two")), Err(LinkState::Used));
        assert_eq!(bob.exchange(None), Err(LinkState::Used));
        if let Some(joined) = &mut bob.joined {
            joined.at -= REPEAT_SECONDS + 1;
        }
        assert_eq!(bob.exchange(Some("one")), Err(LinkState::Used), "that is too long ago");
        bob.renew(String::new(), None);
        assert_eq!(bob.exchange(None), Ok(()));
        assert_eq!(bob.exchange(None), Err(LinkState::Used));
    }

    #[test]
    fn a_link_ends_with_its_time_or_when_it_is_taken_back() {
        let mut bob = Guest { expires: Some(now()), ..guest() };
        assert_eq!(bob.exchange(None), Err(LinkState::Expired));
        bob.expires = None;
        bob.revoked = true;
        assert_eq!(bob.exchange(None), Err(LinkState::Revoked));
    }

    #[test]
    fn only_what_can_be_an_invitation_is_looked_for() {
        let new = Invitation::new("tea");
        assert!(new.link().starts_with("/join/tea."));
        assert_eq!(Invitation::parse(&new.0).map(|parsed| parsed.hash()), Some(new.hash()));
        for bad in ["", "tea", "tea/1.2", "tea.\u{e4}", &format!("tea.{}", "a".repeat(300))] {
            assert!(Invitation::parse(bad).is_none(), "{bad}");
        }
    }
}
