//! Turning the rows of a table into objects with attributes.

use std::sync::Arc;

use super::cell_tests::CellState;
use super::evaluate::{ColumnTests, PlacesOfRecords};
use super::predicate::AttributeTest;
use super::told_columns::find_column;
use super::{Column, Missing, Scale, Scaling};
use crate::error::{FormatError, token};
use crate::growing::Growing;
use crate::table::Table;
use crate::{Attr, AttrSet, Context, Model};

/// What to do with a value that the scaling does not know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unseen {
    /// It is an error that names line, column and value.
    #[default]
    Refuse,
    /// The object has none of the column's attributes.
    Absent,
}

impl Scaling {
    /// The table as a context. Columns that the scaling does not name are left
    /// out; a column that it names must be there, unless it is dropped.
    pub fn apply(&self, table: &Table, unseen: Unseen) -> Result<Context, FormatError> {
        let universe = Arc::new(self.universe()?);
        let id = self.id().and_then(|id| find_column(table, id).ok());
        let attributes: Vec<Vec<AttributeTest>> =
            self.columns.iter().map(|column| column.attributes(self.missing)).collect();
        let columns = self.applied(table, &attributes)?;
        let mut context = Growing::new(universe.clone());
        let mut places = PlacesOfRecords::new(table, columns.iter().map(|applied| applied.tests.column()));
        for row in 0..table.len() {
            let place = places.of(row, || match self.row(table, row, &columns, unseen, universe.none())? {
                Some(model) => context.place(model).map(Some),
                None => Ok(None),
            })?;
            if let Some(place) = place {
                context.push_at(id.map(|id| table.object_name(row, id)), place);
            }
        }
        Ok(context.finish())
    }

    /// The rows that lack no value of a column that gives attributes, if there
    /// are others.
    pub(crate) fn complete_rows(&self, table: &Table) -> Result<Option<Vec<usize>>, FormatError> {
        let attributes: Vec<Vec<AttributeTest>> =
            self.columns.iter().map(|column| column.attributes(self.missing)).collect();
        let columns = self.applied(table, &attributes)?;
        let mut has = AttrSet::empty(attributes.iter().map(Vec::len).sum());
        let mut is_complete = |row: usize| {
            columns.iter().all(|applied| applied.tests.of_row(table, row, &mut has).0 != CellState::Missing)
        };
        let rows: Vec<usize> = (0..table.len()).filter(|&row| is_complete(row)).collect();
        Ok((rows.len() < table.len()).then_some(rows))
    }

    /// What is known of a row; nothing if it is to be left out.
    fn row(
        &self,
        table: &Table,
        row: usize,
        columns: &[Applied<'_>],
        unseen: Unseen,
        mut has: AttrSet,
    ) -> Result<Option<Model>, FormatError> {
        let mut unknown: Option<AttrSet> = None;
        for applied in columns {
            let (state, held) = applied.tests.of_row(table, row, &mut has);
            let refused = match (state, self.missing) {
                (CellState::Missing, Missing::Drop) => return Ok(None),
                (CellState::Missing, Missing::Unknown) => {
                    let unknown = unknown.get_or_insert_with(|| has.difference(&has));
                    applied.attrs.clone().for_each(|attr| _ = unknown.insert(attr));
                    false
                }
                (CellState::Missing, Missing::Value) => held == 0,
                (CellState::Missing, Missing::Absent) => false,
                (CellState::Known, _) => held == 0 && matches!(applied.column.scale, Scale::Nominal { .. }),
                (CellState::Unexpected, _) => true,
            };
            if refused && unseen == Unseen::Refuse {
                let error = match state {
                    CellState::Missing => applied.refuse_missing(),
                    _ => applied.refuse(table.cell(row, applied.tests.column()).trim()),
                };
                return Err(error.at_line(table.line(row)));
            }
        }
        Ok(Some(match unknown {
            Some(unknown) => Model::partial(has, &unknown),
            None => Model::complete(has),
        }))
    }

    /// The columns that give attributes. The attributes are numbered column by
    /// column, as in [`universe`](Self::universe).
    fn applied<'a>(
        &'a self,
        table: &Table,
        attributes: &'a [Vec<AttributeTest>],
    ) -> Result<Vec<Applied<'a>>, FormatError> {
        let mut columns = Vec::new();
        let mut next: Attr = 0;
        for (at, (column, attributes)) in self.columns.iter().zip(attributes).enumerate() {
            let attrs = next..next + attributes.len();
            next = attrs.end;
            if matches!(column.scale, Scale::Identifier | Scale::Dropped { .. }) {
                continue;
            }
            // Mostly a column is where it was in the table of the scaling.
            let place = match table.columns().get(at) {
                Some(same) if *same == column.column => at,
                _ => find_column(table, &column.column)?,
            };
            let predicates = attributes.iter().map(|attribute| &attribute.predicate);
            let tests = ColumnTests::new(table, place, attrs.clone().zip(predicates));
            columns.push(Applied { column, attrs, tests });
        }
        Ok(columns)
    }
}

/// A column of the scaling in a certain table.
struct Applied<'a> {
    column: &'a Column,
    /// Its attributes.
    attrs: std::ops::Range<Attr>,
    tests: ColumnTests,
}

impl Applied<'_> {
    fn refuse_missing(&self) -> FormatError {
        let found = format!("a missing value in the column {}", token(&self.column.column));
        FormatError::found(found, "a value, as in all rows that the scaling was made from")
    }

    fn refuse(&self, value: &str) -> FormatError {
        const MOST_SHOWN_VALUES: usize = 12;
        let found = format!("{} in the column {}", token(value), token(&self.column.column));
        let known: Vec<String> = match &self.column.scale {
            Scale::Nominal { values } => values.iter().map(|value| token(value)).collect(),
            Scale::Boolean { yes, no } => yes.iter().chain(no).map(|spelling| token(spelling)).collect(),
            _ => return FormatError::found(found, "a number"),
        };
        let more = if known.len() > MOST_SHOWN_VALUES { ", …" } else { "" };
        let shown = known.into_iter().take(MOST_SHOWN_VALUES).collect::<Vec<_>>().join(", ");
        FormatError::found(found, format!("one of {shown}{more}"))
    }
}
