//! The styles of the page: the files are sent as one, so that a class which two of them
//! take for their own would look like both.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::path::Path;

/// The selectors of a style sheet, each rule's together, but not of rules for some screens
/// only: these are meant to come on top.
fn selectors(sheet: &str) -> Vec<Vec<String>> {
    let (mut depth, mut head, mut found) = (0, String::new(), Vec::new());
    let mut rest = sheet;
    while let Some(next) = rest.chars().next() {
        if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.split_once("*/").unwrap().1;
            continue;
        }
        match next {
            '{' => {
                found.push(head.split(',').map(|one| one.trim().to_owned()).collect());
                head.clear();
                depth += 1;
            }
            '}' => depth -= 1,
            _ if depth == 0 => head.push(next),
            _ => (),
        }
        rest = &rest[next.len_utf8()..];
    }
    found
}

#[test]
fn a_class_is_styled_in_one_place() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/page");
    let mut places: BTreeMap<String, Vec<(String, bool)>> = BTreeMap::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|end| end != "css") {
            continue;
        }
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        for rule in selectors(&std::fs::read_to_string(&path).unwrap()) {
            // What some have in common may be told before what one has for itself.
            let is_alone = rule.len() == 1;
            for selector in rule {
                let is_class = selector
                    .strip_prefix('.')
                    .is_some_and(|class| class.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-'));
                if is_class {
                    places.entry(selector).or_default().push((name.clone(), is_alone));
                }
            }
        }
    }
    assert!(places.len() > 100, "{}", places.len());
    places.retain(|_, found| {
        found.iter().any(|(file, _)| *file != found[0].0) || found.iter().filter(|(_, is_alone)| *is_alone).count() > 1
    });
    assert!(places.is_empty(), "styled more than once: {places:?}");
}
