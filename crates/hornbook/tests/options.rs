//! The library has no options: what it says names none of the command's.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

/// The string literals of a source file, its tests left out.
fn literals(source: &str) -> Vec<String> {
    let source = source.split("#[cfg(test)]\nmod tests").next().unwrap_or(source);
    let mut literals = Vec::new();
    let mut rest = source;
    while let Some(at) = rest.find(['/', '"', '\'']) {
        let (before, from) = rest.split_at(at);
        rest = if let Some(text) = from.strip_prefix('"') {
            let (literal, behind) = text.split_at(end_of_literal(before, text));
            literals.push(literal.to_owned());
            &behind[1..]
        } else if let Some(comment) = from.strip_prefix("//") {
            comment.split_once('\n').map_or("", |(_, behind)| behind)
        } else {
            // Quotes as characters begin no string.
            let quotes = ["'\"'", "'\\''", "'\\\\'", "'/'"];
            quotes.iter().find_map(|quote| from.strip_prefix(quote)).unwrap_or(&from[1..])
        };
    }
    literals
}

/// Where a literal ends that is raw or not, as what is before it tells.
fn end_of_literal(before: &str, text: &str) -> usize {
    let bare = before.trim_end_matches('#');
    if bare.ends_with('r') {
        return text.find(&format!("\"{}", "#".repeat(before.len() - bare.len()))).unwrap();
    }
    let mut escaped = false;
    let closes = |c: char| {
        let closes = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        closes
    };
    text.find(closes).unwrap()
}

fn names_an_option(literal: &str) -> bool {
    literal.match_indices("--").any(|(at, _)| literal[at + 2..].starts_with(|c: char| c.is_ascii_lowercase()))
}

#[test]
fn messages_name_no_option_of_the_command() {
    let files = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let mut seen = 0;
    for file in files {
        let literals = literals(&fs::read_to_string(&file).unwrap());
        seen += literals.len();
        for literal in literals {
            assert!(!names_an_option(&literal), "{}: {literal:?}", file.display());
        }
    }
    assert!(seen > 300, "{seen} literals");
}

#[test]
fn an_option_would_be_found() {
    let source = r##"
        // "--comment" is none
        let quote = '"'; let escape = '\\'; let tick = '\'';
        fn f<'a>(x: &'a str) {}
        let a = "a \" b"; let b = r#"say "--raw""#; let c = "use --missing";
    "##;
    let found = literals(source);
    assert_eq!(found, [r#"a \" b"#, r#"say "--raw""#, "use --missing"]);
    assert_eq!(found.iter().filter(|literal| names_an_option(literal)).count(), 2);
}
