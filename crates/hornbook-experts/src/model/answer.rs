//! What a model said to a rule, read strictly.
//!
//! The whole text must be one JSON object of the form that was asked for, with white
//! space around it, or with one Markdown code fence around all of it, which says
//! nothing. Prose before or behind, a second object, another field, a name that no
//! attribute has to the letter, a counterexample that breaks nothing, an answer that
//! contradicts itself: each is *don't know*, and the reason is kept.

use hornbook::{AttrSet, Conclusion, Implication, Universe};
use hornbook_words::{escape_control, size};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use crate::ExpertReply;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Said {
    answer: Verdict,
    /// What is in it is read once it is known to be an object.
    #[serde(default)]
    counterexample: Option<Box<RawValue>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Yes,
    No,
    Unknown,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    has: Vec<String>,
    #[serde(default)]
    lacks: Vec<String>,
}

/// No answer is longer: what is, is not what was asked for.
const MAX_ANSWER_BYTES: usize = 100_000;
/// No name of an object is longer.
const MAX_NAME_BYTES: usize = 1000;
/// No more of a text is shown.
const MAX_SHOWN_CHARS: usize = 160;

/// What was said to a rule; else why that is not clear.
pub(super) fn read_answer(text: &str, rule: &Implication, universe: &Universe) -> Result<ExpertReply, String> {
    if text.len() > MAX_ANSWER_BYTES {
        return Err(format!("it said {}, expected a short JSON object", size(text.len())));
    }
    let found = |problem: String| format!("it said {:?}, expected one JSON object as asked for: {problem}", cut(text));
    let said: Said = read_object(without_fence(text.trim())).map_err(found)?;
    let example: Option<Example> =
        said.counterexample.map(|example| read_object(example.get())).transpose().map_err(found)?;
    match (said.answer, example) {
        (Verdict::Yes, None) => Ok(ExpertReply::Holds),
        (Verdict::Yes, Some(_)) => Err("it said that the rule holds, and gave a counterexample".to_owned()),
        (Verdict::Unknown, _) => Ok(ExpertReply::Unknown),
        (Verdict::No, None) => Ok(ExpertReply::Fails),
        (Verdict::No, Some(example)) => example.read(rule, universe),
    }
}

/// A JSON object, and no list of its fields without their names, which would do for
/// the library.
fn read_object<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    match text.starts_with('{') {
        true => serde_json::from_str(text).map_err(|error| error.to_string()),
        false => Err("it does not begin with {".to_owned()),
    }
}

/// Text from outside, escaped and cut so that it fits into a message.
pub(super) fn cut(text: &str) -> String {
    let mut shown: String = text.chars().take(MAX_SHOWN_CHARS).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    escape_control(&shown)
}

/// What is within a code fence, if all is.
fn without_fence(text: &str) -> &str {
    let fenced = text.strip_prefix("```").and_then(|text| text.strip_suffix("```"));
    let fenced = fenced.and_then(|text| text.split_once('\n'));
    match fenced {
        Some((language, inside)) if matches!(language.trim(), "" | "json") => inside,
        _ => text,
    }
}

impl Example {
    fn read(self, rule: &Implication, universe: &Universe) -> Result<ExpertReply, String> {
        let has = named(&self.has, universe)?;
        let lacks = named(&self.lacks, universe)?;
        let called = |attr| universe.name(attr);
        if let Some(attr) = has.intersection(&lacks).first() {
            return Err(format!("its counterexample both has and lacks {:?}", called(attr)));
        }
        if let Some(attr) = rule.premise.difference(&has).first() {
            return Err(format!("its counterexample does not have {:?}: it breaks nothing", called(attr)));
        }
        if let Conclusion::Attrs(conclusion) = &rule.conclusion
            && conclusion.is_disjoint(&lacks)
        {
            return Err("its counterexample lacks nothing of the conclusion: it breaks nothing".to_owned());
        }
        let name = self.name.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
        if name.as_ref().is_some_and(|name| name.len() > MAX_NAME_BYTES) {
            return Err(format!("the name of its counterexample has more than {MAX_NAME_BYTES} bytes"));
        }
        let unknown = universe.all().difference(&has).difference(&lacks);
        Ok(ExpertReply::Counterexample { name, has, unknown })
    }
}

fn named(names: &[String], universe: &Universe) -> Result<AttrSet, String> {
    let mut set = universe.none();
    for name in names {
        let attr = universe.attr(name).map_err(|_| format!("it named {:?}, which is no attribute", cut(name)))?;
        set.insert(attr);
    }
    Ok(set)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said to a → b, of the attributes a, b and c.
    fn read(text: &str) -> Result<ExpertReply, String> {
        let universe = Universe::letters(3);
        read_answer(text, &Implication::new(set(&[0]), set(&[1])), &universe)
    }

    fn set(attrs: &[usize]) -> AttrSet {
        AttrSet::of(3, attrs.iter().copied())
    }

    fn example(name: Option<&str>, has: &[usize], unknown: &[usize]) -> ExpertReply {
        ExpertReply::Counterexample { name: name.map(str::to_owned), has: set(has), unknown: set(unknown) }
    }

    #[test]
    fn answers_of_the_form_that_was_asked_for() {
        assert_eq!(read(r#"{"answer":"yes","counterexample":null}"#), Ok(ExpertReply::Holds));
        assert_eq!(read(" \n{\"answer\" : \"yes\"}\n"), Ok(ExpertReply::Holds));
        assert_eq!(read(r#"{"answer":"unknown","counterexample":null}"#), Ok(ExpertReply::Unknown));
        assert_eq!(read(r#"{"answer":"no","counterexample":null}"#), Ok(ExpertReply::Fails));
        let said = r#"{"answer":"no","counterexample":{"name":" bat ","has":["a"],"lacks":["b"]}}"#;
        assert_eq!(read(said), Ok(example(Some("bat"), &[0], &[2])));
        let said = r#"{"answer":"no","counterexample":{"name":"","has":["a","a","c"],"lacks":["b"]}}"#;
        assert_eq!(read(said), Ok(example(None, &[0, 2], &[])));
        let said = r#"{"answer":"no","counterexample":{"has":["a","b"]}}"#;
        let never = read_answer(said, &Implication::never(set(&[0, 1])), &Universe::letters(3));
        assert_eq!(never, Ok(example(None, &[0, 1], &[2])));
    }

    #[test]
    fn one_fence_around_all_of_it_says_nothing() {
        assert_eq!(read("```json\n{\"answer\":\"yes\"}\n```"), Ok(ExpertReply::Holds));
        assert_eq!(read("```\n{\"answer\":\"yes\"}\n```\n"), Ok(ExpertReply::Holds));
        for unclear in [
            "Sure!\n```json\n{\"answer\":\"yes\"}\n```",
            "```json\n{\"answer\":\"yes\"}\n```\nI hope this helps.",
            "```json\n{\"answer\":\"yes\"}\n```\n```json\n{\"answer\":\"no\"}\n```",
            "```python\n{\"answer\":\"yes\"}\n```",
            "```json\n{\"answer\":\"yes\"}",
            "```",
            "``````",
        ] {
            assert!(read(unclear).is_err(), "{unclear}");
        }
    }

    #[test]
    fn anything_else_is_not_clear() {
        for unclear in [
            "",
            "yes",
            "\"yes\"",
            "null",
            "[]",
            "[\"yes\"]",
            "[\"yes\",null]",
            "[{\"answer\":\"yes\"}]",
            "{}",
            "Yes, the rule holds: {\"answer\":\"yes\"}",
            "{\"answer\":\"yes\"} because all of them do",
            "{\"answer\":\"yes\"}{\"answer\":\"no\"}",
            "<think>hm</think>{\"answer\":\"yes\"}",
            "{\"answer\":\"yes\",\"answer\":\"no\"}",
            "{\"answer\":\"Yes\"}",
            "{\"answer\":\"maybe\"}",
            "{\"answer\":true}",
            "{\"answer\":null}",
            "{\"answer\":[\"yes\"]}",
            "{\"answer\":\"yes\",\"reason\":\"obvious\"}",
            "{\"answer\":\"yes\",\"counterexample\":{\"has\":[\"a\"],\"lacks\":[\"b\"]}}",
            "{\"answer\":\"no\",\"counterexample\":\"a penguin\"}",
            "{\"answer\":\"no\",\"counterexample\":[]}",
            "{\"answer\":\"no\",\"counterexample\":[\"bat\",[\"a\"],[\"b\"]]}",
            "{\"answer\":\"no\",\"counterexample\":{\"has\":\"a\",\"lacks\":[\"b\"]}}",
            "{\"answer\":\"no\",\"counterexample\":{\"has\":[0],\"lacks\":[1]}}",
            "{\"answer\":\"no\",\"counterexample\":{\"name\":7,\"has\":[\"a\"],\"lacks\":[\"b\"]}}",
            "{\"answer\":\"no\",\"counterexample\":{\"has\":[\"a\"],\"lacks\":[\"b\"],\"why\":\"\"}}",
            "{\"answer\":\"no\",\"counterexample\":{\"has\":[\"a\"],\"lac",
            "{\"answer\":\"no\",\"counterexample\":{\"name\":\"bat",
        ] {
            let reason = read(unclear).unwrap_err();
            assert!(reason.starts_with("it said"), "{unclear}: {reason}");
        }
        let deep = format!("{}{}", "{\"counterexample\":".repeat(5000), "}".repeat(5000));
        assert!(read(&deep).is_err());
    }

    #[test]
    fn a_counterexample_must_break_the_rule_by_attributes_there_are() {
        let reason = |has: &str, lacks: &str| {
            let said = format!("{{\"answer\":\"no\",\"counterexample\":{{\"has\":[{has}],\"lacks\":[{lacks}]}}}}");
            read(&said).unwrap_err()
        };
        assert_eq!(reason("", ""), "its counterexample does not have \"a\": it breaks nothing");
        assert!(reason("\"a\"", "").contains("lacks nothing of the conclusion"));
        assert!(reason("\"a\"", "\"c\"").contains("lacks nothing of the conclusion"));
        assert!(reason("\"a\",\"b\"", "").contains("lacks nothing of the conclusion"));
        assert!(reason("\"a\",\"b\"", "\"b\"").contains("both has and lacks \"b\""));
        assert!(reason("\"a\",\"wings\"", "\"b\"").contains("\"wings\", which is no attribute"));
        assert!(reason("\"A\"", "\"b\"").contains("\"A\", which is no attribute"));
    }

    #[test]
    fn what_is_huge_is_refused_and_shown_short() {
        let huge = format!("{{\"answer\":\"yes\"}}{}", " ".repeat(MAX_ANSWER_BYTES));
        assert!(read(&huge).unwrap_err().contains("expected a short"));
        let prose = "blah\u{1b}[2J ".repeat(1000);
        let reason = read(&prose).unwrap_err();
        assert!(reason.len() < 400 && !reason.contains('\u{1b}'), "{reason}");
        let name = "x".repeat(MAX_NAME_BYTES + 1);
        let said = format!(
            "{{\"answer\":\"no\",\"counterexample\":{{\"name\":\"{name}\",\"has\":[\"a\"],\"lacks\":[\"b\"]}}}}"
        );
        assert!(read(&said).unwrap_err().contains("more than 1000 bytes"));
    }
}
