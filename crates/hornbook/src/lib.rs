//! Hornbook learns the rules of a domain by asking.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod canonical;
mod context;
pub mod format;
mod implication;
pub mod knowledge;
pub mod learn;
pub mod measure;
mod model;
pub mod oracle;
mod rulebook;
pub mod sampling;
pub mod scaling;
mod set;
mod theory;
mod universe;

pub use canonical::{Cancelled, canonical_basis, canonical_basis_with};
pub use context::Context;
pub use implication::{Conclusion, Implication};
pub use knowledge::Knowledge;
pub use model::Model;
pub use rulebook::{Questions, Rule, Rulebook, Run};
pub use set::{Attr, AttrSet};
pub use theory::{Derivation, Step, Theory};
pub use universe::{NameError, Universe};
