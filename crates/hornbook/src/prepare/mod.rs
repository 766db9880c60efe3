//! From any table to what is learned or explored.
//!
//! A [`RawTable`](crate::format::RawTable) is a table as it stands in its file. A
//! [`Preparation`] says what to make of it, and gives a [`Prepared`] table: its
//! context, what is known of its attributes beforehand, and which of them are
//! values of one column. Of this and the [`WantedSets`] follows the distribution
//! that a guarantee is about.
//!
//! Learning and exploring differ in what becomes of a value that is missing:
//! [`Preparation::learning`] takes it for absent, [`Preparation::exploring`] leaves
//! it unknown, since it may be asked about. Where it is to be unknown for learning, it
//! is filled in so that it breaks no rule that known rows bear out: see [`Filling`].
//!
//! ```
//! use hornbook::Method;
//! use hornbook::format::ContextFormat;
//! use hornbook::prepare::{Preparation, WantedSets};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let csv = "name,milk,legs\ncat,yes,4\nhen,no,2\nbat,?,2\n";
//! let table = Preparation::learning().bytes(csv.as_bytes(), ContextFormat::Csv)?;
//! assert_eq!(table.context.universe().names(), ["milk=no", "milk=yes", "legs=2", "legs=4"]);
//! // No animal has both two legs and four, or milk and none.
//! assert_eq!(table.background.len(), 2);
//! let drawn = table.sampler(&WantedSets::of(Method::Frugal))?.distribution();
//! assert_eq!(drawn.to_string(), "described and short");
//!
//! let table = Preparation::exploring().bytes(csv.as_bytes(), ContextFormat::Csv)?;
//! assert!(table.context.model(2).unknown().contains(0));
//! # Ok(())
//! # }
//! ```

mod error;
mod look;
mod preparation;
mod prepared;
mod sets;
mod target;
mod wanted_rules;

pub use crate::filling::Filling;
pub use error::{EmptyTable, PrepareError};
pub use look::{ColumnLook, RowLook, TableLook};
pub use preparation::{Preparation, ScalingChoice};
pub use prepared::{FilledIn, Prepared, rules_that_hold};
pub use sets::{SetsError, WantedSets};
pub use target::TargetError;
pub use wanted_rules::{
    RowAmount, RowsAtHand, USUAL_DELTA, USUAL_EPSILON, USUAL_EPSILON_OF_QUESTIONS, WantedRules, WantedRulesError,
};
