//! Programs and services that are asked: `learn --ask` and `explore --ask`.
#![cfg(all(unix, feature = "experts"))]
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::{BTreeSet, HashSet};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::{Place, animals};
use serde_json::Value;

fn example(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/experts").join(file).canonicalize().unwrap()
}

fn python(file: &str) -> String {
    format!("python3 {}", example(file).display())
}

fn names(value: &Value) -> BTreeSet<String> {
    value.as_array().into_iter().flatten().map(|name| name.as_str().unwrap().to_owned()).collect()
}

/// The entries of a journal, as they stand.
fn entries(place: &Place, journal: &str) -> Vec<Value> {
    place.read(journal).lines().skip(1).filter_map(|line| serde_json::from_str(line).ok()).collect()
}

fn answers(place: &Place, journal: &str) -> Vec<Value> {
    entries(place, journal).into_iter().filter(|entry| entry["kind"] == "answer").collect()
}

#[test]
fn laws_of_small_algebras_come_out() {
    let place = Place::new();
    let command = python("laws.py");
    let ran = place.run(&["learn", "--ask", &command, "--journal", "laws.journal", "-o", "laws.json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("questions to small algebras"), "{}", ran.err);
    // By brute force: the laws of every algebra with two and three elements.
    let code = format!(
        "import sys, json; sys.path.insert(0, {:?}); import laws; print(json.dumps([sorted(found) for found in laws.algebras()]))",
        example("laws.py").parent().unwrap()
    );
    let output = Command::new("python3").args(["-c", &code]).output().unwrap();
    let algebras: Vec<BTreeSet<String>> = serde_json::from_slice(&output.stdout).unwrap();
    assert!(algebras.len() > 50, "{}", algebras.len());
    let rules = place.json("laws.json");
    let rules = rules["rules"].as_array().unwrap();
    assert!(rules.len() >= 10);
    for rule in rules {
        let (premise, conclusion) = (names(&rule["premise"]), names(&rule["conclusion"]));
        for algebra in algebras.iter().filter(|algebra| premise.is_subset(algebra)) {
            assert!(rule["impossible"] != true && conclusion.is_subset(algebra), "{rule}: {algebra:?}");
        }
    }
    for known in [
        "commutative, left unit -> right unit",
        "commutative, left cancels -> right cancels",
        "first -> associative, idempotent, right unit",
        "left zero, left cancels -> impossible",
    ] {
        assert_eq!(place.run(&["entails", "laws.json", known]).code, 0, "{known}");
    }
}

#[test]
fn a_shell_script_knows_divisors() {
    let place = Place::new();
    let command = format!("sh {}", example("divisors.sh").display());
    place.ok(&["learn", "--attributes", "2,3,4,6,9,12", "--ask", &command, "-q", "-o", "divisors.json"]);
    for (rule, code) in
        [("4 -> 2", 0), ("2, 3 -> 6", 0), ("6 -> 2, 3", 0), ("4, 3 -> 12", 0), ("2 -> 4", 1), ("3 -> 9", 1)]
    {
        assert_eq!(place.run(&["entails", "divisors.json", rule]).code, code, "{rule}");
    }
    assert!(place.path().join("exploration.journal").exists());
}

#[test]
fn killed_in_the_middle_it_goes_on_where_it_was() {
    let place = Place::new();
    let command = animals::program(&place, "delay=0.05");
    let arguments =
        ["learn", "--attributes", animals::ATTRIBUTES, "--ask", &command, "--journal", "a.journal", "-o", "a.json"];
    for least in [3, 8] {
        let mut child = place.command(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let until = Instant::now() + Duration::from_secs(60);
        let written = || if place.path().join("a.journal").exists() { answers(&place, "a.journal").len() } else { 0 };
        while written() < least && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(5));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(written() >= least);
    }
    let before = place.read("a.journal");
    let ran = place.run(&arguments);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(place.read("a.journal").starts_with(before.trim_end().rsplit_once('\n').unwrap().0), "something was lost");
    // Nothing is on record twice.
    let questions: Vec<String> = answers(&place, "a.journal").iter().map(|said| said["question"].to_string()).collect();
    assert_eq!(questions.iter().collect::<HashSet<_>>().len(), questions.len());
    assert_eq!(animals::wrong(&place, "a.json"), [""; 0]);
    // The same rules as if nothing had happened.
    place.ok(&[
        "learn",
        "--attributes",
        animals::ATTRIBUTES,
        "--ask",
        &command,
        "--journal",
        "b.journal",
        "-q",
        "-o",
        "b.json",
    ]);
    assert_eq!(place.json("a.json")["rules"], place.json("b.json")["rules"]);
    // What is certified is not asked again, nor is the program started.
    let asked = place.read("asked.txt").lines().count();
    let again = place.run(&["learn", "--ask", "touch started", "--journal", "a.journal"]);
    assert_eq!(again.code, 0, "{}", again.err);
    assert!(
        again.err.contains("nothing was asked") && again.out.contains("milk -> hair"),
        "{} {}",
        again.err,
        again.out
    );
    assert!(!place.path().join("started").exists());
    assert_eq!(place.read("asked.txt").lines().count(), asked);
}

#[test]
fn limits_and_other_journals() {
    let place = Place::new();
    let command = animals::program(&place, "");
    let base = ["learn", "--attributes", animals::ATTRIBUTES, "--ask", &command];
    let ran = place.run(&[&base[..], &["--limit-questions", "4"]].concat());
    assert_eq!(ran.code, 1);
    assert!(
        ran.err.contains("Stopped early (question limit)") && ran.err.contains("4 questions to animals.py"),
        "{}",
        ran.err
    );
    assert_eq!(answers(&place, "exploration.journal").len(), 4);
    let slow = animals::program(&place, "delay=1");
    let late = place.run(&["learn", "--attributes", animals::ATTRIBUTES, "--ask", &slow, "--limit-time", "3s"]);
    assert_eq!(late.code, 1, "{}", late.err);
    assert!(late.err.contains("Stopped early (time limit)"), "{}", late.err);
    let other = place.run(&["learn", "--attributes", "hair,fins", "--ask", &command]);
    assert_eq!(other.code, 2);
    assert!(other.err.contains("is about other attributes") && other.err.contains("--journal"), "{}", other.err);
    for (more, problem) in [
        (&["data/zoo.csv"][..], "goes with tables"),
        (&["--target", "hair"], "--target goes with tables"),
        (&["--method", "pac"], "--method pac is for tables"),
        (&["--distribution", "support"], "goes with tables"),
        (&["--scale", "a=drop"], "what programs are asked"),
    ] {
        let ran = place.run(&[&base[..], more].concat());
        assert_eq!(ran.code, 2, "{more:?}");
        assert!(ran.err.contains(problem), "{more:?}: {}", ran.err);
    }
    let nothing = place.run(&["learn", "--attributes", "a,b"]);
    assert_eq!(nothing.code, 2);
}

#[test]
fn programs_that_fail_are_told_of_and_nothing_is_lost() {
    let place = Place::new();
    let gone = place.run(&["learn", "--attributes", "a,b", "--ask", "no-such-program"]);
    assert_eq!(gone.code, 2);
    assert!(gone.err.contains("error: no-such-program: it ended (exit status: 127)"), "{}", gone.err);
    let command = animals::program(&place, "");
    let breaks = animals::program(&place, "nonsense_after=3");
    let ran = place.run(&["learn", "--attributes", animals::ATTRIBUTES, "--ask", &breaks]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("it said nonsense, expected one JSON object a line"), "{}", ran.err);
    assert!(ran.err.contains("3 answers are kept in exploration.journal: the same command goes on"), "{}", ran.err);
    assert_eq!(answers(&place, "exploration.journal").len(), 3);
    place.ok(&["learn", "--attributes", animals::ATTRIBUTES, "--ask", &command, "-q", "-o", "rules.json"]);
    assert_eq!(animals::wrong(&place, "rules.json"), [""; 0]);
}

#[test]
fn ctrl_c_ends_it_and_its_program() {
    let place = Place::new();
    let command = format!("echo $$ > pid; exec {}", animals::program(&place, "delay=0.3"));
    let arguments = ["learn", "--attributes", animals::ATTRIBUTES, "--ask", &command, "--journal", "a.journal"];
    let child = place.command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let until = Instant::now() + Duration::from_secs(60);
    while !place.path().join("a.journal").exists() || answers(&place, "a.journal").len() < 2 {
        assert!(Instant::now() < until);
        std::thread::sleep(Duration::from_millis(10));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("Stopped early (interrupted)"), "{said}");
    let pid = place.read("pid");
    assert!(!Path::new("/proc").join(pid.trim()).exists());
}

#[test]
fn a_program_in_the_seat_of_a_person() {
    let place = Place::new();
    let command = animals::program(&place, "");
    let begin =
        ["explore", "--attributes", animals::ATTRIBUTES, "--journal", "a.journal", "--seed", "1", "--as", "oracle"];
    let ran = place.run(&[&begin[..], &["--ask", &command]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("questions to oracle"), "{}", ran.err);
    assert!(answers(&place, "a.journal").iter().all(|said| said["who"] == "oracle" && said["program"] == true));
    // A person goes on with a smaller ε, and a program after them.
    let person = place.run(&["explore", "a.journal", "--epsilon", "0.001", "--answers", "/dev/null"]);
    assert!(matches!(person.code, 0 | 1), "{}", person.err);
    let again = place.run(&["explore", "a.journal", "--ask", &command]);
    assert_eq!(again.code, 0, "{}", again.err);
}

#[test]
fn what_does_not_count_is_listed() {
    let place = Place::new();
    // Every other rule holds, says this one, and names things that break those.
    place.write(
        "liar.py",
        r#"
import json, sys
def breaks(has, q):
    return set(q["premise"]) <= has and (q.get("impossible") or not set(q["conclusion"]) <= has)
confirmed = []
for count, line in enumerate(sys.stdin):
    q = json.loads(line)
    if "id" in q:
        broken = [has for has in (set(q["premise"]) | set(c["premise"]) for c in confirmed)
                  if breaks(has, q) and any(breaks(has, c) for c in confirmed)]
        if count % 2:
            has = sorted(broken[0]) if broken else q["premise"]
            print(json.dumps({"id": q["id"], "counterexample": has, "name": "cat"}), flush=True)
        else:
            confirmed.append(q)
            print(json.dumps({"id": q["id"], "holds": True}), flush=True)
"#,
    );
    let ran = place.run(&["learn", "--attributes", "a,b,c,d", "--ask", "python3 liar.py", "--limit-questions", "40"]);
    assert!(matches!(ran.code, 0 | 1), "{}", ran.err);
    assert!(
        ran.err.contains("Set aside: ") && ran.err.contains("(liar.py, a program). It contradicts: "),
        "{}",
        ran.err
    );
}

/// A service that was started, and is ended with this.
struct Served {
    child: Child,
    address: String,
}

impl Served {
    fn start(program: &Path, token: Option<&str>) -> Self {
        let mut command = Command::new("python3");
        command.arg(program).arg("0").stdout(Stdio::piped()).stderr(Stdio::piped());
        match token {
            Some(token) => command.env("HORNBOOK_ASK_TOKEN", token),
            None => command.env_remove("HORNBOOK_ASK_TOKEN"),
        };
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        Self { child, address: format!("http://127.0.0.1:{}/", line.trim()) }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

#[test]
fn a_service_answers_with_a_token_that_nobody_sees() {
    let place = Place::new();
    let served = Served::start(&example("service.py"), Some("very-secret"));
    let arguments = ["learn", "--ask", &served.address, "--journal", "a.journal", "-o", "a.json"];
    let refused = place.run(&arguments);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("401") && refused.err.contains("HORNBOOK_ASK_TOKEN"), "{}", refused.err);
    let output = place.command(&arguments).env("HORNBOOK_ASK_TOKEN", "very-secret").output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("questions to animals"), "{said}");
    assert_eq!(animals::wrong(&place, "a.json"), [""; 0]);
    for text in [said, place.read("a.journal"), place.read("a.json")] {
        assert!(!text.contains("very-secret"), "{text}");
    }
    for (address, problem) in [
        ("http://ada:very-secret@127.0.0.1:1/", "holds a name or password"),
        ("http://127.0.0.1:1/", "5 times in a row"),
        ("http://", "no URL"),
    ] {
        let ran = place.run(&["learn", "--attributes", "a,b", "--ask", address]);
        assert_eq!(ran.code, 2, "{address}");
        assert!(ran.err.contains(problem) && !ran.err.contains("very-secret"), "{address}: {}", ran.err);
    }
    let far = place.command(&["learn", "--attributes", "a,b", "--ask", "http://example.org/"]);
    let mut far = far;
    let output = far.env("HORNBOOK_ASK_TOKEN", "very-secret").output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("would be sent unencrypted"));
}

#[test]
fn a_service_that_stumbles_is_asked_again() {
    let place = Place::new();
    // Every third request fails, in turn by one of these ways.
    let text = std::fs::read_to_string(example("service.py")).unwrap().replace(
        "    def do_POST(self):\n",
        r#"    count = 0

    def do_POST(self):
        Handler.count += 1
        if Handler.count % 3 == 0:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            if Handler.count % 2:
                self.close_connection = True
                return None
            self.send_response(429 if Handler.count % 4 else 503)
            self.send_header("Retry-After", "0")
            self.send_header("Content-Length", "0")
            return self.end_headers()
"#,
    );
    place.write("stumbling.py", text);
    let served = Served::start(&place.path().join("stumbling.py"), None);
    let ran = place.run(&["learn", "--ask", &served.address, "--journal", "a.journal", "-o", "a.json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(animals::wrong(&place, "a.json"), [""; 0]);
    // A service that leads elsewhere is not followed, and one that says too much is cut.
    for (reply, problem) in [
        ("self.send_response(302); self.send_header('Location', 'http://127.0.0.1:1/')", "not followed elsewhere"),
        (
            "self.send_response(200); self.end_headers(); [self.wfile.write(b'x' * 1000000) for _ in range(50)]",
            "longer than 1 MiB",
        ),
        ("self.send_response(404)", "is that the address"),
    ] {
        let program = format!(
            r#"
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        {reply}
        self.end_headers()
    def log_message(self, *_): pass
    def handle_error(self, *_): pass
server = HTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
"#
        );
        place.write("odd.py", program);
        let mut odd = Served::start(&place.path().join("odd.py"), None);
        let ran = place.run(&["learn", "--attributes", "a,b", "--ask", &odd.address, "--journal", "odd.journal"]);
        assert_eq!(ran.code, 2, "{reply}");
        assert!(ran.err.contains(problem), "{reply}: {}", ran.err);
        _ = odd.child.kill();
        let mut noise = String::new();
        _ = odd.child.stderr.take().map(|mut stderr| stderr.read_to_string(&mut noise));
    }
}

#[test]
fn a_service_is_reached_by_https_if_its_certificate_is_trusted() {
    let place = Place::new();
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"])
        .args(["-addext", "subjectAltName=DNS:localhost", "-addext", "basicConstraints=critical,CA:FALSE"])
        .args(["-keyout", "key.pem", "-out", "cert.pem"])
        .current_dir(place.path())
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let text = std::fs::read_to_string(example("service.py")).unwrap().replace(
        "    print(server.server_address[1]",
        "    import ssl\n    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)\n    \
         context.load_cert_chain(sys.path[0] + '/cert.pem', sys.path[0] + '/key.pem')\n    \
         server.socket = context.wrap_socket(server.socket, server_side=True)\n    print(server.server_address[1]",
    );
    place.write("safe.py", text);
    let served = Served::start(&place.path().join("safe.py"), None);
    let address = served.address.replace("http://127.0.0.1", "https://localhost");
    let arguments = ["learn", "--ask", &address, "--journal", "a.journal", "-o", "a.json"];
    let trusting =
        |file: &str| place.command(&arguments).env("SSL_CERT_FILE", place.path().join(file)).output().unwrap();
    let output = trusting("cert.pem");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(animals::wrong(&place, "a.json"), [""; 0]);
    // A certificate of somebody else is of no use.
    let other = Command::new("openssl")
        .args([
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-subj",
            "/CN=other",
            "-keyout",
            "k.pem",
            "-out",
            "other.pem",
        ])
        .current_dir(place.path())
        .output();
    assert!(other.unwrap().status.success());
    std::fs::remove_file(place.path().join("a.journal")).unwrap();
    let output = trusting("other.pem");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("certificate"));
}
