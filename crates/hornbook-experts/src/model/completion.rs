//! What comes back from an endpoint.

use serde::Deserialize;

use super::answer::cut;

/// What a model said, and what that took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Completion {
    /// What it said; nothing if it refused to say anything.
    pub(super) text: String,
    /// Why there is no more of it, if that is not because all is said.
    pub(super) cut_short: Option<String>,
    /// Tokens sent and answered, if the endpoint counts.
    pub(super) usage: Option<TokenCount>,
}

/// Tokens sent and answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TokenCount {
    pub(super) sent: u64,
    pub(super) answered: u64,
}

#[derive(Deserialize)]
struct Body {
    choices: Vec<Choice>,
    #[serde(default)]
    usage: Option<Usage>,
}

#[derive(Deserialize)]
struct Choice {
    message: Message,
    #[serde(default)]
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Message {
    #[serde(default)]
    content: Option<String>,
    #[serde(default)]
    refusal: Option<String>,
}

#[derive(Deserialize)]
struct Usage {
    prompt_tokens: u64,
    #[serde(default)]
    completion_tokens: u64,
}

impl Completion {
    /// What is in a response; else why it is none.
    pub(super) fn parse(body: &[u8]) -> Result<Self, String> {
        let found = |problem: String| {
            format!("it sent {:?}, expected a chat completion: {problem}", cut(&String::from_utf8_lossy(body)))
        };
        let body: Body = serde_json::from_slice(body).map_err(|error| found(error.to_string()))?;
        let usage = body.usage.map(|usage| TokenCount { sent: usage.prompt_tokens, answered: usage.completion_tokens });
        let choice = body.choices.into_iter().next().ok_or_else(|| found("there is no choice in it".to_owned()))?;
        let refusal = choice.message.refusal.map(|words| format!("it refused to answer: {}", cut(&words)));
        let cut_short = match choice.finish_reason.as_deref() {
            Some("length") => Some("its answer was cut off: it is longer than allowed".to_owned()),
            Some("content_filter") => Some("its answer was held back by a filter".to_owned()),
            _ => refusal,
        };
        Ok(Self { text: choice.message.content.unwrap_or_default(), cut_short, usage })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn completions_as_endpoints_write_them() {
        let body = r#"{"id":"x","choices":[{"index":0,"message":{"role":"assistant","content":"hi"},"finish_reason":"stop"}],
            "usage":{"prompt_tokens":7,"completion_tokens":2,"total_tokens":9,"prompt_tokens_details":{}}}"#;
        let usage = Some(TokenCount { sent: 7, answered: 2 });
        assert_eq!(
            Completion::parse(body.as_bytes()),
            Ok(Completion { text: "hi".to_owned(), cut_short: None, usage })
        );
        let refused = r#"{"choices":[{"message":{"content":null,"refusal":"I can't"}}]}"#;
        let refused = Completion::parse(refused.as_bytes()).unwrap();
        assert_eq!(refused.text, "");
        assert_eq!(refused.cut_short.as_deref(), Some("it refused to answer: I can't"));
        let long = r#"{"choices":[{"message":{"content":"{"},"finish_reason":"length"}]}"#;
        assert!(Completion::parse(long.as_bytes()).unwrap().cut_short.unwrap().contains("cut off"));
    }

    #[test]
    fn anything_else_is_none() {
        for body in ["", "<html>", "{}", r#"{"choices":[]}"#, r#"{"error":{"message":"no"}}"#, "\u{0}", "[1]"] {
            assert!(Completion::parse(body.as_bytes()).unwrap_err().contains("expected a chat completion"), "{body}");
        }
        assert!(Completion::parse(b"\xff\xfe").is_err());
    }
}
