//! How often an answer is wrong, and what follows for many of them.

use hornbook::AnswersRestOn;
use hornbook::learn::binomial;

/// The probability, at most, with which an answer is wrong, whatever was answered before:
/// below one half, or no number of answers would tell anything.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ErrorRate(f64);

/// A probability of error that is none, or too large.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("answers that are wrong with probability {0} tell nothing: it must be at least 0 and below 0.5")]
pub struct ErrorRateError(pub f64);

impl ErrorRate {
    /// Checks that it is at least 0 and below one half.
    pub fn new(rate: f64) -> Result<Self, ErrorRateError> {
        if (0.0..0.5).contains(&rate) { Ok(Self(rate)) } else { Err(ErrorRateError(rate)) }
    }

    /// The probability.
    pub fn get(self) -> f64 {
        self.0
    }

    /// By how many answers one side must lead the other, so that it is wrong with
    /// probability at most `failure`, whenever one looks: the least d with
    /// (ρ/(1−ρ))^d ≤ failure.
    pub fn lead(self, failure: f64) -> u64 {
        let odds = (self.0 / (1.0 - self.0)).ln();
        ((failure.ln() / odds).ceil() as u64).max(1)
    }

    /// The probability, at most, that more than half of so many sources are wrong, each
    /// independently of the others.
    pub fn majority_failure(self, sources: u64) -> f64 {
        1.0 - binomial::at_most(sources, sources / 2, self.0)
    }

    /// What follows for answers that are asked for once each, and taken as they are.
    pub fn single_answers(self, answers: u64) -> AnswersRestOn {
        let wrong_at_most = (answers as f64 * self.0).min(1.0);
        AnswersRestOn::SingleAnswers { error_rate: self.0, answers, wrong_at_most }
    }
}

/// What the `round`-th of any number of things (from 1) may fail with, so that all of them
/// together do with probability at most `failure`: failure/(i(i+1)).
pub(crate) fn part_of(failure: f64, round: u64) -> f64 {
    let round = round as f64;
    failure / (round * (round + 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_of_one_half_and_more_tell_nothing() {
        for bad in [0.5, 0.7, -0.1, f64::NAN, f64::INFINITY] {
            assert!(ErrorRate::new(bad).is_err(), "{bad}");
        }
        let message = ErrorRate::new(0.5).unwrap_err().to_string();
        assert_eq!(
            message,
            "answers that are wrong with probability 0.5 tell nothing: it must be at least 0 and below 0.5"
        );
    }

    #[test]
    fn a_lead_is_the_least_that_suffices() {
        for rate in [1e-6, 0.05, 0.2, 0.45] {
            for failure in [0.5, 0.05, 1e-9] {
                let lead = ErrorRate::new(rate).unwrap().lead(failure);
                let odds: f64 = rate / (1.0 - rate);
                assert!(odds.powi(lead as i32) <= failure * (1.0 + 1e-9));
                assert!(lead == 1 || odds.powi(lead as i32 - 1) > failure);
            }
        }
        assert_eq!(ErrorRate::new(0.0).unwrap().lead(1e-9), 1);
    }

    #[test]
    fn a_majority_is_wrong_as_often_as_the_binomial_tail_says() {
        let rate = ErrorRate::new(0.2).unwrap();
        assert!((rate.majority_failure(1) - 0.2).abs() < 1e-12);
        assert!((rate.majority_failure(3) - (3.0 * 0.04 * 0.8 + 0.008)).abs() < 1e-12);
        // Of four, three must be wrong: a tie decides nothing.
        assert!((rate.majority_failure(4) - (4.0 * 0.008 * 0.8 + 0.0016)).abs() < 1e-12);
    }

    #[test]
    fn parts_sum_to_the_whole() {
        let sum: f64 = (1..100_000).map(|round| part_of(0.05, round)).sum();
        assert!(sum < 0.05 && sum > 0.0499, "{sum}");
    }

    #[test]
    fn single_answers_are_all_right_with_what_is_left() {
        let AnswersRestOn::SingleAnswers { wrong_at_most, .. } = ErrorRate::new(0.05).unwrap().single_answers(12)
        else {
            panic!("answers that were asked for once");
        };
        assert!((wrong_at_most - 0.6).abs() < 1e-12);
        assert_eq!(ErrorRate::new(0.05).unwrap().single_answers(100).wrong_at_most(), 1.0);
    }
}
