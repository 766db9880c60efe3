//! The table that a study is about.

use hornbook::prepare::{Prepared, rules_that_hold};
use hornbook::sampling::{Distribution, DistributionError, Sampler};
use hornbook::{Attr, Context, Theory};

use crate::fingerprint;

/// A table with what is known of its attributes.
#[derive(Clone, Debug)]
pub struct Subject {
    /// What to call it.
    pub name: String,
    /// The table.
    pub context: Context,
    /// Rules known beforehand.
    pub background: Theory,
    /// The attributes that are values of one column, column by column.
    pub groups: Vec<Vec<Attr>>,
}

impl Subject {
    /// A table that was prepared for learning.
    pub fn new(name: impl Into<String>, table: Prepared) -> Self {
        let Prepared { context, background, groups, .. } = table;
        Self { name: name.into(), context, background, groups }
    }

    /// What tells this table from others.
    pub fn fingerprint(&self) -> String {
        fingerprint::of_table(&self.context)
    }

    /// What of the background holds in another table over the same attributes:
    /// a twin need not keep that the values of a column exclude each other.
    pub(crate) fn background_of(&self, context: &Context) -> Theory {
        rules_that_hold(self.background.rules().iter().cloned(), context)
    }

    /// The distribution over another table with the same columns.
    pub(crate) fn sampler(&self, distribution: &Distribution, context: &Context) -> Result<Sampler, DistributionError> {
        distribution.over(context, &self.groups)
    }
}
