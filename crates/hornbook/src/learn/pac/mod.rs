//! Algorithms 2 to 5: learning from implication queries, probably and
//! approximately.
//!
//! Horn1's membership queries are simulated by implication queries (Algorithm
//! 2, in `inquiry.rs`), its equivalence queries by sampling: weakly, comparing
//! models (Algorithm 3), or strongly, comparing closures (Algorithm 5).
//! [`HornApproximation`] is Algorithm 4.
//!
//! Guarantee: if no counterexample turns up among the samples of round i, the
//! hypothesis is wrong for more than ε with probability at most δ_i, and the
//! δ_i sum to at most δ. Every round draws from a stream of its own, after the
//! hypothesis it tests was fixed.
//!
//! Departures from the pseudocode, with reasons in `docs/paper.md`: a set that
//! closes to ⊥ is not tested for membership (Theorem 3 exempts it); the
//! schedule of samples can be chosen.

mod inquiry;
mod learner;
mod round;
mod settings;

pub use learner::HornApproximation;
pub use settings::{PacSettings, Variant};

pub use crate::accuracy::Strength;
