//! The cases that a bound on exceptions is about: how sets with a premise are drawn.

use hornbook::sampling::Stream;
use hornbook::{Attr, AttrSet};

/// How sets that contain a premise are drawn, fixed before any is: a bound on exceptions
/// is about these.
#[derive(Clone, Debug, PartialEq)]
pub struct Cases {
    attributes: usize,
    /// Attributes that are values of one column each, at most one of which is drawn.
    columns: Vec<Vec<Attr>>,
    near: Option<NearExamples>,
}

/// Cases near known examples.
#[derive(Clone, Debug, PartialEq)]
struct NearExamples {
    examples: Vec<AttrSet>,
    /// The probability with which each attribute is changed.
    change: f64,
}

impl Cases {
    /// All sets that contain the premise alike: each further attribute by a coin.
    pub fn any(attributes: usize) -> Self {
        Self { attributes, columns: Vec::new(), near: None }
    }

    /// The same with at most one value of each column, all choices alike.
    #[must_use]
    pub fn of_columns(self, columns: Vec<Vec<Attr>>) -> Self {
        Self { columns, ..self }
    }

    /// Not all sets alike, but those near examples that are known beforehand: one of the
    /// examples, each alike, with the premise put in, and each other attribute (or the
    /// value of each other column) changed with probability `change`. For black boxes that
    /// call hardly any set possible.
    #[must_use]
    pub fn near(self, examples: Vec<AttrSet>, change: f64) -> Self {
        let near = (!examples.is_empty()).then(|| NearExamples { examples, change: change.clamp(0.0, 1.0) });
        Self { near, ..self }
    }

    /// The size of the universe.
    pub fn attribute_count(&self) -> usize {
        self.attributes
    }

    /// The examples that cases are drawn near to.
    pub(super) fn examples(&self) -> &[AttrSet] {
        self.near.as_ref().map_or(&[], |near| &near.examples)
    }

    /// A case with the premise.
    pub fn draw(&self, premise: &AttrSet, stream: &mut Stream) -> AttrSet {
        match &self.near {
            Some(NearExamples { examples, change }) => {
                let example = &examples[stream.below(examples.len())];
                self.draw_near(example, premise, *change, stream)
            }
            None => {
                let mut set = stream.subset(self.attributes).union(premise);
                for column in &self.columns {
                    self.put_value(&mut set, column, premise, |stream| stream.below(column.len() + 1), stream);
                }
                set
            }
        }
    }

    /// An example with the premise put in, and everything else changed with some
    /// probability.
    pub(super) fn draw_near(&self, example: &AttrSet, premise: &AttrSet, change: f64, stream: &mut Stream) -> AttrSet {
        let mut set = example.union(premise);
        for attr in 0..self.attributes {
            if stream.unit() < change && !premise.contains(attr) && !set.insert(attr) {
                set.remove(attr);
            }
        }
        for column in &self.columns {
            let had = column.iter().position(|&attr| example.contains(attr)).unwrap_or(column.len());
            let draw = |stream: &mut Stream| match stream.unit() < change {
                true => stream.below(column.len() + 1),
                false => had,
            };
            self.put_value(&mut set, column, premise, draw, stream);
        }
        set
    }

    /// Puts a value of a column into a set: that of the premise, if it has one, else the
    /// one at the place that is drawn, if there is one.
    fn put_value(
        &self,
        set: &mut AttrSet,
        column: &[Attr],
        premise: &AttrSet,
        draw: impl FnOnce(&mut Stream) -> usize,
        stream: &mut Stream,
    ) {
        for &attr in column.iter().filter(|&&attr| !premise.contains(attr)) {
            set.remove(attr);
        }
        if !column.iter().any(|&attr| premise.contains(attr))
            && let Some(&attr) = column.get(draw(stream))
        {
            set.insert(attr);
        }
    }

    /// How many sets contain the premise, with at most one value of each other column;
    /// none if that is more than can be counted.
    pub(super) fn count(&self, premise: &AttrSet) -> Option<u64> {
        self.choices(premise).iter().try_fold(1u64, |count, choice| count.checked_mul(choice.len() as u64 + 1))
    }

    /// All of them one by one: the one of that number.
    pub(super) fn numbered(&self, premise: &AttrSet, mut number: u64) -> AttrSet {
        let mut set = premise.clone();
        for choice in self.choices(premise) {
            let options = choice.len() as u64 + 1;
            if let Some(&attr) = choice.get((number % options) as usize) {
                set.insert(attr);
            }
            number /= options;
        }
        set
    }

    /// Lists of attributes, of each of which a case has at most one: the values of columns
    /// of which the premise has none, and other attributes alone.
    fn choices(&self, premise: &AttrSet) -> Vec<Vec<Attr>> {
        let is_value = |attr: Attr| self.columns.iter().any(|column| column.contains(&attr));
        let single = (0..self.attributes).filter(|&attr| !premise.contains(attr) && !is_value(attr));
        let open = self.columns.iter().filter(|column| !column.iter().any(|&attr| premise.contains(attr)));
        single.map(|attr| vec![attr]).chain(open.cloned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use hornbook::sampling::{Purpose, Streams};

    fn set(members: &[usize]) -> AttrSet {
        AttrSet::of(6, members.iter().copied())
    }

    /// Each set that may be drawn is as likely, and those are the ones that are counted.
    #[test]
    fn all_cases_are_alike() {
        const DRAWS: usize = 20_000;
        let columns = Cases::any(6).of_columns(vec![vec![1, 2], vec![3, 4, 5]]);
        for (cases, premise, expected) in [
            (Cases::any(6), set(&[1, 4]), 16),
            (columns.clone(), set(&[0]), 12),
            (columns.clone(), set(&[4]), 6),
            (columns, set(&[3, 4]), 6),
        ] {
            assert_eq!(cases.count(&premise), Some(expected));
            let all: BTreeSet<AttrSet> = (0..expected).map(|number| cases.numbered(&premise, number)).collect();
            assert_eq!(all.len() as u64, expected);
            let mut stream = Streams::new(1).stream(Purpose::Measure, 0, 0);
            let mut found: BTreeMap<AttrSet, usize> = BTreeMap::new();
            (0..DRAWS).for_each(|_| *found.entry(cases.draw(&premise, &mut stream)).or_default() += 1);
            assert_eq!(found.keys().cloned().collect::<BTreeSet<_>>(), all);
            let mean = DRAWS as f64 / expected as f64;
            for (case, count) in found {
                // Five deviations.
                assert!((count as f64 - mean).abs() < 5.0 * mean.sqrt(), "{case:?}: {count} of {mean}");
            }
        }
    }

    #[test]
    fn cases_near_examples_have_the_premise_and_one_value_a_column() {
        let columns = vec![vec![1, 2], vec![3, 4, 5]];
        let example = set(&[0, 1, 5]);
        let cases = Cases::any(6).of_columns(columns).near(vec![example.clone()], 0.25);
        let mut stream = Streams::new(1).stream(Purpose::Measure, 0, 0);
        let premise = set(&[4]);
        let drawn: Vec<AttrSet> = (0..4000).map(|_| cases.draw(&premise, &mut stream)).collect();
        for case in &drawn {
            assert!(case.contains(4) && !case.contains(3) && !case.contains(5), "{case:?}");
            assert!(!(case.contains(1) && case.contains(2)), "{case:?}");
        }
        let share = |attr: Attr| drawn.iter().filter(|case| case.contains(attr)).count() as f64 / 4000.0;
        assert!((share(0) - 0.75).abs() < 0.05);
        assert!((share(1) - (0.75 + 0.25 / 3.0)).abs() < 0.05);
        assert_eq!(cases.near(Vec::new(), 0.25).near, None, "without examples there is nothing near them");
    }
}
