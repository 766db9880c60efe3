//! Rules as a suite of Great Expectations.

use serde_json::{Value, json};

use super::emission::{Emission, EmittedRule, one_line};
use crate::error::EngineError;

impl Emission<'_> {
    /// A suite of that name, for version 1 of Great Expectations: for each rule the query
    /// for its unexpected rows.
    pub fn great_expectations(&self, name: &str) -> Result<Value, EngineError> {
        let expectations: Result<Vec<Value>, EngineError> =
            self.rules.iter().map(|rule| self.expectation(rule)).collect();
        Ok(json!({ "name": name, "expectations": expectations?, "meta": { "made_by": "hornbook" }, "notes": null }))
    }

    fn expectation(&self, rule: &EmittedRule) -> Result<Value, EngineError> {
        let conditions = as_template(&self.broken(rule, None)?);
        Ok(json!({
            "type": "unexpected_rows_expectation",
            "kwargs": { "unexpected_rows_query": format!("SELECT * FROM {{batch}} WHERE {conditions}") },
            "meta": { "rule": rule.text, "rule_id": rule.name },
            "description": one_line(&rule.text),
        }))
    }
}

/// The text so that filling in the batch leaves it as it is, and so does SQLAlchemy, which
/// takes `:name` for a parameter wherever it stands.
fn as_template(text: &str) -> String {
    without_parameters(text).replace('{', "{{").replace('}', "}}")
}

/// A backslash before whatever would be taken for a parameter; it is taken away again, and
/// so are those that were there before.
fn without_parameters(text: &str) -> String {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut written = String::new();
    let mut before = None;
    for (at, letter) in text.char_indices() {
        if letter == ':' {
            let rest = &text[at + 1..];
            let behind = rest.trim_start_matches(is_word);
            let ends = !behind.starts_with(':');
            let is_parameter = behind.len() < rest.len() && !before.is_some_and(|c| c == ':' || is_word(c));
            if ends && (is_parameter || before == Some('\\')) {
                written.push('\\');
            }
        }
        written.push(letter);
        before = Some(letter);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_a_parameter_is_none() {
        assert_eq!(as_template("a::text = ':b'"), "a::text = '\\:b'");
        assert_eq!(as_template("'12:30' '{x}' ': ' ':a:'"), "'12:30' '{{x}}' ': ' ':a:'");
        assert_eq!(as_template("'\\:b'"), "'\\\\:b'");
    }
}
