//! A source that errs, asked again and again.

use std::time::Duration;

use hornbook::AnswersRestOn;

use super::ballot::Deciding;
use super::ballots::Voting;
use super::{ErrorRate, part_of};
use crate::{Abilities, Expert, ExpertError, ExpertQuestion, ExpertReply};

/// A source that errs, asked the same question again until the verdict is sure enough.
///
/// Each answer is taken to be wrong with probability at most ρ < ½, whatever was answered
/// before. The verdict on the j-th question is the side that first leads the other by d
/// answers, the least d with (ρ/(1−ρ))^d ≤ α/(j(j+1)); so all verdicts are right with
/// probability at least 1 − α, however many there are. An example counts if it was given
/// so many times more often than all other answers together, or if the source says in the
/// same way that it is possible; else the rule fails without one. "Unknown" is no answer;
/// who says it too often does not know.
///
/// For answers that are the same each time it is asked, the model does not hold, and this
/// tells nothing.
pub struct Repeated<E> {
    voting: Voting<E>,
    error_rate: ErrorRate,
    wrong_at_most: f64,
}

impl<E: Expert> Repeated<E> {
    /// Asks `source`, whose answers are wrong with probability at most `error_rate`, until
    /// all verdicts together are wrong with probability at most `wrong_at_most`, α.
    pub fn new(source: E, error_rate: ErrorRate, wrong_at_most: f64) -> Self {
        let wrong_at_most = wrong_at_most.clamp(f64::MIN_POSITIVE, 1.0);
        let deciding = move |ballot: u64| Deciding::by_lead(error_rate, part_of(wrong_at_most, ballot));
        Self { voting: Voting::new(vec![source], Box::new(deciding)), error_rate, wrong_at_most }
    }

    /// The same where so many questions were decided before, in a run that goes on: no
    /// part of α is spent twice. Decisions about examples count, too.
    #[must_use]
    pub fn after(mut self, ballots: u64) -> Self {
        self.voting.ballots = ballots;
        self
    }

    /// How many questions were begun to be decided, for [`Repeated::after`].
    pub fn ballots(&self) -> u64 {
        self.voting.ballots
    }

    /// What the verdicts rest on.
    pub fn answers_rest_on(&self) -> AnswersRestOn {
        AnswersRestOn::Repetition {
            error_rate: self.error_rate.get(),
            answers: self.voting.answers,
            verdicts: self.voting.verdicts,
            wrong_at_most: self.wrong_at_most,
        }
    }
}

impl<E: Expert> Expert for Repeated<E> {
    fn name(&self) -> &str {
        self.voting.sources[0].name()
    }

    fn abilities(&self) -> Abilities {
        self.voting.abilities()
    }

    fn rests_on(&self) -> Option<AnswersRestOn> {
        Some(self.answers_rest_on())
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
