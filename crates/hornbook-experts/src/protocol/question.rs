//! What is asked, as a line.

use hornbook::{AttrSet, Conclusion, Implication};
use serde::Serialize;

use crate::{ExpertQuestion, Subject};

/// A question as it is sent.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Asked<'a> {
    Implication {
        premise: Vec<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        conclusion: Option<Vec<&'a str>>,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        impossible: bool,
    },
    Closure {
        premise: Vec<&'a str>,
    },
    Member {
        set: Vec<&'a str>,
    },
}

#[derive(Serialize)]
struct Line<'a> {
    id: u64,
    #[serde(flatten)]
    asked: Asked<'a>,
    /// The question for people.
    words: String,
}

/// A question as one line of JSON, without the line's end.
pub fn question_line(subject: &Subject, id: u64, question: &ExpertQuestion) -> String {
    let names = |set: &AttrSet| -> Vec<&str> { set.iter().map(|attr| subject.universe().name(attr)).collect() };
    let asked = match question {
        ExpertQuestion::Implication(rule) => {
            let conclusion = rule.without_premise().conclusion.attrs().map(&names);
            Asked::Implication { premise: names(&rule.premise), impossible: conclusion.is_none(), conclusion }
        }
        ExpertQuestion::Closure(premise) => Asked::Closure { premise: names(premise) },
        ExpertQuestion::Member(set) => Asked::Member { set: names(set) },
    };
    let line = Line { id, asked, words: words(subject, question) };
    // Names are text, and text is written without fail.
    serde_json::to_string(&line).unwrap_or_default()
}

/// A question for people. "Yes" always says what `"holds":true` says.
fn words(subject: &Subject, question: &ExpertQuestion) -> String {
    let vocabulary = subject.vocabulary();
    match question {
        ExpertQuestion::Implication(rule @ Implication { conclusion: Conclusion::Falsum, .. }) => {
            format!("Is this so: {}?", vocabulary.statement(rule))
        }
        ExpertQuestion::Implication(rule) => vocabulary.question(rule).to_string(),
        ExpertQuestion::Closure(premise) if premise.is_empty() => "What does everything here have?".to_owned(),
        ExpertQuestion::Closure(premise) => {
            format!("What does everything have that has {}?", vocabulary.list(premise, "and"))
        }
        ExpertQuestion::Member(set) if set.is_empty() => "Can something have none of the attributes?".to_owned(),
        ExpertQuestion::Member(set) => {
            format!("Can something have {} and no other attribute?", vocabulary.list(set, "and"))
        }
    }
}
