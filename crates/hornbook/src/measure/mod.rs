//! How good a theory is: precision and recall as the paper defines them, the
//! weak and the strong error, and the share of valid rules.

mod enumerate;
mod error;
mod measures;
mod tally;

use self::enumerate::{Enumerated, enumerate};
use self::tally::{Comparing, Tally};
use crate::domain::{Domain, DomainSampler};
use crate::lanes::{LANES, Lanes};
use crate::sampling::{Purpose, Sampler, Streams};
use crate::{AttrSet, Context, Theory, threads};

pub use self::error::{MeasureError, MeasureFailure};
pub use self::measures::Measures;

/// The largest universe whose subsets a domain elsewhere is asked about one by one.
pub const ENUMERABLE: usize = 20;

/// So many times 512 sets are looked at where nothing else is said: that takes less
/// than a second, and up to 22 attributes are always within it.
pub const USUAL_LOOKS: u64 = 1 << 14;

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

/// Measures by looking at every subset, all alike; of a domain elsewhere, for at most
/// [`ENUMERABLE`] attributes.
pub fn exact<D: Domain>(theory: &Theory, mut domain: D) -> Result<Measures, MeasureFailure<D::Error>> {
    let attributes = domain.universe().len();
    if let Some(table) = domain.table() {
        return Ok(exact_over(theory, table, &Sampler::uniform(attributes), USUAL_LOOKS)?);
    }
    if attributes > ENUMERABLE {
        return Err(MeasureError::TooLarge(attributes).into());
    }
    let all = 1u64 << attributes;
    let mut tally = Tally::default();
    for first in (0..all).step_by(MAX_SETS_ASKED) {
        let some = first..all.min(first + MAX_SETS_ASKED as u64);
        let sets: Vec<AttrSet> = some.map(|bits| AttrSet::from_words(attributes, [bits])).collect();
        tally = tally.plus(Tally::by_asking(theory, &mut domain, &sets).map_err(MeasureFailure::Domain)?);
    }
    let valid = valid_share(theory, domain).map_err(MeasureFailure::Domain)?;
    Ok(tally.measures(valid, tally.sets(), true))
}

/// Measures by looking at every set that `sampler` can draw, each as often as it is
/// drawn. Sets that are impossible by theory and table need no look, so that their
/// number alone does not tell whether `max_looks` times 512 will do; where they do
/// not, it is [too large](MeasureError::TooLarge). Usual are [`USUAL_LOOKS`].
pub fn exact_over(
    theory: &Theory,
    context: &Context,
    sampler: &Sampler,
    max_looks: u64,
) -> Result<Measures, MeasureError> {
    let Enumerated { tally, sets } = enumerate(theory, context, sampler, max_looks)?;
    let Ok(valid) = valid_share(theory, context);
    Ok(tally.measures(valid, sets, true))
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
    Ok(tally.measures(valid_share(theory, domain)?, tally.sets(), false))
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
    Ok(tally.measures(valid_share(theory, domain)?, tally.sets(), false))
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
