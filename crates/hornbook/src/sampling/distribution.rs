//! Distributions by name, before it is known over what.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

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
}

impl DistributionKind {
    const ALL: [Self; 4] = [Self::Uniform, Self::Support, Self::Columns, Self::Seen];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Support => "support",
            Self::Columns => "columns",
            Self::Seen => "seen",
        }
    }
}

/// A distribution by name: one kind or a mixture of several, and how the sets
/// are cut down. Rule files hold it as text: `uniform:0.2+support:0.8, at most 3
/// attributes`.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    /// The kinds, with shares that sum to 1.
    pub(super) parts: Vec<(f64, DistributionKind)>,
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
        "found {0:?}, expected uniform, support, columns, or a mixture such as uniform+support or uniform:0.2+support:0.8"
    )]
    Unknown(String),
    /// Nothing to draw from.
    #[error("the distribution 'support' needs rows to draw from, and there are none")]
    NoRows,
}

impl Distribution {
    /// The distribution of one kind.
    pub fn of(kind: DistributionKind) -> Self {
        Self { parts: vec![(1.0, kind)], min_support: None, max_size: None }
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
        Self { parts: parts.into_iter().map(share).collect(), min_support: None, max_size: None }
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
        self.kind() == Some(kind) && self.min_support.is_none() && self.max_size.is_none()
    }

    /// The kinds, as `uniform` or `uniform:0.2+support:0.8`.
    fn parse_parts(text: &str, known: &[DistributionKind]) -> Result<Self, DistributionError> {
        let unknown = || DistributionError::Unknown(text.to_owned());
        let part = |part: &str| {
            let (name, weight) = part.split_once(':').unwrap_or((part, "1"));
            let weight: f64 = weight.trim().parse().map_err(|_| unknown())?;
            let kind = known.iter().find(|kind| kind.name() == name.trim()).ok_or_else(unknown)?;
            if weight > 0.0 && weight.is_finite() { Ok((weight, *kind)) } else { Err(unknown()) }
        };
        let parts: Vec<(f64, DistributionKind)> = text.split('+').map(part).collect::<Result<_, _>>()?;
        let total: f64 = parts.iter().map(|(weight, _)| weight).sum();
        if !total.is_finite() {
            return Err(unknown());
        }
        let parts = parts.into_iter().map(|(weight, kind)| (weight / total, kind)).collect();
        Ok(Self { parts, min_support: None, max_size: None })
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

/// What a person may name for a table.
impl FromStr for Distribution {
    type Err = DistributionError;

    fn from_str(text: &str) -> Result<Self, DistributionError> {
        Self::parse_parts(text, &[DistributionKind::Uniform, DistributionKind::Support, DistributionKind::Columns])
    }
}

impl fmt::Display for Distribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            Some(kind) => f.write_str(kind.name())?,
            None => {
                // Explorations have always written this one without its shares.
                let plain = self.parts.iter().any(|(_, kind)| *kind == DistributionKind::Seen)
                    && self.parts.iter().all(|(share, _)| *share == self.parts[0].0);
                let part = |(share, kind): &(f64, DistributionKind)| match plain {
                    true => kind.name().to_owned(),
                    false => format!("{}:{}", kind.name(), round(*share)),
                };
                f.write_str(&self.parts.iter().map(part).collect::<Vec<_>>().join("+"))?;
            }
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
        ] {
            let read: Distribution = serde_json::from_value(text.into()).unwrap();
            assert_eq!(read.to_string(), text);
        }
        assert!("seen".parse::<Distribution>().is_err());
        assert!(serde_json::from_value::<Distribution>("uniform, often".into()).is_err());
    }
}
