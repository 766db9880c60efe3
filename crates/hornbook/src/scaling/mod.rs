//! Scaling: how the columns of a table become attributes.
//!
//! A table of text says nothing of implications; a [`Scaling`] turns each of
//! its columns into attributes that an object has or has not. It is found by
//! looking at the table ([`Scaling::detect`]), can be overruled column by
//! column ([`Override`]), is applied to this or another table
//! ([`Scaling::apply`]), and can be kept in a file ([`Scaling::write`]).

mod apply;
mod association;
mod background;
mod cell;
mod cell_tests;
mod choice;
mod cut_points;
mod cuts;
mod detect;
mod drop_reason;
mod evaluate;
mod file;
mod named;
mod names;
mod overrides;
mod periods;
mod predicate;
mod profile;
mod refine;
mod regions;
mod row_tests;
mod several;
mod summary;
mod told_columns;
mod widen;

use serde::{Deserialize, Serialize};

pub use apply::Unseen;
pub(crate) use cell::is_yes;
pub use cell_tests::CellState;
pub use cut_points::CutPoints;
pub use drop_reason::DropReason;
pub use named::{context_by_names, row_tests_by_names};
pub use overrides::{Override, ScaleMethod};
pub use predicate::{AttributeTest, CellAnswer, Predicate};
pub use row_tests::{CellReading, RowTests, TestedColumn};
pub use summary::SummaryRow;

/// How the columns of a table become attributes.
#[derive(Clone, Debug, PartialEq)]
pub struct Scaling {
    /// What becomes of missing values.
    pub missing: Missing,
    /// The columns, in the order of the table.
    pub columns: Vec<Column>,
}

/// How one column becomes attributes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Column {
    /// The name of the column.
    pub column: String,
    /// What is done with its values.
    #[serde(flatten)]
    pub scale: Scale,
    /// How many values were missing in the table that the scaling stems from.
    #[serde(default, rename = "missing", skip_serializing_if = "is_zero")]
    pub missing: usize,
    /// How its cells were written in that table, if not as programs write.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
    /// Why this is done with its values, in a few words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// What is done with the values of a column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "scale", rename_all = "lowercase")]
pub enum Scale {
    /// It names the objects; it makes no attribute.
    Identifier,
    /// One attribute, named like the column. Spellings are in lower case, and
    /// a cell's case does not matter.
    Boolean {
        /// The spellings of true.
        #[serde(rename = "true")]
        yes: Vec<String>,
        /// The spellings of false.
        #[serde(rename = "false")]
        no: Vec<String>,
    },
    /// An attribute `column=value` for each value.
    Nominal {
        /// The values.
        values: Vec<String>,
    },
    /// Cells hold several values; an attribute `column=value` for each of them.
    Several {
        /// What stands between the values of a cell.
        separator: String,
        /// The values.
        values: Vec<String>,
    },
    /// An attribute for each interval: `age<30`, `30<=age<45`, `age>=45`.
    Intervals {
        /// Where one interval ends and the next starts, ascending.
        cuts: Vec<f64>,
    },
    /// An attribute for each threshold that is reached: `age>=30`, `age>=45`.
    Ordinal {
        /// The thresholds, ascending.
        cuts: Vec<f64>,
    },
    /// Both sides of each threshold: `age<30`, `age<45`, `age>=30`, `age>=45`.
    Interordinal {
        /// The thresholds, ascending.
        cuts: Vec<f64>,
    },
    /// Dates; an attribute for each period: `when<2024-01-01`,
    /// `2024-01-01<=when<2024-07-01`, `when>=2024-07-01`.
    Periods {
        /// Where one period ends and the next starts, ascending, with the year first.
        cuts: Vec<String>,
    },
    /// It is left out.
    Dropped {
        /// Why.
        reason: DropReason,
    },
}

/// What becomes of a missing value: `?`, nothing, `NA`, `N/A`, `NaN`, `null`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Missing {
    /// The object has none of the column's attributes.
    #[default]
    Absent,
    /// Missing is a value of its own: an attribute `column=?`, in columns where
    /// a value is missing.
    Value,
    /// The row is left out.
    Drop,
    /// It is not known which of the column's attributes the object has.
    /// Explorations may ask; for learning it is filled in.
    Unknown,
}

impl std::str::FromStr for Missing {
    type Err = crate::error::FormatError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        match name {
            "absent" => Ok(Self::Absent),
            "value" => Ok(Self::Value),
            "drop" => Ok(Self::Drop),
            "unknown" => Ok(Self::Unknown),
            _ => Err(Self::Err::found(crate::error::token(name), "'absent', 'value', 'drop' or 'unknown'")),
        }
    }
}

/// Which column names the objects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum IdColumn {
    /// The one that looks like it, if any.
    #[default]
    Detect,
    /// None.
    None,
    /// The one of this name.
    Column(String),
}

/// What [`Scaling::detect`] is told beforehand.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScalingOptions {
    /// The column that names the objects.
    pub id: IdColumn,
    /// What becomes of missing values.
    pub missing: Missing,
    /// Columns whose scale is given.
    pub overrides: Vec<Override>,
    /// Whether the table is all there is, and rules of it are looked for: then a
    /// column of one value is left out, "no" is a value of its own where that lets
    /// rules come out, and numbers are cut where other columns change.
    pub for_rules: bool,
    /// An attribute or a column that rules shall be about: numbers are cut where
    /// they tell most about it.
    pub target: Option<String>,
}

impl Scaling {
    /// The column that names the objects.
    pub fn id(&self) -> Option<&str> {
        self.columns.iter().find(|c| c.scale == Scale::Identifier).map(|c| c.column.as_str())
    }
}
