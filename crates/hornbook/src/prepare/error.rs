//! Why a table could not be prepared.

use crate::error::FormatError;

/// Why a table could not be prepared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PrepareError {
    /// It cannot be read, or does not fit how it shall be scaled.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// It was told how to scale columns, and the table has none.
    #[error("the table holds attributes, not columns: there is nothing to scale")]
    NoColumns,
    /// Unknown places of a context were to become a value of their own. They
    /// are no values of a column, so there is nothing to name the attribute by.
    #[error("the table marks attributes as unknown, which cannot be a value of their own")]
    UnknownAsValue,
    /// There is nothing to learn from.
    #[error(transparent)]
    Empty(#[from] EmptyTable),
}

/// What a table lacks so that there is nothing to learn from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EmptyTable {
    /// It has no rows.
    #[error("the table has no rows")]
    NoRows,
    /// It has rows, and all were left out.
    #[error("every row has missing values, and so no row is left")]
    NoCompleteRows,
    /// It has no attributes.
    #[error("the table has no attributes")]
    NoAttributes,
}
