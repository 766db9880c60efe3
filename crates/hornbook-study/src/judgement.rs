//! Whether an error is above ε: surely, surely not, or too close to tell.
//!
//! An error that was counted over all sets is known. One that was estimated lies in
//! an interval, but for a small probability (Clopper and Pearson); an ε within it
//! is not judged by the estimate. The ends of the interval are never computed: whether
//! ε is beyond one is told by the tail of a binomial at ε. So more sets are drawn, up
//! to a limit, and what is still too close is called so.

use hornbook::learn::binomial;

/// An error as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeasuredError {
    /// What was counted or estimated.
    pub error: f64,
    /// How many sets it was estimated from; none if it was counted over all.
    pub sets: Option<u64>,
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

/// The probability with which an estimated error is judged wrongly, however often
/// more sets are drawn.
pub const FAILURE: f64 = 0.001;
/// The probability of that in one stage, and to one side.
const ONE_FAILURE: f64 = FAILURE / (2 * MAX_STAGES) as f64;

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

impl MeasuredError {
    /// An error that was counted over all sets.
    pub fn exact(error: f64) -> Self {
        Self { error, sets: None }
    }

    /// An error that was estimated from so many sets.
    pub fn estimated(error: f64, sets: u64) -> Self {
        Self { error, sets: Some(sets) }
    }

    /// Whether it is at most this share, surely: a larger error would have shown itself
    /// more often.
    pub fn is_at_most(&self, share: f64) -> bool {
        match self.sets {
            None => self.error <= share,
            Some(sets) => share >= 1.0 || binomial::at_most(sets, self.differing(sets), share) <= ONE_FAILURE,
        }
    }

    /// Whether it is above this share, surely: a smaller error would have shown itself
    /// less often.
    pub fn is_above(&self, share: f64) -> bool {
        let Some(sets) = self.sets else { return self.error > share };
        let fewer = self.differing(sets).checked_sub(1);
        share < 0.0 || fewer.is_some_and(|fewer| 1.0 - binomial::at_most(sets, fewer, share) <= ONE_FAILURE)
    }

    /// Whether it is surely off by no more than this.
    pub fn is_known_to(&self, tolerance: f64) -> bool {
        self.sets.is_none() || (self.is_at_most(self.error + tolerance) && self.is_above(self.error - tolerance))
    }

    /// Whether the error is above ε.
    pub fn judge(&self, epsilon: f64) -> Judgement {
        match () {
            () if self.is_above(epsilon) => Judgement::Above,
            () if self.is_at_most(epsilon) => Judgement::NotAbove,
            () => Judgement::Undecided,
        }
    }

    /// The number of sets on which rules and table differed.
    fn differing(&self, sets: u64) -> u64 {
        (self.error * sets as f64).round() as u64
    }
}

/// How many sets to draw next, if an error that was estimated is not yet known well
/// enough to be judged by ε.
pub(crate) fn next_stage(measured: &MeasuredError, epsilon: f64) -> Option<u64> {
    let sets = measured.sets?;
    let fine = measured.is_known_to(epsilon * TOLERANCE_OF_EPSILON);
    let decided = measured.judge(epsilon) != Judgement::Undecided;
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
        assert_eq!(MeasuredError::exact(0.05).judge(0.05), Judgement::NotAbove);
        assert_eq!(MeasuredError::exact(0.05 + 1e-12).judge(0.05), Judgement::Above);
        assert!(MeasuredError::exact(0.5).is_known_to(0.0));
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
            assert_eq!(MeasuredError::estimated(error, 34_539).judge(0.01), judged, "{error}");
        }
        // More sets tell what fewer do not.
        assert_eq!(MeasuredError::estimated(0.0095, 2_000_000).judge(0.01), Judgement::NotAbove);
    }

    #[test]
    fn judgements_are_those_of_the_interval() {
        for (error, sets) in [(0.0, 1000), (0.02, 1000), (0.3, 500), (0.0101, 34_539), (1.0, 70)] {
            let measured = MeasuredError::estimated(error, sets);
            let differ = measured.differing(sets);
            let high = binomial::upper_bound(sets, differ, ONE_FAILURE);
            let low = 1.0 - binomial::upper_bound(sets, sets - differ, ONE_FAILURE);
            for share in [low - 1e-6, low + 1e-6, high - 1e-6, high + 1e-6, error] {
                assert_eq!(measured.is_at_most(share), high <= share, "{error} of {sets}: {share}");
                assert_eq!(measured.is_above(share), low > share, "{error} of {sets}: {share}");
            }
        }
    }

    #[test]
    fn sets_are_drawn_until_the_tolerance_is_a_tenth_of_epsilon() {
        for epsilon in [0.9, 0.5, 0.1, 0.01, 0.001, 1e-4, 1e-6] {
            for error in [0.0, epsilon * 0.2, epsilon * 0.99, epsilon, (epsilon * 1.5f64).min(1.0)] {
                let (mut sets, mut stages) = (34_539, 1);
                let measured = |sets| MeasuredError::estimated(error, sets);
                while let Some(next) = next_stage(&measured(sets), epsilon) {
                    assert!(next > sets);
                    (sets, stages) = (next, stages + 1);
                }
                assert!(stages <= MAX_STAGES, "ε = {epsilon}, error {error}: {stages} stages");
                assert!(measured(sets).is_known_to(epsilon * 0.13), "ε = {epsilon}, error {error}");
                let undecided = measured(sets).judge(epsilon) == Judgement::Undecided;
                assert!(undecided || error != epsilon, "ε = {epsilon}");
                assert!(!undecided || (error - epsilon).abs() < epsilon * 0.05, "ε = {epsilon}, error {error}");
            }
        }
    }
}
