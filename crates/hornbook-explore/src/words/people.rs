//! Whose word counts, and where people say different things.

use super::one_line::on_one_line;
use crate::ballot::{Ballot, Verdict, Vote};
use crate::comments::Comment;
use crate::exploration::Exploration;
use crate::journal::{Entry, Policy};
use crate::overruled::Overruled;
use crate::panel::Disagreement;
use hornbook::Implication;
use hornbook_words::escape_control;

impl Exploration {
    /// What everybody says where people disagree, a line each.
    pub fn disagreement_in_words(&self, found: &Disagreement<'_>) -> Vec<String> {
        let name = |who: Option<&str>| escape_control(who.unwrap_or("somebody"));
        let vote = |vote: &Vote| {
            let said = match vote.verdict {
                Verdict::Holds => "it holds",
                Verdict::Fails => "it does not",
                Verdict::Unknown => "not known",
            };
            let program = if vote.program { ", a program" } else { "" };
            format!("{}{program}: {said}", name(vote.who.as_deref()))
        };
        let against = found.against.iter().filter_map(|id| self.entry(id));
        let told = |entry: &Entry| {
            let who = super::author(entry).unwrap_or_else(|| "somebody".to_owned());
            format!("{who}: {}", self.entry_in_words(entry))
        };
        found.ballot.votes.iter().map(vote).chain(against.map(told)).collect()
    }

    /// The comments on a question, a line each: whose, when, and what they say.
    pub fn comments_in_words(&self, question: &Implication) -> Vec<String> {
        let words = |comment: Comment<'_>| {
            let who = super::author(comment.entry).unwrap_or_else(|| "somebody".to_owned());
            let day = comment.entry.time.split('T').next().unwrap_or_default();
            format!("{who}, {}: {}", escape_control(day), on_one_line(comment.text))
        };
        self.comments_on(question).map(words).collect()
    }

    /// Why there is nothing to answer for somebody although it is not certified.
    pub fn waiting_in_words(&self) -> String {
        let pending =
            |ballot: &&Ballot| ballot.is_pending(self.policy()) && !self.knowledge().decides(&ballot.question);
        let waiting = match self.ballots().iter().filter(pending).count() {
            1 => "1 question waits".to_owned(),
            count => format!("{count} questions wait"),
        };
        let policy = policy_in_words(self.policy());
        format!("{policy}: {waiting} for others, and what else could be asked depends on what they say.")
    }

    /// A correction of what somebody else said.
    pub fn overruled_in_words(&self, found: &Overruled) -> String {
        format!("{}, correcting: {}", self.said_by(&found.by), self.said_by(&found.entry))
    }
}

/// Whose word counts.
pub fn policy_in_words(policy: Policy) -> String {
    match policy {
        Policy::Any => "Any one answer counts".to_owned(),
        Policy::Majority { of } => format!("A majority of {of} counts"),
        Policy::Unanimous { of } => format!("{of} must agree, and nobody disagree"),
        Policy::Person => "What programs say counts when a person agrees".to_owned(),
    }
}
