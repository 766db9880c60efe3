//! What came of a check as SARIF 2.1.0, which code hosts and editors show.

use std::path::{Component, Path};

use hornbook::domain::BreakingRow;
use hornbook::hash::Hash;
use serde_json::{Value, json};

use super::checked::{Checked, CheckedRule};
use super::rule_id::rule_id;
use super::text::problem;
use crate::input;
use crate::words;

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The check of the table in that file: a rule for each broken one, and a result for each
/// row that breaks it.
pub(super) fn sarif_of(checked: &Checked, file: &Path) -> Value {
    let uri = (!input::is_stdin(file)).then(|| uri_of(file));
    let rules: Vec<Value> = checked.broken().map(|broken| descriptor(checked, broken)).collect();
    let results: Vec<Value> = checked
        .broken()
        .enumerate()
        .flat_map(|(at, broken)| broken.breaks.rows.iter().map(move |row| (at, broken, row)))
        .map(|(at, broken, row)| result(checked, broken, row, at, uri.as_deref()))
        .collect();
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {
                "driver": {
                    "name": "hornbook",
                    "version": env!("CARGO_PKG_VERSION"),
                    "semanticVersion": env!("CARGO_PKG_VERSION"),
                    "rules": rules,
                }
            },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn descriptor(checked: &Checked, broken: &CheckedRule) -> Value {
    let text = words::rule(&checked.universe, &broken.rule);
    let mut properties = words::rule_json(&checked.universe, &broken.rule);
    properties["count"] = json!(broken.breaks.count);
    json!({
        "id": rule_id(&checked.universe, &broken.rule),
        "shortDescription": { "text": text },
        "fullDescription": { "text": format!("{text}: {}", checked.broken_by(broken.breaks.count)) },
        "defaultConfiguration": { "level": "error" },
        "properties": properties,
    })
}

fn result(checked: &Checked, broken: &CheckedRule, row: &BreakingRow, rule_index: usize, uri: Option<&str>) -> Value {
    let universe = &checked.universe;
    let id = rule_id(universe, &broken.rule);
    let label = &row.label;
    let text = format!("{label} {}, against {}", problem(universe, broken, row), words::rule(universe, &broken.rule));
    let fingerprint = format!("{:016x}", Hash::new().text(&id).text(label).mixed());
    let mut location = json!({ "logicalLocations": [{ "name": label, "kind": "row" }] });
    if let Some(uri) = uri {
        location["physicalLocation"] = json!({ "artifactLocation": { "uri": uri } });
        if let Some(line) = line_of(label) {
            location["physicalLocation"]["region"] = json!({ "startLine": line });
        }
    }
    json!({
        "ruleId": id,
        "ruleIndex": rule_index,
        "level": "error",
        "message": { "text": text },
        "locations": [location],
        "partialFingerprints": { "rowAndRule/v1": fingerprint },
    })
}

/// The line of a row that is called by it, since it has no name.
fn line_of(label: &str) -> Option<u64> {
    label.strip_prefix("line ")?.parse().ok().filter(|line| *line > 0)
}

/// The path as an address: relative ones stay so, and what is an address already,
/// without its secrets.
fn uri_of(file: &Path) -> String {
    let name = input::name(file);
    if name.contains("://") || name.starts_with("sqlite:") {
        return name.split_inclusive([':', '/', '@', '?', '=', '&', '*']).map(encoded_but_end).collect();
    }
    let mut parts: Vec<String> = Vec::new();
    for part in file.components() {
        match part {
            Component::Prefix(prefix) => parts.push(encoded(&prefix.as_os_str().to_string_lossy())),
            Component::RootDir | Component::CurDir => {}
            Component::ParentDir => parts.push("..".to_owned()),
            Component::Normal(name) => parts.push(encoded(&name.to_string_lossy())),
        }
    }
    let path = parts.join("/");
    if file.is_absolute() { format!("file:///{path}") } else { path }
}

/// A part of an address, of which the last letter may separate it from the next one.
fn encoded_but_end(part: &str) -> String {
    let body = part.trim_end_matches([':', '/', '@', '?', '=', '&', '*']);
    format!("{}{}", encoded(body), &part[body.len()..])
}

/// All but what may stand in an address as it is, as its bytes.
fn encoded(name: &str) -> String {
    let letter = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    name.bytes().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_addresses() {
        assert_eq!(uri_of(Path::new("data/zoo.csv")), "data/zoo.csv");
        assert_eq!(uri_of(Path::new("./a b/Ü:?#.csv")), "a%20b/%C3%9C%3A%3F%23.csv");
        assert_eq!(uri_of(Path::new("/tmp/zoo.csv")), "file:///tmp/zoo.csv");
        assert_eq!(uri_of(Path::new("sqlite:a b.db")), "sqlite:a%20b.db");
        #[cfg(feature = "engines")]
        assert_eq!(uri_of(Path::new("postgres://me:s3cret@host:1/db")), "postgres://me:***@host:1/db");
    }

    #[test]
    fn a_line_is_told_by_its_name_alone() {
        assert_eq!(line_of("line 7"), Some(7));
        assert_eq!(line_of("line 0"), None);
        assert_eq!(line_of("cat"), None);
    }
}
