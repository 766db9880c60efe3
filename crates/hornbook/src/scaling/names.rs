//! The names of the attributes that a column gives.

use super::cell::UNKNOWN;
use super::{Column, Missing, Scale, Scaling};
use crate::Universe;
use crate::error::FormatError;

impl Scaling {
    /// The attributes, column by column.
    pub fn universe(&self) -> Result<Universe, FormatError> {
        let universe = Universe::new(self.columns.iter().flat_map(|column| column.attributes(self.missing)))?;
        match universe.is_empty() {
            true => Err(FormatError::plain("no column of the table gives an attribute")),
            false => Ok(universe),
        }
    }
}

impl Column {
    /// The names of the column's attributes; the one for "missing" comes last.
    pub fn attributes(&self, missing: Missing) -> Vec<String> {
        let mut names = self.scale.attributes(&self.column);
        names.extend(self.unknown(missing));
        names
    }

    /// The name of the attribute for "missing", if there is one.
    pub(super) fn unknown(&self, missing: Missing) -> Option<String> {
        let kept = !matches!(self.scale, Scale::Identifier | Scale::Dropped { .. });
        (kept && missing == Missing::Value && self.missing > 0).then(|| format!("{}={UNKNOWN}", self.column))
    }
}

impl Scale {
    /// The names of the attributes for values that are there.
    pub(super) fn attributes(&self, column: &str) -> Vec<String> {
        match self {
            Self::Identifier | Self::Dropped { .. } => Vec::new(),
            Self::Boolean { .. } => vec![column.to_owned()],
            Self::Nominal { values } => values.iter().map(|value| format!("{column}={value}")).collect(),
            Self::Intervals { cuts } => intervals(column, cuts),
            Self::Ordinal { cuts } => cuts.iter().map(|&cut| at_least(column, cut)).collect(),
            Self::Interordinal { cuts } => {
                let below = cuts.iter().map(|&cut| below(column, cut));
                below.chain(cuts.iter().map(|&cut| at_least(column, cut))).collect()
            }
        }
    }
}

fn intervals(column: &str, cuts: &[f64]) -> Vec<String> {
    let (Some(&first), Some(&last)) = (cuts.first(), cuts.last()) else { return Vec::new() };
    let between = cuts.windows(2).map(|pair| format!("{}<={column}<{}", number(pair[0]), number(pair[1])));
    std::iter::once(below(column, first)).chain(between).chain([at_least(column, last)]).collect()
}

fn below(column: &str, cut: f64) -> String {
    format!("{column}<{}", number(cut))
}

fn at_least(column: &str, cut: f64) -> String {
    format!("{column}>={}", number(cut))
}

/// A number as people write it, and distinct for distinct numbers.
pub(super) fn number(value: f64) -> String {
    let usual = value == 0.0 || (1e-5..1e15).contains(&value.abs());
    if usual { format!("{value}") } else { format!("{value:e}") }
}
