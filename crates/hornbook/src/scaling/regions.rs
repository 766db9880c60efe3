//! Many tests of one number at once.

use super::predicate::Predicate;
use crate::Attr;

/// For more tests of numbers than these, the [`Regions`] would take too much
/// memory: it may grow with the square of their number.
const MOST_REGIONS: usize = 1000;

/// The line of numbers, cut wherever a test changes its answer: between two cuts
/// all numbers have the same attributes, and so one search finds them all.
#[derive(Clone, Debug)]
pub(super) struct Regions {
    /// Where a region ends and the next begins, ascending.
    cuts: Vec<f64>,
    /// The attributes of the regions, one region after the other.
    held: Vec<Attr>,
    /// Where among these each region ends.
    ends: Vec<usize>,
}

impl Regions {
    /// Takes the tests of numbers out, if there are several.
    pub(super) fn take_from(tests: &mut Vec<(Attr, Predicate)>) -> Option<Self> {
        let is_of_numbers = |(_, predicate): &(Attr, Predicate)| !predicate.cuts().is_empty();
        if !(2..=MOST_REGIONS).contains(&tests.iter().filter(|test| is_of_numbers(test)).count()) {
            return None;
        }
        let (of_numbers, others): (Vec<_>, Vec<_>) = tests.drain(..).partition(is_of_numbers);
        *tests = others;
        Some(Self::new(&of_numbers))
    }

    fn new(tests: &[(Attr, Predicate)]) -> Self {
        let mut cuts: Vec<f64> = tests.iter().flat_map(|(_, predicate)| predicate.cuts()).collect();
        cuts.sort_unstable_by(f64::total_cmp);
        cuts.dedup();
        let (mut held, mut ends) = (Vec::new(), Vec::new());
        for first in std::iter::once(f64::NEG_INFINITY).chain(cuts.iter().copied()) {
            held.extend(tests.iter().filter(|(_, predicate)| predicate.holds_for(first)).map(|(attr, _)| *attr));
            ends.push(held.len());
        }
        Self { cuts, held, ends }
    }

    /// The attributes of a number.
    pub(super) fn of(&self, number: f64) -> &[Attr] {
        let region = self.cuts.partition_point(|&cut| cut <= number);
        let start = if region == 0 { 0 } else { self.ends[region - 1] };
        &self.held[start..self.ends[region]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_the_attributes_whose_tests_it_passes() {
        let predicates = [
            Predicate::Below(3.0),
            Predicate::Between { at_least: 3.0, below: 7.5 },
            Predicate::AtLeast(7.5),
            Predicate::AtLeast(-1.0),
            Predicate::Between { at_least: 5.0, below: 2.0 },
        ];
        let mut tests: Vec<(Attr, Predicate)> = predicates.iter().cloned().enumerate().collect();
        let regions = Regions::take_from(&mut tests).unwrap();
        assert!(tests.is_empty());
        for number in [-1e300, -1.5, -1.0, 0.0, 2.0, 2.5, 3.0, 5.0, 7.4, 7.5, 8.0, 1e300] {
            let passed: Vec<Attr> = (0..predicates.len()).filter(|&at| predicates[at].holds_for(number)).collect();
            assert_eq!(regions.of(number), passed, "{number}");
        }
    }
}
