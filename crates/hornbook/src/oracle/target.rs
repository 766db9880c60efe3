use super::Oracle;
use crate::answer::Answer;
use crate::{Attr, AttrSet, Conclusion, Implication, Model, Theory};

/// The domain seen with an eye to one attribute: only rules that conclude it
/// count, besides the background.
///
/// Its models are the closures of all sets X under the background and, where
/// `X -> target` holds, the target. Every question becomes one about the
/// target, so learners need not know that anything is restricted.
#[derive(Clone, Debug)]
pub struct TargetOracle<O> {
    inner: O,
    target: Attr,
    background: Theory,
}

/// A question as it is put to the oracle inside.
enum AboutTarget {
    /// The answer is known from the background.
    Known(Answer),
    /// Whether the target follows from this set.
    Ask(AttrSet),
}

impl<O: Oracle> TargetOracle<O> {
    /// Restricts `inner` to rules that conclude `target`, given what is known.
    pub fn new(inner: O, target: Attr, background: Theory) -> Self {
        Self { inner, target, background }
    }

    fn about_target(&self, question: &Implication) -> AboutTarget {
        let Conclusion::Attrs(known) = self.background.close(&question.premise) else {
            return AboutTarget::Known(Answer::Holds);
        };
        if question.conclusion.is_subset(&known) {
            return AboutTarget::Known(Answer::Holds);
        }
        let most = self.background.close(&known.with(self.target));
        match most {
            // Nothing but the target and what it brings can follow.
            Conclusion::Attrs(most) if !question.conclusion.is_within(&Conclusion::Attrs(most.clone())) => {
                AboutTarget::Known(Answer::Refuted(Model::complete(most)))
            }
            _ => AboutTarget::Ask(known),
        }
    }

    fn rule(&self, known: &AttrSet) -> Implication {
        Implication::new(known.clone(), AttrSet::of(self.attribute_count(), [self.target]))
    }
}

/// The answer to a question, by the answer to whether the target follows.
fn conclude(question: &Implication, known: AttrSet, answer: Answer) -> Answer {
    match answer {
        // The row that lacks the target is a model here too, and tells more
        // than the set itself; but it may have what only the target would bring
        // by rule.
        Answer::Refuted(model) if model.refutes(question) => Answer::Refuted(model),
        Answer::Refuted(_) | Answer::Partly { .. } | Answer::Fails => Answer::Refuted(Model::complete(known)),
        Answer::Holds | Answer::Unknown => answer,
    }
}

impl<O: Oracle> Oracle for TargetOracle<O> {
    type Error = O::Error;

    fn attribute_count(&self) -> usize {
        self.inner.attribute_count()
    }

    fn ask(&mut self, question: &Implication) -> Result<Answer, O::Error> {
        match self.about_target(question) {
            AboutTarget::Known(answer) => Ok(answer),
            AboutTarget::Ask(known) => {
                let answer = self.inner.ask(&self.rule(&known))?;
                Ok(conclude(question, known, answer))
            }
        }
    }

    fn ask_all(&mut self, questions: &[Implication], answers: &mut Vec<Answer>) -> Result<(), O::Error> {
        let about: Vec<AboutTarget> = questions.iter().map(|question| self.about_target(question)).collect();
        let open = about.iter().filter_map(|about| match about {
            AboutTarget::Known(_) => None,
            AboutTarget::Ask(known) => Some(self.rule(known)),
        });
        let open: Vec<Implication> = open.collect();
        let mut found = Vec::with_capacity(open.len());
        let asked = self.inner.ask_all(&open, &mut found);
        let mut found = found.into_iter();
        answers.extend(questions.iter().zip(about).map_while(|(question, about)| match about {
            AboutTarget::Known(answer) => Some(answer),
            AboutTarget::Ask(known) => found.next().map(|answer| conclude(question, known, answer)),
        }));
        asked
    }
}
