//! What answers rest on, where they are not simply trusted.

use serde::{Deserialize, Serialize};

/// What the answers of a run rest on, where they are not simply trusted: a
/// certificate holds only if they are right, and this says how likely that is. The
/// proofs are in `docs/guarantee.md`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum AnswersRestOn {
    /// One answer to each question, each wrong with some probability.
    SingleAnswers {
        /// Each is wrong with at most this probability.
        error_rate: f64,
        /// How many were given.
        answers: u64,
        /// One of so many answers is wrong with at most this probability.
        wrong_at_most: f64,
    },
    /// Questions that were asked again until one side led by enough answers.
    Repetition {
        /// Each answer is wrong with at most this probability.
        error_rate: f64,
        /// How many were given.
        answers: u64,
        /// How many questions they decided.
        verdicts: u64,
        /// One of these is decided wrongly with at most this probability.
        wrong_at_most: f64,
    },
    /// What more than half of several sources said.
    Majority {
        /// How many sources there are.
        sources: u64,
        /// Each of them is wrong with at most this probability.
        error_rate: f64,
        /// How many questions they decided.
        verdicts: u64,
        /// One of so many is decided wrongly with at most this probability.
        wrong_at_most: f64,
    },
    /// Random search for exceptions, of which none was found: each rule carries its
    /// [bound](crate::Rule::exceptions_at_most).
    Search {
        /// The largest bound of a rule.
        exceptions_at_most: f64,
        /// How many rules have one.
        rules: u64,
        /// How many cases were looked at for them.
        cases: u64,
        /// One of the bounds is wrong with at most this probability.
        wrong_at_most: f64,
    },
}

impl AnswersRestOn {
    /// The probability, at most, with which not all is as the answers say: to be added
    /// to the δ of a certificate.
    pub fn wrong_at_most(&self) -> f64 {
        match self {
            Self::SingleAnswers { wrong_at_most, .. }
            | Self::Repetition { wrong_at_most, .. }
            | Self::Majority { wrong_at_most, .. }
            | Self::Search { wrong_at_most, .. } => *wrong_at_most,
        }
    }

    /// The δ of a certificate that rests on such answers, if without them it is `delta`.
    pub fn delta_with(delta: f64, answers: &[Self]) -> f64 {
        answers.iter().fold(delta, |sum, answers| sum + answers.wrong_at_most()).min(1.0)
    }
}
