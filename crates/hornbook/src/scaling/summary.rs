//! A scaling as people read it.

use super::{DropReason, Scale, Scaling};
use crate::written::number::number_text;

/// What became of one column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SummaryRow {
    /// The column.
    pub column: String,
    /// `identifier`, `boolean`, `nominal`, `several`, `intervals`, `periods`, `ordinal`,
    /// `interordinal` or `dropped`.
    pub kind: &'static str,
    /// The names of its attributes.
    pub attributes: Vec<String>,
    /// Its values or cut points, in a few words.
    pub values: String,
    /// How many values are missing.
    pub missing: usize,
    /// How its cells were written, if not as programs write.
    pub written: Option<String>,
    /// Why it became this, if that is not plain.
    pub why: Option<String>,
    /// Why it gives no attributes, if it is left out.
    pub dropped: Option<DropReason>,
}

impl Scaling {
    /// One row for each column.
    pub fn summary(&self) -> Vec<SummaryRow> {
        let row = |column: &super::Column| SummaryRow {
            column: column.column.clone(),
            kind: column.scale.kind(),
            attributes: column.attributes(self.missing).iter().map(ToString::to_string).collect(),
            values: column.scale.values(),
            missing: column.missing,
            written: column.written.clone(),
            why: column.why.clone(),
            dropped: match &column.scale {
                Scale::Dropped { reason } => Some(reason.clone()),
                _ => None,
            },
        };
        self.columns.iter().map(row).collect()
    }
}

impl Scale {
    fn kind(&self) -> &'static str {
        match self {
            Self::Identifier => "identifier",
            Self::Boolean { .. } => "boolean",
            Self::Nominal { .. } => "nominal",
            Self::Several { .. } => "several",
            Self::Intervals { .. } => "intervals",
            Self::Periods { .. } => "periods",
            Self::Ordinal { .. } => "ordinal",
            Self::Interordinal { .. } => "interordinal",
            Self::Dropped { .. } => "dropped",
        }
    }

    fn values(&self) -> String {
        match self {
            Self::Identifier | Self::Dropped { .. } => String::new(),
            Self::Boolean { yes, no } => {
                let shown = |list: &[String]| {
                    let bare: Vec<&str> = list.iter().map(|s| if s.is_empty() { "(empty)" } else { s }).collect();
                    bare.join(", ")
                };
                format!("{} / {}", shown(yes), shown(no))
            }
            Self::Nominal { values } | Self::Several { values, .. } => values.join(", "),
            Self::Periods { cuts } => format!("cut at {}", cuts.join(", ")),
            Self::Intervals { cuts } | Self::Ordinal { cuts } | Self::Interordinal { cuts } => {
                let cuts: Vec<String> = cuts.iter().map(|&cut| number_text(cut)).collect();
                format!("cut at {}", cuts.join(", "))
            }
        }
    }
}
