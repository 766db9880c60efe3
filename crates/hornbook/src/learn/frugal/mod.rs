//! The frugal learner: certified rules in as few questions as possible.
//!
//! Goes beyond the paper. Sampling is free, only questions cost; so sets are
//! drawn and looked at without asking, and questions are put only where the
//! most depends on them:
//!
//! 1. *Look*: draw sets and keep those that are open, where what is known does
//!    not settle what follows.
//! 2. *Choose* the question that promises most (`choice.rs`).
//! 3. *Learn*: "yes" confirms a rule, "no" adds a model.
//! 4. *Certify*: once a look finds few enough open sets, draw fresh ones from
//!    a stream of their own and take an exact binomial bound on their share
//!    (`certify.rs`).
//!
//! Invariant: only confirmed rules are held, so every rule is valid; where a
//! set is settled the rules give the whole truth, so the share of open sets
//! bounds the strong error from above.
//!
//! Guarantee: attempt i at a certificate may fail with δ/(i(i+1)); looks spend
//! nothing of δ, since no certificate rests on them. The proof is in
//! `docs/guarantee.md`.
//!
//! Questions: for each, a rule that did not follow is confirmed or a model
//! that was not known is seen, so there are finitely many. That is no
//! polynomial bound; after [`FrugalSettings::fallback_after`] questions the
//! paper's refinement takes over, which has one.
//!
//! Where everything can be looked up, nothing needs to be asked:
//! [`Settle`] does that with the same looks and certificates.

mod belief;
mod certify;
mod choice;
mod effort;
mod fitted;
mod learner;
mod look;
mod pool;
mod settings;
mod settle;
mod steering;

pub use effort::Effort;
pub use learner::Frugal;
pub use settings::{FALLBACK_AFTER, FrugalSettings, Spent};
pub use settle::Settle;
