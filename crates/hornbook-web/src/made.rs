//! Requests that make something: a name that whoever sends one gives it, kept
//! with what was made, so that it is not made twice if it is sent again.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::problem::Problem;
use crate::secret;

/// The request by which something was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Made {
    /// Who sent it.
    who: String,
    /// What they call it.
    request: String,
    /// The hash of what it said.
    said_sha256: String,
}

/// Longer names of requests are none.
const LONGEST_NAME: usize = 100;

/// Refuses what cannot be the name of a request.
pub(crate) fn check_name(request: &str) -> Result<(), Problem> {
    let fits = (1..=LONGEST_NAME).contains(&request.chars().count()) && !request.chars().any(char::is_control);
    let words = "request must be a name of 1 to 100 characters that no other request has.";
    if fits { Ok(()) } else { Err(Problem::malformed(words)) }
}

impl Made {
    /// Somebody's request for something, if it has a name.
    pub(crate) fn by(who: &str, request: Option<&str>, said: &Value) -> Result<Option<Self>, Problem> {
        let Some(request) = request else { return Ok(None) };
        check_name(request)?;
        let said_sha256 = secret::hash("request", said.to_string());
        Ok(Some(Self { who: who.to_owned(), request: request.to_owned(), said_sha256 }))
    }

    /// Whether this is an earlier request that is sent again; a refusal if it
    /// has the name of one that said something else.
    pub(crate) fn repeats(&self, earlier: Option<&Self>) -> Result<bool, Problem> {
        match earlier.filter(|earlier| earlier.who == self.who && earlier.request == self.request) {
            None => Ok(false),
            Some(earlier) if earlier.said_sha256 == self.said_sha256 => Ok(true),
            Some(_) => {
                let words = "An earlier request of that name said something else: give this one a name of its own.";
                Err(Problem::conflict("reused", words))
            }
        }
    }
}
