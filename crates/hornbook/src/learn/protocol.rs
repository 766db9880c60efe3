//! The protocol that every learner speaks: questions out, answers in.
//!
//! A learner asks nobody and writes nothing by itself. It is asked for the next
//! step, and told answers, in any order; who asks an oracle, a person or a
//! program, and when, is up to whoever drives it. So one learner serves a loop
//! over an oracle ([`Learner::run`]), a terminal, a server, and programs that
//! answer many questions at a time.
//!
//! ```
//! use hornbook::learn::frugal::{Frugal, FrugalSettings};
//! use hornbook::learn::{Accuracy, Learner, Step, unwatched};
//! use hornbook::sampling::Sampler;
//! use hornbook::{Answer, Knowledge, Model, Universe};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let things = Universe::new(["large", "heavy"])?;
//! let settings = FrugalSettings::new(Accuracy::new(0.1, 0.1)?, Sampler::uniform(2), 1);
//! let mut learner = Frugal::new(settings, Knowledge::new(2));
//! loop {
//!     match learner.next(1, &mut unwatched)? {
//!         Step::Ask(questions) => {
//!             for question in questions {
//!                 // Everything is heavy, and some of it is large.
//!                 let known = [things.all(), things.set(["heavy"])?];
//!                 let breaks = known.into_iter().find(|thing| !question.implication.holds_in(thing));
//!                 let answer = breaks.map_or(Answer::Holds, |thing| Answer::Refuted(Model::complete(thing)));
//!                 learner.answer(&question.implication, &answer)?;
//!             }
//!         }
//!         Step::Done => break,
//!         // Nothing to be done before an attempt at a certificate.
//!         _ => {}
//!     }
//! }
//! assert_eq!(learner.rules().rules()[0].display(&things).to_string(), "-> heavy");
//! # Ok(())
//! # }
//! ```

use super::progress::{Cancelled, Watch};
use crate::answer::Answer;
use crate::knowledge::Conflict;
use crate::oracle::Oracle;
use crate::outcome::Certificate;
use crate::{Implication, Theory};

/// What a learner wants next.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Step {
    /// Answers to these questions, which do not depend on each other.
    Ask(Vec<Question>),
    /// Answers to questions that were given out before: whatever else there is
    /// to ask depends on them.
    Wait,
    /// Nothing yet: it is about to attempt a certificate, which spends a part
    /// of δ. Whoever keeps a record writes that down, and asks for the next step
    /// again.
    Attempt,
    /// Nothing: it is done.
    Done,
}

/// A question, and what speaks for asking it.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Does this hold?
    pub implication: Implication,
    /// What is expected of the answer, by learners that weigh their questions.
    pub expectation: Option<Expectation>,
}

/// What is expected of the answer to a question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expectation {
    /// How likely a "yes" is thought to be.
    pub likely: f64,
    /// The share of all sets for which a "yes" would change what follows.
    pub weight: f64,
}

impl Question {
    /// A question of which nothing is expected.
    pub fn plain(implication: Implication) -> Self {
        Self { implication, expectation: None }
    }
}

/// Why an answer was not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AnswerError {
    /// It contradicts earlier answers, and nothing was changed by it.
    #[error("the oracle contradicts itself: {0}")]
    Conflict(Conflict),
    /// It leaves the question open, and this method cannot go on without.
    #[error("the question was left unanswered, and this method needs every answer")]
    Unanswered(Implication),
}

/// Why a run ended before its end. What was learned is kept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LearnError<E> {
    /// The oracle failed, or a limit around it was reached.
    #[error(transparent)]
    Oracle(E),
    /// The watcher called it off.
    #[error("cancelled")]
    Cancelled,
    /// The oracle does not know, and this method cannot go on without.
    #[error("the question was left unanswered, and this method needs every answer")]
    Unanswered(Implication),
    /// The oracle contradicts itself.
    #[error("the oracle contradicts itself: {0}")]
    Conflict(Conflict),
}

impl<E> From<Cancelled> for LearnError<E> {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

impl<E> From<AnswerError> for LearnError<E> {
    fn from(error: AnswerError) -> Self {
        match error {
            AnswerError::Conflict(conflict) => Self::Conflict(conflict),
            AnswerError::Unanswered(question) => Self::Unanswered(question),
        }
    }
}

/// Something that learns rules by asking, driven from outside.
pub trait Learner {
    /// The next step, with up to `most` questions (at least one). Calls `watch`
    /// while it samples or searches.
    fn next(&mut self, most: usize, watch: Watch<'_>) -> Result<Step, Cancelled>;

    /// Takes the answer to a question that was given out. Answers may come in
    /// any order.
    fn answer(&mut self, question: &Implication, answer: &Answer) -> Result<(), AnswerError>;

    /// Forgets which questions were given out without an answer: they may be
    /// given out again. For drivers that take over after another one failed.
    fn withdraw_questions(&mut self);

    /// The rules learned so far, without those known beforehand.
    fn rules(&self) -> Theory;

    /// What was certified, once that is done.
    fn certificate(&self) -> Option<Certificate> {
        None
    }

    /// Asks an oracle, question by question, until it is done, or fails with
    /// what stopped it.
    fn run<O: Oracle>(&mut self, oracle: &mut O, watch: Watch<'_>) -> Result<(), LearnError<O::Error>>
    where
        Self: Sized,
    {
        self.run_together(1, oracle, watch)
    }

    /// The same with up to `most` questions asked together. With more than one,
    /// other questions may be asked than with one, and a few more.
    fn run_together<O: Oracle>(
        &mut self,
        most: usize,
        oracle: &mut O,
        watch: Watch<'_>,
    ) -> Result<(), LearnError<O::Error>>
    where
        Self: Sized,
    {
        self.withdraw_questions();
        loop {
            match self.next(most, watch)? {
                // One question needs no lists.
                Step::Ask(questions) if questions.len() == 1 => {
                    let question = &questions[0].implication;
                    let answer = oracle.ask(question).map_err(LearnError::Oracle)?;
                    self.answer(question, &answer)?;
                }
                Step::Ask(questions) => {
                    let questions: Vec<Implication> =
                        questions.into_iter().map(|question| question.implication).collect();
                    let mut answers = Vec::with_capacity(questions.len());
                    let asked = oracle.ask_all(&questions, &mut answers);
                    for (question, answer) in questions.iter().zip(&answers) {
                        self.answer(question, answer)?;
                    }
                    asked.map_err(LearnError::Oracle)?;
                }
                Step::Attempt | Step::Wait => {}
                Step::Done => return Ok(()),
            }
        }
    }
}
