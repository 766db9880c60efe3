//! Things first, lists of rules, guesses and seconds, as a page asks for them.
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::BTreeSet;
use std::time::Duration;

use common::{Client, TestServer, Truth, begin, finish};
use hornbook_explore::journal::{Entry, EntryKind};
use hornbook_explore::{Asking, Exploration};
use serde_json::{Value, json};

const LISTS: &str = "?lists=true";

/// A world in which many rules hold that few things bear out.
fn world() -> Truth {
    Truth::of(
        &["feathers", "flies", "swims", "fur", "milk", "eggs"],
        &[
            ("duck", &["feathers", "flies", "swims", "eggs"]),
            ("eagle", &["feathers", "flies", "eggs"]),
            ("penguin", &["feathers", "swims", "eggs"]),
            ("ostrich", &["feathers", "eggs"]),
            ("bat", &["fur", "flies", "milk"]),
            ("otter", &["fur", "swims", "milk"]),
            ("mole", &["fur", "milk"]),
            ("carp", &["swims", "eggs"]),
            ("wasp", &["flies", "eggs"]),
            ("stone", &[]),
            ("platypus", &["fur", "swims", "milk", "eggs"]),
        ],
    )
}

fn asking(controls: f64) -> TestServer {
    TestServer::with(|options| options.asking = Asking { controls, ..Asking::default() })
}

/// What somebody sees, once it is found.
fn seen(who: &Client, room: &str, query: &str) -> Value {
    for _ in 0..600 {
        let reply = who.get(&format!("/api/e/{room}{query}"));
        assert_eq!(reply.status, 200, "{}", reply.text());
        if reply.json()["turn"]["kind"] != "thinking" {
            return reply.json();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("nothing was found in a long time");
}

/// Tells of all things there are.
fn tell_all(who: &Client, room: &str, truth: &Truth) {
    for (place, (name, has)) in truth.things.iter().enumerate() {
        let lacks: Vec<&String> = truth.attributes.iter().filter(|name| !has.contains(name)).collect();
        let told =
            json!({ "request": format!("told-{place}"), "object": { "name": name, "has": has, "lacks": lacks } });
        let reply = who.post(&format!("/api/e/{room}/objects"), &told);
        assert_eq!(reply.status, 200, "{}", reply.text());
    }
}

/// Answers single questions until there is a list; its rules.
fn list(who: &Client, room: &str, truth: &Truth, tag: &str) -> Vec<Value> {
    for asked in 0..50 {
        let turn = seen(who, room, LISTS)["turn"].clone();
        match turn["kind"].as_str().unwrap() {
            "ask" => {
                let answer = truth.answer(&format!("{tag}-{asked}"), &turn["question"]);
                assert_eq!(who.post(&format!("/api/e/{room}/answers"), &answer).status, 200);
            }
            "check" => {
                let rules = turn["rules"].as_array().unwrap();
                return rules.iter().map(|rule| rule["question"].clone()).collect();
            }
            other => panic!("{other}"),
        }
    }
    panic!("no list in a long time");
}

fn journal(server: &TestServer, room: &str) -> Vec<Entry> {
    let kept = Exploration::read(&server.path().join(format!("{room}.journal"))).unwrap();
    kept.journal().entries().to_vec()
}

fn ticks(rules: &[Value]) -> Vec<Value> {
    rules.iter().map(|rule| json!({ "question": rule, "answer": "holds" })).collect()
}

#[test]
fn lists_and_things_first_are_for_those_who_ask_for_them() {
    let server = asking(0.0);
    let (ada, truth) = (server.owner(), world());
    let room = begin(&ada, &truth, "Animals");
    assert_eq!(seen(&ada, &room, "")["turn"]["kind"], "ask");
    assert_eq!(seen(&ada, &room, LISTS)["turn"]["kind"], "ask", "nothing is likely yet");
    let first = seen(&ada, &room, "?objects_first=true")["turn"].clone();
    assert_eq!((&first["kind"], &first["named"]), (&json!("describe"), &json!(0)));
    assert!(first["missing"].to_string().contains("something that has feathers"), "{first}");
    tell_all(&ada, &room, &truth);
    let more = seen(&ada, &room, "?lists=true&objects_first=true")["turn"].clone();
    assert_eq!((&more["kind"], &more["named"]), (&json!("describe"), &json!(truth.things.len())));

    // A list has nothing but the rules, so that those known to be false look the same.
    let rules = list(&ada, &room, &truth, "one");
    assert!(rules.len() > 1, "{rules:?}");
    let turn = seen(&ada, &room, LISTS)["turn"].clone();
    for rule in turn["rules"].as_array().unwrap() {
        let fields: BTreeSet<&str> = rule.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(fields, BTreeSet::from(["only_new", "question", "words"]));
    }
    // Whoever takes no lists is asked the first of them; both at once do not take
    // turns at changing what is before them.
    let alone = seen(&ada, &room, "");
    assert_eq!(alone["turn"]["kind"], "ask");
    let again = seen(&ada, &room, LISTS);
    assert_eq!((&again["turn"], &again["version"]), (&turn, &alone["version"]));
    // Once a question was answered, things are not asked for first any more.
    assert_eq!(seen(&ada, &room, "?lists=true&objects_first=true")["turn"], turn);
    finish(&ada, &room, &truth, "rest");
}

#[test]
fn lists_lead_to_a_certificate_whosever_word_counts() {
    // Two share the few questions there are: of these none are apart enough for lists.
    for (policy, people, with_lists) in [(None, 1, true), (None, 2, false), (Some("majority"), 2, false)] {
        let server = asking(0.5);
        let (ada, truth) = (server.owner(), world());
        let room = begin(&ada, &truth, "Animals");
        tell_all(&ada, &room, &truth);
        if let Some(policy) = policy {
            let body = json!({ "request": "p", "policy": policy, "of": 3 });
            assert_eq!(ada.post(&format!("/api/e/{room}/policy"), &body).status, 200);
        }
        let mut all = vec![ada];
        for name in ["bob"].into_iter().take(people - 1) {
            all.push(server.guest(&all[0], &room, name, "expert"));
        }
        let (mut lists, mut number) = (0, 0);
        'rounds: for _ in 0..200 {
            for who in &all {
                number += 1;
                let turn = seen(who, &room, LISTS)["turn"].clone();
                let request = format!("{policy:?}-{number}");
                let (path, body) = match turn["kind"].as_str().unwrap() {
                    "ask" => ("answers", truth.answer(&request, &turn["question"])),
                    "check" => {
                        lists += 1;
                        let rules = turn["rules"].as_array().unwrap();
                        let answers: Vec<Value> =
                            rules.iter().map(|rule| truth.answer("", &rule["question"])).collect();
                        ("lists", json!({ "request": request, "answers": answers }))
                    }
                    "certified" => break 'rounds,
                    _ => continue,
                };
                let reply = who.post(&format!("/api/e/{room}/{path}"), &body);
                assert_eq!(reply.status, 200, "{body}: {}", reply.text());
                if path == "lists" {
                    assert_eq!(reply.json()["missed"], json!([]), "{body}: {}", reply.text());
                }
            }
        }
        let state = seen(&all[0], &room, LISTS);
        assert!(state["certified"].is_object(), "{policy:?} {people}: {}", state["turn"]);
        assert!(lists > 0 || !with_lists, "{policy:?} {people}");
        for rule in state["rules"].as_array().unwrap() {
            assert!(truth.holds(&rule["rule"]), "{rule}");
        }
    }
}

#[test]
fn what_one_said_to_hold_is_a_list_for_the_next() {
    let server = asking(0.0);
    let (ada, truth) = (server.owner(), world());
    let room = begin(&ada, &truth, "Animals");
    tell_all(&ada, &room, &truth);
    let policy = json!({ "request": "p", "policy": "majority", "of": 3 });
    assert_eq!(ada.post(&format!("/api/e/{room}/policy"), &policy).status, 200);
    let rules = [
        json!({ "premise": ["feathers"], "conclusion": ["eggs"] }),
        json!({ "premise": ["fur"], "conclusion": ["milk"] }),
        json!({ "premise": ["milk"], "conclusion": ["fur"] }),
    ];
    let lists = format!("/api/e/{room}/lists");
    assert_eq!(ada.post(&lists, &json!({ "request": "ticks", "answers": ticks(&rules) })).status, 200);
    assert!(seen(&ada, &room, LISTS)["rules"].as_array().unwrap().is_empty(), "one word does not count");
    // She is not asked again what she answered.
    let shown = |who: &Client| {
        let turn = seen(who, &room, LISTS)["turn"].clone();
        let alone = turn.get("question").cloned();
        let listed = turn["rules"].as_array().into_iter().flatten().map(|rule| rule["question"].clone());
        listed.chain(alone).collect::<Vec<Value>>()
    };
    assert!(shown(&ada).iter().all(|rule| !rules.contains(rule)), "{:?}", shown(&ada));
    let bob = server.guest(&ada, &room, "bob", "expert");
    assert_eq!(shown(&bob), rules);
    let ticked = bob.post(&lists, &json!({ "request": "ticks", "answers": ticks(&rules) }));
    assert_eq!(ticked.status, 200, "{}", ticked.text());
    assert_eq!(seen(&bob, &room, LISTS)["rules"].as_array().unwrap().len(), rules.len());
}

#[test]
fn every_rule_of_a_list_is_out_for_others() {
    let server = asking(0.0);
    let (ada, truth) = (server.owner(), world());
    let room = begin(&ada, &truth, "Animals");
    tell_all(&ada, &room, &truth);
    let of_ada = list(&ada, &room, &truth, "ada");
    let bob = server.guest(&ada, &room, "bob", "expert");
    let turn = seen(&bob, &room, LISTS)["turn"].clone();
    assert_eq!(seen(&ada, &room, LISTS)["turn"]["kind"], "check", "it stays with her");
    let of_bob: Vec<Value> = match turn["kind"].as_str().unwrap() {
        "ask" => vec![turn["question"].clone()],
        "check" => turn["rules"].as_array().unwrap().iter().map(|rule| rule["question"].clone()).collect(),
        _ => Vec::new(),
    };
    assert!(of_bob.iter().all(|rule| !of_ada.contains(rule)), "{of_ada:?} {of_bob:?}");
}

#[test]
fn a_tick_at_a_rule_known_to_be_false_is_told_of() {
    let server = asking(1.0);
    let (ada, truth) = (server.owner(), world());
    let room = begin(&ada, &truth, "Animals");
    tell_all(&ada, &room, &truth);
    let rules = list(&ada, &room, &truth, "one");
    let wrong = rules.iter().filter(|rule| !truth.holds(rule)).count();
    assert!(wrong > 0 && wrong < rules.len(), "{rules:?}");
    let before = journal(&server, &room).len();
    let body = json!({ "request": "ticks", "answers": ticks(&rules), "took": { "seconds": 6 } });
    let reply = ada.post(&format!("/api/e/{room}/lists"), &body);
    assert_eq!(reply.status, 200, "{}", reply.text());
    let found = reply.json();
    assert_eq!(found["missed"].as_array().unwrap().len(), wrong, "{found}");
    for missed in found["missed"].as_array().unwrap() {
        assert!(!truth.holds(&missed["rule"]) && missed["broken_by"].is_string(), "{missed}");
    }
    let entries = journal(&server, &room);
    let controls =
        entries[before..].iter().filter(|entry| matches!(entry.what, EntryKind::Control { noticed: false, .. }));
    assert_eq!(controls.count(), wrong);
    // The seconds are those of one rule.
    let took: Vec<_> = entries[before..].iter().filter_map(|entry| entry.took).collect();
    assert!(!took.is_empty() && took.iter().all(|took| took.together as usize == rules.len()), "{took:?}");
    assert!(took.iter().all(|took| (took.seconds * rules.len() as f64 - 6.0).abs() < 1e-9), "{took:?}");

    // Sent again it is the same, though it took longer by then.
    let again = json!({ "request": "ticks", "answers": ticks(&rules), "took": { "seconds": 60 } });
    let again = ada.post(&format!("/api/e/{room}/lists"), &again).json();
    assert_eq!((&again["missed"], &again["entries"]), (&found["missed"], &found["entries"]));
    // What was said can be taken back.
    for (place, entry) in found["entries"].as_array().unwrap().iter().enumerate() {
        let retract = json!({ "request": format!("back-{place}"), "entry": entry });
        assert_eq!(ada.post(&format!("/api/e/{room}/retract"), &retract).status, 200);
    }
}

#[test]
fn a_list_is_taken_as_a_whole_or_not_at_all() {
    let server = asking(0.0);
    let (ada, truth) = (server.owner(), world());
    let room = begin(&ada, &truth, "Animals");
    let lists = format!("/api/e/{room}/lists");
    let fur = json!({ "premise": ["fur"], "conclusion": ["milk"] });
    let swims = json!({ "premise": ["swims"], "conclusion": ["eggs"] });
    let object = json!({ "name": "odd", "has": ["fur", "swims"], "lacks": ["milk", "eggs"] });
    let answers = json!([
        { "question": swims, "answer": "refuted", "object": object },
        { "question": fur, "answer": "holds" },
    ]);
    let before = journal(&server, &room).len();
    let refused = ada.post(&lists, &json!({ "request": "1", "answers": answers }));
    let problem = refused.json();
    assert_eq!((refused.status, &problem["kind"]), (409, &json!("contradicts")), "{problem}");
    assert_eq!(problem["question"], swims);
    assert_eq!(problem["dispute"][0]["entry"], json!(null), "it is no entry yet: {problem}");
    assert_eq!(journal(&server, &room).len(), before);
    // Two rules that one object breaks are both refuted, each with what was told.
    let flies = json!({ "premise": ["swims"], "conclusion": ["flies"] });
    let carp = json!({ "name": "carp", "has": ["swims"], "lacks": ["eggs", "flies"] });
    let newt = json!({ "name": "newt", "has": ["swims"], "lacks": ["flies"] });
    let answers = json!([
        { "question": swims, "answer": "refuted", "object": carp },
        { "question": flies, "answer": "refuted", "object": newt },
        { "question": { "premise": ["milk"], "conclusion": ["fur"] }, "answer": "unknown" },
    ]);
    let taken = ada.post(&lists, &json!({ "request": "2", "answers": answers })).json();
    assert_eq!((taken["entries"].as_array().unwrap().len(), &taken["noticed"]), (3, &json!(0)), "{taken}");
    // An exception to a rule that is known to be false is kept all the same.
    let stork = json!({ "name": "stork", "has": ["swims"], "lacks": ["flies"] });
    let answers = json!([{ "question": flies, "answer": "refuted", "object": stork }]);
    let taken = ada.post(&lists, &json!({ "request": "3", "answers": answers })).json();
    assert_eq!((taken["entries"].as_array().unwrap().len(), &taken["noticed"]), (1, &json!(1)), "{taken}");
    let state = seen(&ada, &room, "");
    let names: Vec<&str> =
        state["objects"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["carp", "newt", "stork"]);
}

#[test]
fn guesses_are_told_and_nothing_of_them_is_recorded() {
    let server = asking(0.0);
    let (ada, truth) = (server.owner(), world());
    let room = begin(&ada, &truth, "Animals");
    tell_all(&ada, &room, &truth);
    let rule = json!({ "premise": ["feathers"], "conclusion": ["eggs"] });
    let holds = json!({ "request": "r", "question": rule, "answer": "holds" });
    assert_eq!(ada.post(&format!("/api/e/{room}/answers"), &holds).status, 200);
    let before = journal(&server, &room).len();
    let fill = |guess: bool| {
        let body = json!({ "object": { "name": "goose", "has": ["feathers"], "lacks": [] }, "guess": guess });
        ada.post(&format!("/api/e/{room}/fill"), &body).json()
    };
    let filled = fill(true);
    assert_eq!(filled["has"], json!(["feathers", "eggs"]), "certain: {filled}");
    assert!(filled["guessed"]["lacks"].as_array().unwrap().contains(&json!("fur")), "{filled}");
    assert_eq!(fill(false)["guessed"], json!({ "has": [], "lacks": [] }));
    // What is to be lacked is what the person knows.
    let breaks = json!({ "premise": ["feathers"], "conclusion": ["flies"] });
    let body = json!({ "object": { "has": [], "lacks": [] }, "question": breaks, "guess": true });
    let filled = ada.post(&format!("/api/e/{room}/fill"), &body).json();
    assert!(!filled["guessed"].to_string().contains("flies"), "{filled}");
    assert_eq!(journal(&server, &room).len(), before);
}

#[test]
fn seconds_are_kept_and_what_cannot_be_is_ignored() {
    let server = asking(0.0);
    let (ada, truth) = (server.owner(), world());
    let room = begin(&ada, &truth, "Animals");
    let tell = |request: &str, took: Value| {
        let object = json!({ "name": request, "has": ["fur"], "lacks": [] });
        let body = json!({ "request": request, "object": object, "took": took });
        let reply = ada.post(&format!("/api/e/{room}/objects"), &body);
        assert_eq!(reply.status, 200, "{}", reply.text());
        journal(&server, &room).into_iter().rev().find(|entry| entry.what.counts()).unwrap().took
    };
    let took = tell("a", json!({ "seconds": 12.5, "guessed": 3, "corrected": 1 })).unwrap();
    assert_eq!((took.seconds, took.together, took.guessed, took.corrected), (12.5, 1, 3, 1));
    for (place, bad) in [json!(-3), json!(86_400), json!(null), json!("NaN"), json!({})].into_iter().enumerate() {
        assert_eq!(tell(&format!("b{place}"), json!({ "seconds": bad })), None, "{bad}");
    }
    assert_eq!(tell("c", json!("nonsense")), None);
    let rule = json!({ "premise": ["fur"], "conclusion": ["milk"] });
    let body = json!({ "request": "d", "question": rule, "answer": "holds", "took": { "seconds": 4 } });
    assert_eq!(ada.post(&format!("/api/e/{room}/answers"), &body).status, 200);
    let answered = journal(&server, &room).into_iter().rev().find(|entry| entry.what.counts()).unwrap();
    assert_eq!(answered.took.map(|took| took.seconds), Some(4.0));
}

#[test]
fn what_the_certificate_is_about_can_be_chosen() {
    let server = asking(0.0);
    let (ada, truth) = (server.owner(), world());
    let offered = ada.get("/api/choices").json();
    assert_eq!(offered["distributions"][0]["name"], "described and short");
    let room = begin(&ada, &truth, "Animals");
    let about = |room: &str| seen(&ada, room, "")["accuracy"]["distribution"].clone();
    assert_eq!(about(&room), offered["distributions"][0]["name"]);
    assert_eq!(seen(&ada, &room, "")["accuracy"]["epsilon"], offered["epsilon"]);
    let set = |request: &str, name: &str| {
        let body = json!({ "request": request, "distribution": name });
        ada.post(&format!("/api/e/{room}/distribution"), &body).status
    };
    assert_eq!(set("1", "short"), 200);
    assert_eq!(about(&room), "short");
    assert_eq!((set("2", "columns"), set("3", "everything")), (409, 400));
    let mut new = truth.new_exploration("Others");
    new["distribution"] = json!("uniform");
    let other = ada.post("/api/explorations", &new).json()["name"].as_str().unwrap().to_owned();
    assert_eq!(about(&other), "uniform");
    new["distribution"] = json!("columns");
    assert_eq!(ada.post("/api/explorations", &new).status, 400);
}
