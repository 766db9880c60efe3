//! What is known of the attributes because of how they were made.

use super::{Column, Missing, Scale, Scaling};
use crate::{Attr, AttrSet, Implication, Universe};

impl Scaling {
    /// The rules that hold by construction: values of a column exclude each
    /// other, thresholds imply lower ones. Attributes that `universe` does not
    /// have are passed over.
    pub fn background(&self, universe: &Universe) -> Vec<Implication> {
        self.columns.iter().flat_map(|column| ScaledColumn::new(self, column, universe).rules(true)).collect()
    }

    /// The same without the rules that two [exclusive](Self::exclusive) values do
    /// not occur together, of which there are most.
    pub fn background_without_exclusive(&self, universe: &Universe) -> Vec<Implication> {
        self.columns.iter().flat_map(|column| ScaledColumn::new(self, column, universe).rules(false)).collect()
    }

    /// Groups of attributes of which every row has at least one: the values of
    /// a column, or the two sides of a threshold, where no value is missing.
    pub fn exhaustive(&self, universe: &Universe) -> Vec<AttrSet> {
        self.columns.iter().flat_map(|column| ScaledColumn::new(self, column, universe).groups()).collect()
    }

    /// Groups of attributes of which no row has two: the values of a column.
    pub fn exclusive(&self, universe: &Universe) -> Vec<Vec<Attr>> {
        self.columns.iter().filter_map(|column| ScaledColumn::new(self, column, universe).values()).collect()
    }
}

/// A column with its attributes looked up.
struct ScaledColumn<'a> {
    scale: &'a Scale,
    universe: &'a Universe,
    attrs: Vec<Option<Attr>>,
    unknown: Option<Attr>,
    /// Whether every row has a value of the column, "missing" included.
    filled: bool,
}

impl<'a> ScaledColumn<'a> {
    fn new(scaling: &Scaling, column: &'a Column, universe: &'a Universe) -> Self {
        let mut attrs: Vec<Option<Attr>> = column
            .attributes(scaling.missing)
            .iter()
            .map(|attribute| universe.attr(&attribute.to_string()).ok())
            .collect();
        // The one for "missing" comes last, if there is one.
        let unknown = attrs.split_off(column.scale.predicates().len()).pop().flatten();
        let filled = column.missing == 0 || scaling.missing != Missing::Absent;
        Self { scale: &column.scale, universe, attrs, unknown, filled }
    }

    fn rules(&self, exclusive: bool) -> Vec<Implication> {
        let values: Vec<Attr> = self.attrs.iter().flatten().copied().collect();
        let (low, high) = self.attrs.split_at(self.attrs.len() / 2);
        match self.scale {
            Scale::Identifier | Scale::Dropped { .. } => Vec::new(),
            // One that is missing is none of several.
            Scale::Several { .. } => {
                values.iter().filter_map(|&value| Some(self.never(value, self.unknown?))).collect()
            }
            Scale::Boolean { .. } if exclusive => self.exclude(&values, self.unknown),
            Scale::Boolean { .. } => Vec::new(),
            Scale::Nominal { .. } | Scale::Intervals { .. } | Scale::Periods { .. } => {
                let mut rules = if exclusive { self.exclude(&values, self.unknown) } else { Vec::new() };
                if let ([only], true, None) = (self.attrs.as_slice(), self.filled, self.unknown) {
                    rules.extend(only.map(|only| self.implies([], only)));
                }
                rules
            }
            Scale::Ordinal { .. } => {
                let mut rules = self.chain(self.attrs.iter().rev());
                rules.extend(self.missing_is_not(self.attrs.first()));
                rules
            }
            Scale::Interordinal { .. } => {
                let mut rules = self.chain(low.iter());
                rules.extend(self.chain(high.iter().rev()));
                rules
                    .extend(low.iter().zip(high).filter_map(|(&below, &at_least)| Some(self.never(below?, at_least?))));
                // By the chains, these two stand for all the others.
                rules.extend(self.missing_is_not(low.last()));
                rules.extend(self.missing_is_not(high.first()));
                rules
            }
        }
    }

    fn values(&self) -> Option<Vec<Attr>> {
        let one_at_a_time = matches!(
            self.scale,
            Scale::Boolean { .. } | Scale::Nominal { .. } | Scale::Intervals { .. } | Scale::Periods { .. }
        );
        let values: Vec<Attr> = self.attrs.iter().flatten().copied().chain(self.unknown).collect();
        (one_at_a_time && values.len() > 1).then_some(values)
    }

    fn groups(&self) -> Vec<AttrSet> {
        let group = |attrs: &[Option<Attr>]| {
            let attrs: Option<Vec<Attr>> = attrs.iter().copied().collect();
            Some(AttrSet::of(self.universe.len(), attrs?.into_iter().chain(self.unknown)))
        };
        match self.scale {
            _ if !self.filled => Vec::new(),
            Scale::Nominal { .. } | Scale::Intervals { .. } | Scale::Periods { .. } => {
                group(&self.attrs).into_iter().collect()
            }
            Scale::Interordinal { cuts } => {
                (0..cuts.len()).filter_map(|cut| group(&[self.attrs[cut], self.attrs[cut + cuts.len()]])).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The rules that no two of these occur together.
    fn exclude(&self, values: &[Attr], unknown: Option<Attr>) -> Vec<Implication> {
        let all: Vec<Attr> = values.iter().copied().chain(unknown).collect();
        let pairs = all.iter().enumerate().flat_map(|(at, &a)| all[at + 1..].iter().map(move |&b| (a, b)));
        pairs.map(|(a, b)| self.never(a, b)).collect()
    }

    /// The rules that each of these implies the next.
    fn chain<'b>(&self, attrs: impl Iterator<Item = &'b Option<Attr>>) -> Vec<Implication> {
        let attrs: Vec<Attr> = attrs.copied().flatten().collect();
        attrs.windows(2).map(|pair| self.implies([pair[0]], pair[1])).collect()
    }

    fn missing_is_not(&self, attr: Option<&Option<Attr>>) -> Option<Implication> {
        Some(self.never(attr.copied()??, self.unknown?))
    }

    fn never(&self, a: Attr, b: Attr) -> Implication {
        Implication::never(AttrSet::of(self.universe.len(), [a, b]))
    }

    fn implies(&self, premise: impl IntoIterator<Item = Attr>, attr: Attr) -> Implication {
        let set = |members: &mut dyn Iterator<Item = Attr>| AttrSet::of(self.universe.len(), members);
        Implication::new(set(&mut premise.into_iter()), set(&mut std::iter::once(attr)))
    }
}
