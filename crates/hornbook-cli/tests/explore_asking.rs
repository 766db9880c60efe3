//! How people are asked, and what the certificate is about: options of
//! `hornbook explore`.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Place, Ran};
use hornbook_explore::{USUAL_DELTA, USUAL_EPSILON};
use serde_json::Value;

/// Explores with answers from a file.
fn explore(place: &Place, arguments: &[&str], answers: &[&str]) -> Ran {
    place.write("answers.txt", answers.join("\n"));
    place.run(&[&["explore"], arguments, &["--as", "ada", "--answers", "answers.txt"]].concat())
}

/// A line of a journal.
fn line(place: &Place, journal: &str, number: usize) -> Value {
    serde_json::from_str(place.read(journal).lines().nth(number).unwrap()).unwrap()
}

/// The entries of a kind.
fn count(place: &Place, journal: &str, kind: &str) -> usize {
    let entries = place.read(journal);
    entries.lines().filter(|entry| entry.contains(&format!("\"kind\":\"{kind}\""))).count()
}

#[test]
fn what_the_certificate_is_about() {
    let place = Place::new();
    for (given, written) in [
        (None, "described and short"),
        (Some("described-and-short"), "described and short"),
        (Some("described and short"), "described and short"),
        (Some("described"), "described"),
        (Some("short"), "short"),
        (Some("uniform"), "uniform"),
        (Some("uniform+seen"), "uniform+seen"),
    ] {
        let journal = format!("{}.journal", given.unwrap_or("usual"));
        let mut arguments = vec!["--attributes", "a,b,c", "--seed", "1", "--journal", &journal];
        arguments.extend(given.into_iter().flat_map(|given| ["--distribution", given]));
        let ran = explore(&place, &arguments, &[]);
        assert_eq!(ran.code, 1, "{ran:?}");
        let header = line(&place, &journal, 0);
        assert_eq!(header["distribution"], written);
        assert_eq!((header["epsilon"].as_f64(), header["delta"].as_f64()), (Some(USUAL_EPSILON), Some(USUAL_DELTA)));
    }
    let ran = place.run(&["explore", "--attributes", "a,b", "--distribution", "everything"]);
    assert!(ran.code == 2 && ran.err.contains("described-and-short"), "{ran:?}");
}

#[test]
fn a_journal_goes_on_about_something_else() {
    let place = Place::new();
    explore(&place, &["--attributes", "a,b,c", "--journal", "a.journal", "--told", "2", "--seed", "1"], &["?"]);
    assert_eq!(line(&place, "a.journal", 0)["told"], 2);
    let ran = explore(&place, &["a.journal", "--distribution", "short"], &["status"]);
    assert!(ran.out.contains(" of: any few attributes;"), "{}", ran.out);
    assert_eq!(count(&place, "a.journal", "distribution"), 1);
    // What it is anyway is no change, and few are as many as before.
    explore(&place, &["a.journal", "--distribution", "short", "--told", "2"], &[]);
    assert_eq!(count(&place, "a.journal", "distribution"), 1);
    explore(&place, &["a.journal", "--told", "3"], &[]);
    let journal = place.read("a.journal");
    let entry = journal.lines().rfind(|line| line.contains("\"distribution\":")).unwrap();
    assert!(entry.contains("\"short\"") && entry.contains("\"told\":3"), "{entry}");
    for (arguments, expected) in [
        (&["a.journal", "--distribution", "columns"][..], "--distribution columns is for tables"),
        (&["a.journal", "--told", "0"], "must be from 1 to 20, but is 0"),
        (&["--attributes", "a,b", "--journal", "b.journal", "--told", "21"], "must be from 1 to 20, but is 21"),
        (&["a.journal", "--controls", "2"], "--controls must be from 0 to 1, but is 2"),
        (&["a.journal", "--controls", "-1"], "--controls must be from 0 to 1, but is -1"),
    ] {
        let message = place.refused(&[&["explore"], arguments].concat());
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
}

#[test]
fn lists_and_what_is_mixed_into_them() {
    let place = Place::new();
    let zoo = |journal: &'static str| ["data/zoo.csv", "--seed", "1", "--journal", journal];
    // Without being asked for, there are none: a file of answers has one for each rule.
    let ran = explore(&place, &zoo("a.journal"), &["yes", "yes"]);
    assert!(!ran.out.contains("Most of these, perhaps all, always hold"), "{}", ran.out);
    assert_eq!(count(&place, "a.journal", "answer"), 2);
    let ran = explore(&place, &[&zoo("b.journal")[..], &["--controls", "0"]].concat(), &["lists", "yes"]);
    assert!(ran.out.contains("Most of these, perhaps all, always hold. Which do not?\n  1. "), "{}", ran.out);
    assert!(count(&place, "b.journal", "answer") > 2, "{}", ran.out);
    assert_eq!(count(&place, "b.journal", "control"), 0);
    let ran = explore(&place, &[&zoo("c.journal")[..], &["--controls", "1"]].concat(), &["lists", "yes"]);
    assert!(ran.out.contains("You said that this holds: "), "{}", ran.out);
    assert!(count(&place, "c.journal", "control") > 2, "{}", ran.out);
    let ran = explore(&place, &[&zoo("d.journal")[..], &["--one-by-one"]].concat(), &["lists", "yes"]);
    assert!(!ran.out.contains("Very likely"), "{}", ran.out);
    assert_eq!(count(&place, "d.journal", "answer"), 1);
}

#[test]
fn things_come_first_if_the_first_line_is_one() {
    let place = Place::new();
    let begin = ["--attributes", "hair,milk,eggs", "--seed", "1", "--journal", "a.journal"];
    let answers = ["cat: hair, milk; rest no", "hen: eggs; rest no", "enough", "?"];
    let ran = explore(&place, &begin, &answers);
    assert!(ran.out.contains("Name something unlike those you named (2 so far).") && ran.code == 1, "{ran:?}");
    assert_eq!((count(&place, "a.journal", "object"), count(&place, "a.journal", "answer")), (2, 1));
    // Nobody's time is measured.
    assert!(!place.read("a.journal").contains("\"took\""));
}

#[test]
fn the_help_says_what_is_usual() {
    let help = Place::new().ok(&["explore", "--help"]);
    let text = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for said in [
        &format!("may be missing [default: {USUAL_EPSILON}]"),
        &format!("may be more [default: {USUAL_DELTA}]"),
        "[default: described-and-short]",
        "things like those named, and any few attributes (described-and-short)",
        "no lists of rules that very likely hold",
        "so many for each rule, 0 for none [default: 0.1]",
        "for described and short [default: 3]",
    ] {
        assert!(text.contains(said), "{said}: {help}");
    }
}
