//! What a constraint says about features.

/// A formula over features, which are given by their variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Formula {
    Feature(i32),
    Not(Box<Formula>),
    All(Vec<Formula>),
    Any(Vec<Formula>),
    Implies(Box<Formula>, Box<Formula>),
    Equivalent(Box<Formula>, Box<Formula>),
    AtMostOne(Vec<Formula>),
}

impl Formula {
    pub(super) fn not(self) -> Self {
        Self::Not(Box::new(self))
    }

    pub(super) fn implies(self, other: Self) -> Self {
        Self::Implies(Box::new(self), Box::new(other))
    }

    pub(super) fn equivalent(self, other: Self) -> Self {
        Self::Equivalent(Box::new(self), Box::new(other))
    }
}
