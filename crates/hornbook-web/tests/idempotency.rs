//! Requests that create something and are sent again: it is created once,
//! whatever happens in between.
#![allow(clippy::unwrap_used)]

mod common;

use std::path::Path;

use common::{Client, Reply, TestServer, Truth, data, options};
use serde_json::{Value, json};

/// The body of a request for a new exploration.
fn new_exploration(request: &str, title: &str) -> Value {
    let mut new = Truth::animals().new_exploration(title);
    new["request"] = json!(request);
    new
}

/// The name of the exploration that was created.
fn name(reply: &Reply) -> String {
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.json()["name"].as_str().unwrap().to_owned()
}

/// The names of the journals of a folder.
fn journals(folder: &Path) -> Vec<String> {
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".journal")).collect();
    names.sort();
    names
}

/// Stops a server and starts it again on the same folder.
fn restarted(server: TestServer) -> TestServer {
    let folder = server.stop();
    let mut running = TestServer::on(options(folder.path()));
    running.folder = Some(folder);
    running
}

#[test]
fn a_repeated_request_begins_one_exploration() {
    let server = TestServer::start();
    let ada = server.owner();
    let zoo = std::fs::read(data().join("zoo.csv")).unwrap();
    let upload = |ada: &Client, query: &str, bytes: &[u8]| {
        ada.send("POST", &format!("/api/explorations/table?{query}"), &[], bytes).unwrap()
    };
    let all = |ada: &Client| {
        let copy = json!({ "request": "3", "title": "Copy" });
        [
            name(&ada.post("/api/explorations", &new_exploration("1", "Animals"))),
            name(&upload(ada, "file=zoo.csv&request=2&policy=majority&of=3", &zoo)),
            name(&ada.post("/api/e/animals/duplicate", &copy)),
        ]
    };
    let first = all(&ada);
    assert_eq!(first, ["animals", "zoo", "copy"]);
    assert_eq!(all(&ada), first);
    let policy = &ada.turn("zoo")["policy"];
    assert_eq!((&policy["policy"], &policy["of"]), (&json!("majority"), &json!(3)));
    // Changes since then make no difference.
    ada.post("/api/e/animals/rename", &json!({ "title": "Beasts" }));
    let server = restarted(server);
    let ada = server.owner();
    assert_eq!(all(&ada), first);
    assert_eq!(journals(server.path()), ["animals.journal", "copy.journal", "zoo.journal"]);

    // A name that was used for another request is refused.
    let last = zoo.trim_ascii_end().iter().rposition(|&byte| byte == b'\n').unwrap();
    let shorter = &zoo[..=last];
    for reply in [
        ada.post("/api/explorations", &new_exploration("1", "Other animals")),
        ada.post("/api/explorations", &new_exploration("2", "Animals")),
        ada.post("/api/e/animals/duplicate", &json!({ "request": "3", "title": "Another" })),
        ada.post("/api/e/zoo/duplicate", &json!({ "request": "3", "title": "Copy" })),
        upload(&ada, "file=zoo.csv&request=2&policy=majority&of=2", &zoo),
        upload(&ada, "file=zoo.csv&request=2&policy=majority&of=3", shorter),
    ] {
        assert_eq!((reply.status, reply.kind()), (409, "reused".to_owned()), "{}", reply.text());
    }
    for bad in ["", &"x".repeat(101), "a\nb"] {
        assert_eq!(ada.post("/api/explorations", &new_exploration(bad, "Animals")).status, 400, "{bad:?}");
    }
    assert_eq!(journals(server.path()).len(), 3);
    // Another request, or none, makes another one.
    assert_eq!(name(&ada.post("/api/explorations", &new_exploration("4", "Animals"))), "animals-2");
    assert_eq!(name(&ada.post("/api/explorations", &Truth::animals().new_exploration("Animals"))), "animals-3");
}

#[test]
fn a_request_repeated_at_the_same_time_begins_one_exploration() {
    let server = TestServer::start();
    let ada = server.owner();
    let threads: Vec<_> = (0..8)
        .map(|at| {
            let ada = ada.clone();
            // Half of them have names of their own, and the same title.
            let request = if at % 2 == 0 { "same".to_owned() } else { format!("own {at}") };
            std::thread::spawn(move || {
                (at % 2 == 0, name(&ada.post("/api/explorations", &new_exploration(&request, "Animals"))))
            })
        })
        .collect();
    let made: Vec<(bool, String)> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    let same: Vec<&String> = made.iter().filter(|(same, _)| *same).map(|(_, name)| name).collect();
    assert!(same.iter().all(|name| *name == same[0]), "{made:?}");
    assert_eq!(journals(server.path()).len(), 5, "{made:?}");
    for (_, name) in &made {
        assert_eq!(ada.turn(name)["turn"]["kind"], "ask");
    }
}

#[test]
fn a_beginning_that_was_interrupted_is_finished_or_frees_its_name() {
    let server = TestServer::start();
    let ada = server.owner();
    assert_eq!(name(&ada.post("/api/explorations", &new_exploration("1", "Animals"))), "animals");
    let folder = server.stop();
    let remove = || std::fs::remove_file(folder.path().join("animals.journal")).unwrap();
    // As if it had been killed after the record was written.
    remove();
    {
        let server = TestServer::on(options(folder.path()));
        let ada = server.owner();
        assert!(ada.get("/api/explorations").json()["explorations"].as_array().unwrap().is_empty());
        assert_eq!(name(&ada.post("/api/explorations", &new_exploration("1", "Animals"))), "animals");
        assert_eq!(ada.turn("animals")["turn"]["kind"], "ask");
    }
    // If the request is not sent again, another exploration takes the name.
    remove();
    {
        let server = TestServer::on(options(folder.path()));
        let ada = server.owner();
        assert_eq!(name(&ada.post("/api/explorations", &Truth::animals().new_exploration("Animals"))), "animals");
        assert_eq!(name(&ada.post("/api/explorations", &new_exploration("1", "Animals"))), "animals-2");
        ada.post("/api/e/animals/people", &json!({ "name": "bob", "role": "expert" }));
    }
    // But not if somebody was invited: they may not enter another exploration.
    remove();
    let server = TestServer::on(options(folder.path()));
    let ada = server.owner();
    assert_eq!(name(&ada.post("/api/explorations", &new_exploration("5", "Animals"))), "animals-3");
}

#[test]
fn a_repeated_request_invites_one_guest() {
    let server = TestServer::start();
    let ada = server.owner();
    name(&ada.post("/api/explorations", &new_exploration("1", "Animals")));
    let bob = json!({ "request": "b", "name": "bob", "role": "expert", "about": ["hair", "milk"] });
    let invite = |ada: &Client, who: &Value| {
        let reply = ada.post("/api/e/animals/people", who);
        assert_eq!(reply.status, 201, "{}", reply.text());
        (reply.json()["id"].clone(), reply.json()["link"].as_str().unwrap().to_owned())
    };
    let (id, link) = invite(&ada, &bob);
    let mut early = Client::joined(server.address, &link);
    let mut heard = early.events("animals");
    heard.next().unwrap();
    let (again, fresh) = invite(&ada, &bob);
    assert_eq!(again, id);
    assert_ne!(fresh, link);
    while heard.next().is_some() {}
    assert_eq!(early.session()["signed_in"], false, "the old link is void");
    assert_eq!(Client::new(server.address).exchange(&link).status, 404);
    assert_eq!(Client::joined(server.address, &fresh).session()["who"], "bob");

    let server = restarted(server);
    let ada = server.owner();
    let (again, link) = invite(&ada, &bob);
    assert_eq!(again, id);
    assert_eq!(Client::joined(server.address, &link).session()["who"], "bob");
    let people = ada.get("/api/e/animals/people").json();
    assert_eq!(people["people"].as_array().unwrap().len(), 1, "{people}");
    for change in [json!({ "name": "eve" }), json!({ "role": "reader" }), json!({ "about": null })] {
        let mut other = bob.clone();
        other.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let reply = ada.post("/api/e/animals/people", &other);
        assert_eq!((reply.status, reply.kind()), (409, "reused".to_owned()), "{other}");
    }
    // Another person may use the same name for a request.
    let olaf = Client::joined(server.address, &invite(&ada, &json!({ "name": "olaf", "role": "owner" })).1);
    let (other, _) = invite(&olaf, &json!({ "request": "b", "name": "eve", "role": "expert" }));
    assert_ne!(other, id);
    // The request does not bring back a guest who was revoked.
    assert_eq!(ada.delete(&format!("/api/e/animals/people/{}", id.as_str().unwrap())).status, 200);
    let reply = ada.post("/api/e/animals/people", &bob);
    assert_eq!((reply.status, reply.kind()), (409, "reused".to_owned()));
}
