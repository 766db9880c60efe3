//! Sources that err: one that is asked again and again ([`Repeated`]), or several of
//! which more than half must agree ([`Majority`]). Both are experts themselves.
//!
//! The model is that each answer is wrong with probability at most ρ < ½, whatever was
//! answered before. What follows is proved in `docs/guarantee.md`.

mod ballot;
mod ballots;
mod error_rate;
mod majority;
mod poll;
mod repeated;

pub(crate) use error_rate::part_of;
pub use error_rate::{ErrorRate, ErrorRateError};
pub use majority::Majority;
pub use repeated::Repeated;
