//! Several people at one exploration: questions that do not get in each other's
//! way, whose word counts, and what they disagree about.

use super::ballot::{Ballot, Verdict};
use super::{Asked, Exploration, NextError, Refusal, Response, Step};
use crate::journal::{Certified, Entry, Id, Policy, What};
use crate::learn::Watch;
use crate::{AttrSet, Conclusion, Implication};

/// What is next for one of several people.
#[derive(Clone, Debug, PartialEq)]
pub enum Turn {
    /// A question.
    Ask(Asked),
    /// Nothing until others have answered.
    Wait,
    /// Nothing: what is known is certified.
    Certified(Certified),
}

/// What matters for whose turn it is with what.
#[derive(Clone, Copy, Debug, Default)]
pub struct Turns<'a> {
    /// Who is to be asked.
    pub who: Option<&'a str>,
    /// The questions that others have before them.
    pub out: &'a [Implication],
    /// The attributes this person can be asked about, if not all.
    pub about: Option<&'a AttrSet>,
}

impl Exploration {
    /// The next question for one of several people: one that others have
    /// answered already, if it takes several to decide; else one that does not
    /// depend on those that are out.
    pub fn next_for(&mut self, turns: Turns<'_>, watch: Watch<'_>) -> Result<Turn, NextError> {
        let asked = match self.next(watch)? {
            Step::Certified(certified) => return Ok(Turn::Certified(certified)),
            Step::Ask(asked) => asked,
        };
        let may_ask = |question: &Implication| turns.about.is_none_or(|about| is_about(question, about));
        let waiting = self
            .ballots()
            .iter()
            .find(|ballot| ballot.decided.is_none() && !ballot.has_vote_of(turns.who) && may_ask(&ballot.question));
        if let Some(ballot) = waiting {
            return Ok(Turn::Ask(self.state.learner.question_about(&ballot.question).into()));
        }
        let voted = |question: &Implication| {
            self.ballots().iter().any(|ballot| ballot.question == *question && ballot.has_vote_of(turns.who))
        };
        let undecided = self.ballots().iter().filter(|ballot| ballot.decided.is_none());
        let out: Vec<Implication> =
            turns.out.iter().cloned().chain(undecided.map(|ballot| ballot.question.clone())).collect();
        let apart = self.state.learner.is_apart(&asked.question, &out);
        if apart && !voted(&asked.question) && may_ask(&asked.question) {
            return Ok(Turn::Ask(asked));
        }
        let another = self.state.learner.another(&out, turns.about);
        Ok(another.map_or(Turn::Wait, |question| Turn::Ask(question.into())))
    }

    /// Does something on somebody's request, unless it was done already: then
    /// says which entry came of it. What a sender calls a request is kept with
    /// the entry, so that it is not done twice even if the program was killed
    /// before it could say so.
    pub fn once(
        &mut self,
        who: Option<&str>,
        request: &str,
        act: impl FnOnce(&mut Self) -> Result<Id, Refusal>,
    ) -> Result<Id, Refusal> {
        let done = |entry: &&Entry| entry.request.as_deref() == Some(request) && entry.who.as_deref() == who;
        if let Some(entry) = self.journal.entries().iter().rev().find(done) {
            return Ok(entry.id.clone());
        }
        self.journal.expect(Some(request.to_owned()));
        let ended = act(self);
        self.journal.expect(None);
        ended
    }

    /// Says whose word counts from here on.
    pub fn set_policy(&mut self, who: Option<&str>, policy: Policy) -> Result<Id, Refusal> {
        if let Policy::Majority { of: 0 } | Policy::Unanimous { of: 0 } = policy {
            return Err(Refusal::Impossible("somebody must be asked: the number must be 1 at least".to_owned()));
        }
        self.record(who, What::Policy(policy))
    }

    /// Whose word counts.
    pub fn policy(&self) -> Policy {
        self.state.policy
    }

    /// Puts an answer on record although it contradicts others: it does not
    /// count, and is listed among the disputes until one side is taken back.
    pub fn disagree(&mut self, who: Option<&str>, question: &Implication, response: Response) -> Result<Id, Refusal> {
        let said = self.said(question, response, None, false)?;
        self.record(who, What::Answer(said))
    }

    /// What people answered, question by question.
    pub fn ballots(&self) -> &[Ballot] {
        &self.state.ballots
    }

    /// Those who agree with an answer, as far as they are known.
    pub fn agreed(&self, answer: &Id) -> Vec<&str> {
        let with = |ballot: &&Ballot| ballot.votes.iter().any(|vote| vote.entry == *answer);
        let Some(ballot) = self.ballots().iter().find(with) else { return Vec::new() };
        let verdict = ballot.decided.unwrap_or(Verdict::Unknown);
        ballot.agreeing(verdict).filter_map(|vote| vote.who.as_deref()).collect()
    }
}

/// Whether a question speaks of these attributes alone.
fn is_about(question: &Implication, about: &AttrSet) -> bool {
    let within = match &question.conclusion {
        Conclusion::Attrs(attrs) => attrs.is_subset(about),
        Conclusion::Falsum => true,
    };
    within && question.premise.is_subset(about)
}
