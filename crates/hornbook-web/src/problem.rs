//! Why a request was not granted, in words that say what to do.

use std::io;
use std::path::Path;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use hornbook::{AttrSet, NameError};
use hornbook_explore::journal::{EntryId, JournalError, RuleLine};
use hornbook_explore::{Exploration, Refusal};
use hornbook_words::escape_control;
use serde_json::{Map, Value, json};

use crate::log;
use crate::response::json_response;

/// Why a request was not granted.
#[derive(Clone, Debug)]
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

    /// The request is not as it should be, whatever the state of things.
    pub(crate) fn malformed(words: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "malformed", words)
    }

    /// Whoever asks has to sign in first.
    pub(crate) fn sign_in(words: impl Into<String>) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "sign_in", words)
    }

    /// Whoever asks may not do that.
    pub(crate) fn forbidden(kind: &'static str, words: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, kind, words)
    }

    /// There is no such thing, or whoever asks may not know of it.
    pub(crate) fn missing(words: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "missing", words)
    }

    /// It contradicts the state of things.
    pub(crate) fn conflict(kind: &'static str, words: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, kind, words)
    }

    /// It cannot be done now, but perhaps later.
    pub(crate) fn unavailable(kind: &'static str, words: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, kind, words)
    }

    /// Too many requests.
    pub(crate) fn too_many(words: impl Into<String>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many", words)
    }

    /// Any other problem.
    pub(crate) fn other(status: StatusCode, kind: &'static str, words: impl Into<String>) -> Self {
        Self::new(status, kind, words)
    }

    /// There is a mistake in the program; the log says where.
    pub(crate) fn fault() -> Self {
        let words = "Something went wrong here. What was acknowledged is kept; the server's log has more.";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "fault", words)
    }

    /// A file cannot be read or written. The log has its path; whoever asked is
    /// told its name alone, as they need not know where on the disk it is.
    pub(crate) fn disk(doing: &str, path: &Path, error: &io::Error) -> Self {
        log::note_rarely(&format!("cannot {doing} {}: {error}", path.display()));
        let words = escape_control(&format!("Cannot {doing} {}: {error}", file_name(path)));
        Self::unavailable("disk", format!("{words}. What was acknowledged before is kept."))
    }

    fn with(mut self, key: &str, value: Value) -> Self {
        self.more.insert(key.to_owned(), value);
        self
    }

    /// The same, with which question of a list it is about.
    pub(crate) fn about_question(self, question: &RuleLine) -> Self {
        self.with("question", json!(question))
    }

    /// The same, where what it contradicts may be no entry, and so cannot be taken
    /// back.
    pub(crate) fn without_entries(mut self, is_none: impl Fn(&str) -> bool) -> Self {
        let lines = self.more.get_mut("dispute").and_then(Value::as_array_mut);
        for line in lines.into_iter().flatten() {
            if line["entry"].as_str().is_some_and(&is_none) {
                line["entry"] = Value::Null;
                line["mine"] = json!(false);
            }
        }
        self
    }

    /// The problem in words.
    pub(crate) fn words(&self) -> &str {
        &self.words
    }

    /// The problem in words, without the rest.
    pub(crate) fn into_words(self) -> String {
        self.words
    }

    /// Whether somebody takes too much.
    pub(crate) fn is_too_many(&self) -> bool {
        self.status == StatusCode::TOO_MANY_REQUESTS
    }

    /// Whether a file could not be read or written.
    pub(crate) fn is_about_disk(&self) -> bool {
        self.kind == "disk"
    }

    /// An exploration refuses what `who` asked for.
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
                let entry = |id: &EntryId| {
                    let entry = exploration.entry(id);
                    let said = entry.and_then(|entry| entry.who.as_deref());
                    // What programs say gives way to whoever answers.
                    let gives_way = entry.is_some_and(|entry| entry.program);
                    json!({
                        "entry": id,
                        "text": entry.map_or_else(|| id.to_string(), |entry| exploration.entry_in_words(entry)),
                        "who": entry.and_then(hornbook_explore::words::author),
                        "mine": said == Some(who) || gives_way,
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

/// The name of a file, without the folders it is in.
fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// What is wrong with a journal, in words that have its name without its path,
/// which goes to the log.
fn without_folder(error: &JournalError) -> String {
    let words = error.to_string();
    let path = match error {
        JournalError::SomethingElse(path) | JournalError::Exists(path) | JournalError::Busy(path) => path,
        JournalError::Newer { path, .. } | JournalError::Broken { path, .. } => path,
        JournalError::Io { .. } | JournalError::Refused(_) => return words,
    };
    let told = words.replace(&path.display().to_string(), &file_name(path));
    if told != words {
        log::note_rarely(&words);
    }
    told
}

impl From<JournalError> for Problem {
    fn from(error: JournalError) -> Self {
        let words = escape_control(&without_folder(&error));
        match error {
            JournalError::Busy(_) => Self::unavailable("busy", words),
            JournalError::Io { error, .. } if error.kind() == std::io::ErrorKind::NotFound => {
                Self::missing("There is no such exploration here any more.")
            }
            JournalError::Io { doing, path, error } => Self::disk(doing, &path, &error),
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
        Self::malformed(escape_control(&error.to_string()))
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut body = self.more;
        body.insert("error".to_owned(), Value::String(self.words));
        body.insert("kind".to_owned(), Value::String(self.kind.to_owned()));
        json_response(self.status, &body)
    }
}
