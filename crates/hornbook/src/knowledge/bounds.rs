//! What surely follows from a set, what may at most, and what that decides.

use super::known::Knowledge;
use crate::answer::Answer;
use crate::{AttrSet, Conclusion, Implication, Model};

impl Knowledge {
    /// The answer to a question that is known already.
    pub fn recall(&self, question: &Implication) -> Option<Answer> {
        if self.entails(question) {
            return Some(Answer::Holds);
        }
        self.refuter(question).map(|model| Answer::Refuted(model.clone()))
    }

    /// What surely follows from `set`.
    pub fn lower(&self, set: &AttrSet) -> Conclusion {
        self.rules.close(set)
    }

    /// What may at most follow from `set`.
    pub fn upper(&self, set: &AttrSet) -> Conclusion {
        match self.lower(set) {
            Conclusion::Attrs(closed) => self.upper_of_closed(&closed),
            Conclusion::Falsum => Conclusion::Falsum,
        }
    }

    /// [`upper`](Self::upper) for a set that is closed under the rules.
    pub fn upper_of_closed(&self, closed: &AttrSet) -> Conclusion {
        // The most frequent of all steps, so the usual case has a loop of its own.
        let common = match self.denied.is_empty() {
            true => in_common(self.models.iter(), closed),
            false => in_common(self.bounding_models(), closed),
        };
        common.map_or(Conclusion::Falsum, Conclusion::Attrs)
    }

    /// The most that may follow from a set closed under the rules, as far as
    /// that is not known to fail: [`upper_of_closed`](Self::upper_of_closed),
    /// unless just that was denied; then less.
    pub fn boldest(&self, closed: &AttrSet) -> Conclusion {
        self.not_denied(closed, self.upper_of_closed(closed))
    }

    /// Whether the truth about `set` is known.
    pub fn is_settled(&self, set: &AttrSet) -> bool {
        match self.lower(set) {
            Conclusion::Falsum => true,
            Conclusion::Attrs(closed) => self.is_closed(&closed),
        }
    }

    /// Whether a set closed under the rules is known to be closed in truth:
    /// the models that contain it have nothing else in common.
    pub fn is_closed(&self, closed: &AttrSet) -> bool {
        let mut common: Option<AttrSet> = None;
        for model in self.bounding_models() {
            if closed.is_subset(model.has()) {
                let shared = common.get_or_insert_with(|| model.possible().clone());
                shared.retain_all(model.possible());
                if shared == closed {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the rule is known to hold.
    pub fn entails(&self, rule: &Implication) -> bool {
        self.rules.entails(rule)
    }

    /// Whether it is known if the rule holds.
    pub fn decides(&self, rule: &Implication) -> bool {
        self.entails(rule) || self.fails(rule)
    }

    /// Whether the rule is known to fail.
    pub fn fails(&self, rule: &Implication) -> bool {
        self.refuter(rule).is_some() || self.is_denied(rule)
    }

    /// A model that breaks the rule: one that was seen, or what is known of one
    /// that a denied rule speaks of.
    pub fn refuter(&self, rule: &Implication) -> Option<&Model> {
        self.bounding_models().find(|model| model.refutes(rule))
    }
}

/// What all models with a set may have in common; `None` if there is none.
#[inline(always)]
fn in_common<'a>(models: impl Iterator<Item = &'a Model>, set: &AttrSet) -> Option<AttrSet> {
    let mut common: Option<AttrSet> = None;
    for model in models {
        if set.is_subset(model.has()) {
            match &mut common {
                None => common = Some(model.possible().clone()),
                Some(shared) => shared.retain_all(model.possible()),
            }
        }
    }
    common
}
