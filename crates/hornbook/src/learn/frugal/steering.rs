//! What explorations need beyond the protocol: they keep answers elsewhere,
//! start the learner anew after each, and deal out questions to several people.

use super::belief::Frequencies;
use super::effort::Effort;
use super::learner::Frugal;
use super::look::Look;
use std::collections::HashSet;

use crate::knowledge::{Conflict, Knowledge};
use crate::learn::progress::{Cancelled, Watch};
use crate::learn::protocol::{Expectation, Question};
use crate::{AttrSet, Implication};

impl Frugal {
    /// Learns what was said about a question in whatever way, and says whether
    /// that settles it. What was drawn before must not be used any more: call
    /// [`reset_sampling`](Self::reset_sampling) before going on.
    pub fn learn_answer(
        &mut self,
        question: &Implication,
        learn: impl FnOnce(&mut Knowledge) -> Result<(), Conflict>,
    ) -> Result<bool, Conflict> {
        self.learn_about(question, learn)
    }

    /// Learns something that was not asked. What was drawn before must not be
    /// used any more: call [`reset_sampling`](Self::reset_sampling) before going
    /// on.
    pub fn learn_unasked(
        &mut self,
        learn: impl FnOnce(&mut Knowledge) -> Result<(), Conflict>,
    ) -> Result<(), Conflict> {
        learn(&mut self.knowledge)
    }

    /// Forgets the last look and what was given out, and draws from the streams
    /// of this seed from now on: what comes next then depends on what is known
    /// and on the seed alone.
    pub fn reset_sampling(&mut self, seed: u64) {
        self.settings.seed = seed;
        self.spent.rounds = 0;
        self.look = Look::default();
        self.out.clear();
        self.attempt_due = false;
        self.certificate = None;
    }

    /// Draws sets as if to choose a question by them, and leaves the choice to whoever
    /// has one.
    pub fn look(&mut self, watch: Watch<'_>) -> Result<(), Cancelled> {
        self.look_again(self.pace.look, watch)
    }

    /// Chooses questions by what answering costs from now on, if by that at all.
    pub fn set_effort(&mut self, effort: Effort) {
        if let Some(old) = &mut self.settings.effort {
            *old = effort;
        }
    }

    /// Goes on counting attempts at a certificate from here.
    pub fn count_attempts(&mut self, attempts: u64) {
        self.spent.attempts = attempts;
    }

    /// Does without answers to the first of these questions, and keeps the
    /// second back until nothing else is left to ask; both as far as they are
    /// not settled by now. Forgets all others.
    pub fn set_unanswered(&mut self, unanswered: &[Implication], put_off: &[Implication]) {
        let Self { knowledge, .. } = self;
        let open = |question: &&Implication| !knowledge.decides(question);
        self.unanswered = unanswered.iter().filter(open).cloned().collect();
        self.put_off = put_off.iter().filter(open).cloned().collect();
    }

    /// What is expected of the answer to a question, by the last look.
    pub fn question_about(&self, implication: &Implication) -> Question {
        let evidence = Frequencies::new(&self.knowledge).about(implication);
        let believed = evidence.map_or(1.0, |evidence| self.belief.yes(&evidence));
        let fitted = self.fitted.as_ref().zip(self.features(implication));
        let likely = fitted.map_or(believed, |(fitted, features)| fitted.yes(&features));
        let changed = self.look.open.iter().filter(|open| !implication.holds_in(&open.closed)).count();
        let weight = changed as f64 / self.look.open.len().max(1) as f64 * self.look.share();
        Question { implication: implication.clone(), expectation: Some(Expectation { likely, weight }) }
    }

    /// How many different sets were open in the last look.
    pub fn different_open_sets(&self) -> usize {
        self.look.open.iter().map(|open| &open.closed).collect::<HashSet<&AttrSet>>().len()
    }

    /// How many sets the last look drew, and how many of them were open; where
    /// something is certified apart, as many as were if all were as the part that is
    /// farthest from what is wanted.
    pub fn last_look(&self) -> (u64, u64) {
        let drawn = self.look.all_drawn();
        (drawn, (self.look.share() * drawn as f64).round() as u64)
    }
}
