//! Many tabs of one browser, and a server that does not answer.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::page::{BIRDS, Expert, Server};

/// Stands between browsers and a server, and counts the event streams. Its port
/// has as many digits as the server's, so that the one can be written over the
/// other wherever a request names it.
struct Counter {
    address: String,
    /// What was asked for last on each connection that is open.
    asked: Arc<Mutex<HashMap<usize, String>>>,
}

impl Counter {
    fn before(server: &Server) -> Self {
        let there = server.address.trim_start_matches("http://").to_owned();
        let listener = loop {
            let listener = TcpListener::bind("127.0.0.1:0").unwrap();
            if listener.local_addr().unwrap().to_string().len() == there.len() {
                break listener;
            }
        };
        let here = listener.local_addr().unwrap().to_string();
        let asked: Arc<Mutex<HashMap<usize, String>>> = Arc::default();
        let (address, counted) = (format!("http://{here}"), asked.clone());
        std::thread::spawn(move || {
            for (number, browser) in listener.incoming().enumerate() {
                let (browser, server) = (browser.unwrap(), TcpStream::connect(&there).unwrap());
                let (here, there, counted) = (here.clone(), there.clone(), counted.clone());
                let back = (server.try_clone().unwrap(), browser.try_clone().unwrap());
                std::thread::spawn(move || pass_on(back.0, back.1, |_| {}));
                std::thread::spawn(move || {
                    pass_on(browser, server, |bytes| {
                        let text = String::from_utf8_lossy(bytes).replace(&here, &there);
                        if let Some(path) = text.strip_prefix("GET ").and_then(|rest| rest.split(' ').next()) {
                            counted.lock().unwrap().insert(number, path.to_owned());
                        }
                        *bytes = text.into_bytes();
                    });
                    counted.lock().unwrap().remove(&number);
                });
            }
        });
        Self { address, asked }
    }

    /// What the open event streams are about.
    fn streams(&self) -> Vec<String> {
        self.asked.lock().unwrap().values().filter(|path| path.contains("/events")).cloned().collect()
    }

    /// Waits until these are the streams.
    fn wait_for(&self, wanted: &[&str]) {
        let started = Instant::now();
        while self.streams() != wanted {
            assert!(started.elapsed() < Duration::from_secs(20), "{:?}, not {wanted:?}", self.streams());
            sleep(Duration::from_millis(50));
        }
    }

    /// Waits until there is one stream, about these explorations.
    fn wait_for_stream_about(&self, names: &[&str]) {
        let names: Vec<String> = names.iter().map(|name| format!("exploration={name}")).collect();
        self.wait_for(&[&format!("/api/events?{}", names.join("&"))]);
    }
}

/// Passes on what comes from one side, as `change` leaves it.
fn pass_on(mut from: TcpStream, mut to: TcpStream, change: impl Fn(&mut Vec<u8>)) {
    let mut buffer = [0; 1 << 16];
    while let Ok(length) = from.read(&mut buffer) {
        let mut bytes = buffer[..length].to_vec();
        change(&mut bytes);
        if length == 0 || to.write_all(&bytes).is_err() {
            break;
        }
    }
    _ = from.shutdown(Shutdown::Both);
    _ = to.shutdown(Shutdown::Both);
}

#[test]
fn eight_tabs_share_one_stream() {
    let server = Server::start();
    let counter = Counter::before(&server);
    let ada = Expert::at(&server.link.replace(&server.address, &counter.address));
    ada.create("Birds", &BIRDS);
    let question = ada.question().unwrap();
    ada.browser.script("location.hash = '#/'");
    ada.create("Fish", &BIRDS);
    ada.question();
    ada.browser.script("location.hash = '#/e/birds'");
    ada.browser.wait_for("return document.querySelector('.trail')?.innerText.includes('Birds')");
    let first = ada.browser.tab();

    // Six on one exploration, two on another: each loads, at once.
    let mut tabs = vec![(first.clone(), "birds")];
    for name in ["birds", "birds", "fish", "birds", "fish", "birds", "birds"] {
        let opened = Instant::now();
        let tab = ada.new_tab(&format!("{}/#/e/{name}", counter.address));
        ada.question();
        assert!(opened.elapsed() < Duration::from_secs(15), "{:?}", opened.elapsed());
        tabs.push((tab, name));
    }
    counter.wait_for_stream_about(&["birds", "fish"]);

    // What is answered in one appears in all that show it, and only there.
    ada.browser.switch_to(&tabs[7].0);
    assert_eq!(ada.question().unwrap(), question);
    ada.answer(&BIRDS, &question);
    let next = ada.next(&question).unwrap();
    for (tab, name) in &tabs {
        ada.browser.switch_to(tab);
        match *name {
            "birds" => assert_eq!(ada.next(&question).unwrap(), next),
            _ => assert_eq!(ada.state()["entries"], json!([])),
        }
        // And each can ask the server for something.
        let asked = Instant::now();
        assert_eq!(ada.browser.script("return fetch('/api/session').then(r => r.status)"), json!(200));
        assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
    }
    assert_eq!(counter.streams().len(), 1);

    // The stream is about what is still shown; and nobody is here in the end.
    for (tab, _) in tabs.iter().filter(|(_, name)| *name == "fish") {
        ada.browser.switch_to(tab);
        ada.browser.close_tab();
    }
    counter.wait_for_stream_about(&["birds"]);
    ada.browser.switch_to(&first);
    ada.browser.script("location.hash = '#/'");
    ada.browser.wait_for("return document.querySelector('.explorations')");
    for (tab, _) in tabs.iter().skip(1).filter(|(_, name)| *name == "birds") {
        ada.browser.switch_to(tab);
        ada.browser.close_tab();
    }
    ada.browser.switch_to(&first);
    let here = "return fetch('/api/e/birds').then(r => r.json()).then(state => !state.people[0].here)";
    ada.browser.wait_for(here);
    counter.wait_for(&[]);
}

#[test]
fn without_shared_workers_a_tab_has_its_own_stream() {
    let server = Server::start();
    let counter = Counter::before(&server);
    let ada = Expert::at("about:blank");
    let without = json!({ "source": "delete window.SharedWorker" });
    ada.browser.devtools("Page.addScriptToEvaluateOnNewDocument", &without);
    ada.browser.open(&server.link.replace(&server.address, &counter.address));
    ada.create("Birds", &BIRDS);
    ada.question();
    counter.wait_for(&["/api/e/birds/events"]);
    // While nobody looks at it there is none.
    let look = "Object.defineProperty(document, 'visibilityState', { value: arguments[0], configurable: true });
        document.dispatchEvent(new Event('visibilitychange'))";
    ada.browser.script_with(look, &[json!("hidden")]);
    counter.wait_for(&[]);
    ada.browser.script_with(look, &[json!("visible")]);
    counter.wait_for(&["/api/e/birds/events"]);
    ada.explore(&BIRDS);
}

#[test]
fn a_page_that_is_come_back_to_is_followed_again() {
    let server = Server::start();
    let counter = Counter::before(&server);
    let ada = Expert::at(&server.link.replace(&server.address, &counter.address));
    ada.create("Birds", &BIRDS);
    let question = ada.question().unwrap();
    counter.wait_for_stream_about(&["birds"]);
    ada.browser.open("about:blank");
    counter.wait_for(&[]);
    ada.browser.back();
    ada.browser.wait_for("return document.querySelector('.question')");
    counter.wait_for_stream_about(&["birds"]);
    let other = Expert::owner(&server);
    other.open_exploration("birds");
    other.answer(&BIRDS, &question);
    ada.next(&question).unwrap();
}

#[test]
fn a_server_that_does_not_answer_is_told() {
    let mut server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    let question = ada.question().unwrap();
    let tab = ada.new_tab(&format!("{}/#/e/birds", server.address));
    ada.question();

    // It takes connections and says nothing.
    server.pause(true);
    ada.browser.script("window.dispatchEvent(new Event('online'))");
    ada.browser.wait_for_text("Waiting for the server…");
    ada.browser.wait_for_text("The server does not answer.");
    ada.is_accessible("a server that does not answer");
    // What is sent meanwhile arrives, once.
    ada.browser.click(".question [data-answer=unknown]");
    server.pause(false);
    ada.next(&question).unwrap();
    ada.browser.wait_for("return document.getElementById('offline').hidden");
    let entries = ada.state()["entries"].clone();
    assert_eq!(entries.as_array().unwrap().iter().filter(|entry| entry["kind"] == "answer").count(), 1);

    // It is gone: each tab says so without being touched, and each recovers.
    server.kill();
    let both = [tab.clone(), other_than(&ada, &tab)];
    for tab in &both {
        ada.browser.switch_to(tab);
        ada.browser.wait_for_text("The server cannot be reached.");
    }
    server.restart();
    for tab in &both {
        ada.browser.switch_to(tab);
        ada.browser.wait_for("return document.getElementById('offline').hidden");
        ada.question().unwrap();
    }
    // And the stream is there again: what one tab says the other shows.
    let question = ada.question().unwrap();
    ada.browser.switch_to(&both[0]);
    ada.answer(&BIRDS, &question);
    ada.next(&question);
    ada.browser.switch_to(&both[1]);
    ada.next(&question);
}

/// Another tab than this.
fn other_than(expert: &Expert, tab: &str) -> String {
    expert.browser.tabs().into_iter().find(|other| other != tab).unwrap()
}
