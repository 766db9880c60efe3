//! What came of a check, for programs: JSON Lines, JUnit XML and SARIF.
#![allow(clippy::unwrap_used)]

mod common;

use common::Place;
use serde_json::{Value, json};

/// A table with a name of rows, of which two break rules, and one may.
fn place() -> Place {
    let place = Place::new();
    place.write("r.rules", "hair -> milk\nmilk, eggs -> ⊥\nhair -> legs=4\n");
    place.write("t.csv", "name,hair,milk,eggs,legs\ncat,yes,no,no,4\nplaty,yes,yes,yes,4\nbat,yes,?,no,2\n");
    place.write("nameless.csv", "hair,milk,eggs,legs\nyes,yes,no,4\nyes,no,no,4\nno,no,yes,2\nyes,yes,no,4\n");
    place
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn json_lines_have_a_line_for_each_break_and_a_summary() {
    let place = place();
    let ran = place.run(&["check", "r.rules", "t.csv", "--format", "jsonl"]);
    assert_eq!(ran.code, 1);
    let lines = lines(&ran.out);
    let told: Vec<_> = lines.iter().map(|line| (line["kind"].as_str().unwrap(), line["row"].as_str())).collect();
    assert_eq!(told, [("broken", Some("cat")), ("broken", Some("platy")), ("broken", Some("bat")), ("summary", None)]);
    assert_eq!(lines[0]["rule"], "hair -> milk");
    assert_eq!(lines[0]["premise"], json!(["hair"]));
    assert_eq!(lines[0]["conclusion"], json!(["milk"]));
    assert_eq!(lines[0]["lacks"], json!(["milk"]));
    assert_eq!(lines[0]["count"], 1);
    assert_eq!(lines[1]["impossible"], true);
    let summary = json!({
        "kind": "summary", "rules": 3, "rows": 3, "broken_rules": 3, "breaking_rows": 3, "unjudged_rows": 0
    });
    assert_eq!(lines[3], summary);
}

#[test]
fn the_extension_of_the_file_tells_the_format() {
    let place = place();
    for (file, format) in
        [("o.json", "json"), ("o.jsonl", "jsonl"), ("o.xml", "junit"), ("o.sarif", "sarif"), ("o.txt", "text")]
    {
        let ran = place.run(&["check", "r.rules", "t.csv", "--output", file, "--limit", "100"]);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{file}");
        let printed = place.run(&["check", "r.rules", "t.csv", "--format", format, "--limit", "100"]).out;
        assert_eq!(place.read(file), printed, "{file}");
    }
    let short = place.run(&["check", "r.rules", "t.csv", "--json"]).out;
    assert_eq!(place.read("o.json"), short);
    place.run(&["check", "r.rules", "t.csv", "-o", "o.sarif.json"]);
    assert_eq!(place.read("o.sarif.json"), place.read("o.sarif"));
}

#[test]
fn what_cannot_be_written_leaves_nothing_behind() {
    let place = place();
    let message = place.refused(&["check", "r.rules", "t.csv", "--output", "nowhere/o.xml"]);
    assert!(message.contains("cannot write nowhere/o.xml"), "{message}");
    let message = place.refused(&["check", "r.rules", "gone.csv", "--output", "o.sarif"]);
    assert!(message.contains("gone.csv"), "{message}");
}

/// The elements of an XML text, with their attributes and the text in them, if it is well
/// formed.
fn elements(xml: &str) -> Vec<(String, String)> {
    let allowed =
        |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}') || c > '\u{ffff}';
    assert!(xml.chars().all(allowed), "{xml}");
    let body = xml.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n").unwrap();
    let (mut open, mut found): (Vec<String>, Vec<(String, String)>) = (Vec::new(), Vec::new());
    for piece in body.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').unwrap();
        assert!(!text.contains('>') && !tag.contains('<'), "{piece}");
        for entity in text.split('&').skip(1).chain(tag.split('&').skip(1)) {
            assert!(["amp;", "lt;", "gt;", "quot;"].iter().any(|known| entity.starts_with(known)), "{piece}");
        }
        let name = tag.trim_matches('/').split(' ').next().unwrap().to_owned();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
            continue;
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        found.push((tag.to_owned(), text.to_owned()));
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty() && found.len() >= 2, "{open:?}");
    found
}

#[test]
fn junit_has_a_test_for_each_rule() {
    let place = place();
    let xml = place.run(&["check", "r.rules", "t.csv", "--format", "junit", "--limit", "1"]).out;
    let found = elements(&xml);
    assert_eq!(found[0].0, "testsuites name=\"hornbook check\" tests=\"3\" failures=\"3\" errors=\"0\"");
    assert_eq!(found[2].0, "testcase classname=\"t.csv\" name=\"hair -&gt; milk\"");
    assert_eq!(found[3].0, "failure message=\"broken by 1 row\" type=\"broken rule\"");
    assert_eq!(found[3].1, "cat: lacks milk\n1 row cannot be judged: values are missing");
    place.write("well.csv", "name,hair,milk,eggs,legs\ncat,yes,yes,no,4\nfog,yes,?,no,4\n");
    let ran = place.run(&["check", "r.rules", "well.csv", "--format", "junit"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let found = elements(&ran.out);
    assert!(found.iter().all(|(tag, _)| !tag.starts_with("failure")), "{found:?}");
    assert!(found.iter().any(|(tag, text)| tag == "system-out" && text.contains("cannot be judged")), "{found:?}");
}

#[test]
fn xml_is_well_formed_whatever_the_names_hold() {
    let place = Place::new();
    let rules = json!({
        "format": "hornbook-rules", "version": 1, "attributes": ["a<b>&\"'=\u{1b}\u{ffff}", "]]>"],
        "rules": [{ "premise": ["a<b>&\"'=\u{1b}\u{ffff}"], "conclusion": ["]]>"] }],
    });
    place.write("r.json", rules.to_string());
    place.write(
        "t.csv",
        "name,a<b>&\"'=\u{1b}\u{ffff},]]>\n<x>&\u{7},yes,no\n"
            .replace("a<b>&\"'", "\"a<b>&\"\"'")
            .replace("\u{ffff},", "\u{ffff}\","),
    );
    let ran = place.run(&["check", "r.json", "t.csv", "--format", "junit"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(elements(&ran.out).iter().any(|(tag, _)| tag.starts_with("failure")), "{}", ran.out);
}

/// What the schema of SARIF 2.1.0 requires of what is written.
fn assert_sarif(sarif: &Value) {
    assert_eq!(sarif["version"], "2.1.0");
    assert!(sarif["$schema"].as_str().unwrap().ends_with("sarif-schema-2.1.0.json"));
    for run in sarif["runs"].as_array().unwrap() {
        let driver = &run["tool"]["driver"];
        assert_eq!(driver["name"], "hornbook");
        assert_eq!(driver["version"], env!("CARGO_PKG_VERSION"));
        let rules = driver["rules"].as_array().unwrap();
        let mut ids: Vec<&str> = rules.iter().map(|rule| rule["id"].as_str().unwrap()).collect();
        for result in run["results"].as_array().unwrap() {
            assert!(!result["message"]["text"].as_str().unwrap().is_empty());
            assert_eq!(result["level"], "error");
            let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
            assert_eq!(result["ruleId"], ids[index]);
            for location in result["locations"].as_array().unwrap() {
                let uri = location["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap();
                assert!(uri.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\'), "{uri}");
            }
        }
        for rule in rules {
            assert!(rule["shortDescription"]["text"].is_string());
        }
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), rules.len(), "ids are unique");
    }
}

#[test]
fn sarif_names_rule_row_and_line() {
    let place = place();
    let sarif: Value =
        serde_json::from_str(&place.run(&["check", "r.rules", "nameless.csv", "--format", "sarif"]).out).unwrap();
    assert_sarif(&sarif);
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!(result["message"]["text"], "line 3 lacks milk, against hair -> milk");
    let place_of = &result["locations"][0]["physicalLocation"];
    assert_eq!(place_of, &json!({ "artifactLocation": { "uri": "nameless.csv" }, "region": { "startLine": 3 } }));

    let named: Value =
        serde_json::from_str(&place.run(&["check", "r.rules", "t.csv", "--format", "sarif"]).out).unwrap();
    assert_sarif(&named);
    let location = &named["runs"][0]["results"][0]["locations"][0];
    assert_eq!(location["logicalLocations"][0]["name"], "cat");
    assert!(location["physicalLocation"]["region"].is_null());
    // The same rule has the same id, whatever else is in the file.
    place.write("one.rules", "milk, eggs -> ⊥\nhair -> milk\n");
    let other: Value =
        serde_json::from_str(&place.run(&["check", "one.rules", "t.csv", "--format", "sarif"]).out).unwrap();
    assert_eq!(other["runs"][0]["results"][1]["ruleId"], result["ruleId"]);
    // Without a broken rule there is nothing to tell.
    place.write("well.rules", "milk, eggs -> milk\n");
    let well: Value = serde_json::from_str(&place.ok(&["check", "well.rules", "t.csv", "--format", "sarif"])).unwrap();
    assert_sarif(&well);
    assert_eq!(well["runs"][0]["results"], json!([]));
}

#[test]
fn what_does_not_go_together_is_refused() {
    let place = place();
    let ran = place.run(&["check", "r.rules", "t.csv", "--json", "--format", "sarif"]);
    assert_eq!(ran.code, 2);
    assert_eq!(place.run(&["check", "r.rules"]).code, 2);
}
