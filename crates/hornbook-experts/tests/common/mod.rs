//! What the tests of experts share.
#![allow(dead_code)]

pub mod schema;
pub mod table_expert;

use std::path::{Path, PathBuf};

use hornbook_experts::ConsultWatcher;
use hornbook_explore::journal::Attribute;

/// A file of the repository.
pub fn in_repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

pub fn attributes(names: &[&str]) -> Vec<Attribute> {
    names.iter().copied().map(Attribute::named).collect()
}

/// Somebody who lets everything go on.
pub struct Unwatched;

impl ConsultWatcher for Unwatched {
    fn is_stopped(&mut self) -> bool {
        false
    }
}
