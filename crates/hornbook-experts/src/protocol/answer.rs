//! What may be said to a question, and what it means.

use std::collections::HashSet;

use hornbook::{AttrSet, Conclusion, Implication};
use serde::Deserialize;

use super::quote;
use crate::{ExpertQuestion, ExpertReply, Subject};

/// An answer as it stands.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerMessage {
    id: u64,
    #[serde(default)]
    holds: Option<bool>,
    #[serde(default)]
    counterexample: Option<Vec<String>>,
    #[serde(default)]
    unknown: Option<Unknown>,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    partly: Option<Vec<String>>,
    #[serde(default)]
    closure: Option<Vec<String>>,
    #[serde(default)]
    impossible: Option<bool>,
    #[serde(default)]
    member: Option<bool>,
    #[serde(default)]
    error: Option<String>,
    #[serde(default)]
    because: Vec<String>,
}

/// That nothing is known, or which attributes of a counterexample are not.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Unknown {
    Everything(bool),
    Attributes(Vec<String>),
}

/// What is wrong with an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerFault {
    /// It is none: the program does not speak the protocol.
    Message(String),
    /// It makes no sense as an answer to its question.
    Content(String),
}

/// No name of an object is longer.
const MAX_NAME_BYTES: usize = 1000;
/// No more reasons of an answer are kept.
const MAX_REASONS: usize = 100;
/// Longer reasons are cut.
const MAX_REASON_CHARS: usize = 1000;

impl AnswerMessage {
    /// An answer, if the line is one; else why not.
    pub fn parse(line: &str) -> Result<Self, String> {
        // A list would do for the parser.
        if !line.trim_start().starts_with('{') {
            return Err(format!("it said {}, expected one JSON object a line", quote(line)));
        }
        serde_json::from_str(line).map_err(|error| {
            let shown = quote(line);
            match error.classify() {
                serde_json::error::Category::Data => format!("it said {shown}, which is no answer: {error}"),
                _ => format!("it said {shown}, expected one JSON object a line: {error}"),
            }
        })
    }

    /// The number of the question that it answers.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// What it rests on, as its author says: not more than can be looked at.
    pub fn because(&self) -> Vec<String> {
        let reasons = self.because.iter().map(|reason| reason.trim()).filter(|reason| !reason.is_empty());
        reasons.take(MAX_REASONS).map(|reason| reason.chars().take(MAX_REASON_CHARS).collect()).collect()
    }

    /// What it says to a question. `beyond` are attributes that its author knows
    /// and nobody asks about; what is said of them is left out.
    pub fn reply(
        &self,
        question: &ExpertQuestion,
        subject: &Subject,
        beyond: &HashSet<String>,
    ) -> Result<ExpertReply, AnswerFault> {
        self.check_form().map_err(AnswerFault::Message)?;
        if let Some(error) = &self.error {
            return Ok(ExpertReply::Failed(quote(error)));
        }
        let is_unknown = matches!(self.unknown, Some(Unknown::Everything(true)));
        if is_unknown && self.partly.is_none() {
            return Ok(ExpertReply::Unknown);
        }
        let set = |names: &[String]| named(subject, beyond, names).map_err(AnswerFault::Content);
        let other_kind = |kind: &str| Err(AnswerFault::Message(format!("that answers no question of the kind {kind}")));
        match question {
            ExpertQuestion::Implication(rule) => match (self.holds, &self.counterexample, &self.partly) {
                (Some(true), ..) => Ok(ExpertReply::Holds),
                (Some(false), ..) => Ok(ExpertReply::Fails),
                (_, Some(has), _) => {
                    let unknown = match &self.unknown {
                        Some(Unknown::Attributes(names)) => set(names)?,
                        _ => subject.universe().none(),
                    };
                    let has = set(has)?;
                    check_breaks(subject, rule, &has, &unknown).map_err(AnswerFault::Content)?;
                    Ok(ExpertReply::Counterexample { name: self.name()?, has, unknown })
                }
                (.., Some(part)) => {
                    let part = set(part)?.difference(&rule.premise);
                    check_part(subject, rule, &part).map_err(AnswerFault::Content)?;
                    match (is_unknown, &rule.conclusion) {
                        (false, _) => Ok(ExpertReply::Partly(part)),
                        (true, Conclusion::Attrs(_)) => Ok(ExpertReply::PartlyKnown(part)),
                        (true, Conclusion::Falsum) => Err(AnswerFault::Content(
                            "a part that follows, with the rest unknown, goes with a conclusion".to_owned(),
                        )),
                    }
                }
                _ => other_kind("implication"),
            },
            ExpertQuestion::Closure(premise) => match (&self.closure, self.impossible) {
                (_, Some(true)) => Ok(ExpertReply::Closure(Conclusion::Falsum)),
                (Some(names), _) => {
                    let closed = set(names)?;
                    match premise.difference(&closed).first() {
                        Some(attr) => Err(AnswerFault::Content(format!(
                            "the closure leaves out {:?}, which was asked about",
                            subject.universe().name(attr)
                        ))),
                        None => Ok(ExpertReply::Closure(Conclusion::Attrs(closed))),
                    }
                }
                _ => other_kind("closure"),
            },
            ExpertQuestion::Member(_) => match self.member {
                Some(is_member) => Ok(ExpertReply::Member(is_member)),
                None => other_kind("member"),
            },
        }
    }

    /// Refuses what says nothing, or two things at once.
    fn check_form(&self) -> Result<(), String> {
        // With a part that follows, it is the rest that is not known.
        let nothing_known = matches!(self.unknown, Some(Unknown::Everything(_))) && self.partly.is_none();
        let said = [
            ("holds", self.holds.is_some()),
            ("counterexample", self.counterexample.is_some()),
            ("unknown", nothing_known),
            ("partly", self.partly.is_some()),
            ("closure", self.closure.is_some()),
            ("impossible", self.impossible.is_some()),
            ("member", self.member.is_some()),
            ("error", self.error.is_some()),
        ];
        let said: Vec<&str> = said.into_iter().filter(|(_, is_said)| *is_said).map(|(name, _)| name).collect();
        match said[..] {
            [] => {
                return Err(
                    "expected one of holds, counterexample, partly, unknown, closure, impossible, member or error"
                        .to_owned(),
                );
            }
            [_] => {}
            [first, second, ..] => return Err(format!("it says both {first} and {second}, expected one of them")),
        }
        if self.counterexample.is_none() {
            if matches!(self.unknown, Some(Unknown::Attributes(_))) {
                return Err("a list of what is unknown goes with a counterexample".to_owned());
            }
            if self.name.is_some() {
                return Err("a name goes with a counterexample".to_owned());
            }
        }
        let never_false = [("unknown", &self.unknown_flag()), ("impossible", &self.impossible)];
        match never_false.iter().find(|(_, flag)| **flag == Some(false)) {
            Some((name, _)) => Err(format!("{name} is false, which says nothing: leave it out")),
            None => Ok(()),
        }
    }

    fn unknown_flag(&self) -> Option<bool> {
        match self.unknown {
            Some(Unknown::Everything(flag)) => Some(flag),
            _ => None,
        }
    }

    /// What the counterexample is called.
    fn name(&self) -> Result<Option<String>, AnswerFault> {
        let name = self.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
        match name {
            Some(name) if name.len() > MAX_NAME_BYTES => {
                Err(AnswerFault::Content(format!("the name of the object has more than {MAX_NAME_BYTES} bytes")))
            }
            name => Ok(name.map(str::to_owned)),
        }
    }
}

/// The attributes of these names.
fn named(subject: &Subject, beyond: &HashSet<String>, names: &[String]) -> Result<AttrSet, String> {
    let universe = subject.universe();
    let mut set = universe.none();
    for name in names {
        match universe.attr(name) {
            Ok(attr) => _ = set.insert(attr),
            Err(_) if beyond.contains(name) => {}
            Err(_) => return Err(format!("it names {:?}, which is no attribute here", quote(name))),
        }
    }
    Ok(set)
}

/// Whether something that has this, and perhaps what is unknown, breaks a rule.
fn check_breaks(subject: &Subject, rule: &Implication, has: &AttrSet, unknown: &AttrSet) -> Result<(), String> {
    let name = |attr| subject.universe().name(attr);
    if let Some(attr) = has.intersection(unknown).first() {
        return Err(format!("the counterexample has {:?}, and it is unknown whether it has it", name(attr)));
    }
    if let Some(attr) = rule.premise.difference(has).first() {
        let problem = format!("the counterexample does not list {:?}, which the premise has", name(attr));
        return Err(format!("{problem}: it breaks nothing"));
    }
    match &rule.conclusion {
        Conclusion::Attrs(attrs) if attrs.is_subset(&has.union(unknown)) => {
            Err("the counterexample lacks nothing of the conclusion for certain: it breaks nothing".to_owned())
        }
        _ => Ok(()),
    }
}

/// Whether this is a part of what a rule concludes, and not all of it.
fn check_part(subject: &Subject, rule: &Implication, part: &AttrSet) -> Result<(), String> {
    if part.is_empty() {
        return Err("the part that follows is empty: say \"holds\":false".to_owned());
    }
    let Conclusion::Attrs(attrs) = &rule.conclusion else { return Ok(()) };
    if let Some(attr) = part.difference(attrs).first() {
        return Err(format!("{:?} is no part of the conclusion", subject.universe().name(attr)));
    }
    match attrs.difference(&rule.premise).is_subset(part) {
        true => Err("the part that follows is all of the conclusion: say \"holds\":true".to_owned()),
        false => Ok(()),
    }
}
