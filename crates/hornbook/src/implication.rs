//! Implications `A -> B`, with a real falsum.

use crate::{AttrSet, Universe};

/// What follows from a set: attributes, or ⊥ ("never occurs").
///
/// ⊥ stands for Φ ∪ {⊥}: it contains every attribute and one thing more. So
/// `A -> ⊥` and `A -> Φ` differ: the full set Φ may well be a model.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Conclusion {
    /// These attributes.
    Attrs(AttrSet),
    /// ⊥: the premise never occurs.
    Falsum,
}

impl Conclusion {
    /// Whether all of `set` is in here; ⊥ contains everything.
    pub fn contains(&self, set: &AttrSet) -> bool {
        match self {
            Self::Attrs(own) => set.is_subset(own),
            Self::Falsum => true,
        }
    }

    /// Whether this says no more than `other`: subset, with ⊥ on top.
    pub fn is_within(&self, other: &Self) -> bool {
        match (self, other) {
            (_, Self::Falsum) => true,
            (Self::Falsum, Self::Attrs(_)) => false,
            (Self::Attrs(own), Self::Attrs(other)) => own.is_subset(other),
        }
    }

    /// Whether all of this is in `set`; ⊥ is in no set.
    pub fn is_subset(&self, set: &AttrSet) -> bool {
        match self {
            Self::Attrs(own) => own.is_subset(set),
            Self::Falsum => false,
        }
    }

    /// What is in both; ⊥ ∩ X = X.
    #[must_use]
    pub fn intersection(&self, set: &AttrSet) -> Self {
        match self {
            Self::Attrs(own) => Self::Attrs(own.intersection(set)),
            Self::Falsum => Self::Attrs(set.clone()),
        }
    }

    /// What is in either; ⊥ with anything is ⊥.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Attrs(own), Self::Attrs(other)) => Self::Attrs(own.union(other)),
            _ => Self::Falsum,
        }
    }

    /// The attributes, or `None` for ⊥.
    pub fn attrs(&self) -> Option<&AttrSet> {
        match self {
            Self::Attrs(set) => Some(set),
            Self::Falsum => None,
        }
    }

    /// Whether this is ⊥.
    pub fn is_falsum(&self) -> bool {
        matches!(self, Self::Falsum)
    }
}

impl From<AttrSet> for Conclusion {
    fn from(set: AttrSet) -> Self {
        Self::Attrs(set)
    }
}

/// An implication: whatever has all of the premise has all of the conclusion.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Implication {
    /// The left side, *A*.
    pub premise: AttrSet,
    /// The right side, *B* or ⊥.
    pub conclusion: Conclusion,
}

impl Implication {
    /// `premise -> conclusion`.
    pub fn new(premise: AttrSet, conclusion: impl Into<Conclusion>) -> Self {
        Self { premise, conclusion: conclusion.into() }
    }

    /// Whether both sides can be of a universe of this size.
    pub fn fits(&self, attributes: usize) -> bool {
        self.premise.fits(attributes) && self.conclusion.attrs().is_none_or(|set| set.fits(attributes))
    }

    /// `premise -> ⊥`: the premise never occurs.
    pub fn never(premise: AttrSet) -> Self {
        Self { premise, conclusion: Conclusion::Falsum }
    }

    /// Whether `model` satisfies the implication.
    pub fn holds_in(&self, model: &AttrSet) -> bool {
        !self.premise.is_subset(model) || self.conclusion.is_subset(model)
    }

    /// Whether it holds in everything: the conclusion is within the premise.
    pub fn is_trivial(&self) -> bool {
        self.conclusion.is_subset(&self.premise)
    }

    /// The same implication with a conclusion that leaves out the premise.
    #[must_use]
    pub fn without_premise(&self) -> Self {
        let conclusion = match &self.conclusion {
            Conclusion::Attrs(set) => Conclusion::Attrs(set.difference(&self.premise)),
            Conclusion::Falsum => Conclusion::Falsum,
        };
        Self { premise: self.premise.clone(), conclusion }
    }

    /// The implication with attribute names, for messages: `a, b -> c`, `a -> ⊥`.
    pub fn display<'a>(&'a self, universe: &'a Universe) -> impl std::fmt::Display + 'a {
        Named { implication: self, universe }
    }
}

struct Named<'a> {
    implication: &'a Implication,
    universe: &'a Universe,
}

impl std::fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let list = |f: &mut std::fmt::Formatter<'_>, set: &AttrSet| {
            for (at, name) in self.universe.names_of(set).enumerate() {
                f.write_str(if at > 0 { ", " } else { "" })?;
                f.write_str(name)?;
            }
            Ok(())
        };
        list(f, &self.implication.premise)?;
        f.write_str(if self.implication.premise.is_empty() { "-> " } else { " -> " })?;
        match &self.implication.conclusion {
            Conclusion::Attrs(set) => list(f, &set.difference(&self.implication.premise)),
            Conclusion::Falsum => f.write_str("⊥"),
        }
    }
}
