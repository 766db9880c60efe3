//! Why an answer is not taken, what it contradicts, and what would change without
//! an earlier one.

use crate::dispute::Dispute;
use crate::exploration::Exploration;
use crate::reasons::Consequences;
use crate::refusal::Refusal;
use hornbook::{Conclusion, Implication};
use hornbook_words::escape_control;

impl Exploration {
    /// A refusal in words: what is wrong, and what to do.
    pub fn refusal(&self, refusal: &Refusal) -> String {
        match refusal {
            Refusal::LacksPremise { question, lacks } => format!(
                "It lacks {}, so it does not speak against the rule: an exception has all of this: {}.",
                self.listed(lacks, "and"),
                self.listed(&question.premise, "and")
            ),
            Refusal::LacksNothing { question, .. } => {
                let lacks = self.may_lack(question, &self.universe().none());
                let which = if lacks.len() == 1 { "this" } else { "at least one of these" };
                format!("To be an exception it must lack {which}: {}.", self.listed(&lacks, "and"))
            }
            Refusal::Otherwise { name, attributes } => format!(
                "Something else was said of {} before, about: {}. Correct what is known of it first, or give another name.",
                escape_control(name),
                self.listed(attributes, "and")
            ),
            Refusal::NoPart(question) => match &question.conclusion {
                Conclusion::Attrs(attrs) => format!("Name some of what was asked about: {}.", self.listed(attrs, "or")),
                Conclusion::Falsum => "Name something that follows from the premise beyond it.".to_owned(),
            },
            Refusal::AllOfIt(_) => "That is all of it: answer that the rule holds.".to_owned(),
            Refusal::Contradicts(dispute) => {
                let mut text = "This contradicts what was accepted before:".to_owned();
                for line in self.dispute_in_words(dispute) {
                    text.push_str("\n  ");
                    text.push_str(&line);
                }
                text
            }
            Refusal::Reused(name) => {
                format!("A request called {} was for something else: give this one another name.", escape_control(name))
            }
            Refusal::Impossible(problem) => escape_control(problem),
            Refusal::Journal(error) => escape_control(&error.to_string()),
        }
    }

    /// What an answer is in contradiction to, a line each.
    pub fn dispute_in_words(&self, dispute: &Dispute) -> Vec<String> {
        let known = |rule: &Implication| format!("{} (known beforehand)", self.statement(rule));
        dispute.with.iter().map(|id| self.said_by(id)).chain(dispute.background.iter().map(known)).collect()
    }

    /// What taking answers back would change, in words.
    pub fn consequences_in_words(&self, consequences: &Consequences) -> Vec<String> {
        let rules = consequences.rules.iter().map(|rule| format!("No longer known: {}.", self.statement(rule)));
        let objects =
            consequences.objects.iter().map(|name| format!("Nothing known any more of {}.", escape_control(name)));
        let facts = consequences
            .facts
            .iter()
            .map(|(name, lost)| format!("No longer known of {}: {}.", escape_control(name), self.listed(lost, "and")));
        let known_of_gone = match consequences.known_of_gone {
            0 => None,
            1 => Some("What is known of it of 1 object goes.".to_owned()),
            count => Some(format!("What is known of it of {count} objects goes.")),
        };
        let questions = match consequences.questions {
            0 => None,
            1 => Some("1 question would be open again.".to_owned()),
            count => Some(format!("{count} questions would be open again.")),
        };
        rules.chain(objects).chain(facts).chain(known_of_gone).chain(questions).collect()
    }
}

/// Why the table at the start does not fit what is known beforehand.
pub(crate) fn start_dispute(exploration: &Exploration, dispute: &Dispute) -> String {
    let object = dispute.entry.as_ref().and_then(|id| exploration.entry(id));
    let object = object.map(|entry| exploration.entry_in_words(entry)).unwrap_or_default();
    let with = exploration.dispute_in_words(dispute).join("; ");
    format!("an object of the table contradicts what is known beforehand: {object}. It cannot be with: {with}")
}
