//! The lines that are read: a greeting, or a question.

use serde::Deserialize;
use serde_json::Value;

/// A line of whoever asks.
pub(super) enum Line {
    /// The attributes that questions will be about, if that is settled.
    Greeting(Option<Vec<String>>),
    Question(AskedLine),
}

/// A question as it stands.
#[derive(Debug, Deserialize)]
pub(super) struct AskedLine {
    pub id: u64,
    #[serde(default = "implication")]
    pub kind: String,
    #[serde(default)]
    pub premise: Vec<String>,
    pub conclusion: Option<Vec<String>>,
    #[serde(default)]
    pub impossible: bool,
    pub set: Option<Vec<String>>,
}

fn implication() -> String {
    "implication".to_owned()
}

impl AskedLine {
    /// The attributes that it asks whether they follow; none for what never occurs.
    pub(super) fn conclusion(&self) -> &[String] {
        self.conclusion.as_deref().unwrap_or_default()
    }
}

impl Line {
    /// What a line says; why it is none of the protocol, if it is none.
    pub(super) fn parse(line: &str) -> Result<Self, String> {
        let read: Value =
            serde_json::from_str(line).map_err(|error| format!("expected one JSON object a line: {error}"))?;
        let Some(object) = read.as_object() else {
            return Err("expected an object, a greeting or a question".to_owned());
        };
        if let Some(version) = object.get("hornbook") {
            if *version != 1 {
                return Err(format!("found version {version} of the protocol, expected 1"));
            }
            return Ok(Self::Greeting(object.get("attributes").map(names)));
        }
        let asked: AskedLine = serde_json::from_value(read).map_err(|error| format!("this is no question: {error}"))?;
        match asked.kind.as_str() {
            "implication" if asked.conclusion.is_none() && !asked.impossible => {
                Err("expected a conclusion, or \"impossible\":true".to_owned())
            }
            "implication" | "closure" | "member" => Ok(Self::Question(asked)),
            other => Err(format!("found the kind {other:?}, expected implication, closure or member")),
        }
    }
}

/// The names in a list of attributes, each with or without more to it.
fn names(list: &Value) -> Vec<String> {
    let name = |attribute: &Value| attribute.as_str().or_else(|| attribute["name"].as_str()).map(str::to_owned);
    list.as_array().into_iter().flatten().filter_map(name).collect()
}
