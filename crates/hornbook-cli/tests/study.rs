//! `hornbook study`: what it leaves in its folder, what it refuses, and that it
//! goes on.
#![allow(clippy::unwrap_used)]

mod common;

use std::fs;

use common::Place;

const SMALL: [&str; 16] = [
    "study",
    "data/zoo.csv",
    "--epsilon",
    "0.1,0.5",
    "--runs",
    "2",
    "--methods",
    "pac-cached",
    "--distribution",
    "uniform",
    "--random-twins",
    "1",
    "--curves",
    "1",
    "--output",
    "out",
];

fn listing(place: &Place) -> Vec<String> {
    let entries = fs::read_dir(place.path().join("out")).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The lines of the records, in the order of the plan and without times.
fn records(place: &Place) -> Vec<String> {
    let text = place.read("out/records.jsonl");
    let untimed = |line: &str| {
        let mut value: serde_json::Value = serde_json::from_str(line).unwrap();
        value.as_object_mut().unwrap().remove("milliseconds");
        value.to_string()
    };
    let mut lines: Vec<String> = text.lines().map(untimed).collect();
    lines.sort();
    lines
}

#[test]
fn a_study_leaves_a_report() {
    let place = Place::new();
    let ran = place.run(&SMALL);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{ran:?}");
    assert!(ran.err.contains("8 runs to do.") && ran.err.contains("The report is out/report.html"), "{}", ran.err);
    let verdict = "Every promise was kept: none of 4 runs was above its ε.";
    let of_one = "pac-cached, ε = 0.1, δ = 0.1: kept: 0 of 2 runs were above ε, promised at most 10%.";
    assert!(ran.err.contains(verdict) && ran.err.contains(of_one), "{}", ran.err);
    let names = [
        "curves.csv",
        "curves.svg",
        "records.jsonl",
        "repeated.csv",
        "repeated.svg",
        "report.html",
        "report.json",
        "report.md",
        "rules.csv",
        "runs.csv",
        "twins.csv",
        "twins.svg",
        "verdict.csv",
    ];
    assert_eq!(listing(&place), names);
    let report = place.json("out/report.json");
    assert_eq!(report["tables"]["runs"].as_array().unwrap().len(), 4);
    assert_eq!((&report["plan"]["distribution"], &report["verdict"]), (&"uniform".into(), &verdict.into()));
    // Again: nothing is left to do, and nothing changes.
    let before = place.read("out/records.jsonl");
    let again = place.run(&SMALL);
    assert!(again.code == 0 && again.err.contains("8 runs, 8 of them done before."), "{again:?}");
    assert_eq!(place.read("out/records.jsonl"), before);
}

#[test]
fn a_study_goes_on_with_any_number_of_threads() {
    let (whole, cut) = (Place::new(), Place::new());
    whole.ok(&SMALL);
    cut.ok(&[&SMALL[..], &["--threads", "1", "--quiet"]].concat());
    assert_eq!(records(&whole), records(&cut));
    let text = cut.read("out/records.jsonl");
    let kept: Vec<&str> = text.lines().take(4).collect();
    cut.write("out/records.jsonl", format!("{}\n{{\"group\":0,\"ru", kept.join("\n")));
    let ran = cut.run(&[&SMALL[..], &["--threads", "3"]].concat());
    assert!(ran.code == 0 && ran.err.contains("3 of them done before"), "{ran:?}");
    assert_eq!(records(&whole), records(&cut));
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_there_is() {
    use std::process::Command;
    use std::time::{Duration, Instant};

    let place = Place::new();
    let long =
        ["study", "data/zoo.csv", "--epsilon", "0.001,0.5", "--methods", "pac-cached", "--runs", "400", "-o", "out"];
    let mut child = place.command(&[&long[..], &["--quiet", "--curves", "0"]].concat()).spawn().unwrap();
    let started = Instant::now();
    let lines = || fs::read_to_string(place.path().join("out/records.jsonl")).map_or(0, |text| text.lines().count());
    while lines() < 3 {
        assert!(started.elapsed() < Duration::from_secs(60), "no run ended");
        std::thread::sleep(Duration::from_millis(20));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!(place.read("out/report.md").contains("The study is not done"));
    assert!(lines() >= 3 && lines() < 801);
}

#[cfg(unix)]
#[test]
fn a_long_study_says_so_before_it_starts() {
    use std::io::{BufRead as _, BufReader};
    use std::process::{Command, Stdio};

    let place = Place::new();
    let long = ["study", "data/zoo.csv", "--methods", "frugal", "--runs", "20000", "--curves", "0", "-o", "out"];
    let mut child = place.command(&long).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    // On a slow machine it is known that it takes long before it is known how long.
    let told = |line: &String| line.starts_with("About ") || line.starts_with("More than ");
    let estimate = lines.find(told).unwrap();
    assert!(estimate.contains(" h ") || estimate.contains(" min "), "{estimate}");
    assert!(estimate.contains(" for the other ") && estimate.contains("the first "), "{estimate}");
    let advice = lines.next().unwrap();
    assert!(advice.contains("Fewer --runs") && advice.contains("Ctrl-C") && advice.contains("goes on"), "{advice}");
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    // What was run to find it out is kept.
    let rest: Vec<String> = lines.collect();
    assert!(rest.iter().any(|line| line.starts_with("Stopped early: ")), "{rest:?}");
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!(place.read("out/records.jsonl").lines().count() > 1);
}

#[test]
fn methods_that_do_not_sample_are_there_to_compare_with() {
    let place = Place::new();
    let ran = place.run(&["study", "data/zoo.csv", "--methods", "exact,auto", "--runs", "2", "-o", "out"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.err.contains("2 runs to do.") && ran.err.contains("  exact: no ε to keep; its error is exactly 0."));
    let groups = place.json("out/report.json")["plan"]["groups"].as_array().unwrap().clone();
    assert!(groups[0]["method"] == "exact" && groups[0].get("epsilon").is_none(), "{groups:?}");
}

#[test]
fn bad_parameters_are_refused() {
    let place = Place::new();
    let refused = |more: &[&str]| place.refused(&[&["study", "data/zoo.csv", "-o", "out"], more].concat());
    for (more, said) in [
        (&["--epsilon", ""][..], "--epsilon must list at least one value"),
        (&["--delta", " "], "--delta must list at least one value"),
        (&["--methods", ""], "--methods must list at least one value"),
        (&["--epsilon", "0.1,,0.2"], "--epsilon: found \"\", expected numbers"),
        (&["--epsilon", "0.1,much"], "--epsilon: found \"much\", expected numbers"),
        (&["--epsilon", "0.1,0.10"], "--epsilon lists 0.1 twice"),
        (&["--epsilon", "2"], "--epsilon must be above 0 and at most 1, but is 2"),
        (&["--delta", "-0.1"], "--delta must be above 0 and at most 1, but is -0.1"),
        (&["--runs", "0"], "--runs must be at least 1"),
        (&["--methods", "magic"], "--methods: found \"magic\", expected methods such as"),
        (&["--distribution", "described and short"], "study 'described' and 'short' each for itself"),
        (&["--distribution", "even"], "expected described, short"),
    ] {
        let line = refused(more);
        assert!(line.contains(said), "{more:?}: {line}");
    }
    assert_eq!(place.run(&["study", "data/zoo.csv", "-o", "out", "--paper", "--runs", "3"]).code, 2);
    assert!(place.files().is_empty());
}

#[test]
fn a_folder_that_holds_something_else_is_left_alone() {
    let place = Place::new();
    fs::create_dir(place.path().join("out")).unwrap();
    place.write("out/letter.txt", "Dear reader");
    let line = place.refused(&SMALL);
    assert!(line.contains("the folder out holds something else"), "{line}");
    assert_eq!(listing(&place), ["letter.txt"]);
    let place = Place::new();
    place.ok(&SMALL);
    let before = place.read("out/records.jsonl");
    let line = place.refused(&[&SMALL[..], &["--seed", "2"]].concat());
    assert!(line.contains("its seed is 1, not 2"), "{line}");
    let line = place.refused(&["study", "data/breast-cancer.csv", "--output", "out"]);
    assert!(line.contains("it is of another table (data/zoo.csv)"), "{line}");
    assert_eq!(place.read("out/records.jsonl"), before);
}
