//! CASE expressions that yield what a column tells of a row.

use hornbook::scaling::TestedColumn;

use super::case::Case;
use super::dialect::Dialect;
use super::outcomes::{Outcome, Outcomes};
use super::{date_cases, number_cases, text_cases};
use crate::engine::{SourceColumn, ValueKind};

/// A column as a CASE, and what its numbers stand for.
#[derive(Clone, Debug)]
pub(super) struct ColumnCase {
    pub(super) case: Case,
    pub(super) outcomes: Vec<Outcome>,
}

impl ColumnCase {
    /// The tests of a column in SQL; nothing if they cannot be put so.
    pub(super) fn of(dialect: Dialect, source: &SourceColumn, tested: &TestedColumn) -> Option<Self> {
        let mut outcomes = Outcomes::new(tested);
        let case = match source.kind {
            ValueKind::Whole | ValueKind::Boolean | ValueKind::Number => {
                number_cases::case(dialect, source, tested, &mut outcomes, text_cases::case)?
            }
            ValueKind::Date | ValueKind::Time => date_cases::case(dialect, source, tested, &mut outcomes)?,
            ValueKind::Text => text_cases::case(dialect, source, tested, &mut outcomes)?,
            ValueKind::List | ValueKind::Other => return None,
        };
        Some(Self { case, outcomes: outcomes.into_list() })
    }

    /// The same for a column of which all values are known, as text.
    pub(super) fn of_values(dialect: Dialect, source: &SourceColumn, tested: &TestedColumn, values: &[String]) -> Self {
        let mut outcomes = Outcomes::new(tested);
        let case = text_cases::case_of_values(dialect, source, values, &mut outcomes);
        Self { case, outcomes: outcomes.into_list() }
    }
}
