//! Theories as sources: DIMACS files and feature models.
#![cfg(feature = "experts")]
#![allow(clippy::unwrap_used)]

mod common;

use std::time::{Duration, Instant};

use common::Place;
use serde_json::json;

#[test]
fn all_rules_of_a_theory_are_learned() {
    let place = Place::new();
    let ran = place.run(&["learn", "data/dinner.cnf"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.err.contains("data/dinner.cnf: a theory of 8 variables and 10 clauses, 7 attributes"), "{}", ran.err);
    assert!(ran.err.contains("left out: 1 variable without a name"), "{}", ran.err);
    assert!(ran.err.contains("they are exact"), "{}", ran.err);
    assert!(ran.out.lines().any(|line| line == "white wine -> fish"), "{}", ran.out);
    assert!(ran.out.lines().any(|line| line == "fish, steak -> ⊥"), "{}", ran.out);
    assert!(!ran.out.contains("support"), "{}", ran.out);
    // With the helping variable there is one attribute more, which has no name of its own.
    let all = place.run(&["learn", "data/dinner.cnf", "--all-variables"]);
    assert!(all.err.contains("8 attributes") && all.out.contains("x8"), "{all:?}");
}

#[test]
fn the_basis_follows_from_the_theory_and_the_theory_keeps_it() {
    let place = Place::new();
    place.ok(&["basis", "data/dinner.cnf", "--output", "basis.json"]);
    let book = place.json("basis.json");
    assert_eq!(book["run"]["guarantee"], "exact");
    assert!(
        book["rules"].as_array().unwrap().iter().all(|rule| rule.get("support").is_none_or(|value| value.is_null()))
    );
    let ran = place.run(&["check", "basis.json", "data/dinner.cnf"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{}", ran.err);
    assert!(ran.err.contains("hold in every model"), "{}", ran.err);
    let measured = place.ok_json(&["measure", "basis.json", "data/dinner.cnf", "--json"]);
    assert_eq!(
        (&measured["precision"], &measured["recall"], &measured["exact"]),
        (&json!(1.0), &json!(1.0), &json!(true))
    );
    // What was learned, written as clauses, has the same rules.
    place.ok(&["convert", "basis.json", "rules.cnf", "--to", "dimacs"]);
    let again = place.ok(&["basis", "rules.cnf", "--quiet"]);
    assert_eq!(again, place.ok(&["basis", "data/dinner.cnf", "--quiet"]));
}

#[test]
fn check_shows_a_model_that_breaks_a_rule() {
    let place = Place::new();
    place.write("rules.txt", "steak -> red wine\nwhite wine -> fish\nwater, coffee -> ⊥\n");
    let ran = place.run(&["check", "rules.txt", "data/dinner.cnf"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines.len(), 4, "{}", ran.out);
    assert_eq!(lines[0], "steak -> red wine: broken");
    assert!(lines[1].starts_with("  a model with steak, ") && lines[1].ends_with(": lacks red wine"), "{}", ran.out);
    assert_eq!(lines[2], "water, coffee -> ⊥: broken");
    assert!(ran.err.contains("2 of 3 rules broken."), "{}", ran.err);
    let ran = place.run(&["check", "rules.txt", "data/dinner.cnf", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.code, &value["rows"], &value["broken_rules"]), (1, &json!(null), &json!(2)));
    let measured = place.ok_json(&["measure", "rules.txt", "data/dinner.cnf", "--json"]);
    assert!(measured["precision"].as_f64().unwrap() < 1.0 && measured["recall"].as_f64().unwrap() < 1.0);
    assert_eq!(measured["valid_rules"], json!(1.0 / 3.0));
    place.write("other.txt", "steak -> beer\n");
    assert!(place.refused(&["check", "other.txt", "data/dinner.cnf"]).contains("beer"));
}

#[test]
fn feature_models_are_theories() {
    let place = Place::new();
    let shop = place.run(&["learn", "data/web-shop.xml", "--all"]);
    assert!(shop.err.contains("data/web-shop.xml: a feature model of 13 features"), "{}", shop.err);
    assert!(shop.out.lines().any(|line| line == "Card -> High"), "{}", shop.out);
    assert!(shop.out.lines().any(|line| line == "Invoice -> Standard, Accounts"), "{}", shop.out);
    let machine = place.run(&["basis", "data/coffee-machine.uvl"]);
    assert_eq!(machine.code, 0, "{machine:?}");
    assert!(machine.err.contains("a feature model of 14 features"), "{}", machine.err);
    place.write("rules.txt", "Cooled -> Espresso, Mains\nGrinder, Filter -> ⊥\n");
    place.ok(&["check", "rules.txt", "data/coffee-machine.uvl"]);
    let described = place.ok_json(&["describe", "data/coffee-machine.uvl", "--json"]);
    assert_eq!(described["attributes"].as_array().unwrap().len(), 14);
    assert!(place.ok(&["describe", "data/dinner.cnf"]).contains("  white wine\n"));
}

#[test]
fn a_theory_without_models_is_said_to_be_one() {
    let place = Place::new();
    place.write("none.cnf", "p cnf 2 2\n1 0\n-1 0\n").write("rules.txt", "x1 -> x2\n");
    let ran = place.run(&["learn", "none.cnf"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "-> ⊥\n"), "{}", ran.err);
    assert!(ran.err.contains("it has no model, so that every rule holds"), "{}", ran.err);
    let ran = place.run(&["check", "rules.txt", "none.cnf"]);
    assert!(ran.code == 0 && ran.err.contains("it has no model"), "{ran:?}");
}

#[test]
fn sampled_rules_are_certified_for_a_few_attributes() {
    let place = Place::new();
    let ran = place.run(&["learn", "data/web-shop.xml", "--method", "settle", "--output", "rules.json"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(
        ran.err.contains("For any three attributes or fewer, the rules know in at least 99% of cases"),
        "{}",
        ran.err
    );
    assert_eq!(place.json("rules.json")["run"]["distribution"], "short");
    let measured = place.ok_json(&["measure", "rules.json", "data/web-shop.xml", "--json"]);
    assert_eq!((&measured["distribution"], &measured["precision"]), (&json!("short"), &json!(1.0)));
    assert!(measured["strong_error"].as_f64().unwrap() <= 0.02);
    let one = place.run(&["learn", "data/web-shop.xml", "--target", "High", "--method", "frugal"]);
    assert_eq!(one.code, 0, "{one:?}");
    assert!(one.out.contains("Card -> High"), "{}", one.out);
}

#[test]
fn what_does_not_go_with_theories_is_refused() {
    let place = Place::new();
    for (arguments, words) in [
        (&["learn", "data/dinner.cnf", "--min-support", "2"][..], "models of a theory are not"),
        (&["learn", "data/dinner.cnf", "--method", "settle", "--distribution", "described"], "use short or uniform"),
        (&["learn", "data/dinner.cnf", "--confidence", "0.9", "--quiet"], "need a table in memory"),
        (&["learn", "data/dinner.cnf", "--scale", "a=drop"], "--scale is for csv and tsv files"),
        (&["learn", "data/dinner.cnf", "--delimiter", ";"], "--delimiter is for csv and tsv files"),
        (&["learn", "data/zoo.csv", "--all-variables"], "--all-variables is for DIMACS files"),
        (&["learn", "data/web-shop.xml", "--all-variables"], "--all-variables is for DIMACS files"),
        (&["diagram", "data/dinner.cnf"], "is a theory, and its models are no table"),
    ] {
        let line = place.refused(arguments);
        assert!(line.contains(words), "{line}");
    }
}

#[test]
fn hostile_files_are_refused_with_their_place() {
    let place = Place::new();
    for (content, words) in [
        (&b"p cnf 4000000000 1\n1 0\n"[..], "bad.cnf:1:7: found 4000000000 variables"),
        (b"p cnf 9000000 1\n1 0\n", "expected at most 16384 that are attributes"),
        (b"p cnf 2 18446744073709551615\n1 0\n", "bad.cnf:1: found 1 clauses"),
        (b"p cnf 2 1\n1 2\n", "bad.cnf:2: found a clause without an end"),
        (b"p cnf 2 1\n1 3 0\n", "bad.cnf:2:3: found '3'"),
        (b"\xff\xfe\x00", "bad.cnf:1:1: found bytes that are no text"),
        (b"", "bad.cnf: found no header"),
        (b"p cnf 0 0\n", "found no variables"),
        (b"c 1 a\x1b[2J\nc 2 a\x1b[2J\np cnf 2 0\n", "bad.cnf:2: found the name"),
    ] {
        place.write("bad.cnf", content);
        let line = place.refused(&["learn", "bad.cnf"]);
        assert!(line.contains(words) && !line.contains('\x1b'), "{line}");
    }
    place.write("bad.xml", "<html/>").write("bad.uvl", "features\n");
    assert!(place.refused(&["learn", "bad.xml"]).contains("bad.xml:1:1: found '<html>'"));
    assert!(place.refused(&["learn", "bad.uvl"]).contains("bad.uvl: found no features"));
}

/// One more pigeon than holes: solvers need exponential time to see that they do not fit.
fn pigeons(holes: usize) -> String {
    let variable = |pigeon: usize, hole: usize| pigeon * holes + hole + 1;
    let mut clauses: Vec<String> = Vec::new();
    for pigeon in 0..=holes {
        clauses.push((0..holes).map(|hole| format!("{} ", variable(pigeon, hole))).collect());
    }
    for hole in 0..holes {
        for one in 0..=holes {
            clauses
                .extend((one + 1..=holes).map(|other| format!("-{} -{} ", variable(one, hole), variable(other, hole))));
        }
    }
    let lines: String = clauses.iter().map(|clause| format!("{clause}0\n")).collect();
    format!("p cnf {} {}\n{lines}", (holes + 1) * holes, clauses.len())
}

#[test]
fn a_solver_that_is_lost_ends_when_the_time_is_up() {
    let place = Place::new();
    place.write("pigeons.cnf", pigeons(15));
    let started = Instant::now();
    let ran = place.run(&["learn", "pigeons.cnf", "--limit-time", "1s"]);
    assert!(ran.code == 1 && ran.err.contains("Stopped early: the time was up"), "{ran:?}");
    assert!(started.elapsed() < Duration::from_secs(60));
}
