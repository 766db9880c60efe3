//! The sets that a guarantee is about.

use super::prepared::Prepared;
use crate::outcome::Method;
use crate::sampling::{Distribution, DistributionError, DistributionKind, Sampler, USUALLY_TOLD};

/// The sets that a guarantee shall be about.
#[derive(Clone, Debug)]
pub struct WantedSets {
    /// The method that the guarantee is of.
    pub method: Method,
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

impl WantedSets {
    /// Those that are usual for a method.
    pub fn of(method: Method) -> Self {
        Self { method, distribution: None, for_one_target: false, max_premise: None, min_support: None }
    }
}

impl Prepared {
    /// The distribution where none is told. For the method that asks few questions,
    /// of rows as they would be described, and apart from that of any few attributes;
    /// where everything is looked up, of what occurs. For the paper's methods, of all
    /// sets that the background does not rule out, each alike: what is certified for
    /// these holds for uniform sets too. For one target, of what occurs in any case:
    /// from what never occurs the target follows as anything does.
    pub fn usual_distribution(&self, method: Method, for_one_target: bool) -> Distribution {
        let kind = match method {
            _ if self.context.is_empty() => DistributionKind::Uniform,
            Method::Frugal if for_one_target => DistributionKind::Described { most: USUALLY_TOLD },
            Method::Frugal => return Distribution::described_and_short(),
            Method::Auto => DistributionKind::Support,
            _ if !self.knows_background => DistributionKind::Uniform,
            _ if for_one_target => DistributionKind::Support,
            _ if self.groups.is_empty() => DistributionKind::Uniform,
            _ => DistributionKind::Columns,
        };
        Distribution::of(kind)
    }

    /// Draws the sets that are wanted.
    pub fn sampler(&self, wanted: &WantedSets) -> Result<Sampler, SetsError> {
        let distribution = match &wanted.distribution {
            Some(distribution) => distribution.clone(),
            None => self.usual_distribution(wanted.method, wanted.for_one_target),
        };
        // Better few attributes are told than more, and some of them forgotten.
        let distribution = wanted.max_premise.map_or(distribution.clone(), |most| distribution.told_at_most(most));
        let mut sampler = distribution.over(&self.context, &self.groups)?;
        if let Some(least) = wanted.min_support {
            let rows = self.context.len();
            if least > rows {
                return Err(SetsError::TooFewRows { wanted: least, rows });
            }
            sampler = sampler.supported(least, &self.context);
        }
        if let Some(most) = wanted.max_premise.filter(|&most| !distribution.is_within(most)) {
            sampler = sampler.at_most(most);
        }
        Ok(sampler)
    }
}
