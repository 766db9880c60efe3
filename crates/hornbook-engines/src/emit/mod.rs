//! Rules in the languages of databases and their tests, so that they can live where
//! the data lives.
//!
//! An [`Emission`] is what is written: rules, what the columns of the table say of
//! their attributes ([`AttributeColumns`]), and the way to speak SQL
//! ([`EmitDialect`]). It is written as [queries](Emission::queries) or
//! [constraints](Emission::constraints), as [tests of dbt](Emission::dbt_tests), or as a
//! [suite of Great Expectations](Emission::great_expectations).
//!
//! Each attribute becomes two conditions: one that is true if a row is known to have
//! it, one that is true if the row is known to lack it. Where a value is missing,
//! neither is true, and so only what is known breaks a rule.

mod attribute_columns;
mod attribute_conditions;
mod attribute_names;
mod cells;
mod conditions;
mod constraints;
mod date_parts;
mod dbt;
mod dialect;
mod emission;
mod great_expectations;
mod queries;
mod value;

pub use attribute_columns::AttributeColumns;
pub use dbt::DbtTest;
pub use dialect::EmitDialect;
pub use emission::{Emission, EmittedRule};
