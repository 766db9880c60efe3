//! Starts a server for a test, on a free port and a folder of its own.
#![allow(dead_code, unused_imports, clippy::unwrap_used)]

pub mod applied;
pub mod http;
pub mod schema;
pub mod truth;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

use hornbook_web::{OwnerToken, Server, ServerOptions};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::oneshot;

pub use http::{Client, Events, Line, Reply};
pub use truth::Truth;

pub fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data")
}

/// A server that runs until this is dropped.
pub struct TestServer {
    pub address: SocketAddr,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
    pub folder: Option<TempDir>,
}

pub fn options(folder: &Path) -> ServerOptions {
    ServerOptions { port: 0, owner: "ada".to_owned(), token: OwnerToken::None, ..ServerOptions::new(folder) }
}

impl TestServer {
    /// Starts a server on a new folder.
    pub fn start() -> Self {
        Self::with(|_| {})
    }

    pub fn with(change: impl FnOnce(&mut ServerOptions)) -> Self {
        let folder = TempDir::new().unwrap();
        let mut options = options(folder.path());
        change(&mut options);
        let mut running = Self::on(options);
        running.folder = Some(folder);
        running
    }

    pub fn on(options: ServerOptions) -> Self {
        let server = Server::bind(options).unwrap();
        let address = server.address();
        let (end, ended) = oneshot::channel();
        let wait = async move { _ = ended.await };
        let thread = std::thread::spawn(move || server.run(wait));
        Self { address, end: Some(end), thread: Some(thread), folder: None }
    }

    pub fn path(&self) -> &Path {
        self.folder.as_ref().unwrap().path()
    }

    /// Ends it, and gives back its folder.
    pub fn stop(mut self) -> TempDir {
        self.end();
        self.folder.take().unwrap()
    }

    fn end(&mut self) {
        _ = self.end.take().map(|end| end.send(()));
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }

    /// The owner, who has looked at the page.
    pub fn owner(&self) -> Client {
        Client::at(self.address)
    }

    /// Somebody who was invited and came.
    pub fn guest(&self, owner: &Client, room: &str, name: &str, role: &str) -> Client {
        Client::joined(self.address, &invite(owner, room, json!({ "name": name, "role": role })).1)
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.end();
    }
}

/// Invites somebody; returns their id and their link.
pub fn invite(owner: &Client, room: &str, who: Value) -> (String, String) {
    let reply = owner.post(&format!("/api/e/{room}/people"), &who);
    assert_eq!(reply.status, 201, "{}", reply.text());
    let reply = reply.json();
    (reply["id"].as_str().unwrap().to_owned(), reply["link"].as_str().unwrap().to_owned())
}

/// Begins an exploration of the animals.
pub fn begin(owner: &Client, truth: &Truth, title: &str) -> String {
    let reply = owner.post("/api/explorations", &truth.new_exploration(title));
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.json()["name"].as_str().unwrap().to_owned()
}

/// Answers all questions until the rules are certified; returns how many there
/// were.
pub fn finish(who: &Client, room: &str, truth: &Truth, tag: &str) -> usize {
    for asked in 0..500 {
        let state = who.turn(room);
        match state["turn"]["kind"].as_str().unwrap() {
            "ask" => {
                let answer = truth.answer(&format!("{tag}-{asked}"), &state["turn"]["question"]);
                let reply = who.post(&format!("/api/e/{room}/answers"), &answer);
                assert_eq!(reply.status, 200, "{answer}: {}", reply.text());
            }
            "certified" => return asked,
            other => panic!("{other}"),
        }
    }
    panic!("the questions do not end");
}

/// A connection from another address of this machine.
pub fn connect_from(from: [u8; 4], to: SocketAddr) -> std::net::TcpStream {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let connected = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::from((from, 0))).unwrap();
        socket.connect(to).await.unwrap().into_std().unwrap()
    });
    connected.set_nonblocking(false).unwrap();
    connected
}
