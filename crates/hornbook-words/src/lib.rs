//! Words for people: what every face of Hornbook shows them, written once.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod escape;
mod numbers;

pub use escape::escape_control;
pub use numbers::{
    Count, at_least, counted, duration, grouped, percent, rough_percent, rounded_up, significant, size, sure,
};
