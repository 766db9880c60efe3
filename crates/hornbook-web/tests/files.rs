//! Files that somebody broke, moved or edited: people are told what is wrong,
//! but not where on the disk the files are.
#![allow(clippy::unwrap_used)]

mod common;

use std::path::Path;

use common::{Client, Reply, TestServer, Truth, begin, options};
use hornbook_explore::Exploration;
use serde_json::{Value, json};

/// A server with an exploration, its owner and somebody who was invited.
fn animals() -> (TestServer, Client, Client) {
    let server = TestServer::start();
    let ada = server.owner();
    begin(&ada, &Truth::animals(), "Animals & co");
    let bob = server.guest(&ada, "animals-co", "bob", "owner");
    (server, ada, bob)
}

fn moved(client: &Client, server: &TestServer) -> Client {
    client.moved_to(server.address)
}

/// Checks that a reply tells what is wrong, but not where on the disk.
fn tells(reply: &Reply, status: u16, kind: &str, folder: &Path) {
    let text = reply.text();
    assert_eq!((reply.status, reply.kind().as_str()), (status, kind), "{text}");
    tells_no_path(&text, folder);
}

fn tells_no_path(text: &str, folder: &Path) {
    let hidden = folder.file_name().unwrap().to_str().unwrap();
    assert!(!text.contains(hidden) && !text.contains("/tmp"), "{text}");
}

#[test]
fn refusals_about_journals_do_not_tell_their_path() {
    let (server, ada, bob) = animals();
    let folder = server.stop();
    let path = folder.path().join("animals-co.journal");
    let kept = std::fs::read(&path).unwrap();
    let requests = [
        ("GET", "/api/e/animals-co", ""),
        ("GET", "/e/animals-co/report", ""),
        ("GET", "/api/e/animals-co/export/rules", ""),
        ("POST", "/api/e/animals-co/undo", r#"{"request":"1"}"#),
    ];
    let refused = |status: u16, kind: &str| {
        let server = TestServer::on(options(folder.path()));
        for who in [&ada, &bob] {
            let who = moved(who, &server);
            for (method, at, body) in requests {
                let reply = who.send(method, at, &[("Content-Type", "application/json")], body.as_bytes()).unwrap();
                tells(&reply, status, kind, folder.path());
            }
            let listed = who.get("/api/explorations");
            assert_eq!(listed.status, 200);
            tells_no_path(&listed.text(), folder.path());
        }
    };
    // Another program has it open.
    let held = Exploration::open(&path).unwrap();
    refused(503, "busy");
    drop(held);
    // It is broken, or from another time.
    std::fs::write(&path, [&kept[..], b"nonsense\n"].concat()).unwrap();
    refused(409, "broken");
    std::fs::write(&path, "something else\n").unwrap();
    refused(409, "broken");
    std::fs::write(&path, String::from_utf8(kept.clone()).unwrap().replacen("\"version\":", "\"version\":99", 1))
        .unwrap();
    refused(409, "broken");
    std::fs::write(&path, kept).unwrap();
}

#[cfg(unix)]
#[test]
fn refusals_about_writing_do_not_tell_the_path() {
    let (server, _ada, bob) = animals();
    // The journal is replaced while the server has it open.
    let path = server.path().join("animals-co.journal");
    let question = bob.turn("animals-co")["turn"]["question"].clone();
    let kept = std::fs::read(&path).unwrap();
    std::fs::rename(&path, server.path().join("moved")).unwrap();
    std::fs::write(&path, &kept).unwrap();
    let reply = bob.post("/api/e/animals-co/answers", &Truth::animals().answer("1", &question));
    tells(&reply, 503, "disk", server.path());
    assert!(reply.text().contains("animals-co.journal"), "{}", reply.text());
    // There is no folder any more that the record could be written to.
    let elsewhere = server.path().with_extension("elsewhere");
    std::fs::rename(server.path(), &elsewhere).unwrap();
    tells(&bob.post("/api/e/animals-co/rename", &json!({ "title": "Beasts" })), 503, "disk", server.path());
    tells(&bob.get("/api/explorations"), 503, "disk", server.path());
    std::fs::rename(&elsewhere, server.path()).unwrap();
    assert_eq!(bob.post("/api/e/animals-co/rename", &json!({ "title": "Beasts" })).status, 200);
}

#[test]
fn a_report_has_its_title_and_icon_before_anybody_looked_at_the_exploration() {
    let (server, ada, _) = animals();
    let folder = server.stop();
    for path in ["/e/animals-co/report", "/api/e/animals-co/export/report"] {
        // Nobody has looked at the exploration since the start.
        let server = TestServer::on(options(folder.path()));
        let report = moved(&ada, &server).get(path).text();
        assert!(report.contains("<h1>Animals &amp; co</h1>") || report.starts_with("# Animals \\& co\n"), "{report}");
    }
    let server = TestServer::on(options(folder.path()));
    let report = moved(&ada, &server).get("/e/animals-co/report").text();
    let icon = report.split("rel=\"icon\" href=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    assert_eq!(ada_get(&server, icon).header("content-type"), Some("image/svg+xml"));
}

fn ada_get(server: &TestServer, path: &str) -> Reply {
    let reply = server.owner().get(path);
    assert_eq!(reply.status, 200, "{path}");
    reply
}

#[test]
fn a_broken_record_is_refused_and_lets_nobody_in() {
    let (server, ada, bob) = animals();
    let folder = server.stop();
    let path = folder.path().join("animals-co.room.json");
    let kept: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    let guest = &kept["people"][0];
    let with = |change: Value| {
        let mut guest = guest.clone();
        guest.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        json!({ "people": [guest] }).to_string()
    };
    let long = "x".repeat(1 << 20);
    for absurd in [
        String::new(),
        "null".to_owned(),
        "[".repeat(100_000),
        json!({ "people": 7 }).to_string(),
        json!({ "title": long }).to_string(),
        json!({ "title": "a\nb" }).to_string(),
        json!({ "title": "" }).to_string(),
        json!({ "archived": "perhaps" }).to_string(),
        json!({ "made": true }).to_string(),
        json!({ "people": [guest, guest] }).to_string(),
        with(json!({ "name": "" })),
        with(json!({ "name": long })),
        with(json!({ "name": "bob\u{7}" })),
        with(json!({ "role": "emperor" })),
        with(json!({ "about": "everything" })),
        with(json!({ "token_sha256": null })),
        with(json!({ "joined": "yes" })),
        json!({ "people": [guest, { "id": guest["id"], "name": "eve", "role": "owner", "token_sha256": "" }] })
            .to_string(),
    ] {
        std::fs::write(&path, &absurd).unwrap();
        let server = TestServer::on(options(folder.path()));
        let reply = moved(&ada, &server).get("/api/e/animals-co");
        tells(&reply, 409, "broken", folder.path());
        assert!(reply.text().contains("animals-co.room.json"), "{absurd:.60}: {}", reply.text());
        assert_eq!(moved(&bob, &server).get("/api/e/animals-co").status, 401, "{absurd:.60}");
        let listed = moved(&ada, &server).get("/api/explorations").json();
        let problem = listed["explorations"][0]["problem"].as_str().unwrap_or_default().to_owned();
        assert!(problem.contains("animals-co.room.json"), "{absurd:.60}: {listed}");
    }
    // What is strange but does no harm is accepted.
    for strange in [with(json!({ "about": ["no", "such", "attribute"] })), with(json!({ "hat": "red" }))] {
        std::fs::write(&path, &strange).unwrap();
        let server = TestServer::on(options(folder.path()));
        assert_eq!(moved(&bob, &server).turn("animals-co")["me"]["who"], "bob", "{strange}");
    }
}

#[test]
fn a_broken_journal_is_read_or_refused_without_a_fault() {
    let (server, ada, _) = animals();
    ada.post(
        "/api/e/animals-co/objects",
        &json!({ "request": "1", "object": { "name": "cat", "has": ["hair"], "lacks": [] } }),
    );
    let folder = server.stop();
    let path = folder.path().join("animals-co.journal");
    let kept = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<Value> = kept.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let long = "x".repeat(1 << 20);
    let header = |key: &str, value: Value| (0, key.to_owned(), value);
    let entry = |key: &str, value: Value| (1, key.to_owned(), value);
    for (at, key, value) in [
        header("title", json!(long)),
        header("title", json!(7)),
        header("attributes", json!([])),
        header("attributes", json!([{ "name": "a" }, { "name": "a" }])),
        header("attributes", json!([{ "name": long }])),
        header("attributes", json!((0..5000).map(|at| json!({ "name": at.to_string() })).collect::<Vec<_>>())),
        header("epsilon", json!(0)),
        header("epsilon", json!(7)),
        header("epsilon", json!(1e-300)),
        header("delta", json!(-1)),
        header("delta", json!(null)),
        header("seed", json!(-1)),
        header("distribution", json!("nonsense")),
        header("columns", json!([["no such"]])),
        header("columns", json!([["hair", "hair"], ["hair"]])),
        header("background", json!([{ "premise": ["no such"], "conclusion": [] }])),
        header("background", json!([{ "premise": [], "impossible": true }])),
        entry("kind", json!("miracle")),
        entry("id", json!(long)),
        entry("time", json!("\u{0}")),
        entry("who", json!(long)),
        entry("request", json!(long)),
        entry("object", json!(null)),
        entry("object", json!({ "name": long, "has": ["hair"], "lacks": ["hair"] })),
        entry("object", json!({ "name": "x", "has": ["no such"], "lacks": [] })),
        entry("corrects", json!(["no such"])),
    ] {
        let mut lines = lines.clone();
        lines[at][&key] = value;
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        std::fs::write(&path, text).unwrap();
        let server = TestServer::on(options(folder.path()));
        let ada = moved(&ada, &server);
        for path in ["/api/explorations", "/api/e/animals-co", "/e/animals-co/report", "/api/e/animals-co/diagram"] {
            let reply = ada.get(path);
            assert!([200, 409].contains(&reply.status), "{key} {path}: {} {:.300}", reply.status, reply.text());
            tells_no_path(&reply.text(), folder.path());
        }
    }
}

/// Two servers on one folder would not notice each other's invitations.
#[test]
fn a_second_server_on_a_folder_is_refused() {
    let server = TestServer::start();
    let second = hornbook_web::Server::bind(common::options(server.path()));
    assert!(matches!(second, Err(hornbook_web::ServeError::FolderInUse(_))));
    let folder = server.stop();
    assert!(hornbook_web::Server::bind(common::options(folder.path())).is_ok());
}
