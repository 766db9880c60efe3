//! ε, δ, and how many samples they take.

/// How good a result has to be: with probability at least 1 − δ, wrong for at
/// most a share ε of the sets. Both are in (0, 1].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Accuracy {
    epsilon: f64,
    delta: f64,
}

/// ε or δ outside (0, 1].
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{name} must be above 0 and at most 1, but is {value}")]
pub struct AccuracyError {
    /// `epsilon` or `delta`.
    pub name: &'static str,
    /// What it was.
    pub value: f64,
}

impl Accuracy {
    /// Checks both bounds.
    pub fn new(epsilon: f64, delta: f64) -> Result<Self, AccuracyError> {
        for (name, value) in [("epsilon", epsilon), ("delta", delta)] {
            if !(value > 0.0 && value <= 1.0) {
                return Err(AccuracyError { name, value });
            }
        }
        Ok(Self { epsilon, delta })
    }

    /// The share of sets that may be judged wrongly.
    pub fn epsilon(&self) -> f64 {
        self.epsilon
    }

    /// The probability with which more may be.
    pub fn delta(&self) -> f64 {
        self.delta
    }
}

/// Which of the paper's two approximations ε is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// ε-Horn approximation: the share of sets that are a model of just one of
    /// hypothesis and truth.
    Weak,
    /// ε-strong Horn approximation: the share of sets with different closures.
    Strong,
}

/// How δ is spread over the rounds, and how many samples each round draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Schedule {
    /// The paper's: δ_i = δ/2^i, ⌈(i + ln 1/δ)/ε⌉ samples in round i.
    Paper,
    /// δ_i = δ/(i(i+1)), which sums to δ as well, and the fewest samples for
    /// it: ⌈ln δ_i / ln(1−ε)⌉, logarithmic in the round instead of linear.
    #[default]
    Thrifty,
}

impl Schedule {
    /// ln δ_i: the logarithm of what round `round` (from 1) may fail with.
    /// In logarithms and floating point, since i(i+1) and 2^i overflow.
    fn ln_delta(self, accuracy: Accuracy, round: u64) -> f64 {
        let i = round as f64;
        match self {
            Self::Paper => accuracy.delta.ln() - i * std::f64::consts::LN_2,
            Self::Thrifty => accuracy.delta.ln() - i.ln() - (i + 1.0).ln(),
        }
    }

    /// How many samples round `round` (from 1) needs without a counterexample
    /// for the guarantee to hold.
    pub fn sample_size(self, accuracy: Accuracy, round: u64) -> u64 {
        let size = match self {
            Self::Paper => (round as f64 - accuracy.delta.ln()) / accuracy.epsilon,
            Self::Thrifty => self.ln_delta(accuracy, round) / (-accuracy.epsilon).ln_1p(),
        };
        (size.ceil() as u64).max(1)
    }

    /// The ε that `agreeing` samples without a counterexample support in round
    /// `round`: the largest error with which they would all agree with a
    /// probability of δ_i.
    ///
    /// This holds at whatever moment one looks: that a run of agreement reaches
    /// any given length has the same probability for all later moments.
    pub fn supported_epsilon(self, accuracy: Accuracy, round: u64, agreeing: u64) -> f64 {
        if agreeing == 0 {
            return 1.0;
        }
        -(self.ln_delta(accuracy, round) / agreeing as f64).exp_m1()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sample_sizes_are_the_papers_and_fewer() {
        let accuracy = Accuracy::new(0.01, 0.1).unwrap();
        assert_eq!(Schedule::Paper.sample_size(accuracy, 1), 331);
        assert_eq!(Schedule::Paper.sample_size(accuracy, 1000), 100_231);
        assert_eq!(Schedule::Thrifty.sample_size(accuracy, 1000), 1_604);
        assert_eq!(Schedule::Thrifty.sample_size(accuracy, u64::MAX), 9_057);
    }

    #[test]
    fn what_a_full_round_supports_is_what_was_asked_for() {
        for (epsilon, delta) in [(0.01, 0.1), (0.5, 0.9), (0.0001, 0.001)] {
            let accuracy = Accuracy::new(epsilon, delta).unwrap();
            for schedule in [Schedule::Paper, Schedule::Thrifty] {
                for round in [1, 2, 50] {
                    let size = schedule.sample_size(accuracy, round);
                    assert!(schedule.supported_epsilon(accuracy, round, size) <= epsilon);
                }
            }
            let size = Schedule::Thrifty.sample_size(accuracy, 7);
            assert!(Schedule::Thrifty.supported_epsilon(accuracy, 7, size - 1) > epsilon);
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for bad in [0.0, -0.1, 1.1, f64::NAN, f64::INFINITY] {
            assert!(Accuracy::new(bad, 0.1).is_err());
            assert!(Accuracy::new(0.1, bad).is_err());
        }
        assert!(Accuracy::new(1.0, 1.0).is_ok());
        assert_eq!(Schedule::Thrifty.sample_size(Accuracy::new(1.0, 1.0).unwrap(), 1), 1);
    }
}
