//! An expert as an oracle, for learners that are driven by one.

use std::time::Duration;

use hornbook::oracle::Oracle;
use hornbook::{Answer, Implication, Model, Rulebook, Theory};

use crate::patience::Deadline;
use crate::{Expert, ExpertError, ExpertQuestion, ExpertReply};

/// An expert that is asked about implications and waited for, as an [`Oracle`]. It hands
/// over as many questions at once as the expert takes, and keeps in mind how many
/// exceptions rules may have that rest on a search.
pub struct ExpertOracle<E> {
    expert: E,
    attributes: usize,
    patience: Duration,
    sent: u64,
    searched: Vec<(Implication, f64)>,
    /// What holds beyond doubt.
    trusted: Theory,
}

impl<E: Expert> ExpertOracle<E> {
    /// Asks this expert about so many attributes, and waits so long for an answer.
    pub fn new(expert: E, attributes: usize, patience: Duration) -> Self {
        Self { expert, attributes, patience, sent: 0, searched: Vec::new(), trusted: Theory::new(attributes) }
    }

    /// The expert.
    pub fn expert(&self) -> &E {
        &self.expert
    }

    /// The rules that hold as far as searches tell, each with the share of cases with its
    /// premise that break it, at most.
    pub fn searched(&self) -> &[(Implication, f64)] {
        &self.searched
    }

    /// Forgets some of the rules that hold as far as searches tell, and returns them.
    pub(crate) fn forget_searched(&mut self, is: impl Fn(&Implication) -> bool) -> Vec<Implication> {
        let (forgotten, kept) = std::mem::take(&mut self.searched).into_iter().partition(|(rule, _)| is(rule));
        self.searched = kept;
        let forgotten: Vec<(Implication, f64)> = forgotten;
        forgotten.into_iter().map(|(rule, _)| rule).collect()
    }

    /// Says of each rule how many exceptions it may have.
    pub fn set_exceptions(&self, book: &mut Rulebook) {
        let mut trusted = self.trusted.clone();
        book.background.iter().for_each(|rule| trusted.push(rule.clone()));
        book.set_exceptions(&trusted, &self.searched);
    }

    fn take(&mut self, question: &Implication, reply: ExpertReply) -> Answer {
        match reply {
            ExpertReply::Holds => {
                self.trusted.push(question.clone());
                Answer::Holds
            }
            ExpertReply::NoExceptionFound(bound) => {
                self.searched.push((question.clone(), bound.exceptions_at_most));
                Answer::Holds
            }
            ExpertReply::Counterexample { has, unknown, .. } => Answer::Refuted(Model::partial(has, &unknown)),
            ExpertReply::Partly(holds) => {
                self.trusted.push(Implication::new(question.premise.clone(), holds.clone()));
                Answer::Partly { holds, refuted_by: None }
            }
            // An oracle that says what follows says with it that the rest does not.
            ExpertReply::PartlyKnown(_) => Answer::Unknown,
            ExpertReply::Fails => Answer::Fails,
            ExpertReply::Closure(_) | ExpertReply::Member(_) | ExpertReply::Unknown | ExpertReply::Failed(_) => {
                Answer::Unknown
            }
        }
    }
}

impl<E: Expert> Oracle for ExpertOracle<E> {
    type Error = ExpertError;

    fn attribute_count(&self) -> usize {
        self.attributes
    }

    fn ask(&mut self, question: &Implication) -> Result<Answer, Self::Error> {
        let mut answers = Vec::new();
        self.ask_all(std::slice::from_ref(question), &mut answers)?;
        Ok(answers.pop().unwrap_or(Answer::Unknown))
    }

    fn ask_all(&mut self, questions: &[Implication], answers: &mut Vec<Answer>) -> Result<(), Self::Error> {
        let first = self.sent + 1;
        let mut replies: Vec<Option<ExpertReply>> = vec![None; questions.len()];
        let (mut sent, mut answered) = (0, 0);
        while answered < questions.len() {
            while sent < questions.len() && sent - answered < self.expert.questions_at_once().max(1) {
                self.sent += 1;
                self.expert.send(self.sent, &ExpertQuestion::Implication(questions[sent].clone()))?;
                sent += 1;
            }
            let deadline = Deadline::after(self.patience);
            let (id, reply) = loop {
                let left = deadline.left();
                match self.expert.receive(left)? {
                    Some(answer) => break answer,
                    None if left.is_zero() => {
                        let problem = format!("there was no answer within {:?}", self.patience);
                        return Err(ExpertError::Unreachable { name: self.expert.name().to_owned(), problem });
                    }
                    None => {}
                }
            };
            // What comes late, to a question that was given up, is nobody's.
            if let Some(place) = id.checked_sub(first).and_then(|place| replies.get_mut(place as usize)) {
                answered += usize::from(place.is_none());
                place.get_or_insert(reply);
            }
        }
        for (question, reply) in questions.iter().zip(replies.into_iter().flatten()) {
            let answer = self.take(question, reply);
            answers.push(answer);
        }
        Ok(())
    }
}
