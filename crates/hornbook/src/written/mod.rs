//! What people mean by what they write in the cells of a column: numbers with
//! signs of their country, currencies and units, dates in any order, and the many
//! spellings of "missing".
//!
//! A column is looked at as a whole, since one cell alone does not tell: `1,234` is
//! a number of thousands beside `1,234,567`, and a fraction beside `0,5`.

pub(crate) mod date;
pub(crate) mod missing;
pub(crate) mod notation;
pub(crate) mod number;

pub use date::{DateOrder, DatePart, DateStyle};
pub use notation::Notation;
pub use number::NumberStyle;
