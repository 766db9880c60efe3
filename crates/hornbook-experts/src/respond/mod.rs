//! The other end of the protocol: an expert of this library as a program that
//! others can ask, line by line.
//!
//! Who asks may know other attributes. What is asked about attributes that are not
//! known here is not known here; and a counterexample says of them that it may have
//! them or not.

mod line;

use std::io::{self, BufRead, Write};
use std::time::Duration;

use hornbook::{AttrSet, Conclusion, Implication, Universe};
use serde_json::{Map, Value, json};

use crate::{Expert, ExpertError, ExpertQuestion, ExpertReply};
use line::{AskedLine, Line};

/// Why answering ended before its end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RespondError {
    /// Questions could not be read, or answers not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line that was read is none of the protocol.
    #[error("line {line}: {problem}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What was found, and what was expected.
        problem: String,
    },
    /// The expert can be asked no more.
    #[error(transparent)]
    Expert(#[from] ExpertError),
}

/// Answers questions, a line each, until there are no more.
pub fn respond(
    expert: &mut dyn Expert,
    universe: &Universe,
    questions: impl BufRead,
    mut answers: impl Write,
) -> Result<(), RespondError> {
    let mut responding = Responding { expert, universe, asked_about: None, has_greeted: false };
    for (at, line) in questions.lines().enumerate() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let read = Line::parse(&line).map_err(|problem| RespondError::Line { line: at + 1, problem })?;
        for said in responding.hear(read)? {
            writeln!(answers, "{said}")?;
        }
        // Whoever asked one at a time waits for it.
        answers.flush()?;
    }
    Ok(())
}

struct Responding<'a> {
    expert: &'a mut dyn Expert,
    universe: &'a Universe,
    /// The attributes that questions are about, if whoever asks said so.
    asked_about: Option<Vec<String>>,
    has_greeted: bool,
}

impl Responding<'_> {
    /// What is said to a line.
    fn hear(&mut self, line: Line) -> Result<Vec<Value>, ExpertError> {
        let mut said = Vec::new();
        let asked = match line {
            Line::Greeting(attributes) => {
                self.asked_about = attributes;
                None
            }
            Line::Question(asked) => Some(asked),
        };
        if !std::mem::replace(&mut self.has_greeted, true) {
            said.push(self.greeting());
        }
        if let Some(asked) = asked {
            said.push(self.answer(&asked)?);
        }
        Ok(said)
    }

    /// Who it is, and what it can be asked. Whoever has attributes of their own is
    /// not told others.
    fn greeting(&self) -> Value {
        let abilities = self.expert.abilities();
        let kinds =
            [("implication", abilities.implication), ("closure", abilities.closure), ("member", abilities.member)];
        // What follows, and what is possible, can only be told by who knows all
        // attributes.
        let knows_all = self.beyond().is_empty();
        let kinds: Vec<&str> = kinds
            .iter()
            .filter(|(kind, able)| *able && (knows_all || *kind == "implication"))
            .map(|(kind, _)| *kind)
            .collect();
        let at_once = self.expert.questions_at_once();
        let mut greeting = json!({ "hornbook": 1, "name": self.expert.name(), "at_once": at_once, "kinds": kinds });
        if self.asked_about.is_none() {
            greeting["attributes"] = self.universe.names().into();
        }
        greeting
    }

    /// Attributes that questions may be about, and that are not known here.
    fn beyond(&self) -> Vec<&str> {
        let asked = self.asked_about.iter().flatten();
        asked.map(String::as_str).filter(|name| self.universe.attr(name).is_err()).collect()
    }

    fn answer(&mut self, asked: &AskedLine) -> Result<Value, ExpertError> {
        let reply = match self.question(asked) {
            Some(question) => self.ask(asked.id, &question)?,
            None => ExpertReply::Unknown,
        };
        let reply = match reply {
            // What is known of the rule holds, and the rest is not known.
            ExpertReply::Holds if self.known(asked.conclusion()).len() < asked.conclusion().len() => {
                ExpertReply::Unknown
            }
            reply => reply,
        };
        Ok(self.message(asked.id, &reply))
    }

    fn ask(&mut self, id: u64, question: &ExpertQuestion) -> Result<ExpertReply, ExpertError> {
        self.expert.send(id, question)?;
        loop {
            if let Some((_, reply)) = self.expert.receive(LONG_PATIENCE)? {
                return Ok(reply);
            }
        }
    }

    /// The question as far as its attributes are known here; none if nothing can be
    /// said to it.
    fn question(&self, asked: &AskedLine) -> Option<ExpertQuestion> {
        let set = |names: &[String]| self.universe.set(names).ok();
        Some(match asked.kind.as_str() {
            "closure" => ExpertQuestion::Closure(set(&asked.premise)?),
            "member" => ExpertQuestion::Member(set(asked.set.as_deref().unwrap_or_default())?),
            _ => {
                let premise = set(&asked.premise)?;
                let conclusion = match &asked.conclusion {
                    Some(names) if !asked.impossible => {
                        let known = self.known(names);
                        if known.is_empty() && !names.is_empty() {
                            return None;
                        }
                        Conclusion::Attrs(AttrSet::of(self.universe.len(), known))
                    }
                    _ => Conclusion::Falsum,
                };
                ExpertQuestion::Implication(Implication { premise, conclusion })
            }
        })
    }

    fn known(&self, names: &[String]) -> Vec<hornbook::Attr> {
        names.iter().filter_map(|name| self.universe.attr(name).ok()).collect()
    }

    /// The attributes of a set that whoever asks knows, too.
    fn names(&self, set: &AttrSet) -> Vec<&str> {
        let is_asked = |name: &&str| self.asked_about.as_ref().is_none_or(|asked| asked.iter().any(|it| it == name));
        set.iter().map(|attr| self.universe.name(attr)).filter(is_asked).collect()
    }

    fn message(&self, id: u64, reply: &ExpertReply) -> Value {
        let mut said = Map::from_iter([("id".to_owned(), Value::from(id))]);
        let mut say = |key: &str, value: Value| _ = said.insert(key.to_owned(), value);
        match reply {
            ExpertReply::Holds => say("holds", true.into()),
            ExpertReply::Fails => say("holds", false.into()),
            ExpertReply::Partly(part) => say("partly", self.names(part).into()),
            ExpertReply::PartlyKnown(part) => {
                say("partly", self.names(part).into());
                say("unknown", true.into());
            }
            ExpertReply::Counterexample { name, has, unknown } => {
                say("counterexample", self.names(has).into());
                let mut unknown = self.names(unknown);
                unknown.extend(self.beyond());
                if !unknown.is_empty() {
                    say("unknown", unknown.into());
                }
                if let Some(name) = name {
                    say("name", name.as_str().into());
                }
            }
            ExpertReply::Closure(Conclusion::Attrs(closed)) => say("closure", self.names(closed).into()),
            ExpertReply::Closure(Conclusion::Falsum) => say("impossible", true.into()),
            ExpertReply::Member(is_member) => say("member", (*is_member).into()),
            // That a search broke nothing is no answer for others to rely on.
            ExpertReply::Unknown | ExpertReply::NoExceptionFound(_) => say("unknown", true.into()),
            ExpertReply::Failed(problem) => say("error", problem.as_str().into()),
        }
        Value::Object(said)
    }
}

/// How long an expert is waited for before it is waited for again.
const LONG_PATIENCE: Duration = Duration::from_secs(3600);

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::sync::Arc;

    use hornbook::Context;

    use super::*;
    use crate::KnownExpert;

    /// A cat, a hen and a platypus.
    fn animals() -> KnownExpert {
        let universe = Arc::new(Universe::new(["hair", "milk", "eggs"]).unwrap());
        let mut table = Context::new(universe.clone());
        for (name, has) in [("cat", &["hair", "milk"][..]), ("hen", &["eggs"]), ("platypus", &["hair", "milk", "eggs"])]
        {
            table.push(Some(name.to_owned()), universe.set(has).unwrap());
        }
        KnownExpert::of_table("farm", &table)
    }

    fn said_to(lines: &str) -> Result<Vec<String>, RespondError> {
        let mut expert = animals();
        let universe = expert.universe().clone();
        let mut said = Vec::new();
        respond(&mut expert, &universe, lines.as_bytes(), &mut said)?;
        Ok(String::from_utf8(said).unwrap().lines().map(str::to_owned).collect())
    }

    #[test]
    fn who_names_no_attributes_is_told_them() {
        let said = said_to("{\"hornbook\":1}\n{\"id\":7,\"premise\":[\"milk\"],\"conclusion\":[\"hair\"]}\n").unwrap();
        let greeting: Value = serde_json::from_str(&said[0]).unwrap();
        assert_eq!(greeting["attributes"], json!(["hair", "milk", "eggs"]));
        assert_eq!(greeting["kinds"], json!(["implication", "closure", "member"]));
        assert_eq!(said[1], r#"{"holds":true,"id":7}"#);
    }

    #[test]
    fn every_kind_of_question_is_answered() {
        for (question, expected) in [
            (r#""premise":["hair"],"conclusion":["eggs"]"#, json!({"counterexample": ["hair", "milk"], "name": "cat"})),
            (r#""premise":["hair"],"impossible":true"#, json!({"counterexample": ["hair", "milk"], "name": "cat"})),
            (r#""kind":"closure","premise":["milk"]"#, json!({"closure": ["hair", "milk"]})),
            (r#""kind":"member","set":["eggs"]"#, json!({"member": true})),
            (r#""kind":"member","set":["milk"]"#, json!({"member": false})),
        ] {
            let said = said_to(&format!("{{\"id\":1,{question}}}\n")).unwrap();
            let mut said: Value = serde_json::from_str(&said[1]).unwrap();
            said.as_object_mut().unwrap().remove("id");
            assert_eq!(said, expected, "{question}");
        }
    }

    #[test]
    fn what_is_asked_about_other_attributes_is_not_known() {
        let greeting = r#"{"hornbook":1,"attributes":[{"name":"milk"},{"name":"eggs"},{"name":"tame"}]}"#;
        for (question, expected) in [
            (r#""premise":["tame"],"conclusion":["milk"]"#, json!({"unknown": true})),
            (r#""premise":["milk"],"conclusion":["tame"]"#, json!({"unknown": true})),
            (r#""premise":["milk"],"conclusion":["milk","tame"]"#, json!({"unknown": true})),
            // Hair is nothing that whoever asks knows; whether it is tame is not known here.
            (
                r#""premise":["milk"],"conclusion":["eggs","tame"]"#,
                json!({"counterexample": ["milk"], "unknown": ["tame"], "name": "cat"}),
            ),
        ] {
            let said = said_to(&format!("{greeting}\n{{\"id\":1,{question}}}\n")).unwrap();
            let told: Value = serde_json::from_str(&said[0]).unwrap();
            assert_eq!((&told["kinds"], told.get("attributes")), (&json!(["implication"]), None));
            let mut said: Value = serde_json::from_str(&said[1]).unwrap();
            said.as_object_mut().unwrap().remove("id");
            assert_eq!(said, expected, "{question}");
        }
    }

    #[test]
    fn what_is_no_question_is_told_with_its_line() {
        for (lines, problem) in [
            ("\n{\"id\":1", "line 2: "),
            ("[]", "expected an object"),
            ("{\"hornbook\":2}", "version 2"),
            ("{\"id\":1,\"kind\":\"why\",\"premise\":[]}", "\"why\""),
            ("{\"id\":1,\"premise\":[\"milk\"]}", "conclusion"),
        ] {
            let error = said_to(lines).unwrap_err().to_string();
            assert!(error.contains(problem), "{lines}: {error}");
        }
    }
}
