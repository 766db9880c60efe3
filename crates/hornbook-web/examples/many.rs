//! A thousand explorations on a server that may open 1024 files, with sixty pages
//! open at the same time:
//!
//! ```text
//! cargo run --release -p hornbook-web --example many [explorations] [pages]
//! ```
#![allow(clippy::unwrap_used, clippy::print_stdout)]

#[path = "../tests/common/http.rs"]
mod http;
#[path = "../tests/common/truth.rs"]
mod truth;

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use hornbook_web::{Limits, OwnerToken, Server, ServerOptions};
use http::Client;
use truth::Truth;

fn main() {
    if let Some(folder) = std::env::var_os("HORNBOOK_MANY_SERVER") {
        let limits = Limits { requests_per_second: 1e6, request_burst: 1e6, ..Limits::default() };
        let server = Server::bind(ServerOptions {
            port: 0,
            owner: "ada".to_owned(),
            token: OwnerToken::None,
            limits,
            ..ServerOptions::new(folder)
        })
        .unwrap();
        println!("{}", server.address());
        return server.run_until_interrupted();
    }
    let mut arguments = std::env::args().skip(1);
    let mut number = |usual: usize| arguments.next().map_or(usual, |text| text.parse().unwrap());
    let (explorations, pages) = (number(1000), number(60));
    let folder = tempfile::TempDir::new().unwrap();
    let truth = Truth::animals();

    let mut server = Running::start(&folder);
    let ada = Client::at(server.address);
    let started = Instant::now();
    let names: Vec<String> = (0..explorations)
        .map(|at| {
            let begun = ada.post("/api/explorations", &truth.new_exploration(&format!("Animals {at}")));
            assert_eq!(begun.status, 201, "{}", begun.text());
            begun.json()["name"].as_str().unwrap().to_owned()
        })
        .collect();
    println!("begun: {explorations} in {:.1} s", started.elapsed().as_secs_f64());

    // Pages of different explorations are open all the time.
    let streams: Vec<_> = names.iter().rev().take(pages).map(|name| ada.events(name)).collect();
    let started = Instant::now();
    let (mut answered, mut slowest) = (0, Duration::ZERO);
    for round in 0..3 {
        for name in &names {
            let asked = Instant::now();
            let state = ada.turn(name);
            if state["turn"]["kind"] == "ask" {
                let answer = truth.answer(&round.to_string(), &state["turn"]["question"]);
                let reply = ada.post(&format!("/api/e/{name}/answers"), &answer);
                assert_eq!(reply.status, 200, "{}", reply.text());
                answered += 1;
            }
            slowest = slowest.max(asked.elapsed());
        }
        println!(
            "round {round}: {} files open, {:.0} MB",
            std::fs::read_dir(format!("/proc/{}/fd", server.child.id())).unwrap().count(),
            server.resident()
        );
    }
    println!(
        "answers: {answered} acknowledged in {:.1} s, the slowest with its question {:.2} s, none refused",
        started.elapsed().as_secs_f64(),
        slowest.as_secs_f64()
    );
    drop(streams);

    let list = |client: &Client| {
        let started = Instant::now();
        let reply = client.get("/api/explorations");
        assert_eq!(reply.status, 200, "{}", reply.text());
        let listed = reply.json()["explorations"].as_array().unwrap().len();
        assert_eq!(listed, explorations);
        started.elapsed().as_secs_f64()
    };
    println!("list, most of them unread since they changed: {:.2} s", list(&ada));
    println!("list again: {:.2} s", list(&ada));
    for index in ["with the index", "without the index"] {
        server.restart(&folder);
        if index.starts_with("without") {
            server.stop();
            std::fs::remove_file(folder.path().join(".hornbook-index.json")).unwrap();
            server = Running::start(&folder);
        }
        println!("first list after a restart, {index}: {:.2} s", list(&Client::at(server.address)));
    }
    // What was acknowledged is there.
    let ada = Client::at(server.address);
    let kept: usize = names.iter().map(|name| ada.state(name)["entries"].as_array().unwrap().len()).sum();
    println!("answers found again: {kept} of {answered}");
    assert!(kept >= answered);
}

/// The server, in a process of its own that may open 1024 files.
struct Running {
    child: Child,
    address: std::net::SocketAddr,
}

impl Running {
    fn start(folder: &tempfile::TempDir) -> Self {
        let mut child = Command::new("sh")
            .args(["-c", "ulimit -n 1024; exec \"$0\""])
            .arg(std::env::current_exe().unwrap())
            .env("HORNBOOK_MANY_SERVER", folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        Self { child, address: line.trim().parse().unwrap() }
    }

    /// Ends it as a user would.
    fn stop(&mut self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        self.child.wait().unwrap();
    }

    fn restart(&mut self, folder: &tempfile::TempDir) {
        self.stop();
        *self = Self::start(folder);
    }

    /// The memory it holds, in MB.
    fn resident(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}
