//! Whether an error is above ε: surely, surely not, or too close to tell.
//!
//! An error that was counted over all sets is known. One that was estimated lies in
//! an interval, but for a small probability (Clopper and Pearson); an ε within it
//! is not judged by the estimate. So more sets are drawn, up to a limit, and what
//! is still too close is called so.

use hornbook::learn::binomial;

/// An error as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ErrorRange {
    /// What was counted or estimated.
    pub error: f64,
    /// It is at least this.
    pub low: f64,
    /// It is at most this.
    pub high: f64,
}

/// What an error is, compared with ε.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// Above, surely.
    Above,
    /// Not above, surely.
    NotAbove,
    /// Too close to tell.
    Undecided,
}

/// The probability with which a range of an estimated error does not hold it,
/// however often it was made smaller by drawing more sets.
pub const FAILURE: f64 = 0.001;

/// Sets are drawn in so many stages at most, …
const MAX_STAGES: u32 = 8;
/// … each of this many times as many sets as the one before.
const NEXT_STAGE_FACTOR: u64 = 4;
/// With so many sets for each 1/ε, an error near ε is known to a tenth of ε.
const SETS_AN_EPSILON: f64 = 1600.0;
/// For an error that is too close to ε, so many times as many are drawn at most: it
/// is known to a fortieth of ε then, …
const UNDECIDED_FACTOR: u64 = 16;
/// … but not more than these, unless a tenth of ε takes more.
const MAX_SETS: u64 = 1 << 24;
/// The largest tolerance, as a share of ε.
const TOLERANCE_OF_EPSILON: f64 = 0.1;

impl ErrorRange {
    /// An error that was counted over all sets.
    pub fn exact(error: f64) -> Self {
        Self { error, low: error, high: error }
    }

    /// An error that was estimated from so many sets.
    pub fn estimated(error: f64, sets: u64) -> Self {
        let differ = (error * sets as f64).round() as u64;
        let failure = FAILURE / f64::from(2 * MAX_STAGES);
        let low = 1.0 - binomial::upper_bound(sets, sets.saturating_sub(differ), failure);
        Self { error, low, high: binomial::upper_bound(sets, differ, failure) }
    }

    /// By how much the estimate may be off.
    pub fn tolerance(&self) -> f64 {
        (self.high - self.error).max(self.error - self.low)
    }

    /// Whether the error is above ε.
    pub fn judge(&self, epsilon: f64) -> Judgement {
        match () {
            () if self.low > epsilon => Judgement::Above,
            () if self.high <= epsilon => Judgement::NotAbove,
            () => Judgement::Undecided,
        }
    }
}

/// How many sets to draw next, if an error that was estimated from `sets` is not yet
/// known well enough to be judged by ε.
pub(crate) fn next_stage(range: &ErrorRange, sets: u64, epsilon: f64) -> Option<u64> {
    let fine = range.tolerance() <= epsilon * TOLERANCE_OF_EPSILON;
    let decided = range.judge(epsilon) != Judgement::Undecided;
    let needed = (SETS_AN_EPSILON / epsilon).ceil() as u64;
    let limit = needed.saturating_mul(UNDECIDED_FACTOR).min(MAX_SETS).max(needed);
    let next = sets.saturating_mul(NEXT_STAGE_FACTOR);
    // The last stages are longer where the ε is tiny, so that there are never more.
    let next = next.max(limit / NEXT_STAGE_FACTOR.pow(MAX_STAGES - 2));
    (!(fine && decided) && sets < limit).then(|| next.min(limit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exact_error_is_judged_at_the_boundary() {
        assert_eq!(ErrorRange::exact(0.05).judge(0.05), Judgement::NotAbove);
        assert_eq!(ErrorRange::exact(0.05 + 1e-12).judge(0.05), Judgement::Above);
        assert_eq!(ErrorRange::exact(0.0).tolerance(), 0.0);
    }

    #[test]
    fn an_estimate_near_epsilon_is_not_judged() {
        for (error, judged) in [
            (0.0, Judgement::NotAbove),
            (0.008, Judgement::NotAbove),
            (0.0095, Judgement::Undecided),
            (0.01, Judgement::Undecided),
            (0.0105, Judgement::Undecided),
            (0.0125, Judgement::Above),
            (1.0, Judgement::Above),
        ] {
            assert_eq!(ErrorRange::estimated(error, 34_539).judge(0.01), judged, "{error}");
        }
        // More sets tell what fewer do not.
        assert_eq!(ErrorRange::estimated(0.0095, 2_000_000).judge(0.01), Judgement::NotAbove);
    }

    #[test]
    fn sets_are_drawn_until_the_tolerance_is_a_tenth_of_epsilon() {
        for epsilon in [0.9, 0.5, 0.1, 0.01, 0.001, 1e-4, 1e-6] {
            for error in [0.0, epsilon * 0.2, epsilon * 0.99, epsilon, (epsilon * 1.5f64).min(1.0)] {
                let (mut sets, mut stages) = (34_539, 1);
                let range = |sets| ErrorRange::estimated(error, sets);
                while let Some(next) = next_stage(&range(sets), sets, epsilon) {
                    assert!(next > sets);
                    (sets, stages) = (next, stages + 1);
                }
                assert!(stages <= MAX_STAGES, "ε = {epsilon}, error {error}: {stages} stages");
                let tolerance = range(sets).tolerance();
                assert!(tolerance <= epsilon * 0.13, "ε = {epsilon}, error {error}: off by {tolerance}");
                let undecided = range(sets).judge(epsilon) == Judgement::Undecided;
                assert!(undecided || error != epsilon, "ε = {epsilon}");
                assert!(!undecided || (error - epsilon).abs() < epsilon * 0.05, "ε = {epsilon}, error {error}");
            }
        }
    }
}
