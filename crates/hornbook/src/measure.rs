//! How good a theory is: precision and recall as the paper defines them, the
//! weak and the strong error, and the share of valid rules.

use crate::lanes::{LANES, LaneRows, LaneTheory, Lanes, Mask, compare};
use crate::sampling::{Purpose, Sampler, Streams};
use crate::{AttrSet, Context, Theory, threads};

/// The largest universe whose subsets are enumerated.
pub const ENUMERABLE: usize = 20;

/// Shares of all sets, exact or estimated.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Measures {
    /// Sets A for which all that the theory concludes is true: 𝔙 ⊨ A → 𝓗(A).
    pub precision: f64,
    /// Sets A for which the theory concludes all that is true: 𝓗 ⊨ A → Ĥ(A).
    pub recall: f64,
    /// Sets that are a model of just one of theory and truth.
    pub weak_error: f64,
    /// Sets with different closures under theory and truth.
    pub strong_error: f64,
    /// Rules that hold in the table; 1 for a theory without rules.
    pub valid_rules: f64,
    /// The number of sets looked at.
    pub probes: u64,
    /// Whether these were all there are.
    pub exact: bool,
}

/// Why something cannot be measured.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum MeasureError {
    /// Too many sets to look at each.
    #[error("{0} attributes have too many subsets to look at each; up to {ENUMERABLE} can be measured exactly")]
    TooLarge(usize),
    /// A tolerance or failure probability outside (0, 1).
    #[error("{name} must be above 0 and below 1, but is {value}")]
    OutOfRange {
        /// `tolerance` or `failure`.
        name: &'static str,
        /// What it was.
        value: f64,
    },
}

/// The number of probes after which an estimate is off by `tolerance` or more,
/// to either given side, with a probability below `failure` (Hoeffding).
pub fn hoeffding_sample(tolerance: f64, failure: f64) -> Result<u64, MeasureError> {
    for (name, value) in [("tolerance", tolerance), ("failure", failure)] {
        if !(value > 0.0 && value < 1.0) {
            return Err(MeasureError::OutOfRange { name, value });
        }
    }
    Ok((-failure.ln() / (2.0 * tolerance * tolerance)).ceil() as u64)
}

/// Measures by looking at every set; for at most [`ENUMERABLE`] attributes.
pub fn exact(theory: &Theory, context: &Context) -> Result<Measures, MeasureError> {
    let attributes = context.attribute_count();
    if attributes > ENUMERABLE {
        return Err(MeasureError::TooLarge(attributes));
    }
    let comparing = Comparing::new(theory, context);
    let mut tally = Tally::default();
    let all = 1u64 << attributes;
    for first in (0..all).step_by(LANES) {
        let sets = (first..all.min(first + LANES as u64)).map(|bits| AttrSet::from_words(attributes, [bits]));
        let wanted = sets.clone().count();
        tally = tally.plus(comparing.tally(&Lanes::of(attributes, sets), wanted));
    }
    Ok(tally.measures(theory, context, true))
}

/// Estimates from `probes` sets drawn from `sampler`; the same for any number
/// of threads.
pub fn estimate(
    theory: &Theory,
    context: &Context,
    sampler: &Sampler,
    probes: u64,
    seed: u64,
    threads: usize,
) -> Measures {
    const BLOCK: u64 = 4096;
    let streams = Streams::new(seed);
    let comparing = Comparing::new(theory, context);
    let block = |block: u64| {
        let mut stream = streams.stream(Purpose::Measure, 0, block);
        let size = BLOCK.min(probes - block * BLOCK) as usize;
        let many = |first: usize| {
            let wanted = LANES.min(size - first);
            comparing.tally(&sampler.draw_lanes(context.attribute_count(), &mut stream, wanted), wanted)
        };
        (0..size).step_by(LANES).map(many).fold(Tally::default(), Tally::plus)
    };
    let tallies = threads::map(threads, probes.div_ceil(BLOCK) as usize, |at| block(at as u64));
    let tally = tallies.into_iter().fold(Tally::default(), Tally::plus);
    tally.measures(theory, context, false)
}

#[derive(Clone, Copy, Default)]
struct Tally {
    probes: u64,
    sound: u64,
    complete: u64,
    same_model: u64,
    same_closure: u64,
}

/// Theory and table laid out for many sets at once.
struct Comparing<'a> {
    theory: LaneTheory<'a>,
    rows: LaneRows,
}

impl<'a> Comparing<'a> {
    fn new(theory: &'a Theory, context: &Context) -> Self {
        Self { theory: theory.lanes(), rows: context.lanes() }
    }

    fn tally(&self, lanes: &Lanes, wanted: usize) -> Tally {
        let compared = compare(&self.theory, &self.rows, lanes, Mask::first(wanted));
        Tally {
            probes: wanted as u64,
            sound: compared.sound.count(),
            complete: compared.complete.count(),
            same_model: compared.same_model.count(),
            same_closure: compared.same_closure().count(),
        }
    }
}

impl Tally {
    fn plus(self, other: Self) -> Self {
        Self {
            probes: self.probes + other.probes,
            sound: self.sound + other.sound,
            complete: self.complete + other.complete,
            same_model: self.same_model + other.same_model,
            same_closure: self.same_closure + other.same_closure,
        }
    }

    fn measures(&self, theory: &Theory, context: &Context, exact: bool) -> Measures {
        let share = |count: u64| count as f64 / self.probes as f64;
        Measures {
            precision: share(self.sound),
            recall: share(self.complete),
            weak_error: 1.0 - share(self.same_model),
            strong_error: 1.0 - share(self.same_closure),
            valid_rules: valid_share(theory, context),
            probes: self.probes,
            exact,
        }
    }
}

/// The share of rules that hold in the table; 1 where there are none.
pub fn valid_share(theory: &Theory, context: &Context) -> f64 {
    if theory.is_empty() {
        return 1.0;
    }
    theory.rules().iter().filter(|rule| context.holds(rule)).count() as f64 / theory.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hoeffding_is_the_papers() {
        assert_eq!(hoeffding_sample(0.01, 0.001), Ok(34_539));
        assert!(hoeffding_sample(0.0, 0.1).is_err());
        assert!(hoeffding_sample(0.1, 1.0).is_err());
    }
}
