//! The description of the interface agrees with what the server does.
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::BTreeSet;

use common::schema::faults;
use common::{Client, Reply, TestServer, Truth, begin, finish, invite};
use serde_json::{Value, json};

fn described() -> Value {
    serde_json::from_str(hornbook_web::OPENAPI).unwrap()
}

/// Every request of the description, as `get /api/session`.
fn requests(description: &Value) -> BTreeSet<String> {
    let paths = description["paths"].as_object().unwrap();
    let methods = |(path, methods): (&String, &Value)| -> Vec<String> {
        methods.as_object().unwrap().keys().map(|method| format!("{method} {path}")).collect()
    };
    paths.iter().flat_map(methods).collect()
}

#[test]
fn exactly_the_described_requests_are_answered() {
    let description = described();
    let understood: BTreeSet<String> = hornbook_web::requests().into_iter().collect();
    assert_eq!(understood, requests(&description));

    let server = TestServer::start();
    let ada = server.owner();
    let room = begin(&ada, &Truth::animals(), "Animals");
    for request in requests(&description) {
        let (method, path) = request.split_once(' ').unwrap();
        let path = path.replace("{name}", &room).replace("{what}", "rules").replace("{file}", "nothing.js");
        let path = path.replace("{id}", "nobody").replace("{token}", "nothing");
        if path.ends_with("/events") {
            let path = if path == "/api/events" { format!("{path}?exploration={room}") } else { path };
            ada.events_at(&path).next().unwrap();
            continue;
        }
        let reply = ada.send(&method.to_uppercase(), &path, &[("Content-Type", "application/json")], b"{}").unwrap();
        // What is missing is missing here, not the request.
        let missing = ["/nothing.js", "nobody", "nobody/link", "nobody/rules"].iter().any(|end| path.ends_with(end));
        assert!(reply.status < 500 && reply.status != 405, "{request}: {} {}", reply.status, reply.text());
        assert!(reply.status != 404 || missing, "{request}: {}", reply.text());
        let responses = &description["paths"][request.split_once(' ').unwrap().1][method]["responses"];
        assert!(responses.get(reply.status.to_string()).is_some(), "{request}: {} is not described", reply.status);
    }
    assert_eq!(ada.get("/api/openapi.json").json(), description);
}

/// Checks that a response is as described.
fn fits(description: &Value, method: &str, path: &str, reply: &Reply) {
    let responses = &description["paths"][path][method]["responses"];
    let mut response = &responses[reply.status.to_string()];
    if let Some(target) = response["$ref"].as_str() {
        response = description.pointer(&target[1..]).unwrap();
    }
    let schema = &response["content"]["application/json"]["schema"];
    assert!(schema.is_object(), "{method} {path}: {} is not described", reply.status);
    let found = faults(description, schema, &reply.json(), "");
    assert!(found.is_empty(), "{method} {path} {}: {found:#?}", reply.status);
}

#[test]
fn responses_are_as_described() {
    let description = described();
    let server = TestServer::start();
    let (ada, truth) = (server.owner(), Truth::animals());
    let fits = |method: &str, path: &str, reply: &Reply| fits(&description, method, path, reply);
    fits("get", "/api/session", &ada.get("/api/session"));
    fits("post", "/api/session", &ada.post("/api/session", &json!({ "token": "x" })));
    let proxied = ada.send("GET", "/api/session", &[("Via", "1.1 proxy")], b"").unwrap();
    assert_eq!(proxied.status, 403);
    fits("get", "/api/session", &proxied);
    let mut new = truth.new_exploration("Animals");
    new["request"] = json!("begin");
    let created = ada.post("/api/explorations", &new);
    fits("post", "/api/explorations", &created);
    let again = ada.post("/api/explorations", &new);
    fits("post", "/api/explorations", &again);
    assert_eq!(again.json(), created.json());
    new["title"] = json!("Other animals");
    let refused = ada.post("/api/explorations", &new);
    assert_eq!(refused.status, 409);
    fits("post", "/api/explorations", &refused);
    let table = "/api/explorations/table?file=t.csv&policy=majority&of=3&request=table";
    fits("post", "/api/explorations/table", &ada.send("POST", table, &[], b"name,hair\ncat,yes\nhen,no\n").unwrap());
    let kept =
        ada.send("POST", "/api/tables?file=t.csv", &[], b"name,hair,legs\ncat,yes,4\nhen,no,2\nant,,6\n").unwrap();
    fits("post", "/api/tables", &kept);
    let id = kept.json()["id"].as_str().unwrap().to_owned();
    let changed = json!({ "everything": true, "scale": { "legs": "ordinal:4" }, "missing": "drop" });
    fits("post", "/api/tables/{id}", &ada.post(&format!("/api/tables/{id}"), &changed));
    fits("get", "/api/tables/{id}/rules", &ada.get(&format!("/api/tables/{id}/rules")));
    fits("post", "/api/tables", &ada.send("POST", "/api/tables?file=t.cxt", &[], b"B\n\n1\n1\n\no\na\nX\n").unwrap());
    let room = created.json()["name"].as_str().unwrap().to_owned();
    let at = |what: &str| format!("/api/e/{room}{what}");
    let state = |who: &Client| {
        who.turn(&room);
        let reply = who.get(&at(""));
        fits("get", "/api/e/{name}", &reply);
        reply.json()
    };
    let post = |who: &Client, what: &str, body: Value| {
        let reply = who.post(&at(what), &body);
        fits("post", &format!("/api/e/{{name}}{what}"), &reply);
        reply
    };
    fits("get", "/api/choices", &ada.get("/api/choices"));
    // At its beginning, on the way, and with everything there can be.
    state(&ada);
    let changes = ada.get(&at(&format!("?since={}", state(&ada)["tag"].as_str().unwrap())));
    fits("get", "/api/e/{name}", &changes);
    assert!(changes.json()["since"].is_string());
    let described = ada.get(&at("?lists=true&objects_first=true"));
    fits("get", "/api/e/{name}", &described);
    assert_eq!(described.json()["turn"]["kind"], "describe");
    let bad = ada.get(&at("?lists=perhaps"));
    assert_eq!(bad.status, 400);
    fits("get", "/api/e/{name}", &bad);
    let bob = json!({ "request": "bob", "name": "bob", "role": "expert", "about": ["hair", "milk"] });
    let invited = ada.post(&at("/people"), &bob);
    fits("post", "/api/e/{name}/people", &invited);
    let bob = Client::joined(server.address, invited.json()["link"].as_str().unwrap());
    let rita = Client::joined(server.address, &invite(&ada, &room, json!({ "name": "rita", "role": "reader" })).1);
    state(&bob);
    state(&rita);
    let rule = json!({ "premise": ["flies"], "conclusion": ["swims"] });
    let holds = post(&ada, "/answers", json!({ "request": "1", "question": rule, "answer": "holds" }));
    let bat = json!({ "name": "bat", "has": ["flies"], "lacks": ["swims"] });
    let refuted = json!({ "request": "2", "question": rule, "answer": "refuted", "object": bat });
    assert_eq!(post(&bob, "/answers", refuted.clone()).status, 409);
    let mut anyway = refuted;
    anyway["anyway"] = json!(true);
    assert_eq!(post(&bob, "/answers", anyway).status, 200);
    let other = json!({ "premise": ["hair", "eggs"], "impossible": true });
    post(&ada, "/answers", json!({ "request": "3", "question": other, "answer": "unknown" }));
    post(&ada, "/fill", json!({ "object": { "has": ["flies"], "lacks": [] } }));
    post(&ada, "/fill", json!({ "object": bat }));
    post(&ada, "/fill", json!({ "object": { "has": ["flies"], "lacks": [] }, "question": rule, "guess": true }));
    let told = state(&bob);
    assert!(!told["disputes"].as_array().unwrap().is_empty() && !told["open"].as_array().unwrap().is_empty());
    let lines = ada.get(&at(&format!("/consequences?entry={}", holds.json()["id"].as_str().unwrap())));
    fits("get", "/api/e/{name}/consequences", &lines);
    post(&ada, "/policy", json!({ "request": "p", "policy": "majority", "of": 3 }));
    post(&ada, "/answers", json!({ "request": "4", "question": other, "answer": "holds" }));
    post(&bob, "/answers", json!({ "request": "5", "question": other, "answer": "unknown" }));
    assert!(!state(&ada)["disagreements"].as_array().unwrap().is_empty());
    post(&ada, "/policy", json!({ "request": "q", "policy": "any" }));
    post(&ada, "/undo", json!({ "request": "6" }));
    post(&ada, "/retract", json!({ "request": "7", "entry": holds.json()["id"] }));
    post(&ada, "/retract", json!({ "request": "8", "entry": "nothing" }));
    post(&rita, "/undo", json!({ "request": "9" }));
    post(&ada, "/objects", json!({ "request": "10", "object": { "name": "", "has": ["milk"], "lacks": [] } }));
    post(&ada, "/attributes", json!({ "request": "11", "attributes": [{ "name": "green", "phrase": "is green" }] }));
    let green = json!({ "name": "greenish", "phrase": "is green" });
    post(&ada, "/attributes/edit", json!({ "request": "11a", "attribute": "green", "to": green }));
    let order = json!(["greenish", "hair", "milk", "eggs", "flies", "swims"]);
    assert_eq!(post(&ada, "/attributes/order", json!({ "request": "11b", "order": order })).status, 200);
    fits("get", "/api/e/{name}/removal", &ada.get(&at("/removal?attribute=greenish")));
    assert_eq!(post(&ada, "/attributes/remove", json!({ "request": "11c", "attributes": ["greenish"] })).status, 200);
    let of = state(&ada)["objects"][0]["of"].clone();
    post(&ada, "/objects/rename", json!({ "request": "11d", "of": of, "name": "cow" }));
    post(&ada, "/objects/list", json!({ "request": "11e", "objects": [{ "of": of, "lacks": ["flies"] }] }));
    assert_eq!(post(&ada, "/objects/remove", json!({ "request": "11f", "of": of })).status, 200);
    post(&ada, "/undo", json!({ "request": "11g" }));
    post(&ada, "/accuracy", json!({ "request": "12", "epsilon": 0.05, "delta": 0.1 }));
    post(&ada, "/distribution", json!({ "request": "13", "distribution": "short", "told": 2 }));
    post(&ada, "/distribution", json!({ "request": "14", "distribution": "columns" }));
    let answers = json!([
        { "question": { "premise": ["hair"], "conclusion": ["milk"] }, "answer": "holds" },
        { "question": { "premise": ["eggs"], "conclusion": ["swims"] }, "answer": "refuted",
          "object": { "name": "hen", "has": ["eggs"], "lacks": ["swims"] } },
    ]);
    let list = json!({ "request": "15", "answers": answers, "took": { "seconds": 3 } });
    assert_eq!(post(&ada, "/lists", list).status, 200);
    assert_eq!(post(&ada, "/lists", json!({ "request": "16", "answers": [] })).status, 400);
    state(&ada);
    let said = post(&bob, "/comments", json!({ "request": "17", "question": rule, "text": "Really?" }));
    state(&ada);
    fits("get", "/api/e/{name}/agreement", &ada.get(&at("/agreement")));
    post(&ada, "/comments/withdraw", json!({ "request": "18", "comment": said.json()["id"] }));
    fits("get", "/api/e/{name}/people", &ada.get(&at("/people")));
    fits("get", "/api/e/{name}/diagram", &ada.get(&at("/diagram")));
    fits("get", "/api/explorations", &ada.get("/api/explorations"));
    let id = invited.json()["id"].as_str().unwrap().to_owned();
    let role = ada.post(&at(&format!("/people/{id}/role")), &json!({ "role": "owner" }));
    fits("post", "/api/e/{name}/people/{id}/role", &role);
    fits("delete", "/api/e/{name}/people/{id}", &ada.delete(&at(&format!("/people/{id}"))));
    fits("get", "/api/e/{name}", &bob.get(&at("")));
    post(&ada, "/rename", json!({ "title": "Beasts" }));
    post(&ada, "/duplicate", json!({ "request": "copy", "title": "Copy" }));
    fits("delete", "/api/e/{name}", &ada.delete(&at("")));
    post(&ada, "/archive", json!({ "archived": true }));
    state(&ada);
    fits("delete", "/api/e/{name}", &ada.delete(&at("")));

    let second = begin(&ada, &truth, "More animals");
    finish(&ada, &second, &truth, "ada");
    let reply = ada.get(&format!("/api/e/{second}"));
    assert!(reply.json()["certified"].is_object());
    fits("get", "/api/e/{name}", &reply);
}
