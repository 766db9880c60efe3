//! Simulated experts, and the library's ways to make contexts.
#![allow(dead_code, unused_imports, clippy::unwrap_used)]

pub mod expert;
#[path = "../../../hornbook/tests/common/mod.rs"]
mod made;

pub use made::*;
