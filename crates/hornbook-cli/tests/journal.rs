//! Journals: looking into them, taking answers back, making one of two.
#![allow(clippy::unwrap_used)]

mod common;

use common::Place;
use common::talk::Talk;
use serde_json::Value;

const MAMMALS: [(&str, &[&str]); 2] = [("cat", &["hair", "milk"]), ("platypus", &["hair", "milk", "eggs"])];
const OTHERS: [(&str, &[&str]); 2] = [("hen", &["eggs"]), ("stone", &[])];

/// Begins a journal, and tells what somebody says.
fn begin(place: &Place, journal: &str, who: &str, lines: &[&str]) {
    let arguments = ["explore", "--attributes", "hair,milk,eggs", "--journal", journal, "--seed", "1", "--as", who];
    place.write("lines.txt", lines.join("\n"));
    let ran = place.run(&[&arguments[..], &["--answers", "lines.txt"]].concat());
    assert!(ran.code < 2, "{ran:?}");
}

/// A journal taught to its certificate.
fn taught() -> Place {
    let place = Place::new();
    let arguments = ["--attributes", "hair,milk,eggs", "--journal", "a.journal", "--seed", "1", "--as", "ada"];
    let mut talk = Talk::start(&place, &arguments);
    talk.teach(&[MAMMALS[0], MAMMALS[1], OTHERS[0], OTHERS[1]]);
    assert_eq!(talk.end(), 0);
    place
}

#[test]
fn rules_context_and_report_in_every_format() {
    let place = taught();
    for (format, expected) in [
        ("text", "hair -> milk"),
        ("json", "\"hornbook-rules\""),
        ("csv", "premise,conclusion,support"),
        ("conexp-json", "implication"),
        ("prolog", ":-"),
        ("dimacs", "p cnf 3 "),
    ] {
        let rules = place.ok(&["journal", "rules", "a.journal", "--format", format]);
        assert!(rules.contains(expected), "{format}: {rules}");
    }
    let ran = place.run(&["journal", "rules", "a.journal"]);
    assert!(ran.err.contains("rules, certified with ε = 0.0"), "{ran:?}");
    assert_eq!(place.run(&["journal", "rules", "a.journal", "--quiet"]).err, "");
    for (format, expected) in [
        ("csv", "object,hair,milk,eggs"),
        ("tsv", "object\thair"),
        ("cxt", "B\n"),
        ("fimi", ""),
        ("conexp-json", "\"attributes\""),
        ("conexp-json-1.0", "attributes"),
    ] {
        let table = place.ok(&["journal", "context", "a.journal", "--format", format]);
        assert!(table.contains(expected), "{format}: {table}");
    }
    place.ok(&["journal", "report", "a.journal", "-o", "report.md"]);
    assert_eq!(place.read("report.md"), place.ok(&["journal", "report", "a.journal"]));
    assert!(place.read("report.md").contains("**Certified.**"));
    assert_eq!(place.ok(&["journal", "report", "a.journal", "--format", "markdown"]), place.read("report.md"));
    let text = place.ok(&["journal", "report", "a.journal", "--format", "text"]);
    assert!(text.contains("\nCertified. ") && text.contains("\n1. "), "{text}");
    let page = place.ok(&["journal", "report", "a.journal", "--format", "html"]);
    assert!(page.starts_with("<!doctype html>") && page.contains("<strong>Certified.</strong>"), "{page}");
    assert!(page.contains("<style>") && !page.contains("href="), "it needs no other file: {page}");
    let before = place.read("a.journal");
    for what in ["report", "rules", "context"] {
        let message = place.refused(&["journal", what, "a.journal", "-o", "./a.journal"]);
        assert!(message.contains("is the journal itself: name another file"), "{message}");
    }
    assert_eq!(place.read("a.journal"), before);
}

#[test]
fn what_is_unknown_needs_a_format_that_can_say_so() {
    let place = Place::new();
    begin(&place, "a.journal", "ada", &["tell cat: hair", "tell hen: eggs; rest no"]);
    assert!(place.ok(&["journal", "context", "a.journal"]).contains("cat,X,?,?\n"));
    let message = place.refused(&["journal", "context", "a.journal", "--format", "fimi"]);
    assert!(message.contains("unknown") && message.ends_with("(see --missing)"), "{message}");
    let absent = ["journal", "context", "a.journal", "--format", "csv", "--missing"];
    assert!(place.ok(&[&absent[..], &["absent"]].concat()).contains("cat,X,,\n"));
    assert!(!place.ok(&[&absent[..], &["drop"]].concat()).contains("cat"));
    assert!(place.refused(&["journal", "context", "a.journal", "-o", "a.x"]).contains("with --format"));
}

#[test]
fn the_log_tells_everything() {
    let place = Place::new();
    begin(&place, "a.journal", "ada", &["tell cat: hair; rest no", "undo", "later", "add tail", "?"]);
    let log = place.ok(&["journal", "log", "a.journal"]);
    let lines: Vec<&str> = log.lines().collect();
    assert!(lines[0].ends_with("[taken back] cat has hair; not: milk, eggs (ada)"), "{log}");
    assert!(lines[1].ends_with("Took back: cat has hair; not: milk, eggs (ada)"), "{log}");
    assert!(
        log.contains("  Put off: ") && log.contains("  Added tail (ada)") && log.contains("  Not known: "),
        "{log}"
    );
    let value = place.ok_json(&["journal", "log", "a.journal", "--json"]);
    assert_eq!(value["header"]["attributes"][0]["name"], "hair");
    let entry = &value["entries"][0];
    assert_eq!((entry["who"].as_str(), entry["counts"].as_bool()), (Some("ada"), Some(false)));
    assert!(lines[0].starts_with(entry["id"].as_str().unwrap()));
    assert_eq!(lines.len(), value["entries"].as_array().unwrap().len());
    let open = place.ok_json(&["journal", "open", "a.journal", "--json"]);
    assert!(open.as_array().unwrap().iter().any(|question| question["answer"] == "unknown"), "{open}");
    assert!(place.ok(&["journal", "open", "a.journal"]).contains("? (nobody knew)\n"));
}

#[test]
fn answers_are_taken_back() {
    let place = taught();
    let id = |at: usize| {
        let log = place.ok_json(&["journal", "log", "a.journal", "--json"]);
        log["entries"][at]["id"].as_str().unwrap().to_owned()
    };
    let rules = |place: &Place| place.ok(&["journal", "rules", "a.journal", "-q"]);
    let (before, first) = (rules(&place), id(0));
    let ran = place.run(&["journal", "retract", "a.journal", &first[..6], "--as", "ben"]);
    assert!(ran.code == 0 && ran.err.starts_with("Took back: "), "{ran:?}");
    assert!(place.ok(&["journal", "report", "a.journal"]).contains("**Not finished.**"));
    assert!(place.refused(&["journal", "retract", "a.journal", "1"]).contains("was taken back already"));
    assert!(
        place
            .refused(&["journal", "retract", "a.journal", "zzzz"])
            .contains("'hornbook journal log' lists all entries")
    );
    assert!(place.refused(&["journal", "retract", "a.journal", "99"]).contains("they are numbered from 1 to "));
    // To take back a retraction makes it count again.
    let entries = place.ok_json(&["journal", "log", "a.journal", "--json"])["entries"].as_array().unwrap().len();
    let retraction = id(entries - 1);
    place.ok(&["journal", "retract", "a.journal", &retraction]);
    assert_eq!(rules(&place), before);
}

#[test]
fn two_journals_that_agree() {
    let place = Place::new();
    let told = |(name, has): &(&str, &[&str])| format!("tell {name}: {}; rest no", has.join(", "));
    let lines = |objects: &[(&str, &[&str])]| objects.iter().map(told).collect::<Vec<_>>();
    let (mammals, others) = (lines(&MAMMALS), lines(&OTHERS));
    begin(&place, "a.journal", "ada", &mammals.iter().map(String::as_str).collect::<Vec<_>>());
    begin(&place, "b.journal", "ben", &others.iter().map(String::as_str).collect::<Vec<_>>());
    let ran = place.run(&["journal", "merge", "a.journal", "b.journal", "-o", "ab.journal"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{ran:?}");
    assert_eq!(ran.err, "ab.journal: 0 rules, 4 objects, no contradictions.\n");
    // The order does not matter.
    place.ok(&["journal", "merge", "b.journal", "a.journal", "-o", "ba.journal"]);
    assert_eq!(place.read("ab.journal"), place.read("ba.journal"));
    let value = place.ok_json(&["journal", "merge", "a.journal", "a.journal", "-o", "aa.journal", "--json"]);
    assert_eq!((value["entries"].as_u64(), value["disputes"].as_array().map(Vec::len)), (Some(2), Some(0)));
    assert_eq!(place.ok(&["journal", "disputes", "ab.journal"]), "");
    // It can be gone on with, and is not written over.
    let mut talk = Talk::start(&place, &["ab.journal"]);
    talk.teach(&[MAMMALS[0], MAMMALS[1], OTHERS[0], OTHERS[1]]);
    assert_eq!(talk.end(), 0);
    let message = place.refused(&["journal", "merge", "a.journal", "b.journal", "-o", "ab.journal"]);
    assert!(message.contains("ab.journal is there already"), "{message}");
}

#[test]
fn two_journals_that_contradict_each_other() {
    let place = Place::new();
    begin(&place, "a.journal", "ada", &["tell cat: hair, milk; rest no"]);
    begin(&place, "b.journal", "ben", &["tell cat: milk; lacks hair"]);
    let ran = place.run(&["journal", "merge", "a.journal", "b.journal", "-o", "ab.journal"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.err.contains("1 entry contradicts others and does not count"), "{ran:?}");
    let lines: Vec<&str> = ran.out.lines().collect();
    assert!(lines[0].ends_with("  cat has milk; does not have hair (ben)"), "{}", ran.out);
    assert!(
        lines[1].starts_with("  against ") && lines[1].contains("cat has hair and milk; does not have eggs (ada)"),
        "{}",
        ran.out
    );
    let ran = place.run(&["journal", "disputes", "ab.journal", "--json"]);
    let value: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(ran.code, 1);
    assert_eq!((value[0]["entry"]["who"].as_str(), value[0]["with"][0]["who"].as_str()), (Some("ben"), Some("ada")));
    assert!(place.ok(&["journal", "report", "ab.journal"]).contains("## Contradictions (1)"));
    // The later one does not count, and is said not to.
    let log = place.ok(&["journal", "log", "ab.journal"]);
    assert_eq!(
        log.matches("[contradicted: does not count] cat has milk; does not have hair (ben)").count(),
        1,
        "{log}"
    );
    assert_eq!(log.matches('[').count(), 1, "{log}");
    let entries = place.ok_json(&["journal", "log", "ab.journal", "--json"])["entries"].clone();
    assert_eq!((entries[0]["counts"].as_bool(), entries[1]["counts"].as_bool()), (Some(true), Some(false)));
    // In the dialogue too.
    place.write("lines.txt", "disputes\nanswers\nrestore 2\n");
    let ran = place.run(&["explore", "ab.journal", "--answers", "lines.txt"]);
    assert!(ran.out.starts_with("There is a contradiction among the answers;"), "{}", ran.out);
    assert!(
        ran.out.contains("2. cat has milk; does not have hair (ben)\n  against 1. cat has hair and milk"),
        "{}",
        ran.out
    );
    assert!(
        ran.out.contains("\n2. [contradicted: does not count] cat has milk; does not have hair (ben)\n"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("Answer 2 was not taken back, but contradicts others: 'disputes'"), "{}", ran.out);
    // Taking back either settles it.
    let ran = place.run(&["journal", "retract", "ab.journal", value[0]["with"][0]["id"].as_str().unwrap()]);
    // Of the cat something else is known then.
    let told = "Took back: cat has hair and milk; does not have eggs.\nNo longer known of cat: eggs.\n";
    assert_eq!((ran.code, ran.err.as_str()), (0, told));
    assert_eq!(place.ok(&["journal", "disputes", "ab.journal"]), "");
    assert!(place.ok(&["journal", "context", "ab.journal"]).contains("cat,,X,?\n"));
}

#[test]
fn journals_that_cannot_be_merged() {
    let place = Place::new();
    begin(&place, "a.journal", "ada", &[]);
    place.run(&["explore", "--attributes", "a,b", "--distribution", "seen", "--journal", "s.journal"]);
    let message = place.refused(&["journal", "merge", "a.journal", "s.journal", "-o", "x.journal"]);
    assert!(message.contains("different distributions, described and short and seen"), "{message}");
    assert!(
        place.refused(&["journal", "merge", "a.journal", "none.journal", "-o", "x.journal"]).contains("none.journal")
    );
    place.write("broken.journal", format!("{}oops\n", place.read("a.journal")));
    let message = place.refused(&["journal", "merge", "a.journal", "broken.journal", "-o", "x.journal"]);
    assert!(message.contains("broken.journal:"), "{message}");
}

#[test]
fn a_journal_that_was_edited_is_mended() {
    let place = taught();
    let message = place.refused(&["journal", "mend", "a.journal", "-o", "b.journal"]);
    assert!(message.contains("a.journal has nothing to mend: every checksum fits"), "{message}");
    let whole = place.read("a.journal");
    place.write("edited.journal", whole.replacen("\"who\":\"ada\"", "\"who\":\"eve\"", 1));
    let message = place.refused(&["journal", "report", "edited.journal"]);
    assert!(message.contains("edited.journal:2: this line was changed after it was written"), "{message}");
    assert!(message.contains("'hornbook journal mend edited.journal -o NEW'"), "{message}");
    let ran = place.run(&["journal", "mend", "edited.journal", "-o", "mended.journal"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.err.contains("Go on with: hornbook explore mended.journal"), "{ran:?}");
    assert!(
        ran.out.contains("Line 2 is not as it was written") && ran.out.contains("1 certificate dropped"),
        "{ran:?}"
    );
    assert!(place.ok(&["journal", "report", "mended.journal"]).contains("**Not finished.**"));
    assert!(place.ok(&["journal", "log", "mended.journal"]).contains("(eve)"));
    // What is known is as it was, so that it is certified as soon as somebody goes on.
    assert_eq!(place.run(&["explore", "mended.journal", "--plain"]).code, 0);
    assert!(place.ok(&["journal", "report", "mended.journal"]).contains("**Certified.**"));
    let value = place.ok(&["journal", "mend", "edited.journal", "-o", "again.journal", "--json"]);
    let value: Value = serde_json::from_str(&value).unwrap();
    assert_eq!((&value["changed_lines"], &value["certificates_dropped"]), (&serde_json::json!([2]), &1.into()));
    assert!(place.refused(&["journal", "mend", "edited.journal", "-o", "again.journal"]).contains("is there already"));
}

#[test]
fn journals_of_earlier_versions_are_said_to_be_without_checksums() {
    let place = taught();
    let log = |journal: &str| {
        let ran = place.run(&["journal", "log", journal, "--json"]);
        assert_eq!(ran.code, 0, "{ran:?}");
        (serde_json::from_str::<Value>(&ran.out).unwrap()["checksums"].clone(), ran.err)
    };
    assert_eq!(log("a.journal"), (Value::from("every line"), String::new()));
    let old = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../hornbook-explore/tests/journals/v1.journal");
    std::fs::copy(old, place.path().join("old.journal")).unwrap();
    let (checksums, said) = log("old.journal");
    assert_eq!(checksums, "none");
    assert!(said.starts_with("The journal is without checksums"), "{said}");
    let report = place.ok(&["journal", "report", "old.journal"]);
    assert!(report.contains("**Certified.**") && report.contains("The journal is without checksums"), "{report}");
    place.write("more.txt", "tell rock: ; rest no\n");
    let ran = place.run(&["explore", "old.journal", "--answers", "more.txt"]);
    assert!(ran.err.contains("without checksums"), "{ran:?}");
    let (checksums, said) = log("old.journal");
    assert_eq!(checksums["from_line"], 23);
    assert!(said.starts_with("The first 22 lines of the journal have no checksums"), "{said}");
}
