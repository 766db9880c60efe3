//! The example tables, and a domain that lives elsewhere.
#![allow(dead_code, clippy::unwrap_used)]

pub mod remote;

use std::path::Path;

use hornbook::Context;
use hornbook::format::{ContextFormat, read_context};

/// The tables in `tests/contexts`, by name.
pub fn contexts() -> Vec<(String, Context)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/contexts");
    let mut found: Vec<(String, Context)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let file = read_context(&std::fs::read(&path).unwrap(), ContextFormat::Burmeister, &Default::default());
            (name, file.unwrap().context)
        })
        .collect();
    found.sort_by(|a, b| a.0.cmp(&b.0));
    assert!(found.len() >= 8);
    found
}
