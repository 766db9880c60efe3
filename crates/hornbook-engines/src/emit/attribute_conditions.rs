//! Attributes as conditions of SQL.

use hornbook::scaling::Predicate;

use super::attribute_columns::AttributeColumn;
use super::conditions::Conditions;
use super::dialect::EmitDialect;
use super::{cells, date_parts};
use crate::error::EngineError;

/// The conditions for what a column says, whose rows are called `row` if they have a name.
pub(super) fn conditions(
    dialect: EmitDialect,
    column: &AttributeColumn,
    row: Option<&str>,
) -> Result<Conditions, EngineError> {
    let name = dialect.quoted_name(&column.column);
    let cell = row.map_or(name.clone(), |row| format!("{row}.{name}"));
    let conditions = match column.part {
        Some(part) => date_parts::conditions(dialect, column, &cell, part)?,
        None => cells::conditions(dialect, column, cell)?,
    };
    match column.missing_is_no && !matches!(column.predicate, Predicate::Missing { .. }) {
        true => Ok(conditions.with_missing_as_no()),
        false => Ok(conditions),
    }
}
