//! What a certificate is worth, where some questions were left open.

use hornbook::sampling::ANY_FEW_TIMES_EPSILON;
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
    let any_few = certified.any_few.map_or(0.0, |apart| apart.set_aside / ANY_FEW_TIMES_EPSILON);
    certified.set_aside.max(any_few)
}

/// The ε that could be certified by now: where any few attributes are judged apart,
/// they count as well.
pub fn supported(standing: &Standing) -> f64 {
    let any_few = standing.any_few.map_or(0.0, |apart| apart.epsilon / ANY_FEW_TIMES_EPSILON);
    standing.epsilon.max(any_few).min(1.0)
}

/// An ε to go on to: the next power of ten below what is certified already. None
/// where hardly anything is left that could be found.
pub fn smaller(certified: &Certified) -> Option<f64> {
    EPSILONS_OFFERED.into_iter().find(|&epsilon| epsilon < certified_epsilon(certified))
}

/// The smallest ε for which a certificate is enough.
fn certified_epsilon(certified: &Certified) -> f64 {
    let any_few = certified.any_few.map_or(0.0, |apart| apart.epsilon / ANY_FEW_TIMES_EPSILON);
    certified.epsilon.max(any_few)
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
