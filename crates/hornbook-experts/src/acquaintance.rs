//! What is known of a program or service: its name, what it can be asked, and which
//! attributes both sides know.

use std::collections::HashSet;

use hornbook_explore::journal::Attribute;

use crate::protocol::{AnswerFault, AnswerMessage, Greeting};
use crate::{Abilities, ExpertError, ExpertQuestion, ExpertReply, Subject};

/// What is known of a program or service.
#[derive(Clone, Debug)]
pub(crate) struct Acquaintance {
    name: String,
    /// Whether somebody chose the name.
    is_renamed: bool,
    subject: Option<Subject>,
    /// Attributes that it knows and is not asked about.
    beyond: HashSet<String>,
    at_once: usize,
    abilities: Abilities,
}

impl Acquaintance {
    /// Somebody of whom nothing is known but a name, to be asked about these
    /// attributes, or about its own if there are none.
    pub(crate) fn new(name: &str, attributes: &[Attribute]) -> Result<Self, ExpertError> {
        let subject = match attributes.is_empty() {
            true => None,
            false => Some(
                Subject::new(attributes.to_vec())
                    .map_err(|error| ExpertError::Protocol { name: name.to_owned(), problem: error.to_string() })?,
            ),
        };
        let abilities = Abilities::default();
        Ok(Self { name: name.to_owned(), is_renamed: false, subject, beyond: HashSet::new(), at_once: 1, abilities })
    }

    /// Takes up what it says of itself. If the attributes are settled, it must know
    /// them all.
    pub(crate) fn take(&mut self, greeting: Greeting) -> Result<(), String> {
        let Greeting { name, attributes, at_once, abilities } = greeting;
        (self.at_once, self.abilities) = (at_once, abilities);
        if let Some(name) = name.filter(|_| !self.is_renamed) {
            self.name = name;
        }
        if attributes.is_empty() {
            return Ok(());
        }
        let Some(subject) = &self.subject else {
            self.subject = Some(Subject::new(attributes).map_err(|error| error.to_string())?);
            return Ok(());
        };
        let known: HashSet<&str> = attributes.iter().map(|attribute| attribute.name.as_str()).collect();
        if let Some(missing) = subject.universe().names().iter().find(|name| !known.contains(name.as_str())) {
            return Err(format!("it does not know the attribute {missing:?}, which it is to be asked about"));
        }
        let ours: HashSet<&str> = subject.universe().names().iter().map(String::as_str).collect();
        self.beyond = known.difference(&ours).map(|&name| name.to_owned()).collect();
        let described = subject.attributes().iter().map(|ours| with_words_of(ours, &attributes)).collect();
        self.subject = Some(Subject::new(described).map_err(|error| error.to_string())?);
        Ok(())
    }

    /// Calls it so, whatever it calls itself.
    pub(crate) fn rename(&mut self, name: &str) {
        self.name = name.to_owned();
        self.is_renamed = true;
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn subject(&self) -> Option<&Subject> {
        self.subject.as_ref()
    }

    pub(crate) fn abilities(&self) -> Abilities {
        self.abilities
    }

    pub(crate) fn at_once(&self) -> usize {
        self.at_once
    }

    /// What an answer of it says to a question.
    pub(crate) fn reply(&self, answer: &AnswerMessage, question: &ExpertQuestion) -> Result<ExpertReply, AnswerFault> {
        match &self.subject {
            Some(subject) => answer.reply(question, subject, &self.beyond),
            None => Err(AnswerFault::Message("nothing was asked yet".to_owned())),
        }
    }
}

/// An attribute with the phrase and description that others have for it, where it
/// has none.
fn with_words_of(ours: &Attribute, others: &[Attribute]) -> Attribute {
    let other = others.iter().find(|other| other.name == ours.name);
    let phrase = ours.phrase.clone().or_else(|| other?.phrase.clone());
    let description = ours.description.clone().or_else(|| other?.description.clone());
    Attribute { name: ours.name.clone(), phrase, description }
}
