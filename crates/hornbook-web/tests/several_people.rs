//! Several people in one exploration over HTTP: whose word counts, and what they
//! see of each other.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Client, TestServer, Truth, begin};
use serde_json::{Value, json};

fn names(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().map(|name| name.as_str().unwrap()).collect()
}

/// An exploration under a policy.
fn begin_under(owner: &Client, truth: &Truth, policy: &str, of: u32) -> String {
    let mut new = truth.new_exploration(policy);
    new["policy"] = json!({ "policy": policy, "of": of });
    owner.post("/api/explorations", &new).json()["name"].as_str().unwrap().to_owned()
}

fn is_empty(value: &Value) -> bool {
    value.as_array().unwrap().is_empty()
}

#[test]
fn policies_decide_whose_word_counts() {
    let server = TestServer::start();
    let (ada, truth) = (server.owner(), Truth::animals());
    let mut new = truth.new_exploration("Majority");
    new["policy"] = json!({ "policy": "majority", "of": 3 });
    let room = ada.post("/api/explorations", &new).json()["name"].as_str().unwrap().to_owned();
    let answers = format!("/api/e/{room}/answers");
    let bob = server.guest(&ada, &room, "bob", "expert");
    let eve = server.guest(&ada, &room, "eve", "expert");
    let rule = json!({ "premise": ["flies"], "conclusion": ["swims"] });
    let says = |who: &Client, request: &str, answer: &str| {
        let mut sent = json!({ "request": request, "question": rule, "answer": answer });
        if answer == "refuted" {
            sent["object"] = json!({ "name": "bat", "has": ["flies"], "lacks": ["swims"] });
        }
        let reply = who.post(&answers, &sent);
        assert_eq!(reply.status, 200, "{}", reply.text());
        who.turn(&room)
    };
    let state = says(&ada, "1", "holds");
    assert_eq!(state["pending"][0]["question"], rule, "{state}");
    assert!(state["rules"].as_array().unwrap().is_empty());
    // The others are asked it next, and told what was said.
    let asked = &bob.turn(&room)["turn"];
    assert_eq!(asked["question"], rule);
    assert_eq!(asked["answered_by"][0]["who"], "ada");

    let state = says(&bob, "2", "refuted");
    assert_eq!(state["disagreements"][0]["decided"], Value::Null, "{state}");
    let state = says(&eve, "3", "holds");
    let split = &state["disagreements"][0];
    assert_eq!(split["decided"], "holds", "two of three: {state}");
    assert_eq!(split["votes"].as_array().unwrap().len(), 3);
    let mut agreed = names(&state["rules"][0]["agreed"]);
    agreed.sort_unstable();
    assert_eq!(agreed, ["ada", "eve"], "who said otherwise did not agree");

    // From here on all must agree; what was decided stays.
    let unanimous =
        ada.post(&format!("/api/e/{room}/policy"), &json!({"request": "p", "policy": "unanimous", "of": 3}));
    assert_eq!(unanimous.status, 200, "{}", unanimous.text());
    let state = ada.turn(&room);
    assert_eq!(
        (&state["policy"]["policy"], &state["disagreements"][0]["decided"]),
        (&json!("unanimous"), &json!("holds"))
    );
    let mut new = truth.new_exploration("Unanimous");
    new["policy"] = json!({ "policy": "unanimous", "of": 2 });
    let second = ada.post("/api/explorations", &new).json()["name"].as_str().unwrap().to_owned();
    let carl = server.guest(&ada, &second, "carl", "expert");
    let answers = format!("/api/e/{second}/answers");
    let holds = json!({ "request": "1", "question": rule, "answer": "holds" });
    assert_eq!(ada.post(&answers, &holds).status, 200);
    let object = json!({ "name": "bat", "has": ["flies"], "lacks": ["swims"] });
    let fails = json!({ "request": "2", "question": rule, "answer": "refuted", "object": object });
    assert_eq!(carl.post(&answers, &fails).status, 200);
    let state = carl.turn(&second);
    assert_eq!(state["disagreements"][0]["decided"], Value::Null);
    assert!(state["rules"].as_array().unwrap().is_empty() && state["objects"].as_array().unwrap().is_empty());
    // One changes their answer; nobody else can do that for them.
    let replaces = &ada.turn(&second)["entries"][1]["id"];
    let others = json!({ "request": "4", "question": rule, "answer": "unknown", "replaces": replaces });
    assert_eq!(carl.post(&answers, &others).status, 403);
    let changed =
        json!({ "request": "3", "question": rule, "answer": "refuted", "object": object, "replaces": replaces });
    let reply = ada.post(&answers, &changed);
    assert_eq!(reply.status, 200, "{}", reply.text());
    let state = ada.turn(&second);
    assert!(state["disagreements"].as_array().unwrap().is_empty(), "{state}");
    assert_eq!(state["objects"][0]["name"], "bat");
    for bad in [json!({"policy": "majority"}), json!({"policy": "majority", "of": 0}), json!({"policy": "dictator"})] {
        let mut bad = bad;
        bad["request"] = json!("bad");
        assert_eq!(ada.post(&format!("/api/e/{second}/policy"), &bad).status, 400, "{bad}");
    }
}

/// The disagreement is listed, and nobody is asked the question any more.
#[test]
fn one_denial_undoes_a_unanimous_answer() {
    let server = TestServer::start();
    let (ada, truth) = (server.owner(), Truth::animals());
    let room = begin_under(&ada, &truth, "unanimous", 2);
    let answers = format!("/api/e/{room}/answers");
    let [bob, eve] = ["bob", "eve"].map(|name| server.guest(&ada, &room, name, "expert"));
    let rule = json!({ "premise": ["flies"], "conclusion": ["swims"] });
    for who in [&ada, &bob] {
        let reply = who.post(&answers, &json!({ "request": "1", "question": rule, "answer": "holds" }));
        assert_eq!(reply.status, 200, "{}", reply.text());
    }
    assert!(!is_empty(&ada.turn(&room)["rules"]));
    let object = json!({ "name": "bat", "has": ["flies"], "lacks": ["swims"] });
    let mut denial = json!({ "request": "1", "question": rule, "answer": "refuted", "object": object });
    let refused = eve.post(&answers, &denial);
    assert_eq!((refused.status, refused.kind()), (409, "contradicts".to_owned()), "not without being told");
    denial["anyway"] = json!(true);
    assert_eq!(eve.post(&answers, &denial).status, 200);
    for who in [&ada, &bob, &eve] {
        let state = who.turn(&room);
        assert!(is_empty(&state["rules"]) && is_empty(&state["objects"]), "{state}");
        assert_eq!(state["disagreements"][0]["decided"], Value::Null, "{state}");
        assert_eq!(state["disagreements"][0]["votes"].as_array().unwrap().len(), 3);
        assert_ne!(state["turn"]["question"], rule, "{state}");
    }
}

/// Also under the policy `any`.
#[test]
fn a_question_that_one_cannot_answer_goes_to_the_others() {
    let server = TestServer::start();
    let (ada, truth) = (server.owner(), Truth::animals());
    let room = begin(&ada, &truth, "Animals");
    let answers = format!("/api/e/{room}/answers");
    let bob = server.guest(&ada, &room, "bob", "expert");
    let question = ada.turn(&room)["turn"]["question"].clone();
    let unknown = json!({ "request": "1", "question": question, "answer": "unknown" });
    assert_eq!(ada.post(&answers, &unknown).status, 200);
    assert_ne!(ada.turn(&room)["turn"]["question"], question);
    let turn = &bob.turn(&room)["turn"];
    assert_eq!(turn["question"], question, "{turn}");
    assert_eq!(
        turn["answered_by"][0],
        json!({ "who": "ada", "program": false, "verdict": "unknown", "entry": turn["answered_by"][0]["entry"] })
    );
    assert_eq!(bob.post(&answers, &truth.answer("1", &question)).status, 200);
    let state = bob.turn(&room);
    assert!(is_empty(&state["open"]) && is_empty(&state["disagreements"]), "{state}");
}

/// Under a policy by which it waits for several people.
#[test]
fn a_question_that_was_put_off_is_not_asked_again_at_once() {
    let server = TestServer::start();
    let (ada, truth) = (server.owner(), Truth::animals());
    let room = begin_under(&ada, &truth, "majority", 3);
    let answers = format!("/api/e/{room}/answers");
    let bob = server.guest(&ada, &room, "bob", "expert");
    let question = ada.turn(&room)["turn"]["question"].clone();
    assert_eq!(ada.post(&answers, &truth.answer("1", &question)).status, 200);
    assert_eq!(bob.turn(&room)["turn"]["question"], question);
    let later = json!({ "request": "1", "question": question, "answer": "later" });
    assert_eq!(bob.post(&answers, &later).status, 200);
    let turn = &bob.turn(&room)["turn"];
    assert_eq!(turn["kind"], "ask");
    assert_ne!(turn["question"], question);
}

/// Others can put on record that they disagree. Whoever was corrected sees it.
#[test]
fn only_an_owner_corrects_what_others_said_of_an_object() {
    let server = TestServer::start();
    let (ada, truth) = (server.owner(), Truth::animals());
    let room = begin(&ada, &truth, "Animals");
    let [bob, eve] = ["bob", "eve"].map(|name| server.guest(&ada, &room, name, "expert"));
    let objects = format!("/api/e/{room}/objects");
    let bat = json!({ "request": "1", "object": { "name": "bat", "has": ["flies"], "lacks": ["hair"] } });
    assert_eq!(bob.post(&objects, &bat).status, 200);
    let mut other =
        json!({ "request": "1", "object": { "name": "bat", "has": ["hair"], "lacks": [], "correct": true } });
    let refused = eve.post(&objects, &other);
    assert_eq!((refused.status, refused.kind()), (409, "others_word".to_owned()), "{}", refused.text());
    assert!(refused.text().contains("bob"), "{}", refused.text());
    // It goes on record as a contradiction.
    let against = json!({ "request": "2", "anyway": true, "object": { "name": "bat", "has": ["hair"], "lacks": [] } });
    let reply = eve.post(&objects, &against);
    assert_eq!(reply.status, 200, "{}", reply.text());
    let state = eve.turn(&room);
    assert_eq!(state["disputes"][0]["with"][0]["who"], "bob", "{state}");
    assert!(is_empty(&state["overruled"]));
    let undo = json!({ "request": "3" });
    assert_eq!(eve.post(&format!("/api/e/{room}/undo"), &undo).status, 200);

    assert_eq!(ada.post(&objects, &other).status, 200, "an owner may");
    let state = bob.turn(&room);
    let overruled = &state["overruled"][0];
    assert_eq!((&overruled["said"]["who"], &overruled["by"]["who"]), (&json!("bob"), &json!("ada")), "{state}");
    assert_eq!((&overruled["object"], &overruled["facts"][0]["has"]), (&json!("bat"), &json!(true)));
    let report = ada.get(&format!("/api/e/{room}/export/report")).text();
    assert!(report.contains("## Corrections (1)") && report.contains("(bob)"), "{report}");
    assert!(ada.get(&format!("/e/{room}/report")).text().contains("correcting: bat"));
    // Whoever said it agrees by saying the same.
    other["object"]["correct"] = json!(false);
    other["request"] = json!("agreed");
    assert_eq!(bob.post(&objects, &other).status, 200);
    assert!(is_empty(&bob.turn(&room)["overruled"]));
    // A place without an object is refused.
    let unknown = json!({ "request": "unknown", "object": { "known": 77, "has": ["hair"], "lacks": [] } });
    assert_eq!(bob.post(&objects, &unknown).status, 409);
    // What was done is not refused since it is archived by now.
    assert_eq!(ada.post(&format!("/api/e/{room}/archive"), &json!({ "archived": true })).status, 200);
    assert_eq!(bob.post(&objects, &other).status, 200);
    other["request"] = json!("another");
    assert_eq!(bob.post(&objects, &other).kind(), "archived");
}

#[test]
fn whoever_repeats_an_answer_still_agrees() {
    let server = TestServer::start();
    let (ada, truth) = (server.owner(), Truth::animals());
    let room = begin_under(&ada, &truth, "unanimous", 2);
    let bob = server.guest(&ada, &room, "bob", "expert");
    let rule = json!({ "premise": ["flies"], "conclusion": ["swims"] });
    for (who, request) in [(&ada, "1"), (&bob, "1"), (&ada, "2")] {
        let holds = json!({ "request": request, "question": rule, "answer": "holds" });
        assert_eq!(who.post(&format!("/api/e/{room}/answers"), &holds).status, 200);
    }
    let mut state = ada.turn(&room);
    state["rules"][0]["agreed"].as_array_mut().unwrap().sort_by_key(|name| name.to_string());
    assert_eq!(names(&state["rules"][0]["agreed"]), ["ada", "bob"]);
    // People see who is asked something.
    let mut events = bob.events(&room);
    events.next().unwrap();
    let state = bob.turn(&room);
    let asked = |name: &str| {
        let people = state["people"].as_array().unwrap();
        people.iter().find(|person| person["name"] == name).unwrap()["asked"].clone()
    };
    assert_eq!((asked("bob"), asked("ada")), (json!(true), json!(false)), "{state}");
}

/// Also if it is the last question.
#[test]
fn a_question_that_one_puts_off_goes_to_the_others() {
    let server = TestServer::start();
    let (ada, truth) = (server.owner(), Truth::animals());
    let room = begin(&ada, &truth, "Animals");
    let bob = server.guest(&ada, &room, "bob", "expert");
    let answers = format!("/api/e/{room}/answers");
    let kinds = |who: &Client| who.turn(&room)["turn"]["kind"].as_str().unwrap().to_owned();
    let mut put_off = 0;
    for number in 0..200 {
        let state = ada.turn(&room);
        let question = state["turn"]["question"].clone();
        match state["turn"]["kind"].as_str().unwrap() {
            "certified" => break,
            // Ada puts everything off, and bob answers it.
            "ask" => {
                let later = json!({ "request": format!("l{number}"), "question": question, "answer": "later" });
                assert_eq!(ada.post(&answers, &later).status, 200);
                put_off += 1;
                assert_ne!(kinds(&bob), "wait", "what ada puts off is for bob");
            }
            _ => {}
        }
        let turn = bob.turn(&room)["turn"].clone();
        if turn["kind"] == "ask" {
            assert_eq!(bob.post(&answers, &truth.answer(&number.to_string(), &turn["question"])).status, 200);
        }
    }
    assert!(put_off > 0);
    assert_eq!(kinds(&bob), "certified");
}

#[test]
fn an_object_against_a_pending_answer_is_a_disagreement() {
    let server = TestServer::start();
    let (ada, truth) = (server.owner(), Truth::animals());
    let room = begin_under(&ada, &truth, "unanimous", 3);
    let [bob, eve] = ["bob", "eve"].map(|name| server.guest(&ada, &room, name, "expert"));
    let rule = json!({ "premise": ["flies"], "conclusion": ["swims"] });
    let holds = json!({ "request": "1", "question": rule, "answer": "holds" });
    assert_eq!(ada.post(&format!("/api/e/{room}/answers"), &holds).status, 200);
    assert_eq!(eve.turn(&room)["turn"]["question"], rule);
    let bat = json!({ "request": "1", "object": { "name": "bat", "has": ["flies"], "lacks": ["swims"] } });
    assert_eq!(bob.post(&format!("/api/e/{room}/objects"), &bat).status, 200);
    let state = eve.turn(&room);
    assert_ne!(state["turn"]["question"], rule, "that is settled: {state}");
    assert!(is_empty(&state["pending"]));
    let found = &state["disagreements"][0];
    assert_eq!((&found["question"], &found["against"][0]["who"]), (&rule, &json!("bob")), "{state}");
    let report = ada.get(&format!("/api/e/{room}/export/report")).text();
    assert!(report.contains("## Disagreements (1)"), "{report}");
    let page = ada.get(&format!("/e/{room}/report")).text();
    assert!(page.contains("Disagreements (1)") && page.contains("bob"), "{page}");
}
