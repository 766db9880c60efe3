//! What an entry says, on one line.

use super::one_line::on_one_line;
use super::{author, policy_in_words};
use crate::exploration::Exploration;
use crate::journal::{AnswerRecord, Attribute, Entry, EntryId, EntryKind, ObjectLine, Reply, RuleLine};
use hornbook::Implication;
use hornbook_words::{Language, escape_control, grouped, rounded_up};

/// So many reasons of a program are shown where an answer is told; `hornbook journal
/// log --json` has all.
const SHOWN_REASONS: usize = 8;

impl Exploration {
    /// An entry on one line, by the names that are in use now.
    pub fn entry_in_words(&self, entry: &Entry) -> String {
        let read = self.state.read(entry);
        match &read.as_deref().unwrap_or(entry).what {
            EntryKind::Answer(said) => self.answer_in_words(said),
            EntryKind::Object { object, .. } => self.object_in_words(object),
            EntryKind::Retract { entry, .. } => self.retraction_in_words(entry),
            EntryKind::Attributes { attributes } => {
                let names: Vec<String> = attributes.iter().map(|attribute| escape_control(&attribute.name)).collect();
                format!("Added {}", names.join(", "))
            }
            EntryKind::Attribute { attribute, to } => attribute_edit_in_words(attribute, to),
            EntryKind::Order { order } => format!("Put the attributes in the order {}", self.names_in_words(order)),
            EntryKind::Remove { attributes } => format!("Took away {}", self.names_in_words(attributes)),
            EntryKind::Rename { object, to } => match &object.name {
                Some(name) => format!("Renamed {} to {}", escape_control(name), escape_control(to)),
                None => format!("Named something {}", escape_control(to)),
            },
            EntryKind::Forget { object } => {
                let name = object.name.as_deref().map_or_else(|| "something without a name".to_owned(), escape_control);
                format!("Removed {name}")
            }
            EntryKind::Accuracy { epsilon, delta } => format!("Asked for ε = {epsilon} and δ = {delta}"),
            EntryKind::Distribution { distribution, .. } => {
                format!("Asked for a certificate about {}", distribution.in_words())
            }
            EntryKind::Control { question, noticed } => {
                let rule = question.rule(self.universe()).map(|rule| self.statement(&rule).to_string());
                let rule = rule.unwrap_or_else(|_| "?".to_owned());
                let noticed = if *noticed { "noticed" } else { "not noticed" };
                format!("Known to be false, and {noticed}: {rule}")
            }
            EntryKind::Words { noun, language } => {
                let noun = noun
                    .as_deref()
                    .map_or_else(|| "something".to_owned(), |noun| format!("“{}”", escape_control(noun)));
                let language = Language::chosen(language.as_ref());
                let language = language.map_or_else(|_| "?".to_owned(), |language| escape_control(language.name()));
                format!("Questions are about {noun} from here on, and in {language}")
            }
            EntryKind::Policy(policy) => policy_in_words(*policy),
            EntryKind::Comment { question, text } => {
                let asked = question.rule(self.universe()).map(|rule| self.in_words(&rule).to_string());
                format!("Comment on “{}”: {}", asked.unwrap_or_else(|_| "?".to_owned()), on_one_line(text))
            }
            EntryKind::Withdraw { .. } => "Took back a comment".to_owned(),
            EntryKind::Attempt { .. } => "Attempted a certificate".to_owned(),
            EntryKind::Certified(certified) => format!("Certified ε = {}", rounded_up(certified.epsilon)),
        }
    }

    /// A retraction of an entry. Those of retractions of retractions, and so
    /// on, are not followed for ever: they may go in a circle.
    fn retraction_in_words(&self, of: &EntryId) -> String {
        match self.entry(of) {
            Some(Entry { what: EntryKind::Retract { entry, .. }, .. }) => match self.entry(entry) {
                Some(entry) if !matches!(entry.what, EntryKind::Retract { .. }) => {
                    format!("Let it count again: {}", self.entry_in_words(entry))
                }
                _ => "Took back that something was taken back".to_owned(),
            },
            Some(entry) => format!("Took back: {}", self.entry_in_words(entry)),
            None => escape_control(&format!("Took back {of}")),
        }
    }

    /// An answer, with what it rests on, if a program said so.
    fn answer_in_words(&self, said: &AnswerRecord) -> String {
        let answer = self.bare_answer_in_words(said);
        let shown: Vec<String> = said.because.iter().take(SHOWN_REASONS).map(|reason| escape_control(reason)).collect();
        match (shown.is_empty(), said.because.len().saturating_sub(SHOWN_REASONS)) {
            (true, _) => answer,
            (_, 0) => format!("{answer} [because of: {}]", shown.join("; ")),
            (_, more) => format!("{answer} [because of: {}; and {more} more]", shown.join("; ")),
        }
    }

    fn bare_answer_in_words(&self, said: &AnswerRecord) -> String {
        let Some(question) = self.state.question_of(said) else { return self.past_answer_in_words(said) };
        let object = said.object.as_ref().map(|object| self.object_in_words(object)).unwrap_or_default();
        match said.answer {
            Reply::Holds => self.statement(&question).to_string(),
            Reply::Refuted if object.is_empty() => self.vocabulary().denial(&question).to_string(),
            Reply::Refuted => format!("{}: {object}", self.vocabulary().denial(&question)),
            Reply::Partly => {
                let holds = self.state.reading.set(self.universe(), &said.holds);
                let holds = holds.unwrap_or_else(|_| self.universe().none());
                let part = Implication::new(question.premise, holds);
                match object.is_empty() {
                    true => self.vocabulary().in_part(&part),
                    false => format!("{}: {object}", self.vocabulary().in_part(&part)),
                }
            }
            Reply::Unknown => self.vocabulary().not_known(&question),
            Reply::Later => self.vocabulary().put_off(&question),
        }
    }

    /// An answer to a question about something that is no attribute any more.
    fn past_answer_in_words(&self, said: &AnswerRecord) -> String {
        let RuleLine { premise, conclusion, .. } = &said.question;
        let conclusion = conclusion.as_ref().map_or_else(|| "⊥".to_owned(), |names| self.names_in_words(names));
        let answer = match said.answer {
            Reply::Holds => "Holds",
            Reply::Refuted => "Not so",
            Reply::Partly => "Holds in part",
            Reply::Unknown => "Not known",
            Reply::Later => "Put off",
        };
        let rule = format!("{answer}: {} → {conclusion}", self.names_in_words(premise));
        let object = said.object.as_ref().map(|object| format!(". {}", self.object_in_words(object)));
        format!("{rule}{} (of what was taken away since)", object.unwrap_or_default())
    }

    /// Attributes by the names they have now.
    fn names_in_words(&self, names: &[String]) -> String {
        let now = |name: &String| match self.universe().attr(name) {
            Ok(attr) => escape_control(self.universe().name(attr)),
            Err(_) => escape_control(name),
        };
        names.iter().map(now).collect::<Vec<_>>().join(", ")
    }

    fn object_in_words(&self, object: &ObjectLine) -> String {
        let set = |names: &[String]| {
            let set = self.state.reading.set(self.universe(), names);
            set.unwrap_or_else(|_| self.universe().none())
        };
        let (has, lacks) = (set(&object.has), set(&object.lacks));
        match (&object.name, object.count) {
            (None, Some(count)) => {
                format!("{} equal rows, each: {}", grouped(count as u64), self.vocabulary().having(&has))
            }
            (name, _) => {
                let name = name.as_deref().map_or_else(|| "Something".to_owned(), escape_control);
                let told = self.vocabulary().told_of(&name, &has, &lacks, object.complete);
                match object.complete && !object.unknown.is_empty() {
                    true => format!("{told}; not known: {}", self.names_in_words(&object.unknown)),
                    false => told,
                }
            }
        }
    }

    /// What an entry says, and who said it, if that is known.
    pub fn said_by(&self, id: &EntryId) -> String {
        match self.entry(id) {
            Some(entry) => {
                let who = author(entry).map(|who| format!(" ({who})")).unwrap_or_default();
                format!("{}{who}", self.entry_in_words(entry))
            }
            None => id.to_string(),
        }
    }
}

/// What was changed about an attribute.
fn attribute_edit_in_words(attribute: &str, to: &Attribute) -> String {
    let Attribute { name, phrase, description, .. } = to;
    let (before, name) = (escape_control(attribute), escape_control(name));
    let mut said = if before == name { format!("Changed {name}") } else { format!("Renamed {before} to {name}") };
    let more = [("said", phrase), ("described", description)];
    for (how, text) in more.into_iter().filter_map(|(how, text)| text.as_ref().map(|text| (how, text))) {
        said.push_str(&format!("; {how} as “{}”", escape_control(text)));
    }
    said
}

/// Why a question is open, after the last answer that was given to it.
pub fn why_open(reply: Reply) -> &'static str {
    match reply {
        Reply::Later => "put off",
        Reply::Partly => "answered in part",
        Reply::Unknown | Reply::Holds | Reply::Refuted => "nobody knew",
    }
}
