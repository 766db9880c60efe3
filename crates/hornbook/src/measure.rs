//! How good a theory is: precision and recall as the paper defines them, the
//! weak and the strong error, and the share of valid rules.

use crate::sampling::{Purpose, Sampler, Streams};
use crate::{AttrSet, Context, Theory};

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
    let attributes = context.attributes();
    if attributes > ENUMERABLE {
        return Err(MeasureError::TooLarge(attributes));
    }
    let sets = (0..1u64 << attributes).map(|bits| AttrSet::from_words(attributes, [bits]));
    Ok(Tally::of(theory, context, sets).measures(theory, context, true))
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
    let block = |block: u64| {
        let mut stream = streams.stream(Purpose::Measure, 0, block);
        let size = BLOCK.min(probes - block * BLOCK);
        Tally::of(theory, context, (0..size).map(|_| sampler.draw(&mut stream)))
    };
    let blocks = probes.div_ceil(BLOCK);
    let threads = threads.max(1) as u64;
    let mut tally = Tally::default();
    std::thread::scope(|scope| {
        let share =
            |thread: u64| (thread..blocks).step_by(threads as usize).map(block).fold(Tally::default(), Tally::plus);
        let workers: Vec<_> = (1..threads).map(|thread| scope.spawn(move || share(thread))).collect();
        tally = share(0);
        for worker in workers {
            match worker.join() {
                Ok(part) => tally = std::mem::take(&mut tally).plus(part),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
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

impl Tally {
    fn of(theory: &Theory, context: &Context, sets: impl Iterator<Item = AttrSet>) -> Self {
        let mut tally = Self::default();
        for set in sets {
            let (ours, truth) = (theory.close(&set), context.close(&set));
            tally.probes += 1;
            tally.sound += u64::from(ours.is_within(&truth));
            tally.complete += u64::from(truth.is_within(&ours));
            tally.same_closure += u64::from(ours == truth);
            tally.same_model += u64::from((ours.attrs() == Some(&set)) == (truth.attrs() == Some(&set)));
        }
        tally
    }

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
