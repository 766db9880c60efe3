//! Nobody who asks for much keeps others waiting.
#![allow(clippy::unwrap_used)]

mod common;

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use common::{Client, Line, TestServer, Truth, begin};
use serde_json::json;

/// A table whose diagram takes long to draw: dense, so that it has many concepts.
fn large_table(rows: usize, columns: usize) -> String {
    let mut table = String::from("name");
    (0..columns).for_each(|column| table.push_str(&format!(",a{column}")));
    let mut state = 7u64;
    for row in 0..rows {
        table.push_str(&format!("\no{row}"));
        for _ in 0..columns {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            table.push_str(if state >> 33 & 7 == 0 { "," } else { ",x" });
        }
    }
    table.push('\n');
    table
}

fn begin_large(ada: &Client, rows: usize, columns: usize) -> String {
    let reply = ada.send("POST", "/api/explorations/table?file=large.csv", &[], large_table(rows, columns).as_bytes());
    let reply = reply.unwrap();
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.json()["name"].as_str().unwrap().to_owned()
}

/// How long one diagram takes that nobody else asks for.
fn alone(client: &Client, room: &str, concepts: usize) -> Duration {
    let started = Instant::now();
    let reply = client.get(&format!("/api/e/{room}/diagram?most={concepts}"));
    assert_eq!(reply.status, 200, "{}", reply.text());
    started.elapsed()
}

/// How long the slowest of so many questions took, from looking for it to its
/// answer's being taken.
fn slowest_answer(who: &Client, room: &str, truth: &Truth, count: usize) -> Duration {
    let mut slowest = Duration::ZERO;
    for at in 0..count {
        let started = Instant::now();
        let state = who.turn(room);
        if state["turn"]["kind"] != "ask" {
            break;
        }
        let answer = truth.answer(&at.to_string(), &state["turn"]["question"]);
        assert_eq!(who.post(&format!("/api/e/{room}/answers"), &answer).status, 200);
        slowest = slowest.max(started.elapsed());
    }
    assert!(slowest > Duration::ZERO, "nothing was asked");
    slowest
}

#[test]
fn a_reader_who_floods_does_not_keep_an_expert_elsewhere_waiting() {
    let server = TestServer::start();
    let (ada, truth) = (server.owner(), Truth::animals());
    let large = begin_large(&ada, 800, 150);
    let small = begin(&ada, &truth, "Animals");
    let rita = server.guest(&ada, &large, "rita", "reader");
    let bob = server.guest(&ada, &small, "bob", "expert");
    bob.turn(&small);
    let one = alone(&rita, &large, 400);
    // Sixty different diagrams, which would take sixty times as long.
    let done = Arc::new(AtomicUsize::new(0));
    let flood: Vec<_> = (0..60)
        .map(|at| {
            let (rita, large, done) = (rita.clone(), large.clone(), done.clone());
            std::thread::spawn(move || {
                let reply = rita.get(&format!("/api/e/{large}/diagram?most={}", 401 + at));
                assert!([200, 409, 429].contains(&reply.status), "{}", reply.text());
                done.fetch_add(1, Ordering::SeqCst);
            })
        })
        .collect();
    std::thread::sleep(Duration::from_millis(100));
    let slowest = slowest_answer(&bob, &small, &truth, 6);
    let drawn = done.load(Ordering::SeqCst);
    assert!(drawn < 60, "the flood was over before anybody was asked");
    assert!(slowest < Duration::from_secs(5), "{slowest:?}, where one diagram takes {one:?}");
    flood.into_iter().for_each(|thread| thread.join().unwrap());
}

#[test]
fn the_same_diagram_is_drawn_once() {
    let server = TestServer::start();
    let ada = server.owner();
    let large = begin_large(&ada, 800, 150);
    let first = alone(&ada, &large, 300);
    let started = Instant::now();
    let asked: Vec<_> = (0..40)
        .map(|_| {
            let (ada, large) = (ada.clone(), large.clone());
            std::thread::spawn(move || ada.get(&format!("/api/e/{large}/diagram?most=500")).status)
        })
        .collect();
    assert!(asked.into_iter().all(|thread| thread.join().unwrap() == 200));
    // Forty of them would take far longer.
    assert!(started.elapsed() < 20 * first + Duration::from_secs(2), "{:?}, one {first:?}", started.elapsed());
    // After a change it is another diagram.
    let told = json!({ "request": "1", "object": { "name": "new", "has": ["a1"], "lacks": [] } });
    let before = ada.get(&format!("/api/e/{large}/diagram?most=2")).json();
    assert_eq!(ada.post(&format!("/api/e/{large}/objects"), &told).status, 200);
    let after = ada.get(&format!("/api/e/{large}/diagram?most=2")).json();
    assert_ne!(before, after);
}

#[test]
fn what_nobody_waits_for_any_more_is_dropped() {
    let server = TestServer::start();
    let ada = server.owner();
    let large = begin_large(&ada, 800, 150);
    let one = alone(&ada, &large, 300);
    // Requests whose senders hang up at once.
    for most in 301..361 {
        let mut line = Line::open(server.address).unwrap();
        let head = ada.head("GET", &format!("/api/e/{large}/diagram?most={most}"), &[]) + "\r\n";
        line.stream().write_all(head.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(2));
    }
    let started = Instant::now();
    alone(&ada, &large, 299);
    assert!(started.elapsed() < 15 * one + Duration::from_secs(2), "{:?}, one {one:?}", started.elapsed());
}

/// Concepts are told by their attributes and a count, not by thousands of names.
#[test]
fn a_diagram_of_many_objects_is_short() {
    let server = TestServer::start();
    let ada = server.owner();
    let mut table = String::from("name,a,b,c,d,e,f,g,h,i,j\n");
    for row in 0..1 << 12 {
        table.push_str(&format!("o{row}"));
        (0..10).for_each(|column| table.push_str(if row >> column & 1 == 1 { ",x" } else { "," }));
        table.push('\n');
    }
    let reply = ada.send("POST", "/api/explorations/table?file=many.csv", &[], table.as_bytes()).unwrap();
    let room = reply.json()["name"].as_str().unwrap().to_owned();
    let diagram = ada.get(&format!("/api/e/{room}/diagram?most=1000"));
    assert_eq!(diagram.status, 200, "{:.200}", diagram.text());
    assert!(diagram.body.len() < 1_000_000, "{}", diagram.body.len());
    assert_eq!(diagram.json()["nodes"][0]["count"], 1 << 12);
}

/// A response is in memory until it is taken.
#[test]
fn whoever_takes_nothing_is_sent_no_more() {
    let server = TestServer::start();
    let ada = server.owner();
    let large = begin_large(&ada, 2000, 300);
    let rita = server.guest(&ada, &large, "rita", "reader");
    let size = ada.get(&format!("/api/e/{large}")).body.len();
    assert!(size > 1 << 20, "{size}");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut refused = 0;
    let mut held = Vec::new();
    for _ in 0..2 + (80 << 20) / size {
        let stream = runtime.block_on(async {
            let socket = tokio::net::TcpSocket::new_v4().unwrap();
            socket.set_recv_buffer_size(4096).unwrap();
            socket.connect(server.address).await.unwrap().into_std().unwrap()
        });
        stream.set_nonblocking(false).unwrap();
        let mut line = Line::over(stream).unwrap();
        let head = rita.head("GET", &format!("/api/e/{large}"), &[]) + "\r\n";
        line.stream().write_all(head.as_bytes()).unwrap();
        let mut status = [0; 12];
        std::io::Read::read_exact(line.stream(), &mut status).unwrap();
        refused += usize::from(status.ends_with(b"429"));
        held.push(line);
    }
    assert!(refused > 0, "{} responses of {size} bytes are on their way", held.len());
    assert_eq!(ada.get(&format!("/api/e/{large}")).status, 200, "others are sent theirs");
    drop(held);
    let until = Instant::now() + Duration::from_secs(10);
    while rita.get(&format!("/api/e/{large}")).status != 200 {
        assert!(Instant::now() < until, "what was given up counts no more");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// In one exploration: whoever looks at everything does not keep others from
/// answering.
#[test]
fn a_reader_who_floods_does_not_keep_an_expert_beside_them_waiting() {
    let server = TestServer::start();
    let (ada, truth) = (server.owner(), Truth::animals());
    let room = begin(&ada, &truth, "Animals");
    let bob = server.guest(&ada, &room, "bob", "expert");
    let rita = server.guest(&ada, &room, "rita", "reader");
    let ended = Arc::new(AtomicBool::new(false));
    let flood: Vec<_> = (0..16)
        .map(|at| {
            let (rita, room, ended) = (rita.clone(), room.clone(), ended.clone());
            std::thread::spawn(move || {
                let paths = ["export/rules", "export/report", "export/journal", "diagram"];
                while !ended.load(Ordering::SeqCst) {
                    let reply = rita.get(&format!("/api/e/{room}/{}", paths[at % paths.len()]));
                    assert!([200, 429].contains(&reply.status), "{}", reply.text());
                }
            })
        })
        .collect();
    let slowest = slowest_answer(&bob, &room, &truth, 8);
    ended.store(true, Ordering::SeqCst);
    flood.into_iter().for_each(|thread| thread.join().unwrap());
    assert!(slowest < Duration::from_secs(4), "{slowest:?}");
}
