//! Requests that nobody should send: they are refused, and nothing is lost.
#![allow(clippy::unwrap_used)]

mod common;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use common::{Client, Line, TestServer, Truth, begin, invite};
use hornbook_web::OwnerToken;
use serde_json::{Value, json};

const JSON: (&str, &str) = ("Content-Type", "application/json");

/// A server with an exploration, and its owner.
fn animals() -> (TestServer, Client, String) {
    let server = TestServer::start();
    let ada = server.owner();
    let room = begin(&ada, &Truth::animals(), "Animals");
    (server, ada, room)
}

#[test]
fn markup_in_every_field_comes_back_as_text() {
    let server = TestServer::start();
    let ada = server.owner();
    let evil = "<script>alert(1)</script>\"'&{{7*7}}</title><img src=x onerror=alert(1)>";
    let attribute = |name: &str| json!({ "name": name, "phrase": evil, "description": evil });
    let new = json!({ "title": evil, "attributes": [attribute(evil), attribute("b")], "seed": 1 });
    let room = ada.post("/api/explorations", &new).json()["name"].as_str().unwrap().to_owned();
    let object = json!({ "name": evil, "has": [evil], "lacks": ["b"] });
    let told = ada.post(&format!("/api/e/{room}/objects"), &json!({ "request": evil, "object": object }));
    assert_eq!(told.status, 200, "{}", told.text());
    let rule = json!({ "premise": ["b"], "conclusion": [evil] });
    let answer = json!({ "request": "2", "question": rule, "answer": "holds" });
    assert_eq!(ada.post(&format!("/api/e/{room}/answers"), &answer).status, 200);
    let unknown = json!({ "request": "3", "question": { "premise": [], "conclusion": ["b"] }, "answer": "unknown" });
    assert_eq!(ada.post(&format!("/api/e/{room}/answers"), &unknown).status, 200);
    let (_, link) = invite(&ada, &room, json!({ "name": evil, "role": "expert" }));
    let guest = Client::joined(server.address, &link);
    let state = guest.turn(&room);
    assert_eq!(state["me"]["who"], evil);
    assert_eq!(state["title"], evil);
    assert_eq!(state["attributes"][0]["name"], evil);
    assert_eq!(state["objects"][0]["name"], evil);
    for path in ["", "/people", "/diagram", "/export/rules", "/export/context?format=conexp-json"] {
        let reply = ada.get(&format!("/api/e/{room}{path}"));
        assert!(reply.header("content-type").unwrap().starts_with("application/json"), "{path}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
    }
    for (path, markup) in [(format!("/e/{room}/report"), true), (format!("/api/e/{room}/diagram.svg"), true)] {
        let reply = ada.get(&path);
        let text = reply.text();
        assert_eq!(reply.status, 200, "{text}");
        assert!(markup && !text.contains("<script") && !text.contains("<img src=x"), "{text}");
        assert!(text.contains("&lt;script&gt;"), "{text}");
        assert!(reply.header("content-security-policy").unwrap().starts_with("default-src 'none'"));
    }
    let refused = ada.post(
        &format!("/api/e/{room}/answers"),
        &json!({
        "request": "4", "question": { "premise": [evil], "conclusion": ["b"] }, "answer": "holds" }),
    );
    assert_eq!((refused.status, refused.header("content-type")), (409, Some("application/json")));
}

#[test]
fn malformed_requests_are_refused_and_change_nothing() {
    let (server, ada, room) = animals();
    let answers = format!("/api/e/{room}/answers");
    let deep = "[".repeat(100_000);
    let long = format!("{{\"request\": \"{}\"}}", "x".repeat(500));
    for body in ["", "{", "null", "[]", "\"\"", "{}", "{\"request\":1}", "\u{0}", deep.as_str(), long.as_str()] {
        let reply = ada.send("POST", &answers, &[JSON], body.as_bytes()).unwrap();
        assert_eq!(reply.status, 400, "{body:.40}: {}", reply.text());
        assert_eq!(reply.kind(), "malformed");
    }
    assert_eq!(ada.send("POST", &answers, &[JSON], b"\xff\xfe").unwrap().status, 400);
    assert_eq!(ada.send("POST", &answers, &[("Content-Type", "text/plain")], b"{}").unwrap().status, 415);
    let rule = json!({ "premise": ["hair"], "conclusion": ["milk"] });
    for (sent, status) in [
        (
            json!({ "request": "1", "question": { "premise": ["wings"], "conclusion": ["milk"] }, "answer": "holds" }),
            400,
        ),
        (
            json!({ "request": "1", "question": { "premise": ["hair"], "conclusion": ["hair"] }, "answer": "holds" }),
            400,
        ),
        (json!({ "request": "1", "question": { "premise": ["hair"] }, "answer": "holds" }), 400),
        (json!({ "request": "1", "question": rule, "answer": "perhaps" }), 400),
        (json!({ "request": "", "question": rule, "answer": "holds" }), 400),
        (json!({ "request": "x".repeat(101), "question": rule, "answer": "holds" }), 400),
        (json!({ "request": "1", "question": rule, "answer": "refuted" }), 400),
        (
            json!({ "request": "1", "question": rule, "answer": "refuted",
                 "object": { "name": "x".repeat(1000), "has": [], "lacks": ["milk"] } }),
            400,
        ),
        (
            json!({ "request": "1", "question": rule, "answer": "refuted",
                 "object": { "name": "x", "known": -1, "has": [], "lacks": ["milk"] } }),
            400,
        ),
        (
            json!({ "request": "1", "question": rule, "answer": "refuted",
                 "object": { "name": "x", "of": "nothing", "has": [], "lacks": ["milk"] } }),
            409,
        ),
        (
            json!({ "request": "1", "question": rule, "answer": "refuted",
                 "object": { "name": "x", "has": ["milk"], "lacks": ["milk"] } }),
            409,
        ),
        (json!({ "request": "1", "question": rule, "answer": "holds", "replaces": "nothing" }), 409),
    ] {
        let reply = ada.post(&answers, &sent);
        assert_eq!(reply.status, status, "{sent}: {}", reply.text());
    }
    for (path, sent) in [
        ("retract", json!({ "request": "1", "entry": "nothing" })),
        ("attributes", json!({ "request": "1", "attributes": [] })),
        ("attributes", json!({ "request": "1", "attributes": [{ "name": "hair" }] })),
        ("attributes", json!({ "request": "1", "attributes": [{ "name": "x".repeat(2000) }] })),
    ] {
        assert_eq!(ada.post(&format!("/api/e/{room}/{path}"), &sent).status, 409, "{path} {sent}");
    }
    for (epsilon, delta) in [(0.0, 0.1), (2.0, 0.1), (0.1, -1.0), (1e-300, 1e-300)] {
        let reply = ada
            .post(&format!("/api/e/{room}/accuracy"), &json!({ "request": "1", "epsilon": epsilon, "delta": delta }));
        assert!(reply.status < 500, "{epsilon} {delta}: {}", reply.text());
    }
    for new in [
        json!({ "title": "x", "attributes": [] }),
        json!({ "title": "x", "attributes": [{ "name": "a" }, { "name": "a" }] }),
        json!({ "title": "x", "attributes": [{ "name": "" }] }),
        json!({ "title": "", "attributes": [{ "name": "a" }] }),
        json!({ "title": "x", "attributes": [{ "name": "a" }], "epsilon": 7 }),
        json!({ "title": "x", "attributes": [{ "name": "a" }], "seed": -1 }),
    ] {
        let status = ada.post("/api/explorations", &new).status;
        assert!([400, 409].contains(&status), "{new}: {status}");
    }
    let listed = ada.get("/api/explorations").json();
    assert_eq!(listed["explorations"].as_array().unwrap().len(), 1, "nothing was begun: {listed}");
    assert!(ada.turn(&room)["entries"].as_array().unwrap().len() <= 1);
    drop(server);
}

#[test]
fn wrong_methods_and_paths_outside_the_folder_are_refused() {
    let (server, ada, room) = animals();
    std::fs::write(server.path().parent().unwrap().join("outside.journal"), "{}\n").unwrap();
    for path in [
        "/api/e/../outside",
        "/api/e/..%2Foutside",
        "/api/e/%2e%2e%2foutside",
        "/api/e/..%5coutside",
        "/api/e/animals%00",
        "/api/e/animals.journal",
        "/api/e/ANIMALS",
        "/api/e/",
        "/api/e//",
        "/api",
        "/..%2f..%2fetc%2fpasswd",
        "/../../etc/passwd",
        "/src/lib.rs",
        "/animals.journal",
        "/animals.room.json",
        "/e/..%2Foutside/report",
        "/api/e/..%2Foutside/export/journal",
        "/api/e/%ff",
    ] {
        let reply = ada.get(path);
        assert!([404, 400].contains(&reply.status), "{path}: {} {}", reply.status, reply.text());
    }
    for method in ["PUT", "PATCH", "TRACE", "BREW", "POST"] {
        let reply = ada.send(method, &format!("/api/e/{room}"), &[], b"").unwrap();
        assert_eq!(reply.status, 405, "{method}: {}", reply.text());
    }
    assert_eq!(ada.send("DELETE", "/api/explorations", &[], b"").unwrap().status, 405);
    std::fs::remove_file(server.path().parent().unwrap().join("outside.journal")).unwrap();
}

#[test]
fn requests_under_other_names_or_from_other_pages_are_refused() {
    let (server, ada, room) = animals();
    let port = server.address.port();
    let path = format!("/api/e/{room}");
    for host in ["evil.example", &format!("evil.example:{port}"), "127.0.0.1", "127.0.0.1:1", "", "a b", "localhost:x"]
    {
        let reply = ada.send("GET", &path, &[("Host", host)], b"").unwrap();
        assert!([421, 400].contains(&reply.status), "{host:?}: {}", reply.text());
        assert!(!reply.text().contains("hair"));
    }
    assert_eq!(ada.send("GET", &path, &[("Host", &format!("localhost:{port}"))], b"").unwrap().status, 200);
    // Two Host headers, or none.
    let twice = [("Host", &*format!("127.0.0.1:{port}")), ("Host", "evil.example")];
    assert!([400, 421].contains(&ada.send("GET", &path, &twice, b"").unwrap().status));
    let mut line = Line::open(server.address).unwrap();
    line.stream().write_all(format!("GET {path} HTTP/1.1\r\nConnection: close\r\n\r\n").as_bytes()).unwrap();
    assert!([400, 421].contains(&line.read().unwrap().status));

    let undo = format!("/api/e/{room}/undo");
    let body = br#"{"request":"1"}"#;
    for origin in [
        "http://evil.example",
        "null",
        "https://127.0.0.1",
        &format!("http://127.0.0.1:{port}.evil.example"),
        "file://",
    ] {
        let reply = ada.send("POST", &undo, &[JSON, ("Origin", origin)], body).unwrap();
        assert_eq!((reply.status, reply.kind()), (403, "origin".to_owned()), "{origin}");
    }
    let own = format!("http://127.0.0.1:{port}");
    assert_eq!(ada.send("POST", &undo, &[JSON, ("Origin", &own)], body).unwrap().status, 409);

    // Another page can make a browser send the cookie, but does not know the
    // number that belongs to it.
    for csrf in [None, Some(""), Some("0"), Some("é")] {
        let forged = Client { csrf: csrf.map(str::to_owned), ..ada.clone() };
        let reply = forged.post(&undo, &json!({ "request": "1" }));
        assert_eq!((reply.status, reply.kind()), (403, "csrf".to_owned()), "{csrf:?}");
    }
    let mut other = server.owner();
    other.csrf = ada.csrf.clone();
    assert_eq!(other.post(&undo, &json!({ "request": "1" })).status, 403, "it is good for one cookie only");
    let cookie = Client::new(server.address).get("/api/session").header("set-cookie").unwrap().to_owned();
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict") && !cookie.contains("Secure"),
        "{cookie}"
    );
}

#[test]
fn every_response_has_the_security_headers() {
    let (_server, ada, room) = animals();
    for path in
        ["/", "/app.js", "/api/session", "/nothing", &format!("/api/e/{room}"), &format!("/e/{room}/report"), "/join/x"]
    {
        let reply = ada.get(path);
        let policy = reply.header("content-security-policy").unwrap_or_else(|| panic!("{path}: {reply:?}"));
        assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(reply.header("referrer-policy"), Some("no-referrer"), "{path}");
    }
}

#[test]
fn forged_links_and_cookies_let_nobody_in() {
    let (server, ada, room) = animals();
    let (_, link) = invite(&ada, &room, json!({ "name": "bob", "role": "expert" }));
    let shorter = &link[..link.len() - 1];
    let other = format!("{}x", shorter);
    for bad in [
        shorter,
        &other,
        "/join/animals.",
        "/join/animals.0",
        "/join/nowhere.00",
        "/join/.",
        "/join/%2e%2e.0",
        "/join/a%00.b",
    ] {
        let reply = Client::new(server.address).exchange(bad);
        assert_eq!(reply.status, 404, "{bad}");
        assert!(reply.header("set-cookie").is_none(), "{bad}");
    }
    for bad in ["k0", "k", "kanimals", &"k".repeat(200)] {
        let mut forged = Client::new(server.address);
        forged.cookie = Some(format!("hornbook-{}={bad}", server.address.port()));
        assert_eq!(forged.session()["signed_in"], false, "{bad}");
        assert_eq!(forged.get(&format!("/api/e/{room}")).status, 401, "{bad}");
    }
}

#[test]
fn bodies_headers_and_paths_that_are_too_large_are_refused() {
    let (server, ada, room) = animals();
    let large =
        json!({ "request": "1", "object": { "name": "x".repeat(2 << 20), "has": [], "lacks": [] } }).to_string();
    let reply = ada.send("POST", &format!("/api/e/{room}/objects"), &[JSON], large.as_bytes()).unwrap();
    assert_eq!((reply.status, reply.kind()), (413, "too_large".to_owned()));
    // A body that comes in chunks, without its length.
    let mut line = Line::open(server.address).unwrap();
    let head = ada.head("POST", &format!("/api/e/{room}/objects"), &[JSON, ("Transfer-Encoding", "chunked")]) + "\r\n";
    let mut sent = head.into_bytes();
    for _ in 0..40 {
        sent.extend(format!("{:x}\r\n", 1 << 16).bytes());
        sent.extend(std::iter::repeat_n(b' ', 1 << 16));
        sent.extend(b"\r\n");
    }
    // It may hang up before all of it is sent.
    _ = line.stream().write_all(&sent);
    if let Ok(reply) = line.read() {
        assert_eq!(reply.status, 413);
    }
    // Headers and paths.
    let reply = ada.send("GET", "/api/session", &[("X-Long", &"x".repeat(100_000))], b"");
    assert!(reply.is_err() || [431, 400].contains(&reply.unwrap().status));
    let many: Vec<(String, String)> = (0..500).map(|at| (format!("X-{at}"), "x".to_owned())).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let reply = ada.send("GET", "/api/session", &many, b"");
    assert!(reply.is_err() || [431, 400].contains(&reply.unwrap().status));
    let reply = ada.send("GET", &format!("/{}", "x".repeat(100_000)), &[], b"");
    assert!(reply.is_err() || [414, 431, 400].contains(&reply.unwrap().status));
    assert_eq!(ada.get("/api/session").status, 200, "it goes on");
}

#[test]
fn clients_that_are_too_slow_are_cut_off() {
    let server = TestServer::with(|options| {
        options.limits.header_timeout = Duration::from_millis(500);
        options.limits.body_timeout = Duration::from_millis(500);
        options.limits.write_timeout = Duration::from_millis(500);
    });
    let ada = server.owner();
    let room = begin(&ada, &Truth::animals(), "Animals");
    let ended = |mut stream: TcpStream| {
        let (started, mut rest) = (Instant::now(), Vec::new());
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        _ = stream.read_to_end(&mut rest);
        assert!(started.elapsed() < Duration::from_secs(10), "it was not cut off");
        String::from_utf8_lossy(&rest).into_owned()
    };
    // Headers that never end, a letter at a time.
    let mut stream = TcpStream::connect(server.address).unwrap();
    for letter in b"GET /api/session HTTP/1.1\r\nHo" {
        if stream.write_all(&[*letter]).is_err() {
            break;
        }
        std::thread::sleep(Duration::from_millis(40));
    }
    ended(stream);
    // Nothing at all.
    ended(TcpStream::connect(server.address).unwrap());
    // A body that never comes.
    let mut stream = TcpStream::connect(server.address).unwrap();
    let head = ada.head("POST", &format!("/api/e/{room}/undo"), &[JSON, ("Content-Length", "20")]) + "\r\n{";
    stream.write_all(head.as_bytes()).unwrap();
    let answer = ended(stream);
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    // Many requests whose responses are never read.
    let mut stream = TcpStream::connect(server.address).unwrap();
    let request = ada.head("GET", &format!("/api/e/{room}"), &[]) + "\r\n";
    stream.set_write_timeout(Some(Duration::from_secs(10))).unwrap();
    let started = Instant::now();
    while stream.write_all(request.as_bytes()).is_ok() {
        assert!(started.elapsed() < Duration::from_secs(30), "it was not cut off");
    }
    assert_eq!(ada.get(&format!("/api/e/{room}")).status, 200, "others are served");
}

#[test]
fn connections_streams_and_requests_beyond_the_limits_are_refused() {
    let server = TestServer::with(|options| {
        options.limits.max_connections = 8;
        options.limits.max_streams_per_person = 2;
        options.limits.request_burst = 40.0;
        options.limits.requests_per_second = 20.0;
    });
    let ada = server.owner();
    let room = begin(&ada, &Truth::animals(), "Animals");
    // A person may have two streams.
    let streams = [ada.events(&room), ada.events(&room)];
    let more = ada.get(&format!("/api/e/{room}/events"));
    assert_eq!((more.status, more.kind()), (429, "too_many".to_owned()));
    // There may be eight connections. Those that wait for nothing make room.
    let mut idle: Vec<TcpStream> = (0..20).map(|_| TcpStream::connect(server.address).unwrap()).collect();
    std::thread::sleep(Duration::from_millis(200));
    let waits = |stream: &mut TcpStream| {
        stream.set_read_timeout(Some(Duration::from_millis(20))).unwrap();
        stream.read(&mut [0; 64]).is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock)
    };
    assert!(idle.iter_mut().filter_map(|stream| waits(stream).then_some(())).count() <= 6);
    assert_eq!(ada.get("/api/session").status, 200, "nobody is kept out by them");
    drop(idle);
    drop(streams);
    std::thread::sleep(Duration::from_millis(500));
    let statuses: Vec<u16> = (0..80).map(|_| ada.get("/api/session").status).collect();
    assert!(statuses.contains(&200) && statuses.contains(&429), "{statuses:?}");
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(ada.get("/api/session").status, 200);
}

#[test]
fn guesses_of_the_token_are_limited() {
    let server =
        TestServer::with(|options| options.token = OwnerToken::Chosen("a token that is long enough".to_owned()));
    let client = Client::new(server.address);
    let statuses: Vec<u16> =
        (0..40).map(|at| client.post("/api/session", &json!({ "token": format!("guess {at}") })).status).collect();
    assert!(statuses.iter().all(|status| [401, 429].contains(status)), "{statuses:?}");
    assert!(statuses.iter().filter(|status| **status == 401).count() < 25, "{statuses:?}");
}

#[test]
fn a_request_repeated_at_the_same_time_is_done_once() {
    let (server, ada, room) = animals();
    let truth = Truth::animals();
    let question = ada.turn(&room)["turn"]["question"].clone();
    let answer = truth.answer("once", &question);
    let threads: Vec<_> = (0..8)
        .map(|_| {
            let (ada, room, answer) = (ada.clone(), room.clone(), answer.clone());
            std::thread::spawn(move || ada.post(&format!("/api/e/{room}/answers"), &answer).json()["id"].clone())
        })
        .collect();
    let ids: Vec<Value> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    assert!(ids.iter().all(|id| id.is_string() && *id == ids[0]), "{ids:?}");
    assert_eq!(ada.turn(&room)["entries"].as_array().unwrap().len(), 1);
    drop(server);
}

#[test]
fn a_server_that_others_could_reach_does_not_start_without_a_good_token() {
    use hornbook_web::{ServeError, Server, ServerOptions};
    let folder = tempfile::TempDir::new().unwrap();
    let options = || common::options(folder.path());
    let all = ServerOptions { address: [0, 0, 0, 0].into(), ..options() };
    assert!(matches!(Server::bind(all).err(), Some(ServeError::NeedsToken)));
    let named = ServerOptions { hosts: vec!["rules.example.org".to_owned()], ..options() };
    assert!(matches!(Server::bind(named.clone()).err(), Some(ServeError::NeedsToken)));
    let short = ServerOptions { token: OwnerToken::Chosen("short".to_owned()), ..named.clone() };
    assert!(matches!(Server::bind(short).err(), Some(ServeError::ShortToken(_))));
    let good = ServerOptions { token: OwnerToken::made(), ..named };
    assert!(Server::bind(good.clone()).is_ok());
    let bad = ServerOptions { hosts: vec!["http://rules.example.org/".to_owned()], ..good };
    assert!(matches!(Server::bind(bad).err(), Some(ServeError::InvalidHost(_))));
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    assert!(matches!(
        Server::bind(ServerOptions { port: 0, ..ServerOptions::new(file) }).err(),
        Some(ServeError::Folder { .. })
    ));
}
