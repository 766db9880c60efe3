//! What a certificate is worth, where some questions were left open.

use hornbook_explore::journal::Certified;
use hornbook_explore::{Exploration, Standing};

/// Whether more hangs on questions that nobody could answer than was to be left
/// open: then it is not done, for all that could be asked was.
pub fn hangs(exploration: &Exploration, certified: &Certified) -> bool {
    set_aside(certified) > exploration.accuracy().0
}

/// How much hangs on questions that nobody could answer; where any few attributes
/// are judged apart, they count as well.
pub fn set_aside(certified: &Certified) -> f64 {
    certified.certificate().supported_set_aside()
}

/// The ε that could be certified by now: where any few attributes are judged apart,
/// they count as well.
pub fn supported(standing: &Standing) -> f64 {
    standing.certificate().supported_epsilon()
}

/// An ε to go on to: the next power of ten below what is certified already. None
/// where hardly anything is left that could be found.
pub fn smaller(certified: &Certified) -> Option<f64> {
    EPSILONS_OFFERED.into_iter().find(|&epsilon| epsilon < certified.certificate().supported_epsilon())
}

const EPSILONS_OFFERED: [f64; 4] = [0.1, 0.01, 0.001, 0.0001];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_offered_is_smaller_than_what_is_certified() {
        let after = |epsilon| {
            smaller(&Certified { epsilon, set_aside: 0.0, delta: 0.1, samples: 1, any_few: None, state: None })
        };
        assert_eq!([1.0, 0.1, 0.0098, 0.000_11].map(after), [0.1, 0.01, 0.001, 0.0001].map(Some));
        assert_eq!([0.0001, 0.000_016, 0.0].map(after), [None; 3]);
    }
}
