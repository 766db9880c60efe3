//! Attributes and objects are changed over HTTP, and what was done is undone.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Client, TestServer, Truth, begin};
use serde_json::{Value, json};

fn post(who: &Client, room: &str, what: &str, body: Value) -> Value {
    let reply = who.post(&format!("/api/e/{room}/{what}"), &body);
    assert_eq!(reply.status, 200, "{what}: {}", reply.text());
    reply.json()
}

fn names(state: &Value) -> Vec<&str> {
    state["attributes"].as_array().unwrap().iter().map(|attribute| attribute["name"].as_str().unwrap()).collect()
}

fn object<'a>(state: &'a Value, name: &str) -> &'a Value {
    state["objects"].as_array().unwrap().iter().find(|object| object["name"] == name).unwrap()
}

#[test]
fn attributes_are_renamed_ordered_and_removed_by_owners() {
    let server = TestServer::start();
    let ada = server.owner();
    let room = begin(&ada, &Truth::animals(), "Animals");
    let bob = server.guest(&ada, &room, "bob", "expert");
    let rule = json!({ "premise": ["hair"], "conclusion": ["milk", "swims"] });
    post(&ada, &room, "answers", json!({ "request": "1", "question": rule, "answer": "holds" }));
    let fur = json!({ "name": "fur", "phrase": "has fur" });
    let edit = json!({ "request": "2", "attribute": "hair", "to": fur });
    assert_eq!(bob.post(&format!("/api/e/{room}/attributes/edit"), &edit).status, 403);
    let edited = post(&ada, &room, "attributes/edit", edit.clone());
    // Sent again, it is the same.
    assert_eq!(post(&ada, &room, "attributes/edit", edit)["id"], edited["id"]);
    // Somebody may not have heard of it yet.
    let told = json!({ "name": "cat", "has": ["hair"], "lacks": ["flies"] });
    post(&bob, &room, "objects", json!({ "request": "3", "object": told }));
    let order = ["swims", "fur", "milk", "eggs", "flies"];
    post(&ada, &room, "attributes/order", json!({ "request": "4", "order": order }));
    let state = ada.turn(&room);
    assert_eq!(names(&state), order);
    assert_eq!(state["rules"][0]["rule"]["premise"], json!(["fur"]));
    assert_eq!(object(&state, "cat")["has"], json!([0, 1, 2]));

    let lines = ada.get(&format!("/api/e/{room}/removal?attribute=milk")).json();
    assert!(lines["lines"].as_array().unwrap().len() >= 2, "{lines}");
    post(&ada, &room, "attributes/remove", json!({ "request": "5", "attributes": ["milk"] }));
    let state = ada.turn(&room);
    assert_eq!(names(&state), ["swims", "fur", "eggs", "flies"]);
    assert_eq!(state["rules"][0]["rule"], json!({ "premise": ["fur"], "conclusion": ["swims"] }));
    let removed = state["entries"].as_array().unwrap().last().unwrap();
    assert_eq!((&removed["kind"], &removed["can_retract"]), (&json!("remove"), &json!(true)));
    post(&ada, &room, "undo", json!({ "request": "6" }));
    assert_eq!(names(&ada.turn(&room)), order);
}

#[test]
fn objects_are_renamed_removed_and_filled_in_together() {
    let server = TestServer::start();
    let ada = server.owner();
    let room = begin(&ada, &Truth::animals(), "Animals");
    let bob = server.guest(&ada, &room, "bob", "expert");
    for (at, name) in ["dog", "cat", "hen"].into_iter().enumerate() {
        let told = json!({ "name": name, "has": ["hair"], "lacks": [] });
        post(&ada, &room, "objects", json!({ "request": format!("t{at}"), "object": told }));
    }
    let state = ada.turn(&room);
    let of = |name: &str| object(&state, name)["of"].clone();
    let rename = json!({ "request": "r", "of": of("dog"), "name": "wolf" });
    assert_eq!(bob.post(&format!("/api/e/{room}/objects/rename"), &rename).status, 409, "it is ada's word");
    post(&ada, &room, "objects/rename", rename);
    post(&ada, &room, "attributes", json!({ "request": "a", "attributes": [{ "name": "tail" }] }));
    let list = json!([{ "of": of("dog"), "has": ["tail"] }, { "of": of("cat"), "has": ["tail"] }, { "of": of("hen"), "lacks": ["tail"] }]);
    let all = json!({ "request": "l", "objects": list });
    let told = post(&ada, &room, "objects/list", all.clone());
    assert_eq!(post(&ada, &room, "objects/list", all)["id"], told["id"]);
    let state = ada.turn(&room);
    assert_eq!(object(&state, "wolf")["has"], json!([0, 5]));
    assert_eq!(object(&state, "hen")["lacks"], json!([5]));
    // What was filled in together is undone together.
    post(&ada, &room, "undo", json!({ "request": "u" }));
    let state = ada.turn(&room);
    assert!(["wolf", "cat", "hen"].iter().all(|name| object(&state, name)["said"] == json!([0])));
    let lines = ada.get(&format!("/api/e/{room}/removal?object={}", of("cat").as_str().unwrap())).json();
    assert_eq!(lines["lines"], json!(["Nothing known any more of cat."]));
    post(&ada, &room, "objects/remove", json!({ "request": "d", "of": of("cat") }));
    assert_eq!(ada.turn(&room)["objects"].as_array().unwrap().len(), 2);
}

#[test]
fn undo_brings_the_question_back_with_what_was_said() {
    let server = TestServer::start();
    let (ada, truth) = (server.owner(), Truth::animals());
    let room = begin(&ada, &truth, "Animals");
    let mut refuted = None;
    for at in 0..20 {
        let state = ada.turn(&room);
        let question = state["turn"]["question"].clone();
        let answer = truth.answer(&at.to_string(), &question);
        post(&ada, &room, "answers", answer.clone());
        if answer["answer"] == "refuted" {
            refuted = Some((question, answer));
            break;
        }
    }
    let (question, answer) = refuted.unwrap();
    let undone = post(&ada, &room, "undo", json!({ "request": "undo" }))["undone"].clone();
    assert_eq!((&undone["question"], &undone["answer"]), (&question, &json!("refuted")));
    assert_eq!(undone["object"]["name"], answer["object"]["name"]);
    assert_eq!(ada.turn(&room)["turn"]["question"], question);
}
