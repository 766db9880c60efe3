//! Learning from a domain by any method: what rule files hold, and what the
//! command, studies and programs ask for.

mod above_support;
mod asking;
mod exceptions;
mod found;
mod learning;
mod looking_up;
mod options;

pub use learning::learn_domain;
pub use options::{LearnFailure, LearnOptions, OptionsError};
