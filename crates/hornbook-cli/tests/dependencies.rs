//! `hornbook dependencies`: keys and functional dependencies.
#![allow(clippy::unwrap_used)]

mod common;

use common::Place;
use serde_json::{Value, json};

/// Streets and towns: a zip belongs to one town, a town has one state and one mayor.
const TOWNS: &str = "\
street,number,town,zip,state,mayor,country
Main,1,Ulm,89073,BW,Ada,DE
Main,2,Ulm,89073,BW,Ada,DE
Oak,1,Ulm,89075,BW,Ada,DE
Main,1,Bonn,53111,NRW,Ben,DE
Oak,1,Bonn,53111,NRW,Ben,DE
Oak,2,Köln,50667,NRW,Cyd,DE
";

fn place() -> Place {
    let place = Place::new();
    place.write("towns.csv", TOWNS);
    place
}

/// Both sides of each dependency, sorted.
fn pairs(found: &Value) -> Vec<(Vec<&str>, &str)> {
    let mut all = Vec::new();
    for found in found["dependencies"].as_array().unwrap() {
        let left = found["left"].as_array().unwrap();
        all.push((left.iter().map(|name| name.as_str().unwrap()).collect(), found["right"].as_str().unwrap()));
    }
    all.sort();
    all
}

#[test]
fn the_screen_shows_keys_constants_equivalents_and_dependencies() {
    let ran = place().run(&["dependencies", "towns.csv"]);
    assert_eq!(ran.code, 0);
    assert_eq!(
        ran.out,
        "\
Keys (3):
  street, number, town
  street, number, zip
  street, number, state
Constant columns:
  country = DE
Equivalent columns, the first of which stands for all below:
  town <-> mayor
Dependencies (5):
  town -> state  # support 5
  zip -> town, state  # support 4
  number, state -> town  # support 4
  street, town -> zip  # support 2
"
    );
    assert!(ran.err.starts_with("towns.csv: 6 rows, 7 columns\n3 keys; "), "{}", ran.err);
}

#[test]
fn files_for_programs_have_all_of_them() {
    let place = place();
    let found = place.ok_json(&["dependencies", "towns.csv", "--format", "json", "--quiet"]);
    assert_eq!(found["constants"], json!([{ "column": "country", "value": "DE" }]));
    assert_eq!(found["equivalent"], json!([["town", "mayor"]]));
    assert_eq!(found["complete"], true);
    let all = pairs(&found);
    for (left, right) in
        [(vec![], "country"), (vec!["town"], "mayor"), (vec!["mayor"], "state"), (vec!["zip"], "mayor")]
    {
        assert!(all.contains(&(left.clone(), right)), "{left:?} -> {right}");
    }
    // A key with the mayor instead of the town is one as well.
    assert_eq!(found["keys"].as_array().unwrap().len(), 4);
    place.ok(&["dependencies", "towns.csv", "-o", "all.csv"]);
    let csv = place.read("all.csv");
    assert!(csv.starts_with("kind,left,right,exceptions,support\nkey,\"street, number, town\",,0,\n"), "{csv}");
    assert!(csv.contains("\ndependency,zip,state,0,4\n"), "{csv}");
    assert_eq!(csv.lines().count(), 1 + 4 + all.len());
    let few = place.ok(&["dependencies", "towns.csv", "--format", "csv", "--top", "1"]);
    assert_eq!(few.lines().count(), 3);
}

#[test]
fn few_are_shown_and_it_is_said_how_to_see_more() {
    let place = place();
    let short = place.ok(&["dependencies", "data/zoo.csv", "--quiet"]);
    assert!(short.contains("more lines (--all, --top N or --output FILE)"), "{short}");
    let all = place.ok(&["dependencies", "data/zoo.csv", "--all"]);
    place.ok(&["dependencies", "data/zoo.csv", "--output", "all.txt"]);
    assert_eq!(all, place.read("all.txt"));
    assert!(all.lines().count() > 100 && !all.contains('…'));
    assert_eq!(place.ok(&["dependencies", "data/zoo.csv", "--top", "1"]).lines().count(), 5);
}

#[test]
fn a_target_and_a_longest_left_side_leave_the_rest_out() {
    let place = place();
    let out = place.ok(&["dependencies", "towns.csv", "--target", "state", "--max-left", "1"]);
    assert!(out.contains("town -> state") && out.contains("zip -> state") && !out.contains("Keys"), "{out}");
    let found = place.ok_json(&["dependencies", "towns.csv", "--target", "mayor", "--format", "json"]);
    assert_eq!(pairs(&found), [(vec!["number", "state"], "mayor"), (vec!["town"], "mayor"), (vec!["zip"], "mayor")]);
    let out = place.ok(&["dependencies", "towns.csv", "--max-left", "1"]);
    assert!(out.contains("Keys:\n  none of at most 1 column\n"), "{out}");
}

#[test]
fn exceptions_are_counted_and_shown() {
    let place = place();
    place.write("typo.csv", TOWNS.replace("Main,2,Ulm,89073,BW", "Main,2,Ulm,89073,BY"));
    let out = place.ok(&["dependencies", "typo.csv", "--target", "state", "--exceptions", "1", "--max-left", "1"]);
    assert!(out.contains("town -> state  # support 5, 1 exception, as in lines "), "{out}");
    // One of six rows is more than 16 percent.
    let args = ["dependencies", "typo.csv", "--format", "json", "--max-left", "1", "--exceptions"];
    let found = place.ok_json(&[&args[..], &["16%"]].concat());
    assert!(!pairs(&found).contains(&(vec!["town"], "state")));
    let found = place.ok_json(&[&args[..], &["17%"]].concat());
    let all = found["dependencies"].as_array().unwrap();
    let exception = all.iter().find(|found| found["left"] == json!(["town"]) && found["right"] == "state").unwrap();
    assert_eq!(exception["exceptions"], 1);
    let example = &exception["example"];
    // The typo is in line 3.
    assert!(example["lines"].as_array().unwrap().contains(&json!(3)), "{example}");
    assert!(example["right"].as_array().unwrap().contains(&json!("BY")), "{example}");
    assert_eq!(found["allowed_exceptions"], 1);
}

#[test]
fn rows_that_repeat_others_break_every_key() {
    let place = place();
    place.write("twice.csv", "a,b\n1,2\n1,2\n1,3\n");
    let out = place.ok(&["dependencies", "twice.csv"]);
    assert!(out.starts_with("No key, as 1 row repeats another. Keys without it:\n  b\n"), "{out}");
    let found = place.ok_json(&["dependencies", "twice.csv", "--format", "json"]);
    assert_eq!((&found["duplicates"], &found["keys"]), (&json!(1), &json!([])));
    assert_eq!(found["keys_without_duplicates"][0]["columns"], json!(["b"]));
    let out = place.ok(&["dependencies", "twice.csv", "--exceptions", "1"]);
    assert!(out.contains("b  # 1 exception, as in lines 2 and 3"), "{out}");
}

#[test]
fn missing_cells_equal_each_other_unless_told() {
    let place = place();
    place.write("gaps.csv", "a,b\n,1\nNA,2\n3,3\n");
    assert_eq!(place.ok_json(&["dependencies", "gaps.csv", "--format", "json"])["keys"][0]["columns"], json!(["b"]));
    let out = place.ok(&["dependencies", "gaps.csv", "--missing", "distinct"]);
    assert!(out.contains("a <-> b"), "{out}");
}

#[test]
fn the_basis_is_a_rule_file_from_which_all_follow() {
    let place = place();
    place.ok(&["dependencies", "towns.csv", "--basis", "--output", "basis.json"]);
    for rule in ["zip -> mayor", "town -> country", "street, number, zip -> state"] {
        assert_eq!(place.run(&["entails", "basis.json", rule]).code, 0, "{rule}");
    }
    for rule in ["state -> town", "street, number -> town", "town -> zip"] {
        assert_eq!(place.run(&["entails", "basis.json", rule]).code, 1, "{rule}");
    }
    assert!(place.ok(&["dependencies", "towns.csv", "--basis"]).contains("town"));
}

#[test]
fn a_run_that_is_out_of_time_says_so() {
    let ran = place().run(&["dependencies", "data/zoo.csv", "--limit-time", "0"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("Stopped early"), "{}", ran.err);
    // Columns of three values each, by chance: far too many dependencies.
    let mut state = 3u64;
    let mut cell = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % 3
    };
    let mut line = || (0..70).map(|_| cell().to_string()).collect::<Vec<_>>().join(",") + "\n";
    let names: Vec<String> = (0..70).map(|at| format!("c{at}")).collect();
    let hard: String = std::iter::once(names.join(",") + "\n").chain((0..1500).map(|_| line())).collect();
    let place = place();
    place.write("hard.csv", hard);
    let started = std::time::Instant::now();
    let ran = place.run(&["dependencies", "hard.csv", "--limit-time", "1s", "--format", "json"]);
    assert!(started.elapsed().as_secs_f64() < 4.0 && ran.code == 1, "{:?}", started.elapsed());
    let found: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(found["complete"], false);
}

#[test]
fn what_cannot_be_done_is_refused_in_a_line() {
    let place = place();
    let refused = |arguments: &[&str]| place.refused(&[&["dependencies"], arguments].concat());
    assert!(refused(&["towns.csv", "--target", "towm"]).contains("there is no column 'towm' (did you mean 'town'?)"));
    place.write("empty.csv", "a,b\n");
    assert!(refused(&["empty.csv"]).contains("no rows"));
    place.ok(&["convert", "data/zoo.csv", "zoo.cxt"]);
    let said = refused(&["zoo.cxt"]);
    assert!(said.contains("holds attributes, not columns") && said.contains("csv and tsv"), "{said}");
    assert!(refused(&["nowhere.csv"]).contains("no such file"));
    for wrong in
        [&["--exceptions", "-1"][..], &["--exceptions", "120%"], &["--exceptions", "few"], &["--format", "xml"]]
    {
        assert_eq!(place.run(&[&["dependencies", "towns.csv"], wrong].concat()).code, 2, "{wrong:?}");
    }
    assert_eq!(place.run(&["dependencies", "towns.csv", "--basis", "--exceptions", "1"]).code, 2);
}

#[test]
fn names_that_begin_like_formulas_are_guarded_in_csv() {
    let place = place();
    place.write("formulas.csv", "=a,\"b,c\"\n1,2\n1,3\n2,4\n");
    assert!(place.ok(&["dependencies", "formulas.csv", "--format", "csv"]).contains("'=a"));
    let raw = place.ok(&["dependencies", "formulas.csv", "--format", "csv", "--raw-cells"]);
    assert!(raw.contains("dependency,\"\"\"b,c\"\"\",=a,0,0"), "{raw}");
}
