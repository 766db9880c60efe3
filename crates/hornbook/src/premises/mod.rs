//! Premises, searched by going through sets that occur often enough: all
//! smallest ones of one attribute, short ones of anything, and those of rules
//! that have exceptions.
//!
//! Below a support there is nothing to find, since larger sets occur in no more
//! rows; this is what keeps the searches short.

mod effort;
mod likely;
mod luxenburger;
mod short;
mod smallest;

pub(crate) use effort::{Effort, Searched};
pub(crate) use likely::likely_premises;
pub(crate) use luxenburger::luxenburger_rules;
pub(crate) use short::short_rules;
pub(crate) use smallest::smallest_premises;
