//! Distributions by name, before it is known over what.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::few::USUALLY_TOLD;

/// One kind of sets to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DistributionKind {
    /// Every set is equally likely.
    Uniform,
    /// A set is drawn as often as it occurs in rows.
    Support,
    /// At most one value of each column, all choices alike.
    Columns,
    /// As often as sets occur in the models seen so far.
    Seen,
    /// An object by how often it occurs, and at most so many of its attributes.
    Described {
        /// How many are told at most.
        most: usize,
    },
    /// The same of the objects known so far.
    DescribedSeen {
        /// How many are told at most.
        most: usize,
    },
    /// Any attributes, at most so many.
    Short {
        /// How many at most.
        most: usize,
    },
}

impl DistributionKind {
    /// All of them, with as many attributes as is usual.
    const ALL: [Self; 7] = [
        Self::Uniform,
        Self::Support,
        Self::Columns,
        Self::Seen,
        Self::Described { most: USUALLY_TOLD },
        Self::DescribedSeen { most: USUALLY_TOLD },
        Self::Short { most: USUALLY_TOLD },
    ];
    /// What a person may name for a table.
    const OF_TABLES: [Self; 5] = [
        Self::Uniform,
        Self::Support,
        Self::Columns,
        Self::Described { most: USUALLY_TOLD },
        Self::Short { most: USUALLY_TOLD },
    ];

    /// Its name, without how many attributes there are at most.
    pub fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Support => "support",
            Self::Columns => "columns",
            Self::Seen => "seen",
            Self::Described { .. } => "described",
            Self::DescribedSeen { .. } => "described-seen",
            Self::Short { .. } => "short",
        }
    }

    /// How many attributes there are at most, for those that have few.
    pub fn most(self) -> Option<usize> {
        match self {
            Self::Described { most } | Self::DescribedSeen { most } | Self::Short { most } => Some(most),
            _ => None,
        }
    }

    /// The same with another number of attributes, if it has few.
    fn up_to(self, most: usize) -> Option<Self> {
        match self {
            Self::Described { .. } => Some(Self::Described { most }),
            Self::DescribedSeen { .. } => Some(Self::DescribedSeen { most }),
            Self::Short { .. } => Some(Self::Short { most }),
            _ => None,
        }
    }

    /// The kind of that name, perhaps with a number of attributes: `described`, or
    /// `described-up-to-5`.
    fn parse(text: &str, known: &[Self]) -> Option<Self> {
        let (name, most) = match text.split_once(UP_TO) {
            Some((name, most)) => (name, Some(most.parse().ok().filter(|most| *most > 0)?)),
            None => (text, None),
        };
        let kind = *known.iter().find(|kind| kind.name() == name)?;
        most.map_or(Some(kind), |most| kind.up_to(most))
    }
}

/// What stands between the name and a number of attributes.
const UP_TO: &str = "-up-to-";

impl fmt::Display for DistributionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self.most() {
            Some(most) if most != USUALLY_TOLD => write!(f, "{UP_TO}{most}"),
            _ => Ok(()),
        }
    }
}

/// A distribution by name: one kind or a mixture of several, whether any few
/// attributes are judged apart from it, and how the sets are cut down. Rule files
/// hold it as text: `described and short`, or `uniform:0.2+support:0.8, at most 3
/// attributes`.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    /// The kinds, with shares that sum to 1.
    pub(super) parts: Vec<(f64, DistributionKind)>,
    /// Any few attributes, up to this number, are judged apart from these.
    pub(super) any_few: Option<usize>,
    /// Sets are cut down until they occur in so many rows.
    pub(super) min_support: Option<usize>,
    /// Sets are cut down to so many attributes.
    pub(super) max_size: Option<usize>,
}

impl Default for Distribution {
    /// Uniform.
    fn default() -> Self {
        Self::of(DistributionKind::Uniform)
    }
}

/// Why a distribution cannot be had.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DistributionError {
    /// Not a name of one.
    #[error(
        "found {0:?}, expected described, short, described and short, support, columns, uniform, or a mixture such as \
         uniform+support or uniform:0.2+support:0.8; described-up-to-5 tells up to 5 attributes"
    )]
    Unknown(String),
    /// Nothing to draw from.
    #[error("the distribution '{0}' needs rows to draw from, and there are none")]
    NoRows(DistributionKind),
}

impl Distribution {
    /// The distribution of one kind.
    pub fn of(kind: DistributionKind) -> Self {
        Self { parts: vec![(1.0, kind)], any_few: None, min_support: None, max_size: None }
    }

    /// Of objects as they would be described, and apart from that of any few
    /// attributes.
    pub fn described_and_short() -> Self {
        Self::of(DistributionKind::Described { most: USUALLY_TOLD }).and_short(USUALLY_TOLD)
    }

    /// The same, and apart from it any few attributes, up to so many.
    #[must_use]
    pub fn and_short(self, most: usize) -> Self {
        Self { any_few: Some(most), ..self }
    }

    /// How many any few attributes are that are judged apart, if they are.
    pub fn any_few(&self) -> Option<usize> {
        self.any_few
    }

    /// The same with the number of attributes told cut down, where few are told.
    #[must_use]
    pub fn told_at_most(mut self, size: usize) -> Self {
        for (_, kind) in &mut self.parts {
            if let Some(shorter) = kind.most().filter(|&most| most > size).and_then(|_| kind.up_to(size)) {
                *kind = shorter;
            }
        }
        self.any_few = self.any_few.map(|most| most.min(size));
        self
    }

    /// Whether sets are cut down to some attributes, or until they occur often.
    pub fn is_cut_down(&self) -> bool {
        self.max_size.is_some() || self.min_support.is_some()
    }

    /// Whether it never draws more attributes than these anyway.
    pub fn is_within(&self, size: usize) -> bool {
        let few = |(_, kind): &(f64, DistributionKind)| kind.most().is_some_and(|most| most <= size);
        self.parts.iter().all(few) && self.any_few.is_none_or(|most| most <= size)
    }

    /// Of sets that are cut down to so many attributes.
    #[must_use]
    pub fn at_most(self, size: usize) -> Self {
        Self { max_size: Some(size), ..self }
    }

    /// Several, with these weights.
    pub(super) fn mixture(parts: impl IntoIterator<Item = (f64, Self)>) -> Self {
        let weighted = |(weight, part): (f64, Self)| {
            part.parts.into_iter().map(move |(share, kind)| (weight * share, kind)).collect::<Vec<_>>()
        };
        let parts: Vec<(f64, DistributionKind)> = parts.into_iter().flat_map(weighted).collect();
        let total: f64 = parts.iter().map(|(weight, _)| weight).sum();
        let share = |(weight, kind): (f64, DistributionKind)| (weight / total, kind);
        Self { parts: parts.into_iter().map(share).collect(), any_few: None, min_support: None, max_size: None }
    }

    /// The same over the rows of a table, where it is over what was seen.
    #[must_use]
    pub fn over_rows(mut self) -> Self {
        for (_, kind) in &mut self.parts {
            *kind = match *kind {
                DistributionKind::Seen => DistributionKind::Support,
                DistributionKind::DescribedSeen { most } => DistributionKind::Described { most },
                other => other,
            };
        }
        self
    }

    /// The kind, if it is one alone.
    pub fn kind(&self) -> Option<DistributionKind> {
        match self.parts[..] {
            [(_, kind)] => Some(kind),
            _ => None,
        }
    }

    /// Whether it is this kind alone, of sets that are not cut down.
    pub fn is(&self, kind: DistributionKind) -> bool {
        *self == Self::of(kind)
    }

    /// The kinds, as `uniform` or `uniform:0.2+support:0.8`.
    fn parse_parts(text: &str, known: &[DistributionKind]) -> Result<Self, DistributionError> {
        let unknown = || DistributionError::Unknown(text.to_owned());
        let part = |part: &str| {
            let (name, weight) = part.split_once(':').unwrap_or((part, "1"));
            let weight: f64 = weight.trim().parse().map_err(|_| unknown())?;
            let kind = DistributionKind::parse(name.trim(), known).ok_or_else(unknown)?;
            if weight > 0.0 && weight.is_finite() { Ok((weight, kind)) } else { Err(unknown()) }
        };
        // Without blanks it can be typed without quotes.
        if let Some((of, apart)) = text.split_once(AND).or_else(|| text.split_once("-and-")) {
            return match DistributionKind::parse(apart.trim(), known) {
                Some(DistributionKind::Short { most }) => {
                    let of = Self::parse_parts(of.trim(), known).map_err(|_| unknown())?;
                    if of.any_few.is_none() { Ok(of.and_short(most)) } else { Err(unknown()) }
                }
                _ => Err(unknown()),
            };
        }
        let parts: Vec<(f64, DistributionKind)> = text.split('+').map(part).collect::<Result<_, _>>()?;
        let total: f64 = parts.iter().map(|(weight, _)| weight).sum();
        if !total.is_finite() {
            return Err(unknown());
        }
        let parts = parts.into_iter().map(|(weight, kind)| (weight / total, kind)).collect();
        Ok(Self { parts, any_few: None, min_support: None, max_size: None })
    }

    /// A distribution as rule files name it, with how sets are cut down.
    fn parse_written(text: &str) -> Result<Self, DistributionError> {
        let unknown = || DistributionError::Unknown(text.to_owned());
        let mut pieces = text.split(", ");
        let mut read = Self::parse_parts(pieces.next().unwrap_or_default(), &DistributionKind::ALL)?;
        for piece in pieces {
            let number = |before: &str, after: &str| piece.strip_prefix(before)?.strip_suffix(after)?.parse().ok();
            match (number("in at least ", " rows"), number("at most ", " attributes")) {
                (Some(least), _) => read.min_support = Some(least),
                (_, Some(size)) => read.max_size = Some(size),
                _ => return Err(unknown()),
            }
        }
        Ok(read)
    }
}

/// What stands before what is judged apart.
const AND: &str = " and ";

/// What a person may name for a table.
impl FromStr for Distribution {
    type Err = DistributionError;

    fn from_str(text: &str) -> Result<Self, DistributionError> {
        Self::parse_parts(text, &DistributionKind::OF_TABLES)
    }
}

impl fmt::Display for Distribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            Some(kind) => write!(f, "{kind}")?,
            None => {
                // Explorations have always written this one without its shares.
                let plain = self.parts.iter().any(|(_, kind)| *kind == DistributionKind::Seen)
                    && self.parts.iter().all(|(share, _)| *share == self.parts[0].0);
                let part = |(share, kind): &(f64, DistributionKind)| match plain {
                    true => kind.to_string(),
                    false => format!("{kind}:{}", round(*share)),
                };
                f.write_str(&self.parts.iter().map(part).collect::<Vec<_>>().join("+"))?;
            }
        }
        if let Some(most) = self.any_few {
            write!(f, "{AND}{}", DistributionKind::Short { most })?;
        }
        if let Some(least) = self.min_support {
            write!(f, ", in at least {least} rows")?;
        }
        if let Some(size) = self.max_size {
            write!(f, ", at most {size} attributes")?;
        }
        Ok(())
    }
}

impl Serialize for Distribution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Distribution {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse_written(&text).map_err(serde::de::Error::custom)
    }
}

/// Four digits, of however small a share.
fn round(share: f64) -> f64 {
    format!("{share:.3e}").parse().unwrap_or(share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        for text in [
            "uniform",
            "uniform+seen",
            "uniform:0.5+support:0.5",
            "support, in at least 50 rows",
            "columns:0.25+uniform:0.75, in at least 2 rows, at most 3 attributes",
            "described",
            "described-up-to-5 and short",
            "described-seen and short-up-to-2, at most 2 attributes",
            "uniform:0.5+short-up-to-1:0.5",
        ] {
            let read: Distribution = serde_json::from_value(text.into()).unwrap();
            assert_eq!(read.to_string(), text);
        }
        for bad in [
            "seen",
            "described-seen",
            "described-up-to-0",
            "uniform-up-to-3",
            "short-up-to-",
            "described and uniform",
            "described and short and short",
            "and short",
            "described and ",
        ] {
            assert!(bad.parse::<Distribution>().is_err(), "{bad}");
        }
        assert!(serde_json::from_value::<Distribution>("uniform, often".into()).is_err());
        assert_eq!("described-and-short".parse(), Ok(Distribution::described_and_short()));
    }
}
