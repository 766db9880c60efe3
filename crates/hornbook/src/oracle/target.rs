use super::{Answer, Oracle};
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

impl<O: Oracle> TargetOracle<O> {
    /// Restricts `inner` to rules that conclude `target`, given what is known.
    pub fn new(inner: O, target: Attr, background: Theory) -> Self {
        Self { inner, target, background }
    }

    fn with_target(&self, set: &AttrSet) -> Conclusion {
        self.background.close(&set.with(self.target))
    }
}

impl<O: Oracle> Oracle for TargetOracle<O> {
    type Error = O::Error;

    fn attribute_count(&self) -> usize {
        self.inner.attribute_count()
    }

    fn ask(&mut self, question: &Implication) -> Result<Answer, O::Error> {
        let Conclusion::Attrs(known) = self.background.close(&question.premise) else { return Ok(Answer::Holds) };
        if question.conclusion.is_subset(&known) {
            return Ok(Answer::Holds);
        }
        let most = self.with_target(&known);
        if !question.conclusion.is_within(&most) {
            // Nothing but the target and what it brings can follow.
            if let Conclusion::Attrs(most) = most {
                return Ok(Answer::Refuted(Model::complete(most)));
            }
        }
        let about_target = Implication::new(known.clone(), AttrSet::of(self.attribute_count(), [self.target]));
        Ok(match self.inner.ask(&about_target)? {
            // The row that lacks the target is a model here too, and tells
            // more than the set itself; but it may have what only the target
            // would bring by rule.
            Answer::Refuted(model) if model.refutes(question) => Answer::Refuted(model),
            Answer::Refuted(_) | Answer::Partly { .. } => Answer::Refuted(Model::complete(known)),
            answer @ (Answer::Holds | Answer::Unknown) => answer,
        })
    }
}
