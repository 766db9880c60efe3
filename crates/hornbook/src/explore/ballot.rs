//! What several people say to one question, and when that decides it.

use crate::Implication;
use crate::journal::{Id, Policy, Reply, Said};

/// What an answer says of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The rule holds.
    Holds,
    /// It does not, or only a part of it does.
    Fails,
    /// Nobody knows.
    Unknown,
}

/// One person's answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Vote {
    /// Whose.
    pub who: Option<String>,
    /// The entry that says it.
    pub entry: Id,
    /// What it says.
    pub verdict: Verdict,
    pub(super) said: Said,
}

/// All answers to one question.
#[derive(Clone, Debug, PartialEq)]
pub struct Ballot {
    /// What was asked.
    pub question: Implication,
    /// One answer of each person, the last they gave.
    pub votes: Vec<Vote>,
    /// What it was decided to be, by the policy of the time.
    pub decided: Option<Verdict>,
}

impl Ballot {
    pub(super) fn new(question: Implication) -> Self {
        Self { question, votes: Vec::new(), decided: None }
    }

    /// Counts an answer, in place of an earlier one of the same person.
    pub(super) fn cast(&mut self, who: Option<String>, entry: Id, said: Said) {
        let verdict = match said.answer {
            Reply::Holds => Verdict::Holds,
            Reply::Refuted | Reply::Partly => Verdict::Fails,
            Reply::Unknown | Reply::Later => Verdict::Unknown,
        };
        self.votes.retain(|vote| vote.who != who);
        self.votes.push(Vote { who, entry, verdict, said });
    }

    /// Whether people say different things.
    pub fn is_split(&self) -> bool {
        self.votes.iter().any(|vote| vote.verdict != self.votes[0].verdict)
    }

    /// Whether this person has answered.
    pub fn has_vote_of(&self, who: Option<&str>) -> bool {
        self.votes.iter().any(|vote| vote.who.as_deref() == who)
    }

    /// Those who say the same.
    pub fn agreeing(&self, verdict: Verdict) -> impl Iterator<Item = &Vote> {
        self.votes.iter().filter(move |vote| vote.verdict == verdict)
    }

    /// What the answers amount to, if that is decided.
    pub(super) fn verdict(&self, policy: Policy) -> Option<Verdict> {
        let enough = match policy {
            Policy::Any => 1,
            Policy::Majority { of } => of / 2 + 1,
            Policy::Unanimous { of } => of.max(1),
        };
        // Where one word against another would do, or all must agree, nothing
        // is decided over anybody's head.
        if self.is_split() && !matches!(policy, Policy::Majority { .. }) {
            return None;
        }
        // Of those with enough votes, the one with the most; of two with as many,
        // none.
        let count = |verdict: Verdict| self.agreeing(verdict).count();
        let all = [Verdict::Holds, Verdict::Fails, Verdict::Unknown];
        let most = all.into_iter().map(count).max()?;
        let mut with_most = all.into_iter().filter(|&verdict| count(verdict) == most);
        match (with_most.next(), with_most.next()) {
            (Some(verdict), None) if most >= enough as usize => Some(verdict),
            _ => None,
        }
    }
}
