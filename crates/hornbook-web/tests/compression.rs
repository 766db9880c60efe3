//! Responses come compressed to those who read that, and mean the same; those that may
//! hold a secret, and event streams, do not.
#![allow(clippy::unwrap_used)]

mod common;

use std::io::Read;

use common::{Client, Reply, TestServer, Truth, begin, finish};
use serde_json::json;

const GZIP: (&str, &str) = ("Accept-Encoding", "gzip, deflate, br");

fn get(who: &Client, path: &str, more: &[(&str, &str)]) -> Reply {
    who.send("GET", path, more, b"").unwrap()
}

fn unpacked(reply: &Reply) -> Vec<u8> {
    assert_eq!(reply.header("content-encoding"), Some("gzip"), "{reply:?}");
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(&*reply.body).read_to_end(&mut bytes).unwrap();
    bytes
}

#[test]
fn what_is_compressed_means_the_same_in_fewer_bytes() {
    let server = TestServer::start();
    let (ada, truth) = (server.owner(), Truth::animals());
    let room = begin(&ada, &truth, "Animals");
    finish(&ada, &room, &truth, "ada");
    let paths = ["/", "/app.js", "/style.css", "/report.css", "/api/openapi.json"].map(str::to_owned);
    let own = ["", "/diagram", "/diagram.svg", "/export/rules"].map(|what| format!("/api/e/{room}{what}"));
    for path in paths.into_iter().chain(own).chain([format!("/e/{room}/report")]) {
        let (plain, packed) = (get(&ada, &path, &[]), get(&ada, &path, &[GZIP]));
        assert_eq!((plain.status, packed.status), (200, 200), "{path}");
        assert_eq!(plain.header("content-encoding"), None, "{path}");
        if plain.body.len() < 1024 {
            continue;
        }
        assert_eq!(unpacked(&packed), plain.body, "{path}");
        assert!(packed.body.len() * 4 < plain.body.len() * 3, "{path}: {} of {}", packed.body.len(), plain.body.len());
        for reply in [&plain, &packed] {
            let vary: Vec<_> = reply.headers.iter().filter(|(name, _)| name == "vary").collect();
            assert_eq!(vary.len(), 1, "{path}: {vary:?}");
        }
        assert_eq!(get(&ada, &path, &[("Accept-Encoding", "gzip;q=0")]).header("content-encoding"), None, "{path}");
    }
}

#[test]
fn a_browser_that_has_a_file_is_not_sent_it_again() {
    let server = TestServer::start();
    let ada = server.owner();
    let (plain, packed) = (get(&ada, "/app.js", &[]), get(&ada, "/app.js", &[GZIP]));
    let tags = [&plain, &packed].map(|reply| reply.header("etag").unwrap());
    assert_ne!(tags[0], tags[1], "other bytes have another tag");
    let again = get(&ada, "/app.js", &[GZIP, ("If-None-Match", tags[1])]);
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(get(&ada, "/app.js", &[("If-None-Match", tags[1])]).status, 200, "that is not what it asks for");
}

#[test]
fn secrets_and_streams_are_sent_as_they_are() {
    let server = TestServer::start();
    let ada = server.owner();
    // The longest titles there may be, in answers that would be worth compressing.
    let new =
        json!({ "title": "x".repeat(200), "attributes": [{ "name": "y".repeat(900) }, { "name": "z".repeat(900) }] });
    let room = ada.post("/api/explorations", &new).json()["name"].as_str().unwrap().to_owned();
    assert_eq!(get(&ada, "/api/session", &[GZIP]).header("content-encoding"), None);
    let body = json!({ "name": "b".repeat(190), "role": "expert" }).to_string();
    let headers = [GZIP, ("Content-Type", "application/json")];
    let invited = ada.send("POST", &format!("/api/e/{room}/people"), &headers, body.as_bytes()).unwrap();
    assert_eq!((invited.status, invited.header("content-encoding")), (201, None));
    let filled = json!({ "object": { "has": ["y".repeat(900)], "lacks": ["z".repeat(900)] } }).to_string();
    let filled = ada.send("POST", &format!("/api/e/{room}/fill"), &headers, filled.as_bytes()).unwrap();
    assert!(filled.body.len() > 1024 && filled.header("content-encoding").is_none(), "{filled:?}");
    // An event comes when it is sent, and not when there are enough of them.
    let mut events = ada.events_with(&format!("/api/e/{room}/events"), &[GZIP]);
    assert!(events.next().is_some());
    ada.post(&format!("/api/e/{room}/rename"), &json!({ "title": "Tea" }));
    assert!(events.next().is_some());
}

#[test]
fn the_page_loads_one_script_and_one_style() {
    let server = TestServer::start();
    let ada = server.owner();
    let page = ada.get("/").text();
    assert_eq!(page.matches("<script").count(), 1, "{page}");
    assert_eq!(page.matches("rel=\"stylesheet\"").count(), 1, "{page}");
    assert!(page.contains("src=\"/page.js\"") && page.contains("href=\"/page.css\""), "{page}");
    let (script, style) = (ada.get("/page.js").text(), ada.get("/page.css").text());
    assert!(!script.lines().any(|line| line.starts_with("import ") || line.starts_with("export ")));
    // Whatever is changed in one of the files is in what is sent.
    for name in ["app", "room", "question", "live", "diagram"] {
        let file = ada.get(&format!("/{name}.js")).text();
        let last = file.trim_end().lines().last().unwrap();
        assert!(file.len() > 500 && script.contains(last), "{name}");
    }
    assert!(style.contains(ada.get("/style.css").text().trim_end()));
}
