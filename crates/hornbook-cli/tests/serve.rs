//! `hornbook serve` as a program: started, ended, killed.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod common;
#[path = "../../hornbook-web/tests/common/http.rs"]
mod http;
#[path = "../../hornbook-web/tests/common/truth.rs"]
mod truth;

use std::collections::{HashMap, HashSet};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use common::{HORNBOOK, Place};
use hornbook_explore::Exploration;
use hornbook_explore::journal::EntryKind;
use http::Client;
use serde_json::{Value, json};
use truth::Truth;

/// A server in a process of its own.
struct Served {
    child: Child,
    address: SocketAddr,
}

impl Served {
    fn start(folder: &Path, port: u16) -> Self {
        let arguments =
            ["serve", folder.to_str().unwrap(), "--quiet", "--as", "ada", "--no-token", "--port", &port.to_string()];
        let mut child = Command::new(HORNBOOK).args(arguments).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").and_then(|line| line.strip_suffix('/')).unwrap();
        Self { address: address.parse().unwrap(), child }
    }

    fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended already.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

#[test]
fn it_ends_when_asked_to() {
    let place = Place::new();
    for signal in ["-INT", "-TERM"] {
        let mut served = Served::start(&place.path().join("explorations"), 0);
        let ada = Client::at(served.address);
        let name = ada.post("/api/explorations", &Truth::animals().new_exploration("Animals")).json()["name"].clone();
        // A page that is open does not keep it.
        let mut events = ada.events(name.as_str().unwrap());
        events.next().unwrap();
        let started = Instant::now();
        served.signal(signal);
        assert!(served.child.wait().unwrap().success(), "{signal}");
        assert!(started.elapsed() < Duration::from_secs(4), "{signal}: {:?}", started.elapsed());
        while events.next().is_some() {}
    }
}

#[test]
fn it_says_what_is_needed_to_serve_others() {
    let place = Place::new();
    for (arguments, said) in [
        (&["--no-token", "--address", "0.0.0.0"][..], "this machine alone"),
        (&["--no-token", "--host", "rules.example.org"], "this machine alone"),
        (&["--no-token", "--behind-proxy"], "this machine alone"),
        (&["--no-token", "--token", "a token that is long enough"], "--no-token goes with no token"),
        (&["--token", "short"], "for example"),
        (&["--token", ""], "the token is empty"),
        (&["--token", " a token that is long enough"], "spaces"),
        (&["--token", "a token that is long enough\n"], "spaces"),
    ] {
        let ran = place.run(&[&["serve", "explorations", "--port", "0"], arguments].concat());
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.err.contains("token") && ran.err.contains(said), "{ran:?}");
    }
    let ran = place.run(&["serve", "explorations", "--port", "0", "--as", "a\tb"]);
    assert!(ran.code == 2 && ran.err.contains("--as"), "{ran:?}");
    let held = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = held.local_addr().unwrap().port().to_string();
    let ran = place.run(&["serve", "explorations", "--port", &port]);
    assert!(ran.code == 2 && ran.err.contains("--port 0"), "{ran:?}");
}

/// A server with these arguments and variables, and what it printed first.
fn started(place: &Place, arguments: &[&str], variables: &[(&str, &str)]) -> (Child, String) {
    let mut child = Command::new(HORNBOOK)
        .args(["serve", "explorations", "--port", "0"])
        .args(arguments)
        .envs(variables.iter().copied())
        .current_dir(place.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    // Who is answered can end it: before that, a signal finds no handler.
    let address = line.trim().trim_start_matches("http://").split('/').next().unwrap();
    assert_eq!(Client::new(address.parse().unwrap()).get("/").status, 200);
    (child, line)
}

/// Ends a server, and gives what it wrote to standard error.
fn ended(mut child: Child) -> String {
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let mut said = String::new();
    std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut said).unwrap();
    assert!(child.wait().unwrap().success());
    said
}

#[test]
fn the_printed_link_signs_in_and_refusals_are_logged() {
    let place = Place::new();
    let (child, line) = started(&place, &[], &[]);
    let (address, token) = line.trim().split_once("/#/sign-in/").unwrap();
    let client = Client::new(address.strip_prefix("http://").unwrap().parse().unwrap());
    assert_eq!(client.get("/api/explorations").status, 401, "nobody is the owner by being here");
    assert_eq!(client.post("/api/session", &json!({ "token": "\u{1b}[2Ja wrong guess" })).status, 401);
    assert_eq!(client.post("/api/session", &json!({ "invitation": "animals.0123" })).status, 404);
    assert_eq!(client.post("/api/session", &json!({ "token": token })).status, 200);
    let said = ended(child);
    assert!(said.contains("refused to sign in 127.0.0.1: That is not the token"), "{said}");
    assert!(said.contains("refused to sign in 127.0.0.1: This invitation is not good"), "{said}");
    assert!(!said.contains("guess") && !said.contains(token), "{said}");
}

#[test]
fn an_empty_token_in_the_environment_is_not_taken_for_none() {
    let place = Place::new();
    for (token, said) in [("", "the token is empty"), ("   ", "spaces"), ("short", "too short")] {
        let ran = Command::new(HORNBOOK)
            .args(["serve", "explorations", "--port", "0"])
            .env("HORNBOOK_TOKEN", token)
            .current_dir(place.path())
            .output()
            .unwrap();
        let err = String::from_utf8(ran.stderr).unwrap();
        assert!(ran.status.code() == Some(2) && err.contains(said), "{token:?}: {err}");
    }
}

#[test]
fn whoever_can_be_reached_by_others_without_tls_is_warned() {
    let place = Place::new();
    let (child, _) = started(&place, &["--quiet", "--address", "0.0.0.0"], &[]);
    assert!(ended(child).contains("is not encrypted"));
    let (child, _) = started(&place, &["--quiet"], &[]);
    assert!(!ended(child).contains("is not encrypted"));
}

#[test]
fn the_browser_is_opened_without_showing_the_token_to_others() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    // A program in place of the system's, which notes what it is given.
    let bin = place.path().join("bin");
    std::fs::create_dir(&bin).unwrap();
    let noted = place.path().join("noted");
    let opener = bin.join("xdg-open");
    std::fs::write(
        &opener,
        format!(
            "#!/bin/sh\necho \"$1\" > {0}.new; cat \"$1\" >> {0}.new; stat -c %a \"$1\" >> {0}.new; mv {0}.new {0}\n",
            noted.display()
        ),
    )
    .unwrap();
    std::fs::set_permissions(&opener, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let (child, line) = started(&place, &["--open"], &[("PATH", &path)]);
    let until = Instant::now() + Duration::from_secs(20);
    while !noted.exists() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
    let noted = std::fs::read_to_string(&noted).unwrap();
    let (file, page) = noted.split_once('\n').unwrap();
    let token = line.trim().rsplit('/').next().unwrap();
    assert!(!file.contains(token) && page.contains(&format!("url={}\"", line.trim())), "{noted}");
    assert!(page.trim_end().ends_with("600"), "{noted}");
    ended(child);
    assert!(!Path::new(file).exists(), "it is not left behind");
}

/// Where files may not grow, as on a full disk, the server goes on, and says what
/// is wrong without saying where.
#[test]
fn a_full_disk_is_told_without_its_path() {
    let place = Place::new();
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -f 8; exec \"$0\" serve explorations --port 0 --no-token --quiet", HORNBOOK])
        .current_dir(place.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("http://").and_then(|line| line.strip_suffix('/')).unwrap();
    let served = Served { child, address: address.parse().unwrap() };
    let ada = Client::at(served.address);
    let name = ada.post("/api/explorations", &Truth::animals().new_exploration("Animals")).json()["name"].clone();
    let at = |what: &str| format!("/api/e/{}{what}", name.as_str().unwrap());
    let mut refused = Vec::new();
    for number in 0..60 {
        let told = json!({ "name": format!("{number} {}", "x".repeat(150)), "has": ["hair"], "lacks": [] });
        let reply = ada.post(&at("/objects"), &json!({ "request": number.to_string(), "object": told }));
        let who = json!({ "name": format!("{number} {}", "y".repeat(150)), "role": "reader" });
        refused.extend([reply, ada.post(&at("/people"), &who)].into_iter().filter(|reply| reply.status > 201));
    }
    assert!(refused.iter().filter(|reply| reply.status == 503).count() > 20, "{refused:?}");
    for reply in refused {
        let text = reply.text();
        assert!(!text.contains("/tmp") && !text.contains(".hornbook-new"), "{text}");
    }
    assert_eq!(ada.get(&at("")).status, 200);
}

#[test]
fn how_people_are_asked_can_be_chosen() {
    let place = Place::new();
    for share in ["2", "-1", "many"] {
        let refused = place.run(&["serve", "there", &format!("--controls={share}")]);
        assert_eq!(refused.code, 2, "{share}: {refused:?}");
        assert!(refused.err.contains("from 0 to 1"), "{share}: {refused:?}");
    }
    let first = |options: &[&str]| {
        let (child, link) = started(&place, &[&["--no-token"], options].concat(), &[]);
        let address = link.trim().strip_prefix("http://").and_then(|link| link.strip_suffix('/')).unwrap();
        let ada = Client::at(address.parse().unwrap());
        let name = ada.post("/api/explorations", &Truth::animals().new_exploration("Animals")).json()["name"].clone();
        let path = format!("/api/e/{}?lists=true&objects_first=true", name.as_str().unwrap());
        let mut kind = json!("thinking");
        while kind == "thinking" {
            kind = ada.get(&path).json()["turn"]["kind"].clone();
        }
        ended(child);
        kind
    };
    assert_eq!(first(&[]), "describe");
    assert_eq!(first(&["--one-by-one"]), "ask");
}

#[test]
fn help_has_examples() {
    let help = Place::new().ok(&["serve", "--help"]);
    assert!(help.contains("Examples:\n  hornbook serve explorations --open\n"), "{help}");
}

#[test]
fn diagrams_of_tables_and_journals() {
    let place = Place::new();
    place.ok(&["diagram", "data/zoo.csv", "--concepts", "50", "--output", "zoo.svg"]);
    let svg = place.read("zoo.svg");
    assert!(svg.starts_with("<svg") && svg.contains("upper part") && svg.contains(">hair</text>"), "no drawing");
    let start = hornbook_explore::Start::attributes(["hair", "milk"]).seed(1);
    let mut exploration = Exploration::create(&place.path().join("a.journal"), start).unwrap();
    let universe = exploration.universe().clone();
    let told = hornbook_explore::ObjectStatement::new("cat <b>", universe.all(), universe.none());
    exploration.tell(Some("ada"), told).unwrap();
    let svg = place.ok(&["diagram", "a.journal"]);
    assert!(svg.contains("cat &lt;b&gt;") && !svg.contains("cat <b>"), "{svg}");
    assert_eq!(place.run(&["diagram", "a.journal", "--concepts", "0"]).code, 2);
    place.write("none.journal", "nothing");
    let ran = place.run(&["diagram", "none.journal"]);
    assert!(ran.code == 2 && ran.err.contains("no journal"), "{ran:?}");
}

/// What the experts were told was done: which request, in which exploration, led
/// to which entry.
type Acknowledged = Arc<Mutex<HashMap<(String, String), String>>>;

/// Answers until it is certified, and sends again whatever was not
/// acknowledged.
fn insist(mut client: Client, who: &str, room: &str, done: &Acknowledged, address: &Mutex<SocketAddr>) {
    let truth = zoo_like();
    let mut number = 0;
    let patient = |client: &mut Client, method: &str, path: &str, body: &[u8]| loop {
        client.address = *address.lock().unwrap();
        client.host = client.address.to_string();
        match client.send(method, path, &[("Content-Type", "application/json")], body) {
            Ok(reply) if ![429, 503].contains(&reply.status) => return reply,
            _ => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    loop {
        let state = patient(&mut client, "GET", &format!("/api/e/{room}"), b"");
        assert_eq!(state.status, 200, "{}", state.text());
        let state = state.json();
        match state["turn"]["kind"].as_str().unwrap() {
            "certified" => return,
            "ask" => {
                number += 1;
                let request = format!("{who} {number}");
                let answer = truth.answer(&request, &state["turn"]["question"]);
                let reply =
                    patient(&mut client, "POST", &format!("/api/e/{room}/answers"), answer.to_string().as_bytes());
                // What others said meanwhile may have settled it otherwise; an
                // honest expert never contradicts.
                assert_eq!(reply.status, 200, "{answer}: {}", reply.text());
                let id = reply.json()["id"].as_str().unwrap().to_owned();
                done.lock().unwrap().insert((room.to_owned(), request), id);
            }
            _ => std::thread::sleep(Duration::from_millis(5)),
        }
    }
}

/// The animals of Zoo.
fn zoo_like() -> Truth {
    let path = common::data().join("zoo.csv");
    let table = hornbook::format::read_context_file(path, None, &Default::default()).unwrap().context;
    let names = |object: usize| table.universe().names_of(table.row(object)).map(str::to_owned).collect();
    Truth {
        attributes: table.universe().names().to_vec(),
        things: (0..table.len()).map(|object| (table.label(object), names(object))).collect(),
    }
}

/// Kills a server every now and then, and starts it anew, until it is told to
/// end; gives how often, and the last one.
fn kill_again_and_again(
    mut served: Served,
    folder: &Path,
    longest: u64,
    ended: &Arc<AtomicBool>,
    kills: &Arc<AtomicUsize>,
) -> JoinHandle<(usize, Served)> {
    let (folder, ended, port) = (folder.to_owned(), ended.clone(), served.address.port());
    let kills = kills.clone();
    std::thread::spawn(move || {
        let mut random = 0x2545_f491_4f6c_dd1d_u64;
        while !ended.load(Ordering::SeqCst) {
            // xorshift: any moments will do, and the same every time.
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            std::thread::sleep(Duration::from_millis(30 + random % longest));
            served.signal("-KILL");
            served.child.wait().unwrap();
            served = Served::start(&folder, port);
            kills.fetch_add(1, Ordering::SeqCst);
        }
        (kills.load(Ordering::SeqCst), served)
    })
}

/// Sends something until there is an answer.
fn insist_on(client: &Client, path: &str, body: &Value) -> Value {
    for _ in 0..2000 {
        match client.try_post(path, body) {
            Ok(reply) if reply.status == 201 => return reply.json(),
            Ok(reply) if ![429, 503].contains(&reply.status) => panic!("{path}: {} {}", reply.status, reply.text()),
            _ => std::thread::sleep(Duration::from_millis(5)),
        }
    }
    panic!("{path}: no answer");
}

#[test]
fn killed_at_any_moment_it_begins_and_invites_once() {
    let place = Place::new();
    let folder = place.path().join("explorations");
    let served = Served::start(&folder, 0);
    let ada = Client::at(served.address);
    let ended = Arc::new(AtomicBool::new(false));
    let kills_so_far = Arc::new(AtomicUsize::new(0));
    let killer = kill_again_and_again(served, &folder, 40, &ended, &kills_so_far);
    let mut names = HashSet::new();
    // At least 60, and as many more as it takes until the server was killed often
    // enough, however quick this machine is.
    for number in (0..2000).take_while(|&number| number < 60 || kills_so_far.load(Ordering::SeqCst) < 5) {
        let mut new = Truth::animals().new_exploration("Animals");
        new["request"] = json!(format!("new {number}"));
        let name = insist_on(&ada, "/api/explorations", &new)["name"].as_str().unwrap().to_owned();
        let who = json!({ "request": "bob", "name": "bob", "role": "expert" });
        insist_on(&ada, &format!("/api/e/{name}/people"), &who);
        assert!(names.insert(name), "one exploration for each request");
    }
    ended.store(true, Ordering::SeqCst);
    let (kills, served) = killer.join().unwrap();
    assert!(kills >= 5, "{kills} kills");
    let listed = ada.get("/api/explorations").json()["explorations"].clone();
    let found: HashSet<String> =
        listed.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect();
    assert_eq!(found, names, "none is half begun, and none is there twice");
    for name in names {
        let people = ada.get(&format!("/api/e/{name}/people")).json();
        assert_eq!(people["people"].as_array().unwrap().len(), 1, "{people}");
    }
    drop(served);
}

#[test]
fn killed_at_any_moment_it_loses_nothing_and_doubles_nothing() {
    let place = Place::new();
    let folder = place.path().join("explorations");
    let served = Served::start(&folder, 0);
    let ada = Client::at(served.address);
    // Once any answer counts, once all must agree.
    let rooms = [json!({ "policy": "any" }), json!({ "policy": "unanimous", "of": 3 })].map(|policy| {
        let mut new = zoo_like().new_exploration("Zoo");
        new["policy"] = policy;
        // About all combinations: for a small ε that takes far fewer answers.
        new["distribution"] = json!("uniform");
        new["epsilon"] = json!(0.001);
        ada.post("/api/explorations", &new).json()["name"].as_str().unwrap().to_owned()
    });
    let address = Arc::new(Mutex::new(served.address));
    let done = Acknowledged::default();
    let ended = Arc::new(AtomicBool::new(false));
    let experts: Vec<_> = ["bob", "eve", "kim"]
        .into_iter()
        .map(|name| {
            let clients = rooms.clone().map(|room| {
                let who = json!({ "name": name, "role": "expert" });
                let link = ada.post(&format!("/api/e/{room}/people"), &who).json();
                (Client::joined(served.address, link["link"].as_str().unwrap()), room)
            });
            let (done, address) = (done.clone(), address.clone());
            std::thread::spawn(move || {
                for (client, room) in clients {
                    insist(client, name, &room, &done, &address);
                }
            })
        })
        .collect();
    let killer = kill_again_and_again(served, &folder, 400, &ended, &Arc::default());
    for expert in experts {
        expert.join().unwrap();
    }
    ended.store(true, Ordering::SeqCst);
    let (kills, served) = killer.join().unwrap();
    drop(served);

    let done = done.lock().unwrap();
    let mut written: HashMap<(String, String), Vec<String>> = HashMap::new();
    for room in rooms {
        let kept = Exploration::read(&folder.join(format!("{room}.journal"))).unwrap();
        assert!(kept.certified().is_some(), "{room} ends certified");
        for entry in kept.journal().entries().iter().filter(|entry| matches!(entry.what, EntryKind::Answer(_))) {
            // The name, without the hash of what was asked for.
            let request = entry.request.as_ref().and_then(|request| request.rsplit_once(' ')).unwrap().0;
            let key = (room.clone(), request.to_owned());
            written.entry(key).or_default().push(entry.id.0.clone());
        }
    }
    for (request, ids) in &written {
        assert_eq!(ids.len(), 1, "{request:?} was done twice");
    }
    for (request, id) in done.iter() {
        assert_eq!(written.get(request), Some(&vec![id.clone()]), "{request:?} was acknowledged and lost");
    }
    assert_eq!(written.len(), done.len(), "whatever was sent was acknowledged in the end");
    assert!(done.len() >= 200, "{} answers", done.len());
    assert!(kills >= 5, "{kills} kills");
    // For the campaign, which adds up what several runs tell.
    eprintln!("campaign: kills {kills} acknowledged {}", done.len());
}
