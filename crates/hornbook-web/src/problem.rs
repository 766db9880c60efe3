//! Why a request was not granted, in words that say what to do.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use hornbook::explore::{Exploration, Refusal};
use hornbook::journal::{Id, JournalError};
use hornbook::{AttrSet, NameError};
use serde_json::{Map, Value, json};

use crate::body::written;

/// Why a request was not granted.
#[derive(Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    kind: &'static str,
    words: String,
    more: Map<String, Value>,
}

impl Problem {
    fn new(status: StatusCode, kind: &'static str, words: impl Into<String>) -> Self {
        Self { status, kind, words: words.into(), more: Map::new() }
    }

    /// The request makes no sense.
    pub(crate) fn malformed(words: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "malformed", words)
    }

    /// Who asks is not known.
    pub(crate) fn sign_in(words: impl Into<String>) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "sign_in", words)
    }

    /// Who asks may not.
    pub(crate) fn forbidden(kind: &'static str, words: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, kind, words)
    }

    /// There is no such thing, or none for whoever asks.
    pub(crate) fn missing(words: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "missing", words)
    }

    /// It does not fit what there is.
    pub(crate) fn conflict(kind: &'static str, words: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, kind, words)
    }

    /// It cannot be done now.
    pub(crate) fn later(kind: &'static str, words: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, kind, words)
    }

    /// Too many requests.
    pub(crate) fn too_many(words: impl Into<String>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many", words)
    }

    /// Any other.
    pub(crate) fn other(status: StatusCode, kind: &'static str, words: impl Into<String>) -> Self {
        Self::new(status, kind, words)
    }

    /// Something went wrong that should not have; the log says what.
    pub(crate) fn fault() -> Self {
        let words = "Something went wrong here. What was acknowledged is kept; the server's log has more.";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "fault", words)
    }

    fn with(mut self, key: &str, value: Value) -> Self {
        self.more.insert(key.to_owned(), value);
        self
    }

    /// What it says.
    pub(crate) fn words(&self) -> &str {
        &self.words
    }

    /// Whether something could not be written or read.
    pub(crate) fn is_about_disk(&self) -> bool {
        self.kind == "disk"
    }

    /// An answer that an exploration refuses, for whoever gave it.
    pub(crate) fn refused(exploration: &Exploration, refusal: Refusal, who: &str) -> Self {
        let words = exploration.refusal(&refusal);
        let names = |set: &AttrSet| json!(exploration.universe().names_of(set).collect::<Vec<_>>());
        match &refusal {
            Refusal::LacksPremise { lacks, .. } => Self::conflict("lacks_premise", words).with("lacks", names(lacks)),
            Refusal::LacksNothing { conclusion, .. } => {
                Self::conflict("lacks_nothing", words).with("conclusion", names(conclusion))
            }
            Refusal::Otherwise { attributes, .. } => {
                Self::conflict("otherwise", words).with("attributes", names(attributes))
            }
            Refusal::NoPart(_) => Self::conflict("no_part", words),
            Refusal::AllOfIt(_) => Self::conflict("all_of_it", words),
            Refusal::Impossible(_) => Self::conflict("impossible", words),
            Refusal::Reused(_) => Self::conflict("reused", words),
            Refusal::Contradicts(dispute) => {
                let entry = |id: &Id| {
                    let entry = exploration.entry(id);
                    let said = entry.and_then(|entry| entry.who.as_deref());
                    json!({
                        "entry": id,
                        "text": entry.map_or_else(|| id.to_string(), |entry| exploration.entry_in_words(entry)),
                        "who": said,
                        "mine": said == Some(who),
                    })
                };
                let known = |rule| {
                    let text = format!("{} (known beforehand)", exploration.statement(rule));
                    json!({ "entry": null, "text": text, "who": null, "mine": false })
                };
                let lines = dispute.with.iter().map(entry).chain(dispute.background.iter().map(known));
                let lines: Vec<Value> = lines.collect();
                Self::conflict("contradicts", words).with("dispute", json!(lines))
            }
            Refusal::Journal(_) => match refusal {
                Refusal::Journal(error) => error.into(),
                _ => Self::fault(),
            },
        }
    }
}

impl From<JournalError> for Problem {
    fn from(error: JournalError) -> Self {
        let words = hornbook::explore::words::harmless(&error.to_string());
        match error {
            JournalError::Busy(_) => Self::later("busy", words),
            JournalError::Io { error, .. } if error.kind() == std::io::ErrorKind::NotFound => {
                Self::missing("There is no such exploration here any more.")
            }
            JournalError::Io { .. } => Self::later("disk", format!("{words}. What was acknowledged before is kept.")),
            JournalError::Refused(_) => Self::conflict("impossible", words),
            JournalError::Exists(_) => Self::conflict("exists", words),
            JournalError::SomethingElse(_) | JournalError::Newer { .. } | JournalError::Broken { .. } => {
                Self::conflict("broken", words)
            }
        }
    }
}

impl From<NameError> for Problem {
    fn from(error: NameError) -> Self {
        Self::malformed(hornbook::explore::words::harmless(&error.to_string()))
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut body = self.more;
        body.insert("error".to_owned(), Value::String(self.words));
        body.insert("kind".to_owned(), Value::String(self.kind.to_owned()));
        written(self.status, &body)
    }
}
