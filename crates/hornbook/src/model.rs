//! Models: what is known of one thing of the domain.

use crate::{AttrSet, Implication};

/// One thing of the domain, possibly with attributes nobody knows.
///
/// `has` are the attributes it is known to have, `possible` those it is not
/// known to lack; `has ⊆ possible`. They are equal for a complete model.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Model {
    has: AttrSet,
    possible: AttrSet,
}

impl Model {
    /// A model of which everything is known: it has just these attributes.
    pub fn complete(has: AttrSet) -> Self {
        Self { possible: has.clone(), has }
    }

    /// A model that has `has` and of which it is not known whether it has
    /// `unknown`; everything else it lacks.
    pub fn partial(has: AttrSet, unknown: &AttrSet) -> Self {
        Self { possible: has.union(unknown), has }
    }

    /// What it is known to have.
    pub fn has(&self) -> &AttrSet {
        &self.has
    }

    /// What it is not known to lack.
    pub fn possible(&self) -> &AttrSet {
        &self.possible
    }

    /// What is not known of it.
    pub fn unknown(&self) -> AttrSet {
        self.possible.difference(&self.has)
    }

    /// Whether everything is known of it.
    pub fn is_complete(&self) -> bool {
        self.has == self.possible
    }

    /// Whether it surely breaks the implication: it has all of the premise and
    /// lacks some of the conclusion.
    pub fn refutes(&self, implication: &Implication) -> bool {
        implication.premise.is_subset(&self.has) && !implication.conclusion.is_subset(&self.possible)
    }

    /// Whether it surely keeps the implication, whatever is true of what is not
    /// known: it lacks some of the premise, or has all of the conclusion. An
    /// attribute of both sides is no reason to doubt.
    pub fn keeps(&self, implication: &Implication) -> bool {
        !implication.premise.is_subset(&self.possible)
            || implication.conclusion.is_subset(&self.has.union(&implication.premise))
    }
}

impl From<AttrSet> for Model {
    fn from(set: AttrSet) -> Self {
        Self::complete(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All that a model may turn out to be.
    fn completions(model: &Model) -> impl Iterator<Item = AttrSet> {
        let (has, unknown): (AttrSet, Vec<usize>) = (model.has.clone(), model.unknown().iter().collect());
        (0..1 << unknown.len()).map(move |chosen: usize| {
            let more = unknown.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1);
            more.fold(has.clone(), |set, (_, &attr)| set.with(attr))
        })
    }

    #[test]
    fn an_implication_is_broken_or_kept_for_sure_if_it_is_so_in_all_completions() {
        let set = |bits: u64| AttrSet::from_words(3, [bits]);
        for (has, unknown, premise, conclusion) in
            (0..4096u64).map(|bits| (bits & 7, bits >> 3 & 7, bits >> 6 & 7, bits >> 9 & 7))
        {
            let model = Model::partial(set(has), &set(unknown));
            for rule in [Implication::new(set(premise), set(conclusion)), Implication::never(set(premise))] {
                assert_eq!(
                    model.keeps(&rule),
                    completions(&model).all(|full| rule.holds_in(&full)),
                    "{model:?} {rule:?}"
                );
                assert_eq!(
                    model.refutes(&rule),
                    completions(&model).all(|full| !rule.holds_in(&full)),
                    "{model:?} {rule:?}"
                );
            }
        }
    }
}
