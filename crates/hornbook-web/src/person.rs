//! Who somebody is, and what they may do.

use serde::{Deserialize, Serialize};

/// What somebody may do in an exploration. Each role may do all that those
/// before it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Role {
    /// May look.
    Reader,
    /// May answer, and tell of objects.
    Expert,
    /// May invite others, and change what the exploration aims at.
    Owner,
}

impl Role {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Reader => "reader",
            Self::Expert => "expert",
            Self::Owner => "owner",
        }
    }
}

/// Somebody whom the server knows.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    /// The name under which they answer.
    pub(crate) who: String,
    pub(crate) role: Role,
    /// The one exploration they were invited to; none for the server's owner,
    /// who may enter all.
    pub(crate) room: Option<String>,
    /// The attributes they are asked about; none if they are asked about all.
    pub(crate) about: Option<Vec<String>>,
}

impl Person {
    /// What tells them from everybody else on the server.
    pub(crate) fn key(&self) -> String {
        format!("{}/{}", self.room.as_deref().unwrap_or_default(), self.who)
    }
}
