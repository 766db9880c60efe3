//! Fifty experts on ten explorations of the size of Zoo, answering as fast as
//! they can for a minute:
//!
//! ```text
//! cargo run --release -p hornbook-web --example load [seconds] [explorations] [experts] [floods]
//! ```
//!
//! With floods, one reader asks meanwhile for as many diagrams of a large table
//! at once, again and again, each another one.
//! The server runs in a process of its own, so that its memory can be told.
//! An exploration that is certified is followed by another one.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

#[path = "../tests/common/http.rs"]
mod http;
#[path = "../tests/common/truth.rs"]
mod truth;

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use hornbook_web::{OwnerToken, Server, ServerOptions};
use http::{Client, Events, Line};
use serde_json::json;
use truth::Truth;

/// What was measured.
#[derive(Default)]
struct Measured {
    /// How long requests took, by what they were.
    times: Mutex<Vec<(&'static str, Duration)>>,
    errors: Mutex<Vec<String>>,
    certified: AtomicU64,
    /// How long it took from an answer to the next question.
    next: Mutex<Vec<Duration>>,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    if let Some(folder) = std::env::var_os("HORNBOOK_LOAD_SERVER") {
        let server = Server::bind(ServerOptions {
            port: 0,
            owner: "ada".to_owned(),
            token: OwnerToken::None,
            ..ServerOptions::new(folder)
        })
        .unwrap();
        println!("{}", server.address());
        return server.run_until_interrupted();
    }
    let mut number = |usual: usize| arguments.next().map_or(usual, |text| text.parse().unwrap());
    let (seconds, rooms, experts, floods) = (number(60), number(10), number(50), number(0));
    let folder = tempfile::TempDir::new().unwrap();
    let (child, address) = start(&folder);
    let child = Running(child);
    let owner = Client::at(address);
    let truth = Arc::new(zoo());
    let measured = Arc::new(Measured::default());
    let reader = (floods > 0).then(|| reader_of_large_table(&owner));
    let until = Instant::now() + Duration::from_secs(seconds as u64);
    let drawn = Arc::new(AtomicU64::new(0));
    let flood: Vec<_> = (0..floods)
        .map(|at| {
            let (reader, drawn) = (reader.clone().unwrap(), drawn.clone());
            std::thread::spawn(move || flood(&reader, at, floods, &drawn, until))
        })
        .collect();
    let threads: Vec<_> = (0..rooms)
        .map(|room| {
            let (owner, truth, measured) = (owner.clone(), truth.clone(), measured.clone());
            let count = experts / rooms;
            std::thread::spawn(move || one_after_another(room, count, &owner, &truth, &measured, until))
        })
        .collect();
    let mut memory = Vec::new();
    while Instant::now() < until {
        memory.push(resident(&child.0));
        std::thread::sleep(Duration::from_secs((seconds as u64 / 12).max(1)));
    }
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    memory.push(resident(&child.0));
    drop(child);
    flood.into_iter().for_each(|thread| thread.join().unwrap());
    report(&measured, &memory, seconds);
    if floods > 0 {
        println!("diagrams drawn for the reader who floods: {}", drawn.load(Ordering::Relaxed));
    }
}

fn start(folder: &tempfile::TempDir) -> (Child, std::net::SocketAddr) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .env("HORNBOOK_LOAD_SERVER", folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    (child, line.trim().parse().unwrap())
}

/// A reader of an exploration of 3000 objects and 300 attributes.
fn reader_of_large_table(owner: &Client) -> Client {
    let mut table = String::from("name");
    (0..300).for_each(|column| table.push_str(&format!(",a{column}")));
    let mut state = 7u64;
    for row in 0..3000 {
        table.push_str(&format!("\no{row}"));
        for _ in 0..300 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            table.push_str(if state >> 33 & 7 == 0 { "," } else { ",x" });
        }
    }
    let begun = owner.send("POST", "/api/explorations/table?file=large.csv", &[], table.as_bytes()).unwrap();
    assert_eq!(begun.status, 201, "{}", begun.text());
    let invited = owner.post("/api/e/large/people", &json!({ "name": "rita", "role": "reader" })).json();
    Client::joined(owner.address, invited["link"].as_str().unwrap())
}

/// The most concepts of which a diagram of that table is not refused.
const LARGEST: usize = 350;

/// Asks for diagrams, each of so many concepts as no other at that time.
fn flood(reader: &Client, at: usize, floods: usize, drawn: &AtomicU64, until: Instant) {
    let mut concepts = LARGEST - at;
    while Instant::now() < until {
        let reply = reader.send("GET", &format!("/api/e/large/diagram?most={concepts}"), &[], b"");
        match reply {
            Ok(reply) if reply.status == 200 => _ = drawn.fetch_add(1, Ordering::Relaxed),
            Ok(reply) if reply.status == 429 => std::thread::sleep(Duration::from_millis(100)),
            // The server has ended by now, or says that it takes too long.
            _ => {}
        }
        concepts = if concepts > floods { concepts - floods } else { LARGEST - at };
    }
}

/// The animals of Zoo, of which the experts know everything.
fn zoo() -> Truth {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/zoo.csv");
    let table = hornbook::format::read_context_file(path, None, &Default::default()).unwrap().context;
    let names = |object: usize| table.universe().names_of(table.row(object)).map(str::to_owned).collect();
    Truth {
        attributes: table.universe().names().to_vec(),
        things: (0..table.len()).map(|object| (table.label(object), names(object))).collect(),
    }
}

/// One exploration after the other, each by several experts.
fn one_after_another(
    room: usize,
    experts: usize,
    owner: &Client,
    truth: &Arc<Truth>,
    measured: &Arc<Measured>,
    until: Instant,
) {
    let mut round = 0;
    while Instant::now() < until {
        let mut new = truth.new_exploration(&format!("load {room} {round}"));
        new["seed"] = json!(room * 1000 + round);
        let name = owner.post("/api/explorations", &new).json()["name"].as_str().unwrap().to_owned();
        let threads: Vec<_> = (0..experts)
            .map(|expert| {
                let who = json!({ "name": format!("expert {expert}"), "role": "expert" });
                let link = owner.post(&format!("/api/e/{name}/people"), &who).json()["link"].clone();
                let client = Client::joined(owner.address, link.as_str().unwrap());
                let (name, truth, measured) = (name.clone(), truth.clone(), measured.clone());
                std::thread::spawn(move || answer(&client, &name, &truth, &measured, until))
            })
            .collect();
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        round += 1;
    }
}

/// Answers whatever is asked, as fast as it goes.
fn answer(client: &Client, room: &str, truth: &Truth, measured: &Measured, until: Instant) {
    // What says that there is something new, as a page has it.
    let events = Told::by(client.events(room));
    let (path, answers) = (format!("/api/e/{room}"), format!("/api/e/{room}/answers"));
    let mut line = Line::open(client.address).unwrap();
    let mut request = |method: &str, path: &str, body: &str, what: &'static str| {
        let started = Instant::now();
        let kind: &[(&str, &str)] = if method == "POST" { &[("Content-Type", "application/json")] } else { &[] };
        let reply = line.request(client, method, path, kind, body.as_bytes(), true);
        measured.times.lock().unwrap().push((what, started.elapsed()));
        match reply {
            Ok(reply) if reply.status == 200 || reply.status == 409 => Some(reply),
            failed => {
                let words =
                    failed.map_or_else(|error| error.to_string(), |reply| format!("{} {}", reply.status, reply.text()));
                measured.errors.lock().unwrap().push(format!("{method} {path}: {words}"));
                None
            }
        }
    };
    let mut answered: Option<Instant> = None;
    let mut number = 0;
    while Instant::now() < until {
        let Some(state) = request("GET", &path, "", "state") else { return };
        let state = state.json();
        match state["turn"]["kind"].as_str().unwrap() {
            "ask" => {
                if let Some(at) = answered.take() {
                    measured.next.lock().unwrap().push(at.elapsed());
                }
                number += 1;
                let body = truth.answer(&number.to_string(), &state["turn"]["question"]).to_string();
                let Some(_) = request("POST", &answers, &body, "answer") else { return };
                answered = Some(Instant::now());
            }
            "certified" => {
                measured.certified.fetch_add(1, Ordering::Relaxed);
                return;
            }
            _ => {
                answered = answered.filter(|_| state["turn"]["kind"] == "thinking");
                let version = state["version"].as_u64().unwrap();
                if !events.of_more_than(version, until) && Instant::now() < until {
                    // Perhaps nothing has happened; else it should have been told.
                    let Some(state) = request("GET", &path, "", "state") else { return };
                    if state.json()["version"].as_u64().unwrap() > version && events.versions.try_recv().is_err() {
                        measured.errors.lock().unwrap().push(format!("{path}: nothing was told of a change"));
                    }
                }
            }
        }
    }
}

/// What an event stream tells of, while somebody listens.
struct Told {
    versions: Receiver<u64>,
    stream: TcpStream,
}

impl Told {
    fn by(mut events: Events) -> Self {
        let (sender, versions) = mpsc::channel();
        let stream = events.end();
        std::thread::spawn(move || while events.next().is_some_and(|version| sender.send(version).is_ok()) {});
        Self { versions, stream }
    }

    /// Waits for a later version than this, for a while.
    fn of_more_than(&self, version: u64, until: Instant) -> bool {
        let until = until.min(Instant::now() + Duration::from_secs(10));
        while let Ok(heard) = self.versions.recv_timeout(until.saturating_duration_since(Instant::now())) {
            if heard > version {
                return true;
            }
        }
        false
    }
}

impl Drop for Told {
    fn drop(&mut self) {
        _ = self.stream.shutdown(std::net::Shutdown::Both);
    }
}

/// The server, which does not outlive this.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

/// The memory that the server holds, in MB.
fn resident(child: &Child) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
}

fn report(measured: &Measured, memory: &[f64], seconds: usize) {
    let times = measured.times.lock().unwrap();
    let told = |what: &str, mut times: Vec<Duration>| {
        times.sort();
        let at = |share: f64| times.get(((times.len() as f64 * share) as usize).min(times.len().max(1) - 1));
        let at = |share: f64| at(share).map_or(0.0, |time| time.as_secs_f64() * 1000.0);
        println!(
            "{what:14} {:7} ({:6.1}/s)   p50 {:6.1} ms   p99 {:6.1} ms   most {:6.1} ms",
            times.len(),
            times.len() as f64 / seconds as f64,
            at(0.5),
            at(0.99),
            at(1.0)
        );
    };
    told("all requests", times.iter().map(|(_, time)| *time).collect());
    for kind in ["state", "answer"] {
        told(kind, times.iter().filter(|(what, _)| *what == kind).map(|(_, time)| *time).collect());
    }
    told("next question", measured.next.lock().unwrap().clone());
    let errors = measured.errors.lock().unwrap();
    println!("errors: {}", errors.len());
    errors.iter().take(5).for_each(|error| println!("  {error}"));
    println!("experts who saw a certificate: {}", measured.certified.load(Ordering::Relaxed));
    let memory: Vec<String> = memory.iter().map(|mb| format!("{mb:.0}")).collect();
    println!("memory in MB over time: {}", memory.join(" "));
}
