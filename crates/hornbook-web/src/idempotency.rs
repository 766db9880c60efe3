//! Requests that create something, and may be sent again when their answer got
//! lost: each has a name, which is kept with what was created, so that it is
//! not created twice.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::problem::Problem;
use crate::secret;

/// The request by which something was created.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CreationRequest {
    /// Who sent it.
    who: String,
    /// The name that they gave the request.
    #[serde(rename = "request")]
    name: String,
    /// The hash of what was asked for.
    #[serde(rename = "said_sha256")]
    content_sha256: String,
}

/// The longest name of a request.
const MAX_NAME_CHARS: usize = 100;

/// Refuses what cannot be the name of a request.
pub(crate) fn check_name(name: &str) -> Result<(), Problem> {
    let fits = (1..=MAX_NAME_CHARS).contains(&name.chars().count()) && !name.chars().any(char::is_control);
    let words = "request must be a name of 1 to 100 characters that no other request has.";
    if fits { Ok(()) } else { Err(Problem::malformed(words)) }
}

impl CreationRequest {
    /// Somebody's request for `content`; none if it has no name, and so is
    /// carried out as often as it is sent.
    pub(crate) fn new(who: &str, name: Option<&str>, content: &Value) -> Result<Option<Self>, Problem> {
        let Some(name) = name else { return Ok(None) };
        check_name(name)?;
        let content_sha256 = secret::hash("request", content.to_string());
        Ok(Some(Self { who: who.to_owned(), name: name.to_owned(), content_sha256 }))
    }

    /// Whether this is an earlier request that is sent again. It is refused if
    /// it has the name of an earlier one that asked for something else.
    pub(crate) fn repeats(&self, earlier: Option<&Self>) -> Result<bool, Problem> {
        match earlier.filter(|earlier| earlier.who == self.who && earlier.name == self.name) {
            None => Ok(false),
            Some(earlier) if earlier.content_sha256 == self.content_sha256 => Ok(true),
            Some(_) => {
                let words = "An earlier request of that name said something else: give this one a name of its own.";
                Err(Problem::conflict("reused", words))
            }
        }
    }
}
