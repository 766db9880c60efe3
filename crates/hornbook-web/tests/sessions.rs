//! Who is signed in, for how long, and by which link.
#![allow(clippy::unwrap_used)]

mod common;

use std::net::TcpStream;

use common::{Client, TestServer, Truth, begin, connect_from, invite, options};
use hornbook_web::{OwnerToken, ServerOptions};
use serde_json::{Value, json};

const TOKEN: &str = "a token that is long enough";

fn with_token() -> TestServer {
    TestServer::with(|options| options.token = OwnerToken::Chosen(TOKEN.to_owned()))
}

fn signed_in(server: &TestServer) -> Client {
    let mut ada = Client::new(server.address);
    let reply = ada.post("/api/session", &json!({ "token": TOKEN }));
    assert_eq!(reply.status, 200, "{}", reply.text());
    ada.take_cookie(&reply);
    ada.session();
    ada
}

fn sessions(client: &Client) -> Vec<Value> {
    let reply = client.get("/api/sessions");
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()["sessions"].as_array().unwrap().clone()
}

#[test]
fn a_server_makes_a_token_unless_it_is_told_otherwise() {
    let folder = tempfile::TempDir::new().unwrap();
    let server = hornbook_web::Server::bind(ServerOptions { port: 0, ..ServerOptions::new(folder.path()) }).unwrap();
    let link = server.link();
    let token = link.split("/#/sign-in/").nth(1).unwrap();
    assert!(link.starts_with(&format!("http://{}/", server.address())) && token.len() >= 32, "{link}");
    drop(server);
    // A token that was chosen is not shown.
    let server = hornbook_web::Server::bind(ServerOptions {
        token: OwnerToken::Chosen(TOKEN.to_owned()),
        ..options(folder.path())
    });
    let server = server.unwrap();
    assert_eq!(server.link(), format!("http://{}/", server.address()));
}

#[test]
fn many_may_sign_in_from_one_address() {
    let server = with_token();
    let clients: Vec<Client> = (0..40).map(|_| signed_in(&server)).collect();
    assert!(clients.iter().all(|client| client.get("/api/explorations").status == 200));
}

#[test]
fn signing_out_ends_the_session() {
    let server = with_token();
    let ada = signed_in(&server);
    let kept = ada.clone();
    assert_eq!(kept.get("/api/explorations").status, 200);
    assert_eq!(ada.delete("/api/session").status, 200);
    assert_eq!(kept.get("/api/explorations").status, 401, "the cookie is worth nothing any more");
    let folder = server.stop();
    let server =
        TestServer::on(ServerOptions { token: OwnerToken::Chosen(TOKEN.to_owned()), ..options(folder.path()) });
    assert_eq!(kept.moved_to(server.address).get("/api/explorations").status, 401, "nor after a restart");
}

#[test]
fn sessions_are_listed_and_ended_each_by_itself() {
    let server = with_token();
    let (desk, phone) = (signed_in(&server), signed_in(&server));
    let room = begin(&desk, &Truth::animals(), "Animals");
    let bob = server.guest(&desk, &room, "bob", "expert");
    let all = sessions(&desk);
    assert_eq!(all.len(), 3, "{all:?}");
    assert_eq!(all.iter().filter(|session| session["current"] == true).count(), 1);
    assert!(all.iter().all(|session| session["address"] == "127.0.0.1" && session["began"].is_string()));
    let of_bob = all.iter().find(|session| session["who"] == "bob").unwrap();
    assert_eq!(of_bob["room"], room.as_str());
    // A guest sees and ends nothing but their own.
    let own = sessions(&bob);
    assert!(own.len() == 1 && own[0]["current"] == true, "{own:?}");
    let other = all.iter().find(|session| session["who"] == "ada").unwrap()["id"].as_str().unwrap();
    assert_eq!(bob.delete(&format!("/api/sessions/{other}")).status, 404);

    let mut heard = bob.events(&room);
    heard.next().unwrap();
    assert_eq!(desk.delete(&format!("/api/sessions/{}", of_bob["id"].as_str().unwrap())).status, 200);
    while heard.next().is_some() {}
    assert_eq!(bob.get(&format!("/api/e/{room}")).status, 401);

    assert_eq!(desk.delete("/api/sessions").json()["ended"], 1, "everywhere else");
    assert_eq!(phone.get("/api/explorations").status, 401);
    assert_eq!(desk.get("/api/explorations").status, 200);
    assert_eq!(sessions(&desk).len(), 1);
}

#[test]
fn sessions_end_when_they_are_not_used() {
    let server = TestServer::with(|options| {
        options.token = OwnerToken::Chosen(TOKEN.to_owned());
        options.session_lifetime = std::time::Duration::from_secs(1);
    });
    let ada = signed_in(&server);
    let cookie = ada.get("/api/session");
    assert!(cookie.header("set-cookie").unwrap().contains("Max-Age=1"), "{cookie:?}");
    std::thread::sleep(std::time::Duration::from_millis(2100));
    assert_eq!(ada.get("/api/explorations").status, 401);
    assert!(ada.get("/api/session").header("set-cookie").is_none(), "what is over is not prolonged");
}

#[test]
fn another_token_signs_out_whoever_used_the_one_before() {
    let server = with_token();
    let ada = signed_in(&server);
    let room = begin(&ada, &Truth::animals(), "Animals");
    let bob = server.guest(&ada, &room, "bob", "expert");
    let folder = server.stop();
    let start = |token| TestServer::on(ServerOptions { token, ..options(folder.path()) });
    let server = start(OwnerToken::Chosen("another token that is long".to_owned()));
    assert_eq!(ada.moved_to(server.address).get("/api/explorations").status, 401);
    assert_eq!(bob.moved_to(server.address).turn(&room)["me"]["who"], "bob", "guests did not use it");
    drop(server);
    // A token that is made anew at every start is not changed to keep anybody out.
    let first = start(OwnerToken::Made("made for the first start".to_owned()));
    let mut ada = Client::new(first.address);
    let reply = ada.post("/api/session", &json!({ "token": "made for the first start" }));
    ada.take_cookie(&reply);
    drop(first);
    let second = start(OwnerToken::made());
    assert_eq!(ada.moved_to(second.address).get("/api/explorations").status, 200);
}

#[test]
fn two_servers_do_not_sign_each_other_out() {
    let servers = [with_token(), with_token()];
    let [one, other] = [0, 1].map(|at| signed_in(&servers[at]));
    // A browser sends the cookies of both to both.
    let both = format!("{}; {}", one.cookie.as_ref().unwrap(), other.cookie.as_ref().unwrap());
    for client in [one, other] {
        let client = Client { cookie: Some(both.clone()), ..client };
        assert_eq!(client.get("/api/explorations").status, 200);
    }
}

#[test]
fn behind_a_name_cookies_are_for_encrypted_connections_alone() {
    let server = TestServer::with(|options| {
        options.token = OwnerToken::Chosen(TOKEN.to_owned());
        options.hosts = vec!["rules.example.org".to_owned()];
    });
    let mut client = Client::new(server.address);
    client.host = "rules.example.org".to_owned();
    let reply = client.post("/api/session", &json!({ "token": TOKEN }));
    let cookie = reply.header("set-cookie").unwrap();
    assert!(cookie.starts_with("__Host-hornbook-") && cookie.contains("; Secure"), "{cookie}");
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict") && cookie.contains("Path=/;"),
        "{cookie}"
    );
}

#[test]
fn a_link_is_exchanged_once_and_looking_uses_nothing_up() {
    let server = with_token();
    let ada = signed_in(&server);
    let room = begin(&ada, &Truth::animals(), "Animals");
    let (id, link) = invite(&ada, &room, json!({ "name": "bob", "role": "expert" }));
    let invitation = link.strip_prefix("/join/").unwrap();
    let nobody = Client::new(server.address);
    // A program that looks into letters opens the link, also several times.
    for _ in 0..3 {
        let page = nobody.get(&link);
        assert!(page.status == 200 && page.header("set-cookie").is_none() && page.text().contains("<script"));
        let told = nobody.post("/api/invitation", &json!({ "invitation": invitation })).json();
        assert_eq!((&told["who"], &told["title"], &told["state"]), (&json!("bob"), &json!("Animals"), &json!("open")));
        assert_eq!(told["is_you"], false);
    }
    let mut bob = Client::new(server.address);
    let body = json!({ "invitation": invitation, "request": "1" });
    bob.take_cookie(&bob.post("/api/session", &body));
    assert_eq!(bob.session()["who"], "bob");
    let told = bob.post("/api/invitation", &json!({ "invitation": invitation })).json();
    assert_eq!((&told["state"], &told["is_you"]), (&json!("used"), &json!(true)));
    let again = nobody.exchange(&link);
    assert_eq!((again.status, again.kind()), (409, "link".to_owned()), "{}", again.text());
    assert!(again.text().contains("used already") && again.header("set-cookie").is_none());
    // The answer to the exchange may have been lost.
    assert_eq!(nobody.post("/api/session", &body).status, 200);

    let at = |what: &str| format!("/api/e/{room}/people{what}");
    let people = ada.get(&at("")).json();
    assert_eq!(people["people"][0]["link"], "used");
    let renewed = ada.post(&at(&format!("/{id}/link")), &json!({ "days": 1 })).json();
    assert_eq!(nobody.exchange(&link).status, 404, "the one before is void");
    assert_eq!(Client::joined(server.address, renewed["link"].as_str().unwrap()).session()["who"], "bob");
    assert_eq!(bob.session()["who"], "bob", "who came before stays");
    for days in [json!(0), json!(366), json!(-1), json!("many")] {
        assert_eq!(ada.post(&at(&format!("/{id}/link")), &json!({ "days": days })).status, 400, "{days}");
    }
    assert_eq!(bob.post(&at(&format!("/{id}/link")), &json!({})).status, 403);
}

#[test]
fn a_link_ends_with_its_time() {
    let server = with_token();
    let ada = signed_in(&server);
    let room = begin(&ada, &Truth::animals(), "Animals");
    let (_, link) = invite(&ada, &room, json!({ "name": "bob", "role": "expert", "days": 1 }));
    let folder = server.stop();
    let path = folder.path().join("animals.room.json");
    let mut record: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    let expires = record["people"][0]["expires"].as_u64().unwrap();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
    assert!((now + 86_000..now + 87_000).contains(&expires));
    record["people"][0]["expires"] = json!(now - 1);
    std::fs::write(&path, record.to_string()).unwrap();
    let server =
        TestServer::on(ServerOptions { token: OwnerToken::Chosen(TOKEN.to_owned()), ..options(folder.path()) });
    let late = Client::new(server.address).exchange(&link);
    assert_eq!((late.status, late.kind()), (409, "link".to_owned()));
    assert!(late.text().contains("Ask whoever sent it"), "{}", late.text());
    let people = ada.moved_to(server.address).get(&format!("/api/e/{room}/people")).json();
    assert_eq!(people["people"][0]["link"], "expired");
}

/// What the page asks before somebody becomes somebody else.
#[test]
fn a_link_opened_by_somebody_signed_in_changes_nothing_by_itself() {
    let server = with_token();
    let mut ada = signed_in(&server);
    let room = begin(&ada, &Truth::animals(), "Animals");
    let (_, link) = invite(&ada, &room, json!({ "name": "bob", "role": "expert" }));
    assert!(ada.get(&link).header("set-cookie").is_none());
    assert_eq!(ada.session()["who"], "ada");
    // If they agree they are no longer who they were.
    let before = ada.clone();
    let reply = ada.exchange(&link);
    ada.take_cookie(&reply);
    assert_eq!(ada.session()["who"], "bob");
    assert_eq!(before.get("/api/explorations").status, 401);
}

#[test]
fn without_a_token_a_guest_does_not_become_the_owner_unless_they_sign_out() {
    let server = TestServer::start();
    let ada = server.owner();
    let room = begin(&ada, &Truth::animals(), "Animals");
    let (id, link) = invite(&ada, &room, json!({ "name": "bob", "role": "reader" }));
    let mut bob = Client::joined(server.address, &link);
    assert_eq!(bob.post("/api/explorations", &Truth::animals().new_exploration("Other")).status, 403);
    ada.delete(&format!("/api/e/{room}/people/{id}"));
    assert_eq!(bob.get("/api/explorations").status, 401);
    assert_eq!(bob.session()["signed_in"], false);
    bob.take_cookie(&bob.delete("/api/session"));
    assert_eq!(bob.session()["who"], "ada");
}

#[test]
fn requests_from_the_pages_of_others_are_refused_as_browsers_tell_them() {
    let server = with_token();
    let ada = signed_in(&server);
    let get = |path: &str, headers: &[(&str, &str)]| ada.send("GET", path, headers, b"").unwrap().status;
    for site in ["cross-site", "same-site"] {
        for path in ["/api/explorations", "/api/session", "/app.js", "/"] {
            assert_eq!(get(path, &[("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", "no-cors")]), 403, "{site} {path}");
        }
        let follows = [("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document")];
        assert_eq!(get("/", &follows), 200, "a link may be followed");
        assert_eq!(get("/join/animals.0", &follows), 200);
        assert_eq!(get("/api/explorations", &follows), 403);
        let framed = [("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "iframe")];
        assert_eq!(get("/", &framed), 403);
        let form = [follows[0], follows[1], follows[2], ("Content-Type", "application/json")];
        assert_eq!(ada.send("POST", "/api/session", &form, b"{}").unwrap().status, 403);
    }
    for site in ["same-origin", "none"] {
        assert_eq!(get("/api/explorations", &[("Sec-Fetch-Site", site)]), 200, "{site}");
    }
}

#[test]
fn names_that_look_alike_are_refused() {
    let server = with_token();
    let ada = signed_in(&server);
    let room = begin(&ada, &Truth::animals(), "Animals");
    invite(&ada, &room, json!({ "name": "Bob", "role": "expert" }));
    let asked = |name: &str| {
        let reply = ada.post(&format!("/api/e/{room}/people"), &json!({ "name": name, "role": "expert" }));
        (reply.status, reply.kind())
    };
    for name in ["bob", "BOB ", "\u{ff22}ob", "ADA", "\u{ff41}da"] {
        assert_eq!(asked(name), (409, "name".to_owned()), "{name:?}");
    }
    for name in ["B\u{200b}ob", "Bob\u{202e}", "\u{3164}", "Bob\u{1b}[2J", "a\nb", "eve\u{ad}"] {
        assert_eq!(asked(name), (400, "malformed".to_owned()), "{name:?}");
    }
    assert_eq!(asked("Bobby").0, 201);
}

/// The connection is closed for one that is needed.
#[test]
fn half_open_requests_from_several_addresses_keep_nobody_out() {
    let server = TestServer::with(|options| {
        options.token = OwnerToken::Chosen(TOKEN.to_owned());
        options.limits.max_connections = 32;
        options.limits.max_connections_per_address = 16;
    });
    let ada = signed_in(&server);
    // Requests that are begun and not ended, from three addresses, all the time.
    let mut held: Vec<TcpStream> = Vec::new();
    for round in 0..6 {
        for address in 2..5u8 {
            for _ in 0..12 {
                let mut stream = connect_from([127, 0, 0, address], server.address);
                // It may have been refused already.
                _ = std::io::Write::write_all(&mut stream, b"GET / HTTP/1.1\r\nHost: x\r\n");
                held.push(stream);
            }
        }
        let started = std::time::Instant::now();
        assert_eq!(ada.get("/api/explorations").status, 200);
        assert_eq!(Client::new(server.address).get("/").status, 200);
        assert!(started.elapsed().as_secs() < 2, "round {round}: {:?}", started.elapsed());
    }
}
