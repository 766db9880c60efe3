//! Random sets: seeded streams and the distributions to draw from.
//!
//! Every use of randomness has a stream of its own, named by the seed, what it
//! is for, a round and a block. So results depend on the seed alone, not on
//! threads or on what else was drawn, and no two rounds share a sample.

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use crate::columns::Columns;
use crate::{Attr, AttrSet, Context, Model};

/// What a stream is used for; streams of different purposes are independent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Purpose {
    /// Sets that stand in for an equivalence query.
    Equivalence = 1,
    /// Sets from which the next question is chosen; nothing is certified by them.
    Look = 2,
    /// Sets on which a certificate rests.
    Certificate = 3,
    /// Choices of a simulated expert.
    Expert = 4,
    /// Probes for estimating precision and recall.
    Measure = 5,
    /// Sets by which rules with exceptions are found.
    Confident = 6,
}

/// All streams of one seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Streams {
    seed: u64,
}

impl Streams {
    /// The streams of this seed.
    pub fn new(seed: u64) -> Self {
        Self { seed }
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// One stream. Equal arguments give the same numbers on any machine.
    pub fn stream(&self, purpose: Purpose, round: u64, block: u64) -> Stream {
        let mut key = [0; 32];
        for (bytes, part) in key.chunks_exact_mut(8).zip([self.seed, purpose as u64, round, block]) {
            bytes.copy_from_slice(&part.to_le_bytes());
        }
        Stream(ChaCha8Rng::from_seed(key))
    }
}

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `bound`, which must not be 0; each equally likely.
    pub fn below(&mut self, bound: usize) -> usize {
        // Multiply and shift; what would fall unevenly is drawn again.
        let bound = bound as u64;
        let uneven = bound.wrapping_neg() % bound;
        loop {
            let wide = u128::from(self.bits()) * u128::from(bound);
            if wide as u64 >= uneven {
                return (wide >> 64) as usize;
            }
        }
    }

    /// A number in [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Brings things into an order in which every one is equally likely.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for at in (1..things.len()).rev() {
            things.swap(at, self.below(at + 1));
        }
    }

    /// A subset of a universe in which every set is equally likely.
    pub fn subset(&mut self, attributes: usize) -> AttrSet {
        AttrSet::from_words(attributes, (0..attributes.div_ceil(64)).map(|_| self.0.next_u64()))
    }
}

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
            .zip(counts)
            .map(|(row, count)| {
                sum += count as f64 * (row.len() as f64 - largest as f64).exp2();
                sum
            })
            .collect();
        Some(Self { rows, cumulative })
    }

    fn draw(&self, stream: &mut Stream) -> AttrSet {
        let total = self.cumulative[self.cumulative.len() - 1];
        let at = stream.unit() * total;
        let row = &self.rows[self.cumulative.partition_point(|&sum| sum <= at).min(self.rows.len() - 1)];
        let mut set = row.clone();
        let coins = AttrSet::from_words(row.words().len() * 64, row.words().iter().map(|_| stream.bits()));
        set.retain_all(&coins);
        set
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

    /// The distribution as it is now that these models were seen.
    #[must_use]
    pub fn over_models(&self, models: &[Model]) -> Self {
        match self {
            Self::Seen { .. } => {
                let seen = SupportSampler::new(models.iter().map(|model| (model.has().clone(), 1)));
                seen.map_or_else(|| self.clone(), Self::Support)
            }
            Self::Mixture(parts) => {
                Self::Mixture(parts.iter().map(|(weight, part)| (*weight, part.over_models(models))).collect())
            }
            Self::AtMost { size, of } => Self::AtMost { size: *size, of: Box::new(of.over_models(models)) },
            Self::Supported { least, rows, of } => {
                Self::Supported { least: *least, rows: rows.clone(), of: Box::new(of.over_models(models)) }
            }
            Self::Uniform { .. } | Self::Support(_) | Self::Columns { .. } => self.clone(),
        }
    }

    /// Half uniform, half by support over the models seen: for oracles without
    /// a table.
    pub fn uniform_and_seen(attributes: usize) -> Self {
        Self::Mixture(vec![(1.0, Self::Uniform { attributes }), (1.0, Self::Seen { attributes })])
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

    /// The name of the distribution, as the guarantee states it.
    pub fn name(&self) -> String {
        match self {
            Self::Uniform { .. } => "uniform".to_owned(),
            Self::Support(_) => "support".to_owned(),
            Self::Seen { .. } => "seen".to_owned(),
            Self::Columns { .. } => "columns".to_owned(),
            Self::Mixture(parts) => {
                let total: f64 = parts.iter().map(|(weight, _)| weight).sum();
                let part = |(weight, sampler): &(f64, Sampler)| format!("{}:{}", sampler.name(), round(weight / total));
                parts.iter().map(part).collect::<Vec<_>>().join("+")
            }
            Self::AtMost { size, of } => format!("{}, at most {size} attributes", of.name()),
            Self::Supported { least, of, .. } => format!("{}, in at least {least} rows", of.name()),
        }
    }
}

/// Takes attributes away at random until the set will do.
fn cut_down(mut set: AttrSet, stream: &mut Stream, will_do: impl Fn(&AttrSet) -> bool) -> AttrSet {
    while !set.is_empty() && !will_do(&set) {
        let chosen = set.iter().nth(stream.below(set.len()));
        chosen.into_iter().for_each(|attr| {
            set.remove(attr);
        });
    }
    set
}

/// A distribution by name, before it is known over what.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    parts: Vec<(f64, Kind)>,
}

impl Default for Distribution {
    /// Uniform.
    fn default() -> Self {
        Self { parts: vec![(1.0, Kind::Uniform)] }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Uniform,
    Support,
    Columns,
}

/// Why a distribution cannot be had.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum DistributionError {
    /// Not a name of one.
    #[error(
        "found {0:?}, expected uniform, support, columns, or a mixture such as uniform+support or uniform:0.2+support:0.8"
    )]
    Unknown(String),
    /// Nothing to draw from.
    #[error("the distribution 'support' needs rows to draw from, and there are none")]
    NoRows,
}

impl std::str::FromStr for Distribution {
    type Err = DistributionError;

    fn from_str(text: &str) -> Result<Self, DistributionError> {
        let unknown = || DistributionError::Unknown(text.to_owned());
        let part = |part: &str| {
            let (name, weight) = part.split_once(':').unwrap_or((part, "1"));
            let weight: f64 = weight.trim().parse().map_err(|_| unknown())?;
            let kind = match name.trim() {
                "uniform" => Kind::Uniform,
                "support" => Kind::Support,
                "columns" => Kind::Columns,
                _ => return Err(unknown()),
            };
            if weight > 0.0 && weight.is_finite() { Ok((weight, kind)) } else { Err(unknown()) }
        };
        let parts: Vec<(f64, Kind)> = text.split('+').map(part).collect::<Result<_, _>>()?;
        let total: f64 = parts.iter().map(|(weight, _)| weight).sum();
        if !total.is_finite() {
            return Err(unknown());
        }
        Ok(Self { parts: parts.into_iter().map(|(weight, kind)| (weight / total, kind)).collect() })
    }
}

impl Distribution {
    /// The distribution over the sets of a table whose `groups` are the values
    /// of one column each.
    pub fn over(&self, context: &Context, groups: &[Vec<Attr>]) -> Result<Sampler, DistributionError> {
        let attributes = context.attribute_count();
        let sampler = |kind: Kind| match kind {
            Kind::Uniform => Ok(Sampler::uniform(attributes)),
            Kind::Columns => Ok(Sampler::Columns { attributes, groups: groups.to_vec() }),
            Kind::Support => SupportSampler::of_context(context).map(Sampler::Support).ok_or(DistributionError::NoRows),
        };
        match self.parts[..] {
            [(_, kind)] => sampler(kind),
            _ => {
                let part = |&(weight, kind): &(f64, Kind)| Ok((weight, sampler(kind)?));
                Ok(Sampler::Mixture(self.parts.iter().map(part).collect::<Result<_, _>>()?))
            }
        }
    }
}

/// Four digits, of however small a share.
fn round(share: f64) -> f64 {
    format!("{share:.3e}").parse().unwrap_or(share)
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
    fn distributions_are_read_by_name() {
        let context = Context::from_rows(Arc::new(Universe::letters(3)), [AttrSet::full(3)]);
        let named = |text: &str| Ok::<_, DistributionError>(text.parse::<Distribution>()?.over(&context, &[])?.name());
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
        assert_eq!(support.over(&empty, &[]).unwrap_err(), DistributionError::NoRows);
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
