//! Programs that are asked before people, over HTTP: people are asked what these do
//! not know, agree or overrule, and never wait for one that hangs.
#![allow(clippy::unwrap_used)]

mod common;

use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{TestServer, Truth, begin, finish};
use hornbook::Implication;
use hornbook_explore::journal::{Attribute, RuleLine};
use hornbook_explore::{FirstAsked, ProgramStarter, ProgramWord, Response};
use hornbook_web::AskedBeforePeople;
use serde_json::{Value, json};

/// What a program says to a question, by its premise and conclusion.
type Says = fn(&Truth, &Value) -> Option<Value>;

struct Program {
    name: &'static str,
    attributes: Vec<String>,
    says: Says,
    hangs: bool,
}

impl FirstAsked for Program {
    fn name(&self) -> &str {
        self.name
    }

    fn ask(&mut self, question: &Implication, stop: &dyn Fn() -> bool) -> ProgramWord {
        while self.hangs && !stop() {
            std::thread::sleep(Duration::from_millis(20));
        }
        let universe = hornbook::Universe::new(self.attributes.clone()).unwrap();
        let question = json!(RuleLine::new(&universe, question));
        let Some(answer) = (self.says)(&Truth::animals(), &question) else { return ProgramWord::Unknown };
        if answer["answer"] == "holds" {
            return ProgramWord::Known(Response::Holds);
        }
        let names = |value: &Value| -> Vec<String> { serde_json::from_value(value.clone()).unwrap() };
        let object = &answer["object"];
        let set = |field: &str| universe.set(names(&object[field])).unwrap();
        ProgramWord::Known(Response::refuted(object["name"].as_str().unwrap(), set("has"), set("lacks")))
    }
}

fn starter(name: &'static str, says: Says, hangs: bool) -> ProgramStarter {
    Arc::new(move |attributes: &[Attribute]| {
        let attributes = attributes.iter().map(|attribute| attribute.name.clone()).collect();
        Ok(Box::new(Program { name, attributes, says, hangs }) as Box<dyn FirstAsked>)
    })
}

fn all(truth: &Truth, question: &Value) -> Option<Value> {
    Some(truth.answer("", question))
}

/// Knows exceptions, and nothing that always holds.
fn exceptions(truth: &Truth, question: &Value) -> Option<Value> {
    all(truth, question).filter(|answer| answer["answer"] == "refuted")
}

fn serve(programs: Vec<ProgramStarter>, when_agreed: bool) -> TestServer {
    TestServer::with(|options| options.first = AskedBeforePeople { programs, when_agreed })
}

/// How many questions the owner has to answer.
fn asked_of_owner(programs: Vec<ProgramStarter>) -> usize {
    let server = serve(programs, false);
    let (ada, truth) = (server.owner(), Truth::animals());
    let room = begin(&ada, &truth, "Animals");
    finish(&ada, &room, &truth, "a")
}

#[test]
fn people_are_asked_what_programs_do_not_know() {
    let alone = asked_of_owner(Vec::new());
    let with_exceptions = asked_of_owner(vec![starter("register", exceptions, false)]);
    assert!(with_exceptions < alone, "{with_exceptions} of {alone}");
    assert_eq!(asked_of_owner(vec![starter("register", exceptions, false), starter("sage", all, false)]), 0);
}

#[test]
fn answers_of_programs_are_marked_and_can_be_agreed_with_and_overruled() {
    let server = serve(vec![starter("<b>sage</b>", all, false)], false);
    let (ada, truth) = (server.owner(), Truth::animals());
    let room = begin(&ada, &truth, "Animals");
    let bob = server.guest(&ada, &room, "bob", "expert");
    let state = bob.turn(&room);
    assert_eq!(state["turn"]["kind"], "certified", "{state}");
    assert_eq!(state["programs"]["names"], json!(["<b>sage</b>"]));
    let entries: Vec<&Value> =
        state["entries"].as_array().unwrap().iter().filter(|entry| entry["kind"] == "answer").collect();
    assert!(
        !entries.is_empty() && entries.iter().all(|entry| entry["program"] == true && entry["can_retract"] == true)
    );
    let held = entries.iter().find(|entry| entry["answer"] == "holds").unwrap();
    let agreed = bob.post(&format!("/api/e/{room}/agree"), &json!({ "request": "1", "entry": held["id"] }));
    assert_eq!(agreed.status, 200, "{}", agreed.text());
    // A certificate is made anew after it.
    let state = bob.turn(&room);
    let own = state["entries"].as_array().unwrap().iter().find(|entry| entry["who"] == "bob").cloned().unwrap();
    assert_eq!((&own["who"], &own["program"], &own["answer"]), (&json!("bob"), &json!(false), &json!("holds")));
    // What people said is nothing to agree with.
    let nothing = bob.post(&format!("/api/e/{room}/agree"), &json!({ "request": "2", "entry": own["id"] }));
    assert_eq!(nothing.status, 409, "{}", nothing.text());
    // Who answers may overrule it, and the program is not asked it again.
    let other = entries.iter().rfind(|entry| entry["answer"] == "holds" && entry["id"] != held["id"]).unwrap();
    let overruled =
        json!({ "request": "3", "question": other["question"], "answer": "unknown", "replaces": other["id"] });
    let overruled = bob.post(&format!("/api/e/{room}/answers"), &overruled);
    assert_eq!(overruled.status, 200, "{}", overruled.text());
    let state = ada.turn(&room);
    let again = state["entries"].as_array().unwrap().iter();
    let about = again.filter(|entry| entry["program"] == true && entry["question"] == other["question"]);
    assert_eq!(about.map(|entry| entry["counts"].as_bool().unwrap()).collect::<Vec<_>>(), [false], "{state}");
}

#[test]
fn what_programs_say_waits_for_people_where_that_is_wanted() {
    let server = serve(vec![starter("sage", all, false)], true);
    let (ada, truth) = (server.owner(), Truth::animals());
    let room = begin(&ada, &truth, "Animals");
    let mut agreed = 0;
    loop {
        let state = ada.turn(&room);
        assert_eq!(state["policy"]["policy"], "person");
        if state["turn"]["kind"] == "certified" {
            break;
        }
        let proposal = &state["turn"]["proposals"][0];
        assert_eq!(proposal["who"], "sage", "{state}");
        let expected = truth.answer("", &state["turn"]["question"]);
        assert_eq!(proposal["answer"], expected["answer"]);
        if expected["answer"] == "refuted" {
            assert_eq!(proposal["object"]["name"], expected["object"]["name"]);
        }
        let body = json!({ "request": format!("{agreed}"), "entry": proposal["entry"], "took": { "seconds": 1.5 } });
        let reply = ada.post(&format!("/api/e/{room}/agree"), &body);
        assert_eq!(reply.status, 200, "{}", reply.text());
        agreed += 1;
        assert!(agreed < 100);
    }
    assert!(agreed > 3);
    let rules = ada.turn(&room)["rules"].clone();
    for rule in rules.as_array().unwrap() {
        assert!(rule["agreed"].as_array().unwrap().contains(&json!("ada")), "{rule}");
    }
}

#[test]
fn nobody_waits_for_a_program_that_hangs_or_cannot_be_started() {
    let broken: ProgramStarter = Arc::new(|_: &[Attribute]| Err("prover: not \u{1b}[31mfound".to_owned()));
    let server = serve(vec![broken, starter("sloth", all, true)], false);
    let (ada, truth) = (server.owner(), Truth::animals());
    let room = begin(&ada, &truth, "Animals");
    let started = Instant::now();
    let state = ada.turn(&room);
    assert_eq!(state["turn"]["kind"], "ask", "{state}");
    assert!(started.elapsed() < Duration::from_secs(60));
    let answer = truth.answer("1", &state["turn"]["question"]);
    assert_eq!(ada.post(&format!("/api/e/{room}/answers"), &answer).status, 200);
}
