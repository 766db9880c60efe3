//! The folder of the explorations, whatever is put into it.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod common;

use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Command;
use std::time::{Duration, Instant};

use common::{TestServer, Truth, begin, finish, options};
use serde_json::{Value, json};

/// Names under which a file might be taken for one of the server's own.
const NAMES: [&str; 7] = [
    "x.journal",
    "x.room.json",
    "y.room.json",
    ".hornbook-index.json",
    ".hornbook-sessions.json",
    ".hornbook-new-1",
    "notes.txt",
];

fn listed(client: &common::Client) -> Vec<Value> {
    let reply = client.get("/api/explorations");
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()["explorations"].as_array().unwrap().clone()
}

/// Starts a server on the folder, lists and begins explorations; nothing of that
/// may take long.
fn works_at_once(folder: &std::path::Path) -> Vec<Value> {
    let (send, done) = std::sync::mpsc::channel();
    let folder = folder.to_owned();
    std::thread::spawn(move || {
        let server = TestServer::on(options(&folder));
        let ada = server.owner();
        let name = begin(&ada, &Truth::animals(), "Animals");
        let mut new = Truth::animals().new_exploration("More");
        new["request"] = json!("r");
        assert_eq!(ada.post("/api/explorations", &new).status, 201);
        assert_eq!(ada.turn(&name)["turn"]["kind"], "ask");
        // Whatever is asked of what is none of its own is refused.
        for path in ["/api/e/x", "/e/x/report", "/api/e/x/diagram", "/api/e/x/export/journal"] {
            let status = ada.get(path).status;
            assert!([404, 409].contains(&status), "{path}: {status}");
        }
        send.send(listed(&ada)).unwrap();
    });
    done.recv_timeout(Duration::from_secs(20)).expect("it waits for something that never ends")
}

#[test]
fn pipes_devices_links_and_folders_are_not_opened() {
    for kind in ["pipe", "endless", "link", "broken link", "folder"] {
        let folder = tempfile::TempDir::new().unwrap();
        let outside = tempfile::TempDir::new().unwrap();
        std::fs::write(outside.path().join("journal"), "a secret that is none of the server's\n").unwrap();
        for name in NAMES {
            let path = folder.path().join(name);
            match kind {
                "pipe" => assert!(Command::new("mkfifo").arg(&path).status().unwrap().success()),
                "endless" => symlink("/dev/zero", &path).unwrap(),
                "link" => symlink(outside.path().join("journal"), &path).unwrap(),
                "broken link" => symlink("nowhere", &path).unwrap(),
                _ => std::fs::create_dir(&path).unwrap(),
            }
        }
        let all = works_at_once(folder.path());
        let strange = all.iter().find(|exploration| exploration["name"] == "x").unwrap();
        let problem = strange["problem"].as_str().unwrap_or_else(|| panic!("{kind}: {strange}"));
        assert!(!problem.contains("secret") && !problem.contains('/'), "{kind}: {problem}");
        let kept = std::fs::read_to_string(outside.path().join("journal")).unwrap();
        assert_eq!(kept, "a secret that is none of the server's\n", "{kind}");
    }
}

#[test]
fn the_lock_of_a_folder_is_a_regular_file() {
    let folder = tempfile::TempDir::new().unwrap();
    assert!(Command::new("mkfifo").arg(folder.path().join(".hornbook-serve.lock")).status().unwrap().success());
    let refused = hornbook_web::Server::bind(options(folder.path())).err().unwrap().to_string();
    assert!(refused.contains("not a regular file"), "{refused}");
}

/// How much memory this process has used at most, in MB.
fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").trim().parse::<u64>().unwrap() >> 10
}

#[test]
fn files_that_are_too_large_are_not_read() {
    let folder = tempfile::TempDir::new().unwrap();
    for name in NAMES {
        // They have no blocks on the disk, but would have bytes in memory.
        std::fs::File::create(folder.path().join(name)).unwrap().set_len(3 << 30).unwrap();
    }
    let before = most_memory();
    let all = works_at_once(folder.path());
    let large = all.iter().find(|exploration| exploration["name"] == "x").unwrap();
    assert!(large["problem"].as_str().unwrap().contains("MB"), "{large}");
    assert!(most_memory() - before < 500, "{} MB", most_memory() - before);
}

#[test]
fn what_a_killed_server_left_half_written_is_removed() {
    let folder = tempfile::TempDir::new().unwrap();
    let leftover = folder.path().join(".hornbook-new-abc123");
    std::fs::write(&leftover, "half").unwrap();
    drop(TestServer::on(options(folder.path())));
    assert!(!leftover.exists());
}

#[test]
fn files_are_for_the_eyes_of_whoever_runs_the_server() {
    let server = TestServer::with(|options| options.token = hornbook_web::OwnerToken::Chosen("t".repeat(20)));
    let mut ada = common::Client::new(server.address);
    ada.take_cookie(&ada.post("/api/session", &json!({ "token": "t".repeat(20) })));
    ada.session();
    let room = begin(&ada, &Truth::animals(), "Animals");
    server.guest(&ada, &room, "bob", "expert");
    listed(&ada);
    let folder = server.stop();
    let mut seen = 0;
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let mode = entry.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode & 0o077, 0, "{name}: {mode:o}");
        seen += 1;
    }
    assert!(seen >= 5, "journal, record, sessions, index and lock");
}

#[test]
fn the_index_may_be_lost_broken_or_old() {
    let server = TestServer::start();
    let (ada, truth) = (server.owner(), Truth::animals());
    for at in 0..30 {
        begin(&ada, &truth, &format!("Animals {at}"));
    }
    finish(&ada, "animals-0", &truth, "ada");
    let mut expected = listed(&ada);
    let folder = server.stop();
    let index = folder.path().join(".hornbook-index.json");
    let same = |expected: &[Value]| {
        let server = TestServer::on(options(folder.path()));
        assert_eq!(listed(&server.owner()), expected);
    };
    same(&expected);
    assert!(index.exists());
    let kept = std::fs::read(&index).unwrap();
    std::fs::remove_file(&index).unwrap();
    same(&expected);
    std::fs::write(&index, &kept[..kept.len() / 2]).unwrap();
    same(&expected);
    // A journal that changed is read again; one that is gone is not listed.
    let mut journal = hornbook_explore::Exploration::open(&folder.path().join("animals-1.journal")).unwrap();
    let universe = journal.universe().clone();
    journal.tell(None, hornbook_explore::ObjectStatement::new("cat", universe.all(), universe.none())).unwrap();
    drop(journal);
    std::fs::remove_file(folder.path().join("animals-2.journal")).unwrap();
    std::fs::write(&index, &kept).unwrap();
    let server = TestServer::on(options(folder.path()));
    let now = listed(&server.owner());
    expected.retain(|exploration| exploration["name"] != "animals-2");
    let changed = expected.iter().position(|exploration| exploration["name"] == "animals-1").unwrap();
    assert_eq!(now[changed]["objects"], 1);
    expected[changed] = now[changed].clone();
    assert_eq!(now, expected);
}

/// Rooms beyond the limit of open ones are closed and opened again as needed.
#[test]
fn more_explorations_than_may_be_open_are_answered_in_turn() {
    let server = TestServer::with(|options| options.limits.requests_per_second = 1e6);
    let ada = server.owner();
    let new = json!({ "attributes": [{ "name": "a" }, { "name": "b" }], "title": "T", "seed": 1 });
    let names: Vec<String> =
        (0..300).map(|_| ada.post("/api/explorations", &new).json()["name"].as_str().unwrap().to_owned()).collect();
    let started = Instant::now();
    for round in 0..2 {
        for name in &names {
            let state = ada.turn(name);
            let question = &state["turn"]["question"];
            let answer = json!({ "request": format!("{round}"), "question": question, "answer": "unknown" });
            if state["turn"]["kind"] == "ask" {
                assert_eq!(ada.post(&format!("/api/e/{name}/answers"), &answer).status, 200, "{state}");
            }
        }
        let open = std::fs::read_dir("/proc/self/fd").unwrap();
        let open = open.filter_map(|file| std::fs::read_link(file.ok()?.path()).ok());
        let journals =
            open.filter(|path| path.starts_with(server.path()) && path.extension().is_some_and(|end| end == "journal"));
        assert!(journals.count() <= 128);
    }
    assert!(started.elapsed() < Duration::from_secs(120));
}
