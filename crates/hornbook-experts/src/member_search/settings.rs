//! How exceptions are searched for.

use hornbook::learn::Accuracy;

use super::cases::Cases;

/// How exceptions are searched for.
#[derive(Clone, Debug)]
pub struct SearchSettings {
    /// ε: the share of exceptions, η, that each rule is to be bounded by. δ: the
    /// probability with which one of all these bounds may be wrong.
    pub accuracy: Accuracy,
    /// The cases that the bounds are about.
    pub cases: Cases,
    /// The seed of everything random.
    pub seed: u64,
    /// How many cases may be drawn for a rule. If too few of them are possible, it is not
    /// known whether it holds.
    pub max_cases: u64,
    /// How many sets near known members are tried first, to find exceptions sooner.
    pub tries_near_known: usize,
}

impl SearchSettings {
    /// What is usual: at most 10,000 cases for a rule, after 32 tries near known members.
    pub fn new(accuracy: Accuracy, cases: Cases, seed: u64) -> Self {
        Self { accuracy, cases, seed, max_cases: 10_000, tries_near_known: 32 }
    }
}
