//! What people do together over HTTP: they see what the others' answers rest on, side
//! with an example, comment on questions, and see who agrees with whom; roles change,
//! and explorations are deleted.
#![allow(clippy::unwrap_used)]

mod common;

use std::fs;

use common::{Client, TestServer, Truth, begin, finish, invite};
use serde_json::{Value, json};

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap()
}

/// Ada says that what flies swims, and bob knows a bat.
fn disagreement(server: &TestServer) -> (Client, Client, String, Value) {
    let ada = server.owner();
    let room = begin(&ada, &Truth::animals(), "Animals");
    let bob = server.guest(&ada, &room, "bob", "expert");
    let rule = json!({ "premise": ["flies"], "conclusion": ["swims"] });
    let holds = json!({ "request": "1", "question": rule, "answer": "holds" });
    assert_eq!(ada.post(&format!("/api/e/{room}/answers"), &holds).status, 200);
    let bat = json!({ "name": "bat", "has": ["flies", "hair"], "lacks": ["swims"] });
    let refuted = json!({ "request": "2", "question": rule, "answer": "refuted", "object": bat, "anyway": true });
    assert_eq!(bob.post(&format!("/api/e/{room}/answers"), &refuted).status, 200);
    (ada, bob, room, rule)
}

#[test]
fn a_disagreement_has_the_evidence_of_both_sides_and_one_can_side_with_an_example() {
    let server = TestServer::start();
    let (ada, bob, room, rule) = disagreement(&server);
    let duck = json!({ "request": "3", "object": { "name": "duck", "has": ["flies", "swims"], "lacks": [] } });
    assert_eq!(ada.post(&format!("/api/e/{room}/objects"), &duck).status, 200);
    let state = ada.turn(&room);
    let split = &state["disagreements"][0];
    assert_eq!(split["question"], rule);
    assert_eq!(split["borne_out"], json!({ "count": 1, "names": ["duck"] }));
    let votes = list(&split["votes"]);
    let of = |who: &str| votes.iter().find(|vote| vote["who"] == who).unwrap();
    assert_eq!(of("ada")["evidence"]["object"], Value::Null);
    let evidence = &of("bob")["evidence"];
    assert_eq!(evidence["object"], json!({ "name": "bat", "has": ["hair", "flies"], "lacks": ["swims"] }));
    assert!(evidence["time"].as_str().unwrap().starts_with("20"), "{evidence}");
    // Agreeing with it replaces what ada said, and nobody disagrees any more.
    let agree = json!({ "request": "4", "entry": of("bob")["entry"] });
    assert_eq!(bob.post(&format!("/api/e/{room}/agree"), &agree).status, 409, "it is bob's own");
    for _ in 0..2 {
        assert_eq!(ada.post(&format!("/api/e/{room}/agree"), &agree).status, 200);
    }
    let state = ada.turn(&room);
    assert_eq!((list(&state["disagreements"]).len(), list(&state["disputes"]).len()), (0, 0), "{state}");
    assert!(list(&state["objects"]).iter().any(|object| object["name"] == "bat"));
    // Before anybody disagrees, nobody is told what others' answers rest on.
    let majority = json!({ "request": "5", "policy": "majority", "of": 3 });
    assert_eq!(ada.post(&format!("/api/e/{room}/policy"), &majority).status, 200);
    let other = json!({ "request": "6", "question": { "premise": ["eggs"], "conclusion": ["swims"] }, "answer": "refuted",
        "object": { "name": "hen", "has": ["eggs"], "lacks": ["swims"] } });
    assert_eq!(bob.post(&format!("/api/e/{room}/answers"), &other).status, 200);
    let pending = ada.turn(&room)["pending"][0].clone();
    assert_eq!(pending["votes"][0]["who"], "bob");
    assert!(pending["votes"][0].get("evidence").is_none() && pending.get("borne_out").is_none(), "{pending}");
}

#[test]
fn comments_are_seen_by_all_and_taken_back_by_their_author_or_an_owner() {
    let server = TestServer::start();
    let (ada, bob, room, rule) = disagreement(&server);
    let rita = server.guest(&ada, &room, "rita", "reader");
    let at = format!("/api/e/{room}/comments");
    let say = |who: &Client, request: &str, text: &str| {
        who.post(&at, &json!({ "request": request, "question": rule, "text": text }))
    };
    let before = ada.turn(&room);
    let first = say(&bob, "c1", "A bat flies,\nand I never saw one swim.");
    assert_eq!(first.status, 200, "{}", first.text());
    assert_eq!(say(&bob, "c1", "A bat flies,\nand I never saw one swim.").json()["id"], first.json()["id"]);
    assert_eq!(say(&ada, "c2", "I meant birds.").status, 200);
    let state = ada.turn(&room);
    let comments = list(&state["comments"]);
    assert_eq!(comments.len(), 2, "sent twice, said once");
    assert_eq!((&comments[0]["who"], &comments[0]["question"]), (&json!("bob"), &rule));
    assert_eq!(comments[0]["text"], "A bat flies,\nand I never saw one swim.");
    // Neither what is known nor what is asked has changed.
    for same in ["turn", "rules", "objects", "entries", "standing", "disagreements"] {
        assert_eq!(state[same], before[same], "{same}");
    }
    assert_eq!(rita.turn(&room)["comments"], state["comments"]);
    assert_eq!(say(&rita, "c3", "Who reads cannot.").status, 403);
    for bad in ["", " \n ", "\u{7}", "\u{200b}", &"x".repeat(2001)] {
        assert_eq!(say(&bob, "bad", bad).status, 400, "{bad:?}");
    }
    let withdraw = |who: &Client, request: &str, comment: &Value| {
        who.post(&format!("{at}/withdraw"), &json!({ "request": request, "comment": comment })).status
    };
    assert_eq!(withdraw(&bob, "w1", &comments[1]["entry"]), 403, "it is ada's");
    assert_eq!(withdraw(&ada, "w2", &comments[0]["entry"]), 200, "an owner may");
    assert_eq!(withdraw(&bob, "w3", &comments[0]["entry"]), 409, "it is gone");
    assert_eq!(withdraw(&ada, "w4", &state["entries"][0]["id"]), 409, "no comment");
    let left = ada.turn(&room)["comments"].clone();
    assert_eq!((list(&left).len(), &left[0]["text"]), (1, &json!("I meant birds.")));
    let report = ada.get(&format!("/e/{room}/report")).text();
    assert!(report.contains("I meant birds.") && !report.contains("never saw one swim"), "{report}");
}

#[test]
fn a_certificate_outlives_comments() {
    let server = TestServer::start();
    let (ada, truth) = (server.owner(), Truth::animals());
    let room = begin(&ada, &truth, "Animals");
    finish(&ada, &room, &truth, "ada");
    let certified = ada.turn(&room)["certified"].clone();
    assert!(certified.is_object());
    let rule = json!({ "premise": ["hair"], "conclusion": ["milk"] });
    let said = json!({ "request": "c", "question": rule, "text": "That was quick." });
    assert_eq!(ada.post(&format!("/api/e/{room}/comments"), &said).status, 200);
    let state = ada.turn(&room);
    assert_eq!((&state["certified"], &state["turn"]["kind"]), (&certified, &json!("certified")));
}

#[test]
fn who_agrees_with_whom_is_counted_for_everybody() {
    let server = TestServer::start();
    let (ada, _, room, _) = disagreement(&server);
    let rita = server.guest(&ada, &room, "rita", "reader");
    let reply = rita.get(&format!("/api/e/{room}/agreement"));
    assert_eq!(reply.status, 200);
    let counted = reply.json();
    let person = |who: &str, holds: u32, fails: u32| json!({ "who": who, "program": false, "holds": holds, "fails": fails, "unknown": 0, "objects": 0 });
    assert_eq!(counted["people"], json!([person("ada", 1, 0), person("bob", 0, 1)]));
    assert_eq!(counted["pairs"], json!([{ "one": 0, "other": 1, "common": 1, "same": 0 }]));
}

#[test]
fn roles_change_at_once_and_back() {
    let server = TestServer::start();
    let ada = server.owner();
    let room = begin(&ada, &Truth::animals(), "Animals");
    let (id, link) = invite(&ada, &room, json!({ "name": "bob", "role": "expert" }));
    let bob = Client::joined(server.address, &link);
    assert_eq!(bob.turn(&room)["turn"]["kind"], "ask");
    let role = |who: &Client, body: Value| who.post(&format!("/api/e/{room}/people/{id}/role"), &body);
    assert_eq!(role(&bob, json!({ "role": "owner" })).status, 403);
    assert_eq!(
        role(&ada, json!({ "role": "reader", "about": ["hair"] })).json(),
        json!({ "role": "reader", "about": null })
    );
    let state = bob.turn(&room);
    assert_eq!((&state["me"]["role"], &state["turn"]["kind"]), (&json!("reader"), &json!("reader")));
    let answer =
        json!({ "request": "1", "question": { "premise": ["hair"], "conclusion": ["milk"] }, "answer": "holds" });
    assert_eq!(bob.post(&format!("/api/e/{room}/answers"), &answer).status, 403);
    assert_eq!(role(&ada, json!({ "role": "expert", "about": ["hair", "milk"] })).status, 200);
    assert_eq!(bob.turn(&room)["me"]["about"], json!(["hair", "milk"]));
    assert_eq!(role(&ada, json!({ "role": "expert", "about": ["scales"] })).status, 400);
    assert_eq!(role(&ada, json!({ "role": "king" })).status, 400);
    assert_eq!(role(&ada, json!({ "role": "owner" })).status, 200);
    assert_eq!(role(&bob, json!({ "role": "reader" })).status, 409, "nobody demotes themselves");
    assert_eq!(bob.turn(&room)["me"]["role"], "owner");
    // Who was revoked has no role.
    assert_eq!(ada.delete(&format!("/api/e/{room}/people/{id}")).status, 200);
    assert_eq!(role(&ada, json!({ "role": "expert" })).status, 404);
}

#[test]
fn only_what_is_archived_is_deleted_and_its_files_are_kept_elsewhere() {
    let server = TestServer::start();
    let (ada, truth) = (server.owner(), Truth::animals());
    let room = begin(&ada, &truth, "Animals");
    let bob = server.guest(&ada, &room, "bob", "owner");
    let journal = server.path().join(format!("{room}.journal"));
    let at = format!("/api/e/{room}");
    let refused = ada.delete(&at);
    assert_eq!((refused.status, refused.kind()), (409, "not_archived".to_owned()));
    assert!(journal.exists());
    assert_eq!(ada.post(&format!("{at}/archive"), &json!({ "archived": true })).status, 200);
    assert_eq!(bob.delete(&at).status, 403, "only the owner of the server");
    let bytes = fs::read(&journal).unwrap();
    assert_eq!(ada.delete(&at).status, 200);
    assert_eq!(ada.get(&at).status, 404);
    assert_eq!(ada.delete(&at).status, 404);
    assert_eq!(list(&ada.get("/api/explorations").json()["explorations"]).len(), 0);
    assert!(bob.get(&at).status >= 401, "its guests are signed out");
    let mut kept: Vec<String> = fs::read_dir(server.path().join("deleted"))
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    kept.sort();
    assert_eq!(kept.len(), 2, "{kept:?}");
    assert!(kept[0].starts_with("animals-20") && kept[0].ends_with(".journal"), "{kept:?}");
    assert_eq!(fs::read(server.path().join("deleted").join(&kept[0])).unwrap(), bytes, "nothing is lost");
    assert!(!server.path().join(format!("{room}.room.json")).exists());
    // The name is free, and the new one has nothing of the old.
    let again = begin(&ada, &truth, "Animals");
    assert_eq!(again, room);
    assert_eq!(list(&ada.turn(&room)["people"]).len(), 1);
    // Moved back under another name, it is there again.
    fs::rename(server.path().join("deleted").join(&kept[0]), server.path().join("old-animals.journal")).unwrap();
    assert_eq!(ada.turn("old-animals")["title"], "Animals");
}
