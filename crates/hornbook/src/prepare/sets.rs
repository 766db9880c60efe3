//! The sets that a guarantee is about.

use super::prepared::Prepared;
use crate::sampling::{Distribution, DistributionError, Sampler};

/// The sets that a guarantee shall be about.
#[derive(Clone, Debug, Default)]
pub struct WantedSets {
    /// How they are distributed; [as usual](Prepared::usual_distribution) if it
    /// is not told.
    pub distribution: Option<Distribution>,
    /// Whether rules about one attribute alone are wanted.
    pub for_one_target: bool,
    /// Only sets of at most so many attributes.
    pub max_premise: Option<usize>,
    /// Only sets that occur in at least so many rows.
    pub min_support: Option<usize>,
}

/// The distributions that are taken if none is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UsualDistribution {
    /// All sets alike.
    Uniform,
    /// All sets alike that take at most one value of each column.
    Columns,
    /// Sets as often as they occur in rows.
    Support,
}

impl UsualDistribution {
    /// The name of the distribution, which can be parsed as a [`Distribution`].
    pub fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Columns => "columns",
            Self::Support => "support",
        }
    }
}

/// Why there are no such sets to draw.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SetsError {
    /// The distribution cannot be had.
    #[error(transparent)]
    Distribution(#[from] DistributionError),
    /// No set occurs in as many rows.
    #[error("no set occurs in {wanted} rows: the table has {rows}")]
    TooFewRows {
        /// In how many rows the sets were to occur.
        wanted: usize,
        /// How many there are.
        rows: usize,
    },
}

impl Prepared {
    /// The distribution where none is told: of all sets that the background does
    /// not rule out, each alike. What is certified for them holds for uniform
    /// sets too. For a target it is another: from what never occurs the target
    /// follows as anything does.
    pub fn usual_distribution(&self, for_one_target: bool) -> UsualDistribution {
        match self.knows_background {
            false => UsualDistribution::Uniform,
            true if for_one_target => UsualDistribution::Support,
            true if self.groups.is_empty() => UsualDistribution::Uniform,
            true => UsualDistribution::Columns,
        }
    }

    /// Draws the sets that are wanted.
    pub fn sampler(&self, wanted: &WantedSets) -> Result<Sampler, SetsError> {
        let distribution = match &wanted.distribution {
            Some(distribution) => distribution.clone(),
            None => self.usual_distribution(wanted.for_one_target).name().parse()?,
        };
        let mut sampler = distribution.over(&self.context, &self.groups)?;
        if let Some(least) = wanted.min_support {
            let rows = self.context.len();
            if least > rows {
                return Err(SetsError::TooFewRows { wanted: least, rows });
            }
            sampler = sampler.supported(least, &self.context);
        }
        if let Some(most) = wanted.max_premise {
            sampler = sampler.at_most(most);
        }
        Ok(sampler)
    }
}
