//! How questions are worded: samples while attributes are typed, another noun or
//! language, and labels in the language of the questions.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Reply, TestServer};
use serde_json::{Value, json};

fn ok(reply: &Reply) -> Value {
    assert!(reply.status < 300, "{}: {}", reply.status, reply.text());
    reply.json()
}

fn text(pieces: &Value) -> String {
    pieces.as_array().unwrap().iter().map(|piece| piece["text"].as_str().unwrap()).collect()
}

#[test]
fn samples_show_how_one_speaks_of_attributes() {
    let server = TestServer::start();
    let ada = server.owner();
    let body = json!({
        "noun": "a kitchen tool",
        "attributes": [{ "name": "blade" }, { "name": "heats food" }, { "name": "x7" }, { "name": "sharp", "phrase": "" }],
    });
    let sample = ok(&ada.post("/api/wording", &body));
    let said: Vec<&Value> = sample["attributes"].as_array().unwrap().iter().map(|one| &one["said"]).collect();
    assert_eq!(said, [&json!("has a blade"), &json!("heats food"), &Value::Null, &Value::Null]);
    assert_eq!(sample["attributes"][0]["phrases"][0], "has a blade");
    let body = json!({ "noun": "a kitchen tool", "attributes": [{ "name": "blade" }, { "name": "heats food" }] });
    let sample = ok(&ada.post("/api/wording", &body));
    let questions: Vec<String> = sample["questions"].as_array().unwrap().iter().map(text).collect();
    assert_eq!(
        questions,
        [
            "If a kitchen tool has a blade, does it always heat food?",
            "Is there a kitchen tool that has a blade and heats food?"
        ]
    );
    assert_eq!(sample["questions"][0][1]["attribute"], "blade");
    let german = json!({ "noun": "das Tier", "language": "de", "attributes": [{ "name": "scharf" }] });
    let sample = ok(&ada.post("/api/wording", &german));
    assert_eq!(text(&sample["questions"][0]), "Ist jedes Tier scharf?");
    assert_eq!(ada.post("/api/wording", &json!({ "language": "tlh", "attributes": [] })).status, 400);
}

#[test]
fn noun_and_language_are_said_at_the_start_and_changed_later() {
    let server = TestServer::start();
    let ada = server.owner();
    let new = json!({
        "title": "Tools", "noun": "a kitchen tool", "seed": 1,
        "attributes": [{ "name": "blade" }, { "name": "sharp" }, { "name": "handle" }],
    });
    let name = ok(&ada.post("/api/explorations", &new))["name"].as_str().unwrap().to_owned();
    let state = || ada.turn(&name);
    let wording = state()["wording"].clone();
    assert_eq!((&wording["noun"], &wording["language"]), (&json!("a kitchen tool"), &json!("en")));
    assert_eq!(wording["answers"]["rule"]["holds"], "Yes, always");
    assert_eq!(state()["attributes"][0]["said"], "has a blade");
    let change = |request: &str, body: Value| {
        let mut body = body;
        body["request"] = json!(request);
        ada.post(&format!("/api/e/{name}/words"), &body)
    };
    ok(&change("1", json!({ "noun": "das Küchengerät", "language": "de" })));
    // Sent again, it is not done twice.
    ok(&change("1", json!({ "noun": "das Küchengerät", "language": "de" })));
    let state_now = state();
    assert_eq!(state_now["wording"]["answers"]["never"]["holds"], "Nein, nie");
    let entries = state_now["entries"].as_array().unwrap().iter().filter(|entry| entry["kind"] == "words").count();
    assert_eq!(entries, 1);
    // What is not said stays.
    ok(&change("2", json!({ "noun": "" })));
    let wording = state()["wording"].clone();
    assert_eq!((&wording["noun"], &wording["language_name"]), (&Value::Null, &json!("Deutsch")));
    assert_eq!(change("3", json!({ "language": "tlh" })).status, 400);
}

#[test]
fn a_question_is_shown_with_no_more_than_is_new() {
    let server = TestServer::start();
    let ada = server.owner();
    let new = json!({ "title": "Tools", "seed": 1, "attributes": [{ "name": "blade" }, { "name": "sharp" }, { "name": "handle" }] });
    let name = ok(&ada.post("/api/explorations", &new))["name"].as_str().unwrap().to_owned();
    let answer = |request: &str, premise: Value, conclusion: Value| {
        let question = json!({ "premise": premise, "conclusion": conclusion });
        let body = json!({ "request": request, "question": question, "answer": "holds" });
        ok(&ada.post(&format!("/api/e/{name}/answers"), &body))
    };
    answer("1", json!(["blade"]), json!(["sharp"]));
    answer("2", json!(["blade", "sharp"]), json!(["handle"]));
    let state = ada.turn(&name);
    let rules = state["rules"].as_array().unwrap();
    let handle = rules.iter().find(|rule| rule["only_new"]["conclusion"] == json!(["handle"])).unwrap();
    assert_eq!(handle["only_new"]["premise"], json!(["blade"]));
    assert_eq!(handle["words"], "Whatever has a blade also has a handle");
}
