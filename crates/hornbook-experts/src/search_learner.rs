//! Learning from rules that may be taken back: those that no exception was found to.

use hornbook::learn::frugal::{Frugal, FrugalSettings};
use hornbook::learn::{AnswerError, LearnError, Learner, Step, Watch};
use hornbook::oracle::{Answer, Oracle};
use hornbook::{Implication, Knowledge, Model, Theory};

use crate::{Expert, ExpertError, ExpertOracle};

/// A frugal learner that takes back rules which rest on a search for exceptions, once a
/// member turns up that breaks them.
///
/// A certificate is about what is known when it is given, however it came to be known; the
/// learner that goes on with less spends no part of δ twice, and draws from other streams.
/// The bounds of the other rules stand: all of them hold together.
pub struct SearchLearner {
    learner: Frugal,
    settings: FrugalSettings,
    background: usize,
    taken_back: Vec<Implication>,
}

impl SearchLearner {
    /// Starts with rules known beforehand.
    pub fn new(settings: FrugalSettings, background: Theory) -> Self {
        let rules = background.len();
        let learner = Frugal::new(settings.clone(), Knowledge::with_background(background));
        Self { learner, settings, background: rules, taken_back: Vec::new() }
    }

    /// The learner, with what is known.
    pub fn learner(&self) -> &Frugal {
        &self.learner
    }

    /// Rules that were taken back, since a member breaks them.
    pub fn taken_back(&self) -> &[Implication] {
        &self.taken_back
    }

    /// Asks, as many questions at once as the expert takes, until it is done. A
    /// contradiction that no rule of a search is behind ends it.
    pub fn run<E: Expert>(
        &mut self,
        oracle: &mut ExpertOracle<E>,
        watch: Watch<'_>,
    ) -> Result<(), LearnError<ExpertError>> {
        let at_once = oracle.expert().questions_at_once().max(1);
        loop {
            let questions: Vec<Implication> = match self.learner.next(at_once, watch)? {
                Step::Ask(questions) => questions.into_iter().map(|question| question.implication).collect(),
                Step::Done => return Ok(()),
                _ => continue,
            };
            let mut answers = Vec::with_capacity(questions.len());
            let asked = oracle.ask_all(&questions, &mut answers);
            for (question, answer) in questions.iter().zip(&answers) {
                match (self.learner.answer(question, answer), answer) {
                    (Err(AnswerError::Conflict(conflict)), Answer::Refuted(model)) => {
                        if !self.take_back(oracle, model) {
                            return Err(LearnError::Conflict(conflict));
                        }
                    }
                    // It was asked together with what brought a member that breaks it.
                    (Err(AnswerError::Conflict(conflict)), Answer::Holds) => {
                        if oracle.forget_searched(|rule| rule == question).is_empty() {
                            return Err(LearnError::Conflict(conflict));
                        }
                        self.go_on_with(self.learner.knowledge().clone());
                    }
                    (answered, _) => answered?,
                }
            }
            asked.map_err(LearnError::Oracle)?;
        }
    }

    /// Takes back what the model breaks, and takes up the model. Not so if one of the rules
    /// it breaks rests on no search.
    fn take_back<E: Expert>(&mut self, oracle: &mut ExpertOracle<E>, model: &Model) -> bool {
        let known = self.learner.knowledge();
        let broken: Vec<Implication> =
            known.rules().rules().iter().filter(|rule| !model.keeps(rule)).cloned().collect();
        let is_searched = |rule: &Implication| oracle.searched().iter().any(|(searched, _)| searched == rule);
        if broken.is_empty() || !broken.iter().all(is_searched) {
            return false;
        }
        let mut kept = Theory::new(known.attribute_count());
        known.rules().rules().iter().filter(|rule| !broken.contains(rule)).for_each(|rule| kept.push(rule.clone()));
        let mut knowledge = Knowledge::with_background(kept);
        // Members that fitted all of the rules fit some of them.
        let fits = known.given_models().iter().chain([model]).all(|model| knowledge.see(model.clone()).is_ok());
        if fits {
            oracle.forget_searched(|rule| broken.contains(rule));
            self.taken_back.extend(broken);
            self.go_on_with(knowledge);
        }
        fits
    }

    /// Goes on from this knowledge; what was spent stays so.
    fn go_on_with(&mut self, knowledge: Knowledge) {
        let (unanswered, spent) = (self.learner.unanswered().to_vec(), self.learner.spent());
        self.learner = Frugal::resume(self.settings.clone(), knowledge, self.background, unanswered, spent);
    }
}
