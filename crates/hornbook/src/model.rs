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
}

impl From<AttrSet> for Model {
    fn from(set: AttrSet) -> Self {
        Self::complete(set)
    }
}
