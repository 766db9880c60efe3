//! Programs that are asked before people: what the page shows of them, and what people
//! are left to answer.

use std::path::PathBuf;

use hornbook::learn::unwatched;
use hornbook_explore::{Exploration, Response, Start, Step};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::asking::post;
use crate::page::{Domain, Expert, Server};

/// These attributes of Zoo are explored here, so that it does not take long.
const ATTRIBUTES: [&str; 8] = ["hair", "feathers", "eggs", "milk", "airborne", "aquatic", "toothed", "backbone"];

const HALF: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/half.py");

/// The animals of Zoo, with those of the attributes that they have. It lasts as long as
/// the tests.
fn zoo() -> &'static Domain {
    let table = include_str!("../../../../data/zoo.csv");
    let mut rows = table.lines().map(|line| line.split(',').collect::<Vec<&'static str>>());
    let columns = rows.next().unwrap();
    let animal = |row: Vec<&'static str>| {
        let has = columns.iter().zip(&row).filter(|(name, cell)| ATTRIBUTES.contains(name) && **cell == "TRUE");
        let has: Vec<&'static str> = has.map(|(name, _)| *name).collect();
        (row[0], &*has.leak())
    };
    Box::leak(Box::new(Domain { attributes: &ATTRIBUTES, objects: rows.map(animal).collect::<Vec<_>>().leak() }))
}

/// A program that knows half of it, or all, as a command.
fn program(folder: &TempDir, more: &str) -> String {
    let things: Value = zoo().objects.iter().map(|(name, has)| ((*name).to_owned(), json!(has))).collect();
    let path: PathBuf = folder.path().join("things.json");
    std::fs::write(&path, things.to_string()).unwrap();
    format!("python3 {HALF} {} {more}", path.display())
}

/// How many questions somebody alone has to answer, of the same exploration.
fn asked_alone(journal: &Exploration) -> usize {
    let start = Start::attributes(ATTRIBUTES).seed(journal.journal().header().seed);
    let mut exploration = Exploration::in_memory(start).unwrap();
    let mut asked = 0;
    while let Step::Ask(question) = exploration.next(&mut unwatched).unwrap() {
        asked += 1;
        let universe = exploration.universe().clone();
        let breaks = zoo().objects.iter().find(|(_, has)| !question.question.holds_in(&universe.set(*has).unwrap()));
        let response = breaks.map_or(Response::Holds, |(name, has)| {
            let has = universe.set(*has).unwrap();
            let lacks = universe.all().difference(&has);
            Response::refuted(*name, has, lacks)
        });
        exploration.answer(None, &question.question, response).unwrap();
    }
    asked
}

/// Begins an exploration with a seed, so that each run is the same, and opens it.
fn begin(ada: &Expert) {
    ada.browser.wait_for("return document.querySelector('a[href=\"#/new\"]')");
    let attributes: Vec<Value> = ATTRIBUTES.iter().map(|name| json!({ "name": name })).collect();
    post(ada, "/api/explorations", &json!({ "title": "Zoo", "attributes": attributes, "seed": 1 }));
    ada.browser.script("location.hash = '#/e/zoo'");
}

#[test]
fn a_person_is_asked_less_than_half_beside_a_program_that_knows_half_of_zoo() {
    let folder = TempDir::new().unwrap();
    let half = program(&folder, "");
    let server = Server::with(&["--first", &half]);
    let ada = Expert::owner(&server);
    begin(&ada);
    let asked = ada.explore(zoo());
    ada.browser.wait_for_text("Certified");
    let alone = asked_alone(&Exploration::read(&server.journal("zoo")).unwrap());
    assert!(2 * asked < alone, "{asked} of {alone}");
    // The program is among the people, and its answers are marked as its word.
    ada.view("people");
    ada.browser.wait_for("return document.querySelector('tr[data-program=half]')");
    ada.is_accessible("people with a program");
    ada.view("answers");
    ada.browser.wait_for("return document.querySelector('.entry .badge.program')");
    ada.is_accessible("answers of a program");
    // One is agreed with, and one overruled.
    let agreed = "return document.querySelectorAll('.entry button[data-entry^=agree]').length";
    let before = ada.browser.script(agreed).as_u64().unwrap();
    assert!(before > 0);
    ada.browser.click(".entry button[data-entry^=agree]");
    ada.browser
        .wait_for(&format!("return document.querySelectorAll('.entry button[data-entry^=agree]').length < {before}"));
    ada.click_button("Overrule…");
    ada.browser.wait_for("return document.querySelector('dialog [data-answer=unknown]')");
    ada.browser.click("dialog [data-answer=unknown]");
    ada.browser.wait_for("return !document.querySelector('dialog')");
    let state = ada.state();
    let entries = state["entries"].as_array().unwrap();
    assert!(entries.iter().any(|entry| entry["program"] == true && entry["counts"] == false), "{state}");
    ada.is_clean(&server, false);
}

#[test]
fn one_key_agrees_with_what_a_program_says() {
    let folder = TempDir::new().unwrap();
    let all = program(&folder, "all");
    let server = Server::with(&["--first", &all, "--first-counts", "when-agreed"]);
    let ada = Expert::owner(&server);
    begin(&ada);
    let (mut agreed, mut filled_in) = (0, false);
    let mut question = ada.question();
    while let Some(asked) = question {
        ada.browser.wait_for("return document.querySelector('.proposal [data-agree]')");
        if let Some((name, _)) = zoo().exception(&asked)
            && !std::mem::replace(&mut filled_in, true)
        {
            ada.is_accessible("a question with what a program says");
            ada.browser.click(".question [data-answer=refuted]");
            let typed = "return document.querySelector('.object-form input[type=text]')?.value";
            ada.browser.wait_for(&format!("{typed} === {}", json!(name)));
            ada.click_button("Cancel");
            ada.browser.wait_for("return document.querySelector('.proposal [data-agree]')");
        }
        ada.browser.press(&["a"]);
        agreed += 1;
        assert!(agreed < 100);
        question = ada.next(&asked);
    }
    assert!(filled_in && agreed > 3);
    let state = ada.state();
    assert!(
        state["rules"]
            .as_array()
            .unwrap()
            .iter()
            .all(|rule| { rule["agreed"].as_array().unwrap().contains(&json!("ada")) })
    );
    ada.is_clean(&server, false);
}
