//! The order of modules, and the names of what they show.
//!
//! No module of a crate depends on itself through others, so that each can be
//! read after those it builds on; and a name in a public interface means one
//! type. Both are found out from the sources of all crates.
#![allow(clippy::unwrap_used)]

#[path = "modules/cycles.rs"]
mod cycles;
#[path = "modules/examples.rs"]
mod examples;
#[path = "modules/module.rs"]
mod module;
#[path = "modules/names.rs"]
mod names;
#[path = "modules/public_names.rs"]
mod public_names;
#[path = "modules/resolve.rs"]
mod resolve;
#[path = "modules/tree.rs"]
mod tree;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use tree::Tree;

/// Every `lib.rs` and `main.rs` of the workspace, as a path from its root.
fn crate_roots() -> Vec<PathBuf> {
    let crates = fs::read_dir(workspace().join("crates")).unwrap().map(|entry| entry.unwrap().file_name());
    let roots = crates
        .flat_map(|name| ["lib.rs", "main.rs"].map(|file| Path::new("crates").join(&name).join("src").join(file)));
    let mut roots: Vec<PathBuf> = roots.filter(|root| workspace().join(root).exists()).collect();
    roots.sort();
    roots
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn read(root: &Path) -> Tree {
    Tree::read(root, &|file| fs::read_to_string(workspace().join(file)).ok())
}

/// Up to this many modules of a crate, its root among them, may have nothing to
/// do with each other. If none of more depends on another, they were misread.
const MOST_INDEPENDENT_MODULES: usize = 5;

#[test]
fn all_crates_are_read() {
    let roots = crate_roots();
    assert!(roots.contains(&PathBuf::from("crates/hornbook-cli/src/main.rs")));
    for root in roots {
        let tree = read(&root);
        let dependencies = cycles::dependencies(&tree);
        if tree.modules.len() > MOST_INDEPENDENT_MODULES {
            assert!(!dependencies.is_empty(), "{}", root.display());
        }
    }
}

#[test]
fn no_module_depends_on_itself_through_others() {
    let mut report = String::new();
    for root in crate_roots() {
        for cycle in cycles::cycles(&read(&root)) {
            write!(report, "\n{}: {cycle}", root.display()).unwrap();
        }
    }
    assert!(report.is_empty(), "{report}");
}

#[test]
fn a_public_name_means_one_type() {
    let mut report = String::new();
    for root in crate_roots() {
        for (name, definitions) in public_names::clashes(&read(&root)) {
            let definitions: Vec<String> = definitions.into_iter().collect();
            writeln!(report, "{}: {name} is {}", root.display(), definitions.join(" and ")).unwrap();
        }
    }
    assert!(report.is_empty(), "\n{report}");
}
