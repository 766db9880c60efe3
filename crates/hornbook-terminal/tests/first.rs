//! Programs that are asked first, on a real terminal: whoever is at it is asked what
//! these do not know.

mod asked;
mod tmux;

use std::collections::{BTreeMap, BTreeSet};

use hornbook::learn::unwatched;
use hornbook_explore::journal::EntryKind;
use hornbook_explore::{Exploration, Response, Start, Step};

use tmux::Terminal;

/// These attributes of Zoo are explored here, so that it does not take long.
const ATTRIBUTES: [&str; 8] = ["hair", "feathers", "eggs", "milk", "airborne", "aquatic", "toothed", "backbone"];

const HALF: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../hornbook-cli/tests/programs/half.py");

/// The animals of Zoo, with those of the attributes that they have.
fn zoo() -> BTreeMap<String, BTreeSet<String>> {
    let table = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/zoo.csv")).expect("Zoo");
    let mut rows = table.lines().map(|line| line.split(',').collect::<Vec<&str>>());
    let columns = rows.next().expect("names of columns");
    let animal = |row: Vec<&str>| {
        let has = columns.iter().zip(&row).filter(|(name, cell)| ATTRIBUTES.contains(name) && **cell == "TRUE");
        (row[0].to_owned(), has.map(|(name, _)| (*name).to_owned()).collect())
    };
    rows.map(animal).collect()
}

/// A terminal with a journal to begin, and what a program knows beside it.
fn begin() -> Terminal {
    let terminal = Terminal::new();
    drop(Exploration::create(&terminal.journal(), start()).expect("a new journal"));
    let things = serde_json::to_string(&zoo()).expect("JSON");
    std::fs::write(terminal.folder().join("things.json"), things).expect("a file");
    terminal
}

fn start() -> Start {
    Start::attributes(ATTRIBUTES).seed(1)
}

fn program(terminal: &Terminal, more: &str) -> String {
    format!("python3 {HALF} {} {more}", terminal.folder().join("things.json").display())
}

/// The animal that breaks a rule, if one does.
fn exception(premise: &BTreeSet<String>, conclusion: Option<&BTreeSet<String>>) -> Option<(String, BTreeSet<String>)> {
    let breaks = |has: &BTreeSet<String>| {
        premise.is_subset(has) && conclusion.is_none_or(|conclusion| !conclusion.is_subset(has))
    };
    zoo().into_iter().find(|(_, has)| breaks(has))
}

/// How many questions somebody alone has to answer.
fn asked_alone() -> usize {
    let mut exploration = Exploration::in_memory(start()).expect("an exploration");
    let mut asked = 0;
    while let Step::Ask(question) = exploration.next(&mut unwatched).expect("a question") {
        asked += 1;
        let universe = exploration.universe().clone();
        let names = |set: &hornbook::AttrSet| universe.names_of(set).map(str::to_owned).collect::<BTreeSet<String>>();
        let conclusion = question.question.conclusion.attrs().map(names);
        let response = match exception(&names(&question.question.premise), conclusion.as_ref()) {
            None => Response::Holds,
            Some((name, has)) => {
                let has = universe.set(&has).expect("names");
                let lacks = universe.all().difference(&has);
                Response::refuted(name, has, lacks)
            }
        };
        exploration.answer(None, &question.question, response).expect("it is taken");
    }
    asked
}

/// Premise and conclusion of the question on the screen.
fn read(screen: &str) -> (BTreeSet<String>, Option<BTreeSet<String>>) {
    let lines = screen.lines().skip(2).take_while(|line| !line.trim().is_empty());
    let text = lines.map(str::trim).collect::<Vec<_>>().join(" ");
    let (premise, conclusion) = asked::sides(&text).unwrap_or_else(|| panic!("no question: {screen}"));
    (premise.into_iter().collect(), conclusion.map(|names| names.into_iter().collect()))
}

fn is_certified(screen: &str) -> bool {
    screen.lines().next().is_some_and(|line| line.contains("Certified"))
}

fn is_question(screen: &str) -> bool {
    screen.lines().next().is_some_and(|line| line.contains("A question"))
}

/// Gives an answer, and waits for what comes next.
fn answer(terminal: &Terminal, screen: &str) -> String {
    let (premise, conclusion) = read(screen);
    let never = conclusion.is_none();
    match exception(&premise, conclusion.as_ref()) {
        None => terminal.keys(&[if never { "n" } else { "y" }]),
        Some((name, has)) => {
            terminal.keys(&[if never { "y" } else { "n" }]);
            terminal.until("Name: _");
            terminal.type_text(&name);
            terminal.keys(&["Enter"]);
            let form = terminal.until("Space next of these");
            let value = |word: &str| matches!(word, "yes" | "no" | "?" | "(yes)" | "(no)" | "~yes" | "~no");
            for line in form.lines() {
                let mut words = line.trim_start_matches([' ', '>']).split_whitespace();
                if let Some(attribute) = words.next().filter(|word| value(word)).and(words.next())
                    && ATTRIBUTES.contains(&attribute)
                {
                    terminal.keys(&[if has.contains(attribute) { "y" } else { "n" }, "Down"]);
                }
            }
            terminal.until("it is. Enter gives the answer");
            terminal.keys(&["Enter"]);
        }
    }
    let before = screen.to_owned();
    terminal.until_that("the next question", |now| {
        is_certified(now) || is_question(now) && question(now) != question(&before)
    })
}

fn question(screen: &str) -> Vec<String> {
    screen.lines().skip(2).take_while(|line| !line.trim().is_empty()).map(str::to_owned).collect()
}

#[test]
fn whoever_is_at_it_is_asked_less_than_half_beside_a_program_that_knows_half_of_zoo() {
    let alone = asked_alone();
    let terminal = begin();
    let half = program(&terminal, "");
    terminal.start_with_options(80, 30, &[], &["--one-by-one", "--who", "Ada", "--first", &half]);
    let mut asked = 0;
    let mut screen = terminal.until_that("a question", |screen| is_question(screen) || is_certified(screen));
    while !is_certified(&screen) {
        asked += 1;
        screen = answer(&terminal, &screen);
    }
    assert!(2 * asked < alone, "{asked} of {alone}");
    // What the program said is marked as its word, and can be agreed with.
    terminal.keys(&["b", "3"]);
    terminal.until("What was said so far");
    terminal.until("[half] ");
    let exploration = Exploration::read(&terminal.journal()).expect("a journal");
    let answers = exploration.journal().entries().iter().filter(|entry| matches!(entry.what, EntryKind::Answer(_)));
    assert_eq!(answers.filter(|entry| !entry.program).count(), asked);
}

#[test]
fn one_key_agrees_with_what_a_program_says_and_its_example_is_filled_in() {
    let terminal = begin();
    let all = program(&terminal, "all");
    terminal.start_with_options(80, 30, &[], &["--one-by-one", "--who", "Ada", "--first", &all, "--when-agreed"]);
    let mut filled_in = false;
    let mut screen = terminal.until("half, a program, says:");
    let mut agreed = 0;
    while !is_certified(&screen) {
        let (premise, conclusion) = read(&screen);
        if let Some((name, _)) = exception(&premise, conclusion.as_ref())
            && !std::mem::replace(&mut filled_in, true)
        {
            terminal.keys(&[if conclusion.is_none() { "y" } else { "n" }]);
            terminal.until(&format!("Name: {name}"));
            // What is filled in is hers to drop, like what she typed.
            terminal.keys(&["Escape"]);
            terminal.until("y leave, drop it");
            terminal.keys(&["y"]);
            terminal.until("half, a program, says:");
        }
        terminal.keys(&["Enter"]);
        agreed += 1;
        let before = screen.clone();
        screen = terminal.until_that("the next question", |now| {
            is_certified(now) || is_question(now) && question(now) != question(&before)
        });
    }
    assert!(filled_in && agreed > 3);
    let exploration = Exploration::read(&terminal.journal()).expect("a journal");
    assert!(exploration.certified().is_some());
    let by_ada = |entry: &&hornbook_explore::journal::Entry| entry.who.as_deref() == Some("Ada") && !entry.program;
    let answers = exploration.journal().entries().iter().filter(|entry| matches!(entry.what, EntryKind::Answer(_)));
    assert_eq!(answers.filter(by_ada).count(), agreed);
}

#[test]
fn nobody_has_to_wait_for_a_program() {
    let terminal = begin();
    terminal.start_with_options(80, 24, &[], &["--one-by-one", "--who", "Ada", "--first", "exec sleep 1000"]);
    terminal.until("s do not wait for them");
    terminal.keys(&["s"]);
    terminal.until_that("a question", is_question);
}
