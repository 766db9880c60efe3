//! Names, values, files and arguments that hold what a terminal takes for
//! orders: nobody sees but text, and files keep every byte.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Place, Ran};

/// A title of the window, an empty screen, a colour by one character, writing
/// backwards, and a cell that lies about its line.
const NAMES: [&str; 5] = ["\u{1b}]0;owned\u{7}", "\u{1b}[2J", "\u{9b}31m", "\u{202e}evil", "two\r\u{b}lines"];

/// The name of a file that has them too.
const TABLE: &str = "\u{1b}[31mtable\u{9b}2J\u{202e}\u{7}.csv";

fn is_shown(c: char) -> bool {
    !matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}')
        && (!c.is_control() || c == '\n' || c == '\t')
}

fn check_text(text: &str, what: &[&str]) {
    assert!(text.chars().all(is_shown), "{what:?}: {text:?}");
}

/// A folder with a table of these names, rules of it and a journal.
fn place() -> Place {
    let place = Place::new();
    let cell = |text: &str| format!("\"{text}\"");
    let header: Vec<String> = ["object"].iter().chain(&NAMES).map(|name| cell(name)).collect();
    let row = |(at, name): (usize, &&str)| {
        let crosses = (0..NAMES.len()).map(|column| if column <= at { "X" } else { "" }.to_owned());
        std::iter::once(cell(name)).chain(crosses).collect::<Vec<_>>().join(",")
    };
    let rows: Vec<String> = NAMES.iter().enumerate().map(row).collect();
    place.write(TABLE, format!("{}\n{}\n", header.join(","), rows.join("\n")));
    // The other way round, so that rules are broken.
    let turned: Vec<String> = rows.iter().map(|row| row.replace(",X,,", ",,X,")).collect();
    place.write("turned.csv", format!("{}\n{}\n", header.join(","), turned.join("\n")));
    place.ok(&["basis", TABLE, "-q", "-o", "rules.json"]);
    place.write("answers", "yes\nno \u{1b}[2J: lacks \u{9b}31m\nanswers\nrules\nobjects\nquit\n");
    place
}

/// Runs it; whatever comes of it, standard error is text.
fn run(place: &Place, arguments: &[&str], codes: &[i32]) -> Ran {
    let ran = place.run(arguments);
    assert!(codes.contains(&ran.code), "{arguments:?}: {ran:?}");
    check_text(&ran.err, arguments);
    ran
}

/// Runs it; what it prints are words for people.
fn talks(place: &Place, arguments: &[&str]) -> String {
    let ran = run(place, arguments, &[0, 1]);
    check_text(&ran.out, arguments);
    ran.out
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.escape_debug())
}

#[test]
fn what_people_read_is_text() {
    let place = place();
    let closed = talks(&place, &["close", "rules.json", NAMES[4]]);
    assert!(closed.contains("\\u{1b}]0;owned\\u{7}\n"), "{closed}");
    talks(&place, &["close", "rules.json", NAMES[4], "--why"]);
    talks(&place, &["close", "rules.json"]);
    let rule = format!("{} -> {}", quoted(NAMES[4]), quoted(NAMES[1]));
    talks(&place, &["entails", "rules.json", &rule, "--why"]);
    let rule = format!("{} -> {}", quoted(NAMES[1]), quoted(NAMES[4]));
    talks(&place, &["entails", "rules.json", &rule, "--why"]);
    let broken = talks(&place, &["check", "rules.json", "turned.csv"]);
    assert!(broken.contains("broken by"), "{broken}");
    talks(&place, &["measure", "rules.json", TABLE]);
    talks(&place, &["explore", TABLE, "--journal", "\u{1b}[2J.journal", "--plain", "--answers", "answers"]);
    for what in ["log", "disputes", "report"] {
        talks(&place, &["journal", what, "\u{1b}[2J.journal"]);
    }
    talks(&place, &["journal", "retract", "\u{1b}[2J.journal", "1", "--as", NAMES[0]]);
    talks(&place, &["study", TABLE, "--output", "\u{9b}study", "--runs", "1", "--curves", "0", "--epsilon", "0.5"]);
}

#[test]
fn notes_about_files_for_programs_are_text() {
    let place = place();
    for arguments in [
        &["learn", TABLE][..],
        &["learn", TABLE, "--format", "csv"],
        &["basis", TABLE, "--show-background"],
        &["basis", TABLE, "--output", "\u{1b}[2J.txt"],
        &["convert", TABLE, "-", "--to", "conexp-json"],
        &["diagram", TABLE, "--output", "\u{1b}[2J.svg"],
        &["close", "rules.json", NAMES[2], "--json"],
        &["check", "rules.json", "turned.csv", "--json"],
    ] {
        run(&place, arguments, &[0, 1]);
    }
}

#[test]
fn what_is_refused_is_refused_in_text() {
    let place = place();
    place.write("bad\u{1b}[2J.json", "{\"format\": \"\u{9b}31m\", \"version\": 1}");
    place.write("bad.csv", format!("a,b\n1,2,{}\n", NAMES[3]));
    place.write("names.txt", "a -> b\n");
    let escape = "\u{1b}[2J\u{9b}31m\u{202e}";
    let missing = format!("{escape}.csv");
    let option = format!("--{escape}");
    for arguments in [
        &["learn", &missing][..],
        &["check", "rules.json", &missing],
        &["close", &missing, "a"],
        &["close", "names.txt", escape],
        &["close", "names.txt", NAMES[0]],
        &["close", "bad\u{1b}[2J.json", "a"],
        &["entails", "names.txt", escape],
        &["entails", "names.txt", &format!("a -> {escape}")],
        &["learn", "bad.csv"],
        &["learn", TABLE, "--target", escape],
        &["learn", TABLE, "--id", escape],
        &["learn", TABLE, "--scale", escape],
        &["learn", TABLE, "--method", escape],
        &["learn", TABLE, "--epsilon", escape],
        &["learn", TABLE, "--limit-time", escape],
        &["learn", TABLE, "--distribution", escape],
        &["learn", TABLE, &option],
        &["learn", TABLE, "--output", &format!("{escape}/none/x.txt")],
        &["convert", TABLE, escape],
        &["convert", TABLE, "x.dat", "--to", escape],
        &["measure", "names.txt", TABLE],
        &["journal", "log", &missing],
        &["journal", escape],
        &["study", TABLE, "--output", "s", "--methods", escape],
        &["explore", "--attributes", &format!("{escape},{escape}"), "--journal", "x.journal"],
        &["serve", TABLE],
        &["diagram", &missing],
        &["completions", escape],
        &[escape],
        &[&option],
    ] {
        let ran = run(&place, arguments, &[2]);
        assert!(!ran.err.is_empty(), "{arguments:?}");
        check_text(&ran.out, arguments);
    }
}

#[test]
fn files_and_pipes_keep_every_byte() {
    let place = place();
    let piped = place.ok(&["convert", TABLE, "-", "--to", "tsv"]);
    assert!(NAMES.iter().all(|name| piped.contains(name)), "{piped:?}");
    place.ok(&["convert", TABLE, "table.tsv"]);
    assert_eq!(place.read("table.tsv"), piped);
    let found = place.ok_json(&["close", "rules.json", NAMES[2], "--json"]);
    assert_eq!(found["conclusion"], serde_json::json!(NAMES[..2]));
    place.ok(&["convert", "rules.json", "rules.txt"]);
    place.ok(&["convert", "rules.txt", "again.json"]);
    let sides = |file: &str| -> Vec<[serde_json::Value; 2]> {
        let rules = place.json(file)["rules"].clone();
        rules.as_array().unwrap().iter().map(|rule| ["premise", "conclusion"].map(|side| rule[side].clone())).collect()
    };
    assert_eq!(sides("again.json"), sides("rules.json"));
}

/// What a terminal is given.
#[cfg(target_os = "linux")]
fn at_a_terminal(place: &Place, arguments: &[&str]) -> String {
    let quoted: Vec<String> = arguments.iter().map(|argument| format!("'{argument}'")).collect();
    let command = format!("'{}' {}", common::HORNBOOK, quoted.join(" "));
    let mut script = std::process::Command::new("script");
    script.args(["--quiet", "--return", "--command", &command, "/dev/null"]);
    let output = script.current_dir(place.path()).env("SHELL", "/bin/sh").output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    // The terminal itself adds this to each line end.
    String::from_utf8(output.stdout).unwrap().replace("\r\n", "\n")
}

#[test]
#[cfg(target_os = "linux")]
fn a_terminal_is_given_text_whatever_the_format() {
    let place = place();
    for arguments in [
        &["basis", TABLE, "-q"][..],
        &["basis", TABLE, "-q", "--format", "json"],
        &["basis", TABLE, "-q", "--format", "csv"],
        &["basis", TABLE, "-q", "--output", "/dev/tty"],
        &["convert", TABLE, "-", "--to", "tsv"],
        &["convert", TABLE, "-", "--to", "conexp-json"],
        &["convert", "rules.json", "-", "--to", "prolog"],
        &["close", "rules.json", NAMES[3], "--json", "--why"],
    ] {
        let shown = at_a_terminal(&place, arguments);
        check_text(&shown, arguments);
        assert!(shown.contains("owned"), "{arguments:?}: {shown}");
    }
}

#[test]
fn a_spreadsheet_runs_nothing_of_a_csv_file() {
    let place = Place::new();
    place.write("a.cxt", "B\n\n2\n3\n\n@o\n+49 30\n=1+1\n-5\n'-x\nXX.\n.XX\n");
    let table = place.ok(&["convert", "a.cxt", "-", "--to", "csv"]);
    assert_eq!(table, "object,'=1+1,-5,''-x\n'@o,X,X,\n'+49 30,,X,X\n");
    place.write("a.csv", &table).ok(&["convert", "a.csv", "b.cxt"]);
    assert_eq!(place.read("b.cxt"), place.read("a.cxt"));
    let raw = place.ok(&["convert", "a.cxt", "-", "--to", "csv", "--raw-cells"]);
    assert_eq!(raw, "object,=1+1,-5,'-x\n@o,X,X,\n+49 30,,X,X\n");
    let rules = ["basis", "a.cxt", "-q", "--format", "csv"];
    let written = place.ok(&rules);
    assert!(written.contains("\n\"'=1+1, -5, '-x\",⊥,0,1,") && written.contains("\n,-5,2,1,"), "{written}");
    assert!(place.ok(&[&rules[..], &["--raw-cells"]].concat()).contains("\n\"=1+1, -5, '-x\",⊥,0,1,"));
}
