//! Limits for each address: nobody can keep others out, whatever they send, and
//! what a proxy says is believed only if the server was told of the proxy.
#![allow(clippy::unwrap_used)]

mod common;

use std::io::Read;
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use common::{Client, Line, Reply, TestServer, Truth, begin, connect_from};
use hornbook_web::{OwnerToken, ServeError, Server, ServerOptions};
use serde_json::json;

const TOKEN: &str = "a token that is long enough";
const JSON: (&str, &str) = ("Content-Type", "application/json");
const HERE: [u8; 4] = [127, 0, 0, 1];
const THERE: [u8; 4] = [127, 0, 0, 2];

/// Tries to sign in with a token, from an address and with more headers.
fn sign_in(from: [u8; 4], client: &Client, token: &str, more: &[(&str, &str)]) -> Reply {
    let body = json!({ "token": token }).to_string();
    let headers = [&[JSON], more].concat();
    let mut line = Line::over(connect_from(from, client.address)).unwrap();
    line.request(client, "POST", "/api/session", &headers, body.as_bytes(), false).unwrap()
}

/// How many of 40 wrong tokens are looked at before the limit is reached.
fn guesses(from: [u8; 4], client: &Client, more: impl Fn(usize) -> String) -> usize {
    let heard = |at: &usize| {
        let status = sign_in(from, client, "a guess that is wrong", &[("X-Forwarded-For", &more(*at))]).status;
        assert!([401, 429].contains(&status), "{status}");
        status == 401
    };
    (0..40).filter(heard).count()
}

#[test]
fn wrong_tokens_of_one_address_do_not_keep_another_out() {
    let server = TestServer::with(|options| options.token = OwnerToken::Chosen(TOKEN.to_owned()));
    let client = Client::new(server.address);
    // The address in the header is not believed.
    assert!(guesses(THERE, &client, |at| format!("10.0.0.{at}")) < 25);
    assert_eq!(sign_in(THERE, &client, TOKEN, &[]).status, 429);
    assert_eq!(sign_in(HERE, &client, TOKEN, &[]).status, 200);
}

#[test]
fn behind_a_proxy_each_visitor_has_their_own_limit() {
    let server = TestServer::with(|options| {
        options.token = OwnerToken::Chosen(TOKEN.to_owned());
        options.behind_proxy = true;
    });
    let client = Client::new(server.address);
    // The last address in the header is the one that the proxy added.
    assert!(guesses(HERE, &client, |at| format!("10.0.0.{at}, 192.0.2.1")) < 25);
    assert_eq!(sign_in(HERE, &client, TOKEN, &[("X-Forwarded-For", "192.0.2.1")]).status, 429);
    assert_eq!(sign_in(HERE, &client, TOKEN, &[("X-Forwarded-For", "192.0.2.2")]).status, 200);
}

/// Connections on which nothing is sent, and how many of them were closed.
fn occupy(from: [u8; 4], to: SocketAddr, count: usize) -> (Vec<TcpStream>, usize) {
    let mut open: Vec<TcpStream> = (0..count).map(|_| connect_from(from, to)).collect();
    std::thread::sleep(Duration::from_millis(200));
    let refused = open.iter_mut().filter_map(|stream| {
        stream.set_read_timeout(Some(Duration::from_millis(20))).unwrap();
        let mut text = Vec::new();
        // One that is taken waits for a request, and nothing comes.
        stream.read_to_end(&mut text).ok().map(|_| String::from_utf8(text).unwrap())
    });
    // Those that make room for others are told nothing.
    let refused = refused.map(|text| assert!(text.is_empty() || text.starts_with("HTTP/1.1 503 "), "{text}")).count();
    (open, refused)
}

#[test]
fn one_address_does_not_take_all_connections() {
    let server = TestServer::with(|options| {
        options.limits.max_connections = 12;
        options.limits.max_connections_per_address = 4;
    });
    let (held, refused) = occupy(THERE, server.address, 10);
    assert_eq!(refused, 6);
    assert_eq!(Client::new(server.address).get("/api/session").status, 200, "others are served");
    drop(held);
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(occupy(THERE, server.address, 4).1, 0, "they are free again");

    // The limit for each address does not hold for a proxy.
    let server = TestServer::with(|options| {
        options.token = OwnerToken::Chosen(TOKEN.to_owned());
        options.behind_proxy = true;
        options.limits.max_connections = 12;
        options.limits.max_connections_per_address = 4;
    });
    assert_eq!(occupy(HERE, server.address, 8).1, 0);
}

/// Several people share an address: those who send nothing keep nobody out.
#[test]
fn silent_connections_of_an_address_keep_nobody_out_who_shares_it() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    let server = TestServer::with(|options| {
        options.limits.max_connections_per_address = 24;
        options.limits.requests_per_second = 1e6;
    });
    let ada = server.owner();
    let ended = Arc::new(AtomicBool::new(false));
    // Each comes again as soon as it is closed.
    let silent: Vec<_> = (0..40)
        .map(|_| {
            let (address, ended) = (server.address, ended.clone());
            std::thread::spawn(move || {
                while !ended.load(Ordering::SeqCst) {
                    let Ok(mut stream) = TcpStream::connect(address) else { continue };
                    stream.set_read_timeout(Some(Duration::from_millis(300))).unwrap();
                    _ = stream.read(&mut [0; 64]);
                }
            })
        })
        .collect();
    std::thread::sleep(Duration::from_millis(200));
    let answered = |_: &i32| ada.send("GET", "/api/explorations", &[], b"").is_ok_and(|reply| reply.status == 200);
    let served = (0..50).filter(answered).count();
    ended.store(true, Ordering::SeqCst);
    silent.into_iter().for_each(|thread| thread.join().unwrap());
    assert!(served >= 45, "{served} of 50");
}

#[test]
fn a_server_without_a_token_refuses_requests_through_proxies() {
    let server = TestServer::start();
    let ada = server.owner();
    for (name, value) in [
        ("X-Forwarded-For", "192.0.2.1"),
        ("x-forwarded-host", "rules.example.org"),
        ("X-Forwarded-Proto", "https"),
        ("X-Real-IP", "192.0.2.1"),
        ("Forwarded", "for=192.0.2.1"),
        ("Via", "1.1 proxy"),
    ] {
        for path in ["/", "/api/session", "/api/explorations"] {
            let reply = ada.send("GET", path, &[(name, value)], b"").unwrap();
            assert_eq!((reply.status, reply.kind()), (403, "proxy".to_owned()), "{name} {path}");
            assert!(reply.header("set-cookie").is_none() && reply.text().contains("--no-token"), "{}", reply.text());
        }
    }
    let options = ServerOptions { behind_proxy: true, ..common::options(server.path()) };
    assert!(matches!(Server::bind(options).err(), Some(ServeError::NeedsToken)));
    let server = TestServer::with(|options| options.token = OwnerToken::Chosen(TOKEN.to_owned()));
    assert_eq!(Client::new(server.address).send("GET", "/", &[("Via", "1.1 proxy")], b"").unwrap().status, 200);
}

#[test]
fn no_guest_answers_under_the_owners_name() {
    let server = TestServer::start();
    let ada = server.owner();
    let room = begin(&ada, &Truth::animals(), "Animals");
    let bob = server.guest(&ada, &room, "bob", "expert");
    let folder = server.stop();
    let named = |owner: &str| ServerOptions { owner: owner.to_owned(), ..common::options(folder.path()) };
    let refused = Server::bind(named("bob")).err().unwrap();
    assert!(refused.to_string().contains("animals") && refused.to_string().contains("--as"), "{refused}");
    for nobody in ["", " ", "a\nb", &"x".repeat(201)] {
        assert!(matches!(Server::bind(named(nobody)).err(), Some(ServeError::InvalidOwnerName(_))), "{nobody:?}");
    }

    // The file is put there while the server runs.
    let record = folder.path().join("animals.room.json");
    let kept = std::fs::read(&record).unwrap();
    std::fs::remove_file(&record).unwrap();
    let server = TestServer::on(named("bob"));
    std::fs::write(&record, kept).unwrap();
    let bob = bob.moved_to(server.address);
    assert_eq!(bob.get(&format!("/api/e/{room}")).status, 401);
    assert_eq!(server.owner().state(&room)["me"]["who"], "bob");
}
