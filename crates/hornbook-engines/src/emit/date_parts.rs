//! Conditions on parts of dates: `when.month=Jan`.

use hornbook::scaling::Predicate;
use hornbook::written::DatePart;

use super::attribute_columns::AttributeColumn;
use super::conditions::{Conditions, number_text};
use super::dialect::EmitDialect;
use crate::engine::ValueKind;
use crate::error::EngineError;

/// What is true of rows that have the attribute, and of those that lack it.
pub(super) fn conditions(
    dialect: EmitDialect,
    column: &AttributeColumn,
    cell: &str,
    part: DatePart,
) -> Result<Conditions, EngineError> {
    let wrong = |what: &str| EngineError::Wrong(format!("{what} of dates in the column '{}'", column.column));
    let is_text = column.kind == Some(ValueKind::Text);
    let number = part_number(dialect, cell, part, is_text)
        .ok_or_else(|| wrong("standard SQL has no weekdays: name a dialect for the weekdays"))?;
    let compared = |has: &str, lacks: &str, bound: &str| {
        Conditions::new(format!("{number} {has} {bound}"), format!("{number} {lacks} {bound}"))
    };
    Ok(match &column.predicate {
        Predicate::Equals(value) => {
            let value = value_number(part, value).ok_or_else(|| wrong(&format!("there is no part '{value}'")))?;
            compared("=", "<>", &value)
        }
        Predicate::AtLeast(bound) => compared(">=", "<", &number_text(*bound)),
        Predicate::Below(bound) => compared("<", ">=", &number_text(*bound)),
        Predicate::Between { at_least, below } => {
            let (low, high) = (number_text(*at_least), number_text(*below));
            Conditions::new(
                format!("({number} >= {low} AND {number} < {high})"),
                format!("({number} < {low} OR {number} >= {high})"),
            )
        }
        Predicate::Missing { .. } => Conditions::new(format!("{number} IS NULL"), format!("{number} IS NOT NULL")),
        _ => return Err(wrong(&format!("nothing can be asked but values and bounds of the {}", part.name()))),
    })
}

/// The number by which databases call a value of the part.
fn value_number(part: DatePart, value: &str) -> Option<String> {
    let place = |names: &[&str]| names.iter().position(|name| *name == value).map(|place| (place + 1).to_string());
    match part {
        DatePart::Month => place(&DatePart::months()),
        DatePart::Weekday => place(&DatePart::weekdays()),
        DatePart::Year | DatePart::Hour => value.parse::<i32>().ok().map(|number| number.to_string()),
    }
}

/// The part of a date as a number; months and weekdays count from 1, weeks begin on
/// Monday.
fn part_number(dialect: EmitDialect, cell: &str, part: DatePart, is_text: bool) -> Option<String> {
    let name = part.name();
    Some(match dialect {
        EmitDialect::Ansi if part == DatePart::Weekday => return None,
        EmitDialect::Ansi => format!("EXTRACT({} FROM {cell})", name.to_uppercase()),
        EmitDialect::Postgres => {
            let field = if part == DatePart::Weekday { "isodow" } else { name };
            match is_text {
                true => format!(
                    "extract({field} from CASE WHEN {cell} ~ '^ *[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}' THEN {cell}::timestamp END)"
                ),
                false => format!("extract({field} from {cell})"),
            }
        }
        EmitDialect::Mysql | EmitDialect::Spark => {
            let moment = match dialect {
                EmitDialect::Spark => format!("try_cast({cell} AS TIMESTAMP)"),
                _ => cell.to_owned(),
            };
            // Here weekdays count from 0.
            if part == DatePart::Weekday { format!("(weekday({moment}) + 1)") } else { format!("{name}({moment})") }
        }
        EmitDialect::Sqlite => match part {
            DatePart::Year => format!("CAST(strftime('%Y', {cell}) AS INTEGER)"),
            DatePart::Month => format!("CAST(strftime('%m', {cell}) AS INTEGER)"),
            DatePart::Hour => format!("CAST(strftime('%H', {cell}) AS INTEGER)"),
            // Here weeks begin on Sunday, which is 0.
            DatePart::Weekday => format!("((strftime('%w', {cell}) + 6) % 7 + 1)"),
        },
    })
}
