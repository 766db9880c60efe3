//! Several sources that err.

use std::time::Duration;

use hornbook::AnswersRestOn;

use super::ErrorRate;
use super::ballot::Deciding;
use super::ballots::Voting;
use crate::{Abilities, Expert, ExpertError, ExpertQuestion, ExpertReply};

/// Several sources, each asked once: what more than half of all of them say is the
/// verdict.
///
/// Each source is taken to be wrong with probability at most ρ < ½, to any question,
/// whatever the others say to it and whatever was answered before. A verdict is then wrong
/// with probability at most P(Bin(k, ρ) > k/2) for k sources; who does not know helps
/// nobody to more than half. An example counts if more than half gave it, or say that it
/// is possible; else the rule fails without one. The probability is the same for each
/// question and adds up over questions: fix a limit on their number beforehand.
pub struct Majority<E> {
    voting: Voting<E>,
    name: String,
    error_rate: Option<ErrorRate>,
}

impl<E: Expert> Majority<E> {
    /// Asks all of these; none if there is no source.
    pub fn new(sources: Vec<E>) -> Option<Self> {
        let names: Vec<&str> = sources.iter().map(Expert::name).collect();
        let name = format!("more than half of {}", names.join(", "));
        let count = sources.len() as u64;
        let deciding = move |_| Deciding::Half { sources: count };
        (count > 0).then(|| Self { voting: Voting::new(sources, Box::new(deciding)), name, error_rate: None })
    }

    /// The same under another name.
    #[must_use]
    pub fn called(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// The same where each source is taken to be wrong with at most this probability.
    #[must_use]
    pub fn with_error_rate(mut self, error_rate: ErrorRate) -> Self {
        self.error_rate = Some(error_rate);
        self
    }

    /// How many of so many verdicts, at most, have together a probability of `wrong_at_most`
    /// of being wrong: the limit on questions for this α.
    pub fn max_verdicts(&self, error_rate: ErrorRate, wrong_at_most: f64) -> u64 {
        let each = error_rate.majority_failure(self.voting.sources.len() as u64);
        if each <= 0.0 { u64::MAX } else { (wrong_at_most / each) as u64 }
    }

    /// What the verdicts rest on, if each source is wrong with at most this probability.
    pub fn answers_rest_on(&self, error_rate: ErrorRate) -> AnswersRestOn {
        let (sources, verdicts) = (self.voting.sources.len() as u64, self.voting.verdicts);
        let wrong_at_most = (verdicts as f64 * error_rate.majority_failure(sources)).min(1.0);
        AnswersRestOn::Majority { sources, error_rate: error_rate.get(), verdicts, wrong_at_most }
    }
}

impl<E: Expert> Expert for Majority<E> {
    fn name(&self) -> &str {
        &self.name
    }

    fn abilities(&self) -> Abilities {
        self.voting.abilities()
    }

    fn rests_on(&self) -> Option<AnswersRestOn> {
        self.error_rate.map(|error_rate| self.answers_rest_on(error_rate))
    }

    fn questions_at_once(&self) -> usize {
        self.voting.questions_at_once()
    }

    fn send(&mut self, id: u64, question: &ExpertQuestion) -> Result<(), ExpertError> {
        self.voting.send(id, question)
    }

    fn receive(&mut self, patience: Duration) -> Result<Option<(u64, ExpertReply)>, ExpertError> {
        self.voting.receive(patience)
    }
}
