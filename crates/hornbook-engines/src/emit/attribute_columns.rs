//! What the columns of a table say of attributes.

use std::sync::Arc;

use hornbook::scaling::{AttributeTest, Predicate, RowTests};
use hornbook::written::DatePart;
use hornbook::{Attr, AttrSet, Universe};

use super::attribute_names::{is_ambiguous, test_of_name};
use crate::engine::{SourceColumn, ValueKind};
use crate::error::EngineError;

/// What the columns of a table say of the attributes that rules speak of.
#[derive(Clone, Debug)]
pub struct AttributeColumns {
    universe: Arc<Universe>,
    columns: Vec<Option<AttributeColumn>>,
    notes: Vec<String>,
}

/// What a column says of an attribute.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AttributeColumn {
    /// Its name in the table.
    pub(super) column: String,
    /// The part of its dates that is tested; none if cells are tested as they are.
    pub(super) part: Option<DatePart>,
    /// What the attribute says of a cell.
    pub(super) predicate: Predicate,
    /// Whether a row without a value is known to lack the attribute.
    pub(super) missing_is_no: bool,
    /// What the values of the column are, if that is known.
    pub(super) kind: Option<ValueKind>,
}

impl AttributeColumns {
    /// By the names of the attributes alone: `legs=4` is about the column `legs`. Where a
    /// name may be read in several ways, the first sign ends the name of the column, and
    /// a [note](Self::notes) says so.
    pub fn by_names(universe: &Arc<Universe>, needed: &AttrSet) -> Self {
        let mut columns = vec![None; universe.len()];
        let mut notes = Vec::new();
        for attr in needed.iter() {
            let name = universe.name(attr);
            // A name that is no test of a column is that of a column.
            let test = test_of_name(name)
                .unwrap_or_else(|| AttributeTest { column: name.to_owned(), predicate: Predicate::usual_yes() });
            if is_ambiguous(name, &test) {
                notes.push(format!("'{name}' is taken for a test of the column '{}'", test.column));
            }
            columns[attr] = Some(by_name(universe, test));
        }
        Self { universe: universe.clone(), columns, notes }
    }

    /// As rows are tested.
    pub fn of_tests(tests: &RowTests) -> Self {
        let mut columns = vec![None; tests.universe.len()];
        for tested in &tests.columns {
            for (attr, predicate) in &tested.tests {
                columns[*attr] = Some(AttributeColumn {
                    column: tested.column.clone(),
                    part: tested.part,
                    predicate: predicate.clone(),
                    missing_is_no: tested.missing_is_value,
                    kind: None,
                });
            }
        }
        Self { universe: tests.universe.clone(), columns, notes: Vec::new() }
    }

    /// The same, and it is known what the values of these columns are.
    #[must_use]
    pub fn with_kinds(mut self, known: &[SourceColumn]) -> Self {
        for column in self.columns.iter_mut().flatten() {
            column.kind = known.iter().find(|known| known.name == column.column).map(|known| known.kind);
        }
        self
    }

    /// The same, and all columns are text, whatever they hold.
    #[must_use]
    pub fn all_text(mut self) -> Self {
        self.columns.iter_mut().flatten().for_each(|column| column.kind = Some(ValueKind::Text));
        self
    }

    /// How names were read that can be read in several ways.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Whether all these attributes are about one column, so that what holds between them
    /// holds for any value.
    pub fn are_of_one_column(&self, attrs: &AttrSet) -> bool {
        let mut columns = attrs.iter().map(|attr| self.columns[attr].as_ref().map(|column| &column.column));
        let first = columns.next();
        columns.all(|column| column.is_some() && Some(column) == first)
    }

    pub(super) fn of(&self, attr: Attr) -> Result<&AttributeColumn, EngineError> {
        self.columns[attr].as_ref().ok_or_else(|| {
            EngineError::Wrong(format!("no column of the table tells of the attribute '{}'", self.universe.name(attr)))
        })
    }
}

/// What the name of an attribute says, where nothing else is known.
fn by_name(universe: &Universe, AttributeTest { column, mut predicate }: AttributeTest) -> AttributeColumn {
    // Only in columns of crosses an empty cell says no, and whether it is one cannot be
    // seen.
    if let Predicate::Yes { no, .. } = &mut predicate {
        no.retain(|spelling| !spelling.is_empty());
    }
    let for_missing = AttributeTest { column, predicate: Predicate::Missing { except: Vec::new() } };
    let missing_is_no = universe.attr(&for_missing.to_string()).is_ok();
    AttributeColumn { column: for_missing.column, part: None, predicate, missing_is_no, kind: None }
}
