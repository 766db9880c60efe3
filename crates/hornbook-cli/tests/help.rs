//! The help, whose examples must work, and what is generated from it.
#![allow(clippy::unwrap_used)]

mod common;

use common::{HORNBOOK, Place};

const COMMANDS: [&str; 14] = [
    "learn",
    "explore",
    "journal",
    "basis",
    "dependencies",
    "measure",
    "study",
    "close",
    "entails",
    "check",
    "convert",
    "diagram",
    "completions",
    "man",
];

fn examples(help: &str) -> Vec<&str> {
    let after = help.split("Examples:\n").nth(1).unwrap();
    after.lines().map(str::trim).take_while(|line| line.contains("hornbook ")).collect()
}

#[cfg(unix)]
#[test]
fn every_command_has_examples_and_they_run() {
    use std::path::Path;
    use std::process::Command;

    let place = Place::new();
    place.ok(&["learn", "data/zoo.csv", "-o", "rules.json"]);
    place.ok(&["basis", "data/zoo.csv", "-o", "basis.json"]);
    // Explorations that have begun; 'explore' comes before 'journal'.
    for journal in ["ada.journal", "ben.journal"] {
        place.write("answers.txt", "tell cat: hair; rest no\n");
        place.run(&["explore", "--attributes", "hair,milk", "--journal", journal, "--answers", "answers.txt"]);
    }
    place.write("edited.journal", place.read("ada.journal").replace("cat", "dog"));
    let folder = Path::new(HORNBOOK).parent().unwrap().to_str().unwrap();
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap());
    let mut helps: Vec<String> = COMMANDS.iter().map(|command| place.ok(&[command, "--help"])).collect();
    helps.push(place.ok(&["--help"]));
    for help in helps {
        let found = examples(&help);
        assert!(found.len() >= 2, "{help}");
        for example in found {
            let output = Command::new("sh").args(["-c", example]).env("PATH", &path).current_dir(place.path()).output();
            let output = output.unwrap();
            // Nobody answers here, and so an exploration stays unfinished.
            let code = output.status.code().unwrap();
            let done = code == 0 || code == 1 && example.contains("hornbook explore ");
            assert!(done, "{example}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }
}

#[test]
fn without_a_command_there_is_help() {
    let ran = Place::new().run(&[]);
    assert_eq!(ran.code, 2);
    assert!(COMMANDS.iter().all(|command| ran.err.contains(command)), "{}", ran.err);
}

#[test]
fn completions_for_every_shell() {
    let place = Place::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = place.ok(&["completions", shell]);
        assert!(script.contains("limit-questions"), "{shell}");
    }
}

#[test]
fn manual_pages() {
    let place = Place::new();
    let page = place.ok(&["man"]);
    assert!(page.contains(".TH hornbook") && page.contains("Examples"), "{page}");
    std::fs::create_dir(place.path().join("pages")).unwrap();
    assert_eq!(place.ok(&["man", "pages"]), "");
    assert!(place.read("pages/hornbook-journal-merge.1").contains("Make one journal of two"));
    for command in COMMANDS {
        assert!(place.read(&format!("pages/hornbook-{command}.1")).contains("Examples"), "{command}");
    }
}

#[test]
fn nothing_is_coloured_when_it_shall_not_be() {
    let place = Place::new();
    let output = place.command(&["learn", "--help"]).env("NO_COLOR", "1").output().unwrap();
    assert!(!output.stdout.contains(&0x1b));
    let output = place.command(&["learn"]).env("NO_COLOR", "1").output().unwrap();
    assert!(!output.stderr.contains(&0x1b));
}
