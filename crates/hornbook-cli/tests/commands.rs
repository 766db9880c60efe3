//! What is done with rules once there are some.
#![allow(clippy::unwrap_used)]

mod common;

use common::Place;
use serde_json::{Value, json};

/// Zoo with its basis.
fn zoo() -> Place {
    let place = Place::new();
    place.ok(&["basis", "data/zoo.csv", "-q", "-o", "basis.json"]);
    place
}

#[test]
fn close_says_what_follows_and_why() {
    let place = zoo();
    assert_eq!(place.ok(&["close", "basis.json", "milk"]), "backbone\nbreathes\ntype=mammal\n");
    assert_eq!(
        place.ok(&["close", "basis.json", "milk,hair", "eggs"]),
        place.ok(&["close", "basis.json", "milk", "hair", "eggs"])
    );
    let why = place.ok(&["close", "basis.json", "milk", "--why"]);
    assert!(why.contains("1. Whatever has milk also has backbone, breathes, type=mammal (support 41)"), "{why}");
    let ran = place.run(&["close", "basis.json", "milk", "feathers", "--why"]);
    assert!(ran.out.starts_with("impossible\n"), "{ran:?}");
    assert!(ran.out.contains("Nothing has all of type=bird, type=mammal (known from the scaling)"), "{ran:?}");
    assert_eq!((ran.code, ran.err.as_str()), (0, "Nothing has all of these attributes.\n"));
    let nothing = place.run(&["close", "basis.json"]);
    assert_eq!((nothing.out.as_str(), nothing.err.as_str()), ("", "Nothing more follows.\n"));
    let found = place.ok_json(&["close", "basis.json", "milk", "--json", "--why"]);
    assert_eq!(found["conclusion"], json!(["backbone", "breathes", "type=mammal"]));
    assert_eq!(found["steps"][0]["support"], 41);
    assert_eq!(place.ok_json(&["close", "basis.json", "milk", "feathers", "--json"])["impossible"], true);
}

/// A table of which nobody finds all rules: half of the places are filled, by
/// chance.
fn hard_table() -> String {
    let mut state = 7u64;
    let mut draw = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        if state >> 63 == 1 { "1" } else { "0" }
    };
    let names: Vec<String> = (0..50).map(|at| format!("a{at}")).collect();
    let rows = (0..600).map(|_| (0..50).map(|_| draw()).collect::<Vec<_>>().join(","));
    std::iter::once(names.join(",")).chain(rows).map(|line| line + "\n").collect()
}

#[test]
fn limits_of_time_are_kept() {
    let place = Place::new();
    place.write("hard.csv", hard_table());
    for command in ["basis", "learn"] {
        let started = std::time::Instant::now();
        let ran = place.run(&[command, "hard.csv", "--limit-time", "1s"]);
        // Twice the limit, and what a busy machine takes to start a program.
        assert!(started.elapsed().as_secs_f64() < 4.0, "{:?}", started.elapsed());
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.err.contains("Stopped early (time limit)"), "{}", ran.err);
    }
}

#[test]
fn the_basis_is_the_same_on_any_threads_and_keeps_to_its_memory() {
    let place = Place::new();
    let on = |threads| place.ok(&["basis", "data/zoo.csv", "-q", "--threads", threads]);
    assert!(on("1") == on("2") && on("1") == on("5"));
    place.write("hard.csv", hard_table());
    let table = ["basis", "hard.csv", "-o", "rules.csv"];
    let ran = place.run(&[&table[..], &["--limit-memory", "40M"]].concat());
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("Stopped early (memory limit): these rules are of the basis"), "{}", ran.err);
    assert!(place.read("rules.csv").lines().count() > 1000);
    // Less than the program itself takes.
    let ran = place.run(&[&table[..], &["--limit-memory", "300K"]].concat());
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("Stopped early: the limit of 300 KB of memory was reached"), "{}", ran.err);
    let wrong = place.run(&[&table[..], &["--limit-memory", "lots"]].concat());
    assert!(wrong.code == 2 && wrong.err.contains("such as 500M, 2G"), "{}", wrong.err);
}

#[test]
fn a_page_of_rules_by_extension_or_by_name() {
    let place = zoo();
    place.ok(&["basis", "data/zoo.csv", "-q", "-o", "rules.HTM"]);
    let page = place.read("rules.HTM");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<title>Rules of zoo.csv</title>"));
    assert!(page.contains("aardvark") && !page.contains("Known from the scaling"), "{page}");
    let shown = place.ok(&["basis", "data/zoo.csv", "-q", "--format", "html", "--show-background", "--top", "5"]);
    assert!(shown.contains("Known from the scaling") && shown.contains("This page has 5 of "), "{shown}");
}

#[test]
fn entails_says_yes_or_no() {
    let place = zoo();
    let ran = place.run(&["entails", "basis.json", "milk -> breathes"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "yes\n"));
    let ran = place.run(&["entails", "basis.json", "breathes -> milk", "--why"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, "no\nThe rules allow for something that has just breathes.\n"));
    let ran = place.run(&["entails", "basis.json", "milk, feathers -> impossible", "--why"]);
    assert!(ran.code == 0 && ran.out.starts_with("yes\n1. Whatever has milk"), "{ran:?}");
    assert_eq!(place.ok_json(&["entails", "basis.json", "milk → breathes", "--json"])["entailed"], true);
    assert!(place.refused(&["entails", "basis.json", "milk -> breaths"]).contains("did you mean 'breathes'?"));
    assert!(place.refused(&["entails", "basis.json", "milk"]).contains("expected ',' or '->'"));
}

#[test]
fn measure_finds_the_basis_faultless_and_less_rules_wanting() {
    let place = zoo();
    let found = place.ok_json(&["measure", "basis.json", "data/zoo.csv", "--json"]);
    for (name, value) in
        [("precision", 1.0), ("recall", 1.0), ("weak_error", 0.0), ("strong_error", 0.0), ("valid_rules", 1.0)]
    {
        assert_eq!(found[name], value, "{name}");
    }
    assert_eq!(
        (&found["exact"], &found["probes"], &found["distribution"]),
        (&json!(true), &json!(1 << 28), &json!("uniform"))
    );
    place.write("some.rules", "milk -> eggs\nmilk -> breathes\nhair -> milk\n");
    let arguments = ["measure", "some.rules", "data/zoo.csv", "--json", "--tolerance", "0.02", "--failure", "0.01"];
    let found = place.ok_json(&arguments);
    assert_eq!(found["probes"], 5757);
    assert_eq!(found["valid_rules"], 1.0 / 3.0);
    assert_eq!(place.ok_json(&[&arguments[..], &["--threads", "3"]].concat()), found);
    let text = place.ok(&["measure", "some.rules", "data/zoo.csv"]);
    assert!(text.contains("valid rules   1 of 3") && text.contains("Estimated from 34,539 random sets"), "{text}");
    assert!(
        place.refused(&["measure", "basis.json", "data/zoo.csv", "--tolerance", "0"]).contains("tolerance must be")
    );
}

#[test]
fn measure_is_exact_for_few_attributes() {
    let place = Place::new();
    place.write("t.csv", "n,a,b\nx,1,1\ny,0,1\nz,0,0\n").write("r.rules", "# attributes: a, b\n");
    let found = place.ok_json(&["measure", "r.rules", "t.csv", "--id", "n", "--json"]);
    assert_eq!((&found["exact"], &found["probes"], &found["recall"]), (&json!(true), &json!(4), &json!(0.75)));
    assert!(place.ok(&["measure", "r.rules", "t.csv", "--id", "n", "--exact"]).contains("Exact: all 4 sets"));
}

#[test]
fn check_names_the_rows_that_break_a_rule() {
    let place = zoo();
    let ran = place.run(&["check", "basis.json", "data/zoo.csv"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
    assert!(ran.err.contains("All is well: 101 rows keep"), "{}", ran.err);
    place.write("r.rules", "milk -> hair\nfeathers, airborne -> impossible\n");
    let ran = place.run(&["check", "r.rules", "data/zoo.csv", "--limit", "2"]);
    assert_eq!(ran.code, 1);
    let expected = "milk -> hair: broken by 2 rows\n  dolphin: lacks hair\n  porpoise: lacks hair\n\
                    feathers, airborne -> ⊥: broken by 16 rows\n  chicken: has feathers, airborne\n  \
                    crow: has feathers, airborne\n  … and 14 more rows\n";
    assert_eq!(ran.out, expected);
    assert_eq!(ran.err, "2 of 2 rules broken, by 18 of 101 rows.\n");
    let ran = place.run(&["check", "r.rules", "data/zoo.csv", "--json"]);
    let found: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&found["rules"], &found["rows"], &found["breaking_rows"]), (&json!(2), &json!(101), &json!(18)));
    assert_eq!(found["broken"][0]["rows"][0], json!({ "row": "dolphin", "lacks": ["hair"] }));
    assert_eq!(found["broken"][1]["count"], 16);
}

#[test]
fn check_reads_new_data_through_the_rules() {
    let place = Place::new();
    place
        .write("r.rules", "legs=4, hair -> type=mammal\nlegs=100 -> impossible\n")
        .write("new.csv", "legs,hair,type\n4,yes,bird\n3,no,alien\n")
        .write("less.csv", "legs,hair\n4,yes\n2,no\n");
    let ran = place.run(&["check", "r.rules", "new.csv", "-q"]);
    assert_eq!(ran.out, "legs=4, hair -> type=mammal: broken by 1 row\n  line 2: lacks type=mammal\n");
    assert_eq!((ran.code, ran.err.as_str()), (1, ""));
    let message = place.refused(&["check", "r.rules", "less.csv"]);
    assert_eq!(message, "error: less.csv: there is no column 'type' for the attribute 'type=mammal'");
    place.ok(&["learn", "data/zoo.csv", "-q", "-o", "rules.json", "--save-scaling", "s.json"]);
    place.ok(&["check", "rules.json", "data/zoo.csv", "--scaling", "s.json"]);
    place.ok(&["convert", "data/zoo.csv", "zoo.cxt"]);
    place.ok(&["check", "rules.json", "zoo.cxt"]);
}

#[test]
fn check_lets_only_what_is_known_break_a_rule() {
    let place = Place::new();
    let table = "name,hair,legs,milk\ncat,yes,4,yes\nyak,yes,4,no\neel,,0,no\nbug,yes,?,no\nelk,yes,4,\n";
    place.write("r.rules", "hair, legs=4 -> milk\n").write("t.csv", table);
    let ran = place.run(&["check", "r.rules", "t.csv"]);
    assert_eq!(ran.out, "hair, legs=4 -> milk: broken by 1 row; 2 rows cannot be judged\n  yak: lacks milk\n");
    assert_eq!(ran.err, "1 of 1 rule broken, by 1 of 5 rows. 2 more rows cannot be judged: values are missing.\n");
    let found: Value = serde_json::from_str(&place.run(&["check", "r.rules", "t.csv", "--json"]).out).unwrap();
    assert_eq!((&found["unjudged_rows"], &found["broken"][0]["unjudged"]), (&json!(2), &json!(2)));
    let rows = |missing: &str| {
        let ran = place.run(&["check", "r.rules", "t.csv", "--missing", missing, "--json"]);
        let found: Value = serde_json::from_str(&ran.out).unwrap();
        (found["rows"].clone(), found["breaking_rows"].clone())
    };
    assert_eq!(rows("absent"), (json!(5), json!(2)));
    assert_eq!(rows("drop"), (json!(2), json!(1)));
    // What may be lacking is not said to be.
    place.write("two.rules", "hair -> milk, legs=4\n").write("u.csv", "hair,legs,milk\nyes,?,no\n");
    assert!(place.run(&["check", "two.rules", "u.csv"]).out.ends_with("lacks milk\n"));
}

#[test]
fn check_tells_unknown_from_absent_through_scalings_and_in_contexts() {
    let place = Place::new();
    place.write("old.csv", "hair,legs,milk\nyes,4,yes\nno,2,no\nno,0,no\nyes,4,yes\n");
    place.ok(&["learn", "old.csv", "--id", "none", "-q", "-o", "rules.json", "--save-scaling", "s.json"]);
    place.write("new.csv", "hair,legs,milk\nyes,?,yes\nno,2,no\n");
    let check = |more: &[&str]| place.run(&[&["check", "rules.json", "new.csv", "--scaling", "s.json"], more].concat());
    let ran = check(&[]);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{ran:?}");
    assert!(ran.err.ends_with("rules. 1 of 2 rows cannot be judged: values are missing.\n"), "{}", ran.err);
    assert_eq!(check(&["--missing", "absent"]).code, 1);
    place.write("q.cxt", "B\n\n2\n2\n\none\ntwo\na\nb\nX?\n.X\n").write("q.rules", "a -> b\n");
    let found = place.ok_json(&["check", "q.rules", "q.cxt", "--json"]);
    assert_eq!((&found["unjudged_rows"], &found["open"][0]["unjudged"]), (&json!(1), &json!(1)));
    assert_eq!(place.run(&["check", "q.rules", "q.cxt", "--missing", "absent"]).code, 1);
}

#[test]
fn convert_goes_between_formats() {
    let place = zoo();
    for file in ["zoo.cxt", "zoo.json", "cross.csv", "cross.tsv"] {
        place.ok(&["convert", "data/zoo.csv", file]);
        let basis = place.ok(&["basis", file, "-q", "--no-background", "--format", "csv"]);
        assert_eq!(basis, place.ok(&["basis", "data/zoo.csv", "-q", "--no-background", "--format", "csv"]), "{file}");
        assert_eq!(place.ok(&["convert", file, "-", "--to", "cxt"]), place.read("zoo.cxt"), "{file}");
    }
    place.ok(&["convert", "basis.json", "basis.txt"]);
    place.ok(&["convert", "basis.txt", "again.json"]);
    // What rows tell is not in a text.
    let rules = |file: &str| -> Vec<Value> {
        let rules = place.json(file)["rules"].clone();
        let said =
            |rule: &Value| ["premise", "conclusion", "impossible", "support"].map(|name| rule[name].clone()).into();
        rules.as_array().unwrap().iter().map(said).collect()
    };
    assert_eq!(rules("again.json"), rules("basis.json"));
    assert_eq!(place.json("again.json")["background"], place.json("basis.json")["background"]);
    place.ok(&["convert", "basis.json", "conexp.json", "--to", "conexp-json"]);
    assert!(place.ok(&["convert", "conexp.json", "-", "--to", "text"]).contains("milk -> "));
    assert!(place.ok(&["convert", "basis.json", "-", "--to", "dimacs"]).contains("p cnf 28 "));
    place.write("rows", "B\n\n1\n1\n\no\na\n?\n").write("some", "a -> b\n");
    assert_eq!(place.ok(&["convert", "rows", "-", "--to", "cxt"]), "B\n\n1\n1\n\no\na\n?\n");
    assert_eq!(place.ok(&["convert", "rows", "-", "--to", "cxt", "--missing", "absent"]), "B\n\n1\n1\n\no\na\n.\n");
    assert!(place.ok(&["convert", "some", "-", "--to", "json"]).contains("hornbook-rules"));
    assert!(place.refused(&["convert", "data/zoo.csv", "-"]).contains("--to"));
    assert!(place.refused(&["convert", "data/zoo.csv", "zoo.rules"]).contains("is a table"));
    assert!(place.refused(&["convert", "basis.json", "basis.cxt"]).contains("expected one of .txt"));
    assert!(place.refused(&["convert", "basis.json", "x", "--to", "cxt"]).contains("holds rules"));
}

#[test]
fn rules_come_from_standard_input_too() {
    use std::io::Write;
    use std::process::Stdio;

    let place = Place::new();
    let command = &mut place.command(&["close", "-", "a"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"a -> b\nb -> c\n").unwrap();
    assert_eq!(child.wait_with_output().unwrap().stdout, b"b\nc\n");
    assert!(place.refused(&["check", "-", "-"]).contains("only one of the files"));
}
