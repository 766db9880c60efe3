//! How good a theory is: precision and recall as the paper defines them, the
//! weak and the strong error, and the share of valid rules.

use crate::domain::{Domain, DomainSampler};
use crate::lanes::{LANES, LaneRows, LaneTheory, Lanes, Mask, compare};
use crate::sampling::{Purpose, Sampler, Streams};
use crate::{AttrSet, Conclusion, Context, Theory, threads};

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

/// Why something was not measured.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum MeasureFailure<E> {
    /// It cannot be.
    #[error(transparent)]
    Impossible(#[from] MeasureError),
    /// The domain failed.
    #[error(transparent)]
    Domain(E),
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
pub fn exact<D: Domain>(theory: &Theory, mut domain: D) -> Result<Measures, MeasureFailure<D::Error>> {
    let attributes = domain.universe().len();
    if attributes > ENUMERABLE {
        return Err(MeasureError::TooLarge(attributes).into());
    }
    let all = 1u64 << attributes;
    let sets = |first: u64, count: u64| {
        (first..all.min(first + count)).map(|bits| AttrSet::from_words(attributes, [bits])).collect::<Vec<_>>()
    };
    let mut tally = Tally::default();
    match domain.table().map(|table| Comparing::new(theory, table)) {
        Some(comparing) => {
            for first in (0..all).step_by(LANES) {
                let sets = sets(first, LANES as u64);
                let wanted = sets.len();
                tally = tally.plus(comparing.tally(&Lanes::of(attributes, sets), wanted));
            }
        }
        None => {
            for first in (0..all).step_by(MAX_SETS_ASKED) {
                tally = {
                    let asked = Tally::by_asking(theory, &mut domain, &sets(first, MAX_SETS_ASKED as u64));
                    tally.plus(asked.map_err(MeasureFailure::Domain)?)
                };
            }
        }
    }
    Ok(tally.measures(valid_share(theory, domain).map_err(MeasureFailure::Domain)?, true))
}

/// Sets are drawn in blocks of so many, each from a stream of its own.
const BLOCK: u64 = 4096;
/// At most so many sets are asked for at a time, of a domain elsewhere.
const MAX_SETS_ASKED: usize = 1 << 14;

/// Estimates from `probes` sets drawn from `sampler`; the same for any number
/// of threads.
pub fn estimate<D: Domain>(
    theory: &Theory,
    mut domain: D,
    sampler: &Sampler,
    probes: u64,
    seed: u64,
    threads: usize,
) -> Result<Measures, D::Error> {
    let attributes = domain.universe().len();
    let streams = Streams::new(seed);
    let size = |block: u64| BLOCK.min(probes - block * BLOCK) as usize;
    let drawn = |block: u64, each: &mut dyn FnMut(Lanes, usize)| {
        let mut stream = streams.stream(Purpose::Measure, 0, block);
        for first in (0..size(block)).step_by(LANES) {
            let wanted = LANES.min(size(block) - first);
            each(sampler.draw_lanes(attributes, &mut stream, wanted), wanted);
        }
    };
    let blocks = probes.div_ceil(BLOCK);
    let mut tally = Tally::default();
    match domain.table().map(|table| Comparing::new(theory, table)) {
        Some(comparing) => {
            let block = |at: usize| {
                let mut tally = Tally::default();
                drawn(at as u64, &mut |lanes, wanted| tally = tally.plus(comparing.tally(&lanes, wanted)));
                tally
            };
            tally = threads::map(threads, blocks as usize, block).into_iter().fold(tally, Tally::plus);
        }
        None => {
            for block in 0..blocks {
                let mut sets = Vec::new();
                drawn(block, &mut |lanes, wanted| sets.extend((0..wanted).map(|lane| lanes.set(lane))));
                tally = tally.plus(Tally::by_asking(theory, &mut domain, &sets)?);
            }
        }
    }
    Ok(tally.measures(valid_share(theory, domain)?, false))
}

/// Estimates from `probes` sets drawn by support from the rows of a domain,
/// wherever it lives.
pub fn estimate_by_rows<D: Domain>(
    theory: &Theory,
    mut domain: D,
    sampler: &DomainSampler,
    probes: u64,
    seed: u64,
) -> Result<Measures, D::Error> {
    let streams = Streams::new(seed);
    let mut tally = Tally::default();
    for block in 0..probes.div_ceil(BLOCK) {
        let mut stream = [streams.stream(Purpose::Measure, 0, block)];
        let size = [BLOCK.min(probes - block * BLOCK)];
        for sets in sampler.draw(&mut domain, &mut stream, &size)? {
            tally = tally.plus(Tally::by_asking(theory, &mut domain, &sets)?);
        }
    }
    Ok(tally.measures(valid_share(theory, domain)?, false))
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
    /// Compares what follows from sets by a theory and by a domain elsewhere.
    fn by_asking<D: Domain>(theory: &Theory, domain: &mut D, sets: &[AttrSet]) -> Result<Self, D::Error> {
        let mut tally = Self { probes: sets.len() as u64, ..Self::default() };
        for (set, truth) in sets.iter().zip(domain.closures(sets)?) {
            let ours = theory.close(set);
            let is_model = |closure: &Conclusion| closure.attrs() == Some(set);
            tally.sound += u64::from(ours.is_within(&truth));
            tally.complete += u64::from(truth.is_within(&ours));
            tally.same_model += u64::from(is_model(&ours) == is_model(&truth));
            tally.same_closure += u64::from(ours == truth);
        }
        Ok(tally)
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

    fn measures(&self, valid_rules: f64, exact: bool) -> Measures {
        let share = |count: u64| count as f64 / self.probes as f64;
        Measures {
            precision: share(self.sound),
            recall: share(self.complete),
            weak_error: 1.0 - share(self.same_model),
            strong_error: 1.0 - share(self.same_closure),
            valid_rules,
            probes: self.probes,
            exact,
        }
    }
}

/// The share of rules that hold in the domain; 1 where there are none.
pub fn valid_share<D: Domain>(theory: &Theory, mut domain: D) -> Result<f64, D::Error> {
    if theory.is_empty() {
        return Ok(1.0);
    }
    let counterexamples = domain.counterexamples(theory.rules(), &mut |_| 0)?;
    Ok(counterexamples.iter().filter(|row| row.is_none()).count() as f64 / theory.len() as f64)
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
