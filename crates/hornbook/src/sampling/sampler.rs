//! The distributions that sets are drawn from.

use std::sync::Arc;

use super::distribution::{Distribution, DistributionError, DistributionKind};
use super::few::{self, DescribedSampler};
use super::stream::{Purpose, Stream, Streams};
use crate::columns::Columns;
use crate::{Attr, AttrSet, Context, Model};

/// A distribution over the subsets of a universe: what "a share ε of the sets"
/// is a share of.
#[derive(Clone, Debug)]
pub enum Sampler {
    /// Every set is equally likely: the paper's.
    Uniform {
        /// The size of the universe.
        attributes: usize,
    },
    /// A set is drawn as often as it occurs: in proportion to the number of
    /// rows that contain it.
    Support(SupportSampler),
    /// At most one attribute of each group, all choices equally likely; the
    /// attributes of no group by a coin each.
    Columns {
        /// The size of the universe.
        attributes: usize,
        /// Disjoint groups, as the values of one column.
        groups: Vec<Vec<Attr>>,
    },
    /// By support over the models seen so far, for oracles without a table; it
    /// is [resolved](Sampler::over_models) whenever samples are drawn, and
    /// uniform as long as nothing was seen.
    Seen {
        /// The size of the universe.
        attributes: usize,
    },
    /// An object by how often it occurs, and a few of its attributes.
    Described(DescribedSampler),
    /// The same over the objects known so far; [resolved](Sampler::over_models)
    /// whenever samples are drawn, and any few attributes as long as no object is
    /// known.
    DescribedSeen {
        /// The size of the universe.
        attributes: usize,
        /// How many attributes are told at most.
        most: usize,
    },
    /// Any few attributes.
    Short {
        /// The size of the universe.
        attributes: usize,
        /// How many at most.
        most: usize,
    },
    /// A distribution, and apart from it any few attributes, which have a bound of
    /// their own where something is [certified](Sampler::certified_apart). Drawn
    /// from by a coin.
    AndShort {
        /// The distribution.
        of: Box<Sampler>,
        /// Any few attributes.
        short: Box<Sampler>,
    },
    /// One of several distributions, chosen with these weights.
    Mixture(Vec<(f64, Sampler)>),
    /// Sets cut down to a size: of a larger one, so many attributes at random.
    AtMost {
        /// The largest size.
        size: usize,
        /// What is cut down.
        of: Box<Sampler>,
    },
    /// Sets cut down until they occur often enough, attribute by attribute at
    /// random.
    Supported {
        /// In how many rows a set must occur.
        least: usize,
        /// The rows.
        rows: Arc<Rows>,
        /// What is cut down.
        of: Box<Sampler>,
    },
}

/// Where any few attributes are certified apart, their bound may be so many times
/// ε: most of them never occur, and who asks about them is rarer.
pub const ANY_FEW_TIMES_EPSILON: f64 = 2.0;

/// Rows in which sets are looked for, and how often each occurs.
#[derive(Clone, Debug)]
pub struct Rows {
    columns: Columns,
    counts: Vec<usize>,
}

impl Rows {
    pub(crate) fn of_context(context: &Context) -> Self {
        let columns = Columns::new(context.attribute_count(), context.distinct().iter());
        Self { columns, counts: context.counts().to_vec() }
    }

    pub(crate) fn support(&self, set: &AttrSet) -> usize {
        self.columns.rows_with(set).map(|row| self.counts[row]).sum()
    }
}

/// Draws a row with weight 2^|row| and then any of its subsets, so that each
/// pair of a row and a subset of it is equally likely.
#[derive(Clone, Debug)]
pub struct SupportSampler {
    rows: Vec<AttrSet>,
    /// How often each occurs.
    counts: Vec<usize>,
    /// Running sums of the rows' weights, relative to the largest row.
    cumulative: Vec<f64>,
}

impl SupportSampler {
    /// Over the rows of a table, each as often as it occurs.
    pub fn of_context(context: &Context) -> Option<Self> {
        Self::new(context.distinct().iter().cloned().zip(context.counts().iter().copied()))
    }

    /// Over rows and how often they occur; `None` if there are none.
    pub fn new(rows: impl IntoIterator<Item = (AttrSet, usize)>) -> Option<Self> {
        let (rows, counts): (Vec<AttrSet>, Vec<usize>) = rows.into_iter().unzip();
        let largest = rows.iter().map(AttrSet::len).max()?;
        // Weights relative to the largest row cannot overflow. Those that
        // underflow are rows with less than 2^-1000 of the largest one's share.
        let mut sum = 0.0;
        let cumulative = rows
            .iter()
            .zip(&counts)
            .map(|(row, &count)| {
                sum += count as f64 * (row.len() as f64 - largest as f64).exp2();
                sum
            })
            .collect();
        Some(Self { rows, counts, cumulative })
    }

    /// The rows, and how often each occurs.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (&AttrSet, usize)> {
        self.rows.iter().zip(self.counts.iter().copied())
    }

    /// The row at which this share of the total weight is reached.
    pub(crate) fn row_at(&self, share: f64) -> &AttrSet {
        let at = share * self.cumulative[self.cumulative.len() - 1];
        &self.rows[self.cumulative.partition_point(|&sum| sum <= at).min(self.rows.len() - 1)]
    }

    fn draw(&self, stream: &mut Stream) -> AttrSet {
        part_of(self.row_at(stream.unit()), stream)
    }
}

impl Sampler {
    /// Every set equally likely.
    pub fn uniform(attributes: usize) -> Self {
        Self::Uniform { attributes }
    }

    /// Draws one set.
    pub fn draw(&self, stream: &mut Stream) -> AttrSet {
        match self {
            Self::Uniform { attributes } | Self::Seen { attributes } => stream.subset(*attributes),
            Self::Support(support) => support.draw(stream),
            Self::Columns { attributes, groups } => {
                let mut set = stream.subset(*attributes);
                for group in groups {
                    group.iter().for_each(|&attr| {
                        set.remove(attr);
                    });
                    if let Some(&attr) = group.get(stream.below(group.len() + 1)) {
                        set.insert(attr);
                    }
                }
                set
            }
            Self::Described(described) => described.draw(stream),
            Self::DescribedSeen { attributes, most } | Self::Short { attributes, most } => {
                few::short(*attributes, *most, stream)
            }
            Self::AndShort { of, short } => if stream.below(2) == 0 { of } else { short }.draw(stream),
            Self::Mixture(parts) => {
                let total: f64 = parts.iter().map(|(weight, _)| weight).sum();
                let mut at = stream.unit() * total;
                let chosen = parts.iter().find(|(weight, _)| {
                    at -= weight;
                    at < 0.0
                });
                chosen.unwrap_or(&parts[parts.len() - 1]).1.draw(stream)
            }
            Self::AtMost { size, of } => {
                let set = of.draw(stream);
                cut_down(set, stream, |set| set.len() <= *size)
            }
            Self::Supported { least, rows, of } => {
                let set = of.draw(stream);
                cut_down(set, stream, |set| rows.support(set) >= *least)
            }
        }
    }

    /// The distribution as it is now that these models were seen, each of one object.
    #[must_use]
    pub fn over_models(&self, models: &[Model]) -> Self {
        self.over_counted_models(models, &vec![1; models.len()])
    }

    /// The distribution as it is now that these models were seen, each of so many
    /// objects: it weighs as many as if each of them had been seen by itself.
    #[must_use]
    pub fn over_counted_models(&self, models: &[Model], counts: &[usize]) -> Self {
        let over = |part: &Self| Box::new(part.over_counted_models(models, counts));
        let counted = || models.iter().map(Model::has).zip(counts.iter().copied());
        match self {
            Self::Seen { .. } => {
                let seen = SupportSampler::new(counted().map(|(has, count)| (has.clone(), count)));
                seen.map_or_else(|| self.clone(), Self::Support)
            }
            Self::DescribedSeen { attributes, most } => {
                // Of one that is not known to have anything, nothing can be told.
                let told = counted().filter(|(has, _)| !has.is_empty());
                let seen = DescribedSampler::new(*attributes, told, *most);
                seen.map_or_else(|| self.clone(), Self::Described)
            }
            Self::AndShort { of, short } => Self::AndShort { of: over(of), short: short.clone() },
            Self::Mixture(parts) => Self::Mixture(parts.iter().map(|(weight, part)| (*weight, *over(part))).collect()),
            Self::AtMost { size, of } => Self::AtMost { size: *size, of: over(of) },
            Self::Supported { least, rows, of } => Self::Supported { least: *least, rows: rows.clone(), of: over(of) },
            Self::Uniform { .. }
            | Self::Support(_)
            | Self::Columns { .. }
            | Self::Described(_)
            | Self::Short { .. } => self.clone(),
        }
    }

    /// Half uniform, half by support over the models seen: for oracles without
    /// a table.
    pub fn uniform_and_seen(attributes: usize) -> Self {
        Self::Mixture(vec![(1.0, Self::Uniform { attributes }), (1.0, Self::Seen { attributes })])
    }

    /// A few attributes of the objects known so far, and apart from that any few:
    /// for people, who know more objects than they named.
    pub fn described_seen_and_short(attributes: usize, most: usize) -> Self {
        Self::DescribedSeen { attributes, most }.and_short(attributes, most)
    }

    /// The same, and apart from it any few attributes.
    #[must_use]
    pub fn and_short(self, attributes: usize, most: usize) -> Self {
        Self::AndShort { of: Box::new(self), short: Box::new(Self::Short { attributes, most }) }
    }

    /// The distributions that have a bound of their own in a certificate, each with
    /// how many times ε that may be.
    pub fn certified_apart(&self) -> Vec<(f64, Self)> {
        match self {
            Self::AndShort { of, short } => {
                vec![(1.0, Self::clone(of)), (ANY_FEW_TIMES_EPSILON, Self::clone(short))]
            }
            Self::AtMost { size, of } => {
                of.certified_apart().into_iter().map(|(times, part)| (times, part.at_most(*size))).collect()
            }
            Self::Supported { least, rows, of } => {
                let supported = |part| Self::Supported { least: *least, rows: rows.clone(), of: Box::new(part) };
                of.certified_apart().into_iter().map(|(times, part)| (times, supported(part))).collect()
            }
            _ => vec![(1.0, self.clone())],
        }
    }

    /// Whether all sets drawn are small, or parts of what occurs in a table.
    pub(crate) fn is_near_what_occurs(&self) -> bool {
        match self {
            Self::Support(_) | Self::Described(_) | Self::DescribedSeen { .. } | Self::Short { .. } => true,
            Self::AndShort { of, .. } | Self::AtMost { of, .. } | Self::Supported { of, .. } => {
                of.is_near_what_occurs()
            }
            Self::Mixture(parts) => parts.iter().all(|(_, part)| part.is_near_what_occurs()),
            Self::Uniform { .. } | Self::Columns { .. } | Self::Seen { .. } => false,
        }
    }

    /// Sets of at most `size` attributes.
    #[must_use]
    pub fn at_most(self, size: usize) -> Self {
        Self::AtMost { size, of: Box::new(self) }
    }

    /// Sets that occur in at least `least` rows of the table.
    #[must_use]
    pub fn supported(self, least: usize, context: &Context) -> Self {
        Self::Supported { least, rows: Arc::new(Rows::of_context(context)), of: Box::new(self) }
    }

    /// The share of sets drawn that occur in no row of the table, estimated.
    pub fn impossible_share(&self, context: &Context, seed: u64) -> f64 {
        const PROBES: usize = 2000;
        if matches!(self, Self::Supported { least: 1.., .. }) {
            return 0.0;
        }
        let mut stream = Streams::new(seed).stream(Purpose::Measure, 1, 0);
        let occurs = |set: &AttrSet| context.distinct().iter().any(|row| set.is_subset(row));
        (0..PROBES).filter(|_| !occurs(&self.draw(&mut stream))).count() as f64 / PROBES as f64
    }

    /// The distribution by name, as the guarantee states it.
    pub fn distribution(&self) -> Distribution {
        match self {
            Self::Uniform { .. } => Distribution::of(DistributionKind::Uniform),
            Self::Support(_) => Distribution::of(DistributionKind::Support),
            Self::Seen { .. } => Distribution::of(DistributionKind::Seen),
            Self::Columns { .. } => Distribution::of(DistributionKind::Columns),
            Self::Mixture(parts) => {
                Distribution::mixture(parts.iter().map(|(weight, part)| (*weight, part.distribution())))
            }
            Self::Described(described) => Distribution::of(DistributionKind::Described { most: described.most() }),
            Self::DescribedSeen { most, .. } => Distribution::of(DistributionKind::DescribedSeen { most: *most }),
            Self::Short { most, .. } => Distribution::of(DistributionKind::Short { most: *most }),
            Self::AndShort { of, short } => {
                let apart = short.distribution().kind().and_then(DistributionKind::most);
                Distribution { any_few: apart, ..of.distribution() }
            }
            Self::AtMost { size, of } => Distribution { max_size: Some(*size), ..of.distribution() },
            Self::Supported { least, of, .. } => Distribution { min_support: Some(*least), ..of.distribution() },
        }
    }
}

/// Any subset of a row, each as likely.
pub(crate) fn part_of(row: &AttrSet, stream: &mut Stream) -> AttrSet {
    let mut set = row.clone();
    let coins = AttrSet::from_words(row.words().len() * 64, row.words().iter().map(|_| stream.bits()));
    set.retain_all(&coins);
    set
}

/// Takes attributes away at random until the set will do.
pub(crate) fn cut_down(mut set: AttrSet, stream: &mut Stream, will_do: impl Fn(&AttrSet) -> bool) -> AttrSet {
    while !set.is_empty() && !will_do(&set) {
        let chosen = set.iter().nth(stream.below(set.len()));
        chosen.into_iter().for_each(|attr| {
            set.remove(attr);
        });
    }
    set
}

impl Distribution {
    /// The distribution over the sets of a table whose `groups` are the values
    /// of one column each.
    pub fn over(&self, context: &Context, groups: &[Vec<Attr>]) -> Result<Sampler, DistributionError> {
        let attributes = context.attribute_count();
        let sampler = |kind: DistributionKind| match kind {
            DistributionKind::Uniform => Ok(Sampler::uniform(attributes)),
            DistributionKind::Columns => Ok(Sampler::Columns { attributes, groups: groups.to_vec() }),
            DistributionKind::Support => {
                SupportSampler::of_context(context).map(Sampler::Support).ok_or(DistributionError::NoRows(kind))
            }
            DistributionKind::Described { most } => {
                let described = DescribedSampler::of_context(context, most);
                described.map(Sampler::Described).ok_or(DistributionError::NoRows(kind))
            }
            DistributionKind::Short { most } => Ok(Sampler::Short { attributes, most }),
            DistributionKind::Seen => Ok(Sampler::Seen { attributes }),
            DistributionKind::DescribedSeen { most } => Ok(Sampler::DescribedSeen { attributes, most }),
        };
        let part = |&(weight, kind): &(f64, DistributionKind)| Ok((weight, sampler(kind)?));
        let mut over = match self.parts[..] {
            [(_, kind)] => sampler(kind)?,
            _ => Sampler::Mixture(self.parts.iter().map(part).collect::<Result<_, _>>()?),
        };
        if let Some(most) = self.any_few {
            over = over.and_short(attributes, most);
        }
        if let Some(least) = self.min_support {
            over = over.supported(least, context);
        }
        Ok(self.max_size.map_or(over.clone(), |size| over.at_most(size)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;
    use std::sync::Arc;

    use crate::Universe;

    fn frequencies(sampler: &Sampler, draws: usize) -> HashMap<AttrSet, f64> {
        let mut stream = Streams::new(7).stream(Purpose::Measure, 1, 0);
        let mut counts = HashMap::new();
        for _ in 0..draws {
            *counts.entry(sampler.draw(&mut stream)).or_insert(0.0) += 1.0 / draws as f64;
        }
        counts
    }

    #[test]
    fn support_draws_a_set_as_often_as_it_occurs() {
        let set = |attrs: &[usize]| AttrSet::of(3, attrs.iter().copied());
        let rows = [set(&[0, 1, 2]), set(&[0]), set(&[0]), set(&[])];
        let context = Context::from_rows(Arc::new(Universe::letters(3)), rows);
        let sampler = Sampler::Support(SupportSampler::of_context(&context).unwrap());
        let total: usize = [8, 2, 2, 1].iter().sum();
        for (set, frequency) in frequencies(&sampler, 100_000) {
            let expected = context.support(&set) as f64 / total as f64;
            assert!((frequency - expected).abs() < 0.005, "{set:?}: {frequency} for {expected}");
        }
    }

    #[test]
    fn support_copes_with_hundreds_of_attributes() {
        let n = 3000;
        let sampler = SupportSampler::new([(AttrSet::full(n), 1), (AttrSet::empty(n), 5)]).unwrap();
        let mut stream = Streams::new(1).stream(Purpose::Look, 0, 0);
        let size = sampler.draw(&mut stream).len();
        assert!((1300..1700).contains(&size), "{size}");
    }

    #[test]
    fn columns_take_at_most_one_value_of_each() {
        let sampler = Sampler::Columns { attributes: 4, groups: vec![vec![1, 2, 3]] };
        let found = frequencies(&sampler, 40_000);
        assert_eq!(found.len(), 8);
        assert!(found.values().all(|f| (f - 0.125).abs() < 0.01), "{found:?}");
    }

    #[test]
    fn described_takes_an_object_by_frequency_and_a_few_of_its_attributes() {
        let set = |attrs: &[usize]| AttrSet::of(4, attrs.iter().copied());
        let rows = [set(&[0, 1, 2, 3]), set(&[0]), set(&[0]), set(&[])];
        let context = Context::from_rows(Arc::new(Universe::letters(4)), rows);
        let sampler = Sampler::Described(DescribedSampler::of_context(&context, 2).unwrap());
        let found = frequencies(&sampler, 100_000);
        // A quarter of the draws is from the first row, half of these one attribute
        // out of four, half two out of six pairs; the others tell all they have.
        let expected = |set: &AttrSet| match (set.len(), set.contains(0)) {
            (0, _) => 0.25,
            (1, true) => 0.5 + 0.25 / 8.0,
            (1, false) => 0.25 / 8.0,
            _ => 0.25 / 12.0,
        };
        assert_eq!(found.len(), 1 + 4 + 6);
        for (set, frequency) in found {
            assert!((frequency - expected(&set)).abs() < 0.005, "{set:?}: {frequency}");
        }
        let models: Vec<Model> = context.distinct().iter().cloned().map(Model::complete).collect();
        let seen = Sampler::DescribedSeen { attributes: 4, most: 2 };
        assert_eq!(seen.over_models(&models).distribution().to_string(), "described-up-to-2");
        assert_eq!(frequencies(&seen, 5000).len(), 4 + 6);
    }

    #[test]
    fn short_draws_any_few_attributes() {
        let found = frequencies(&Sampler::Short { attributes: 4, most: 3 }, 100_000);
        assert_eq!(found.len(), 4 + 6 + 4);
        for (set, frequency) in found {
            let expected = 1.0 / 3.0 / if set.len() == 2 { 6.0 } else { 4.0 };
            assert!((frequency - expected).abs() < 0.005, "{set:?}: {frequency}");
        }
        // More than there are is all.
        assert!(frequencies(&Sampler::Short { attributes: 1, most: 3 }, 100).keys().all(|set| set.len() == 1));
    }

    #[test]
    fn distributions_are_read_by_name() {
        let context = Context::from_rows(Arc::new(Universe::letters(3)), [AttrSet::full(3)]);
        let named = |text: &str| {
            Ok::<_, DistributionError>(text.parse::<Distribution>()?.over(&context, &[])?.distribution().to_string())
        };
        assert_eq!(named("uniform").unwrap(), "uniform");
        assert_eq!(named("uniform+support").unwrap(), "uniform:0.5+support:0.5");
        assert_eq!(named("columns:1+support:3").unwrap(), "columns:0.25+support:0.75");
        assert_eq!(named("uniform:1+support:9999").unwrap(), "uniform:0.0001+support:0.9999");
        for bad in [
            "",
            "uniform+",
            "uniform:1e308+support:1e308",
            "even",
            "uniform:0",
            "uniform:-1",
            "uniform:nan",
            "uniform:inf",
            "support:x",
        ] {
            assert!(named(bad).is_err(), "{bad}");
        }
        let empty = Context::new(Arc::new(Universe::letters(3)));
        let support: Distribution = "support".parse().unwrap();
        let no_rows = DistributionError::NoRows(DistributionKind::Support);
        assert_eq!(support.over(&empty, &[]).unwrap_err(), no_rows);
        assert_eq!(named("described and short-up-to-2").unwrap(), "described and short-up-to-2");
    }

    #[test]
    fn restricted_samplers_draw_nothing_else() {
        let rows = [AttrSet::of(4, [0, 1]), AttrSet::of(4, [0, 1, 2]), AttrSet::of(4, [3])];
        let context = Context::from_rows(Arc::new(Universe::letters(4)), rows);
        let small = Sampler::uniform(4).at_most(2);
        assert!(frequencies(&small, 2000).keys().all(|set| set.len() <= 2));
        let supported = Sampler::uniform(4).supported(2, &context);
        let found = frequencies(&supported, 2000);
        assert!(found.keys().all(|set| context.support(set) >= 2));
        assert_eq!(found.len(), 4);
    }

    #[test]
    fn streams_are_the_same_everywhere_and_differ_from_each_other() {
        let streams = Streams::new(1);
        let first = streams.stream(Purpose::Certificate, 1, 0).bits();
        assert_eq!(first, streams.stream(Purpose::Certificate, 1, 0).bits());
        let others = [
            streams.stream(Purpose::Look, 1, 0).bits(),
            streams.stream(Purpose::Certificate, 2, 0).bits(),
            streams.stream(Purpose::Certificate, 1, 1).bits(),
            Streams::new(2).stream(Purpose::Certificate, 1, 0).bits(),
        ];
        assert!(others.iter().all(|&other| other != first));
    }
}
