//! The server behind a real nginx, with the configuration of `docs/serving.md`.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod common;
#[path = "../../hornbook-web/tests/common/truth.rs"]
mod truth;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::{HORNBOOK, Place};
use serde_json::{Value, json};
use truth::Truth;

const NAME: &str = "rules.example.org";
const TOKEN: &str = "a token that is long enough";

/// A process that is ended with the test.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        // nginx ends its workers when it is asked to; it may have ended already.
        _ = Command::new("kill").arg(self.0.id().to_string()).status();
        _ = self.0.wait();
    }
}

/// The configuration that the documentation shows.
fn documented() -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/serving.md");
    let page = fs::read_to_string(page).unwrap();
    page.split("```nginx\n").nth(1).unwrap().split("```").next().unwrap().to_owned()
}

fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// nginx, which may be where users do not look.
fn nginx() -> PathBuf {
    let places = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx", "/usr/local/bin/nginx"];
    places.iter().map(PathBuf::from).find(|path| path.exists()).expect("nginx is installed (./test does that)")
}

/// The proxy, as documented but for its ports and the place of its files.
fn start_nginx(folder: &Path, upstream: &str, port: u16) -> Ended {
    let at = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", &format!("/CN={NAME}")])
        .args(["-addext", &format!("subjectAltName=DNS:{NAME}"), "-keyout", &at("key.pem"), "-out", &at("cert.pem")])
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let mut server = documented();
    for (shown, here) in [
        ("listen 443 ssl;", format!("listen 127.0.0.1:{port} ssl;")),
        ("/etc/ssl/certs/rules.example.org.pem", at("cert.pem")),
        ("/etc/ssl/private/rules.example.org.key", at("key.pem")),
        ("http://127.0.0.1:7177", format!("http://{upstream}")),
    ] {
        assert!(server.contains(shown), "{shown} is not in the documentation");
        server = server.replace(shown, &here);
    }
    let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .iter()
        .map(|kind| format!("{kind}_temp_path {};\n", at(&format!("{kind}_temp"))))
        .collect();
    let config = format!(
        "daemon off;\nmaster_process off;\npid {};\nerror_log stderr;\nevents {{}}\n\
         http {{\naccess_log off;\n{temporary}{server}}}\n",
        at("nginx.pid")
    );
    fs::write(folder.join("nginx.conf"), config).unwrap();
    let child = Command::new(nginx()).args(["-p", &at(""), "-c", &at("nginx.conf")]).spawn().unwrap();
    Ended(child)
}

/// A browser, by curl: its cookies are in a file.
struct Browser {
    /// The address it comes from.
    from: &'static str,
    port: u16,
    cookies: PathBuf,
    certificate: PathBuf,
    csrf: String,
}

impl Browser {
    fn new(folder: &Path, port: u16, who: &str) -> Self {
        let (cookies, certificate) = (folder.join(who), folder.join("cert.pem"));
        Self { from: "127.0.0.1", port, cookies, certificate, csrf: String::new() }
    }

    fn curl(&self, path: &str) -> Command {
        let mut curl = Command::new("curl");
        curl.args(["--silent", "--show-error", "--noproxy", "*", "--max-time", "60", "--interface", self.from])
            .arg("--resolve")
            .arg(format!("{NAME}:{}:127.0.0.1", self.port))
            .arg("--cacert")
            .arg(&self.certificate)
            .arg("--cookie")
            .arg(&self.cookies)
            .arg("--cookie-jar")
            .arg(&self.cookies)
            .arg(format!("https://{NAME}:{}{path}", self.port));
        curl
    }

    fn get(&self, path: &str) -> Value {
        self.read(self.curl(path))
    }

    fn read(&self, mut curl: Command) -> Value {
        let output = curl.output().unwrap();
        assert!(output.status.success(), "{curl:?}: {}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{curl:?}: {error}: {}", String::from_utf8_lossy(&output.stdout)))
    }

    fn session(&mut self) -> Value {
        let session = self.get("/api/session");
        self.csrf = session["csrf"].as_str().unwrap_or_default().to_owned();
        session
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        let mut curl = self.curl(path);
        curl.args(["--header", "Content-Type: application/json"])
            .args(["--header", &format!("Origin: https://{NAME}:{}", self.port)])
            .args(["--header", &format!("X-Hornbook-Csrf: {}", self.csrf)])
            .args(["--data", &body.to_string()]);
        self.read(curl)
    }

    /// Sends a wrong token again and again, and says that it comes from
    /// elsewhere; gives how often it was heard.
    fn guess(&self, pretended: &str) -> usize {
        let mut curl = self.curl("/api/session?attempt=[1-30]");
        curl.args(["--header", "Content-Type: application/json"])
            .args(["--header", &format!("X-Forwarded-For: {pretended}")])
            .args(["--data", r#"{"token":"a guess that is wrong"}"#])
            .args(["--write-out", "%{http_code}\n", "--output", "/dev/null"]);
        let statuses = String::from_utf8(curl.output().unwrap().stdout).unwrap();
        assert!(statuses.lines().all(|status| ["401", "429"].contains(&status)), "{statuses}");
        statuses.lines().filter(|status| *status == "401").count()
    }

    /// The state once there is a question.
    fn question(&self, room: &str) -> Value {
        let started = Instant::now();
        loop {
            let state = self.get(&format!("/api/e/{room}"));
            if state["turn"]["kind"] == "ask" {
                return state["turn"]["question"].clone();
            }
            assert!(started.elapsed() < Duration::from_secs(30), "{state}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn behind_nginx_as_documented() {
    let place = Place::new();
    let folder = place.path();
    let mut served = Command::new(HORNBOOK)
        .args(["serve", "explorations", "--port", "0", "--host", NAME, "--behind-proxy", "--as", "ada"])
        .arg("--quiet")
        .env("HORNBOOK_TOKEN", TOKEN)
        .current_dir(folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(served.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let _served = Ended(served);
    let upstream = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
    let port = free_port();
    let _nginx = start_nginx(folder, &upstream, port);
    let started = Instant::now();
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(started.elapsed() < Duration::from_secs(20), "nginx does not listen");
        std::thread::sleep(Duration::from_millis(50));
    }

    let mut ada = Browser::new(folder, port, "ada.cookies");
    assert_eq!(ada.session()["signed_in"], false);
    assert_eq!(ada.get("/api/explorations")["kind"], "sign_in");
    assert_eq!(ada.post("/api/session", &json!({ "token": TOKEN }))["signed_in"], true);
    assert!(fs::read_to_string(&ada.cookies).unwrap().contains("\t/\tTRUE\t"), "the cookie is for TLS only");
    ada.session();
    let truth = Truth::animals();
    let room = ada.post("/api/explorations", &truth.new_exploration("Animals"))["name"].clone();
    assert_eq!(room, "animals");
    let invited = ada.post("/api/e/animals/people", &json!({ "name": "bob", "role": "expert" }));

    let mut bob = Browser::new(folder, port, "bob.cookies");
    let link = invited["link"].as_str().unwrap();
    let page = bob.curl(link).output().unwrap();
    assert!(String::from_utf8_lossy(&page.stdout).contains("<title>Hornbook</title>"), "{page:?}");
    let invitation = link.trim_start_matches("/join/");
    assert_eq!(bob.post("/api/invitation", &json!({ "invitation": invitation }))["state"], "open");
    assert_eq!(bob.post("/api/session", &json!({ "invitation": invitation }))["room"], "animals");
    assert_eq!(bob.session()["who"], "bob");

    // Ada's page hears of Bob's answer through the proxy, at once.
    let mut stream = ada.curl("/api/e/animals/events").arg("--no-buffer").stdout(Stdio::piped()).spawn().unwrap();
    let mut heard = BufReader::new(stream.stdout.take().unwrap());
    let _stream = Ended(stream);
    let mut event = || {
        let mut text = String::new();
        while !text.ends_with("\n\n") {
            assert!(heard.read_line(&mut text).unwrap() > 0, "the stream ended: {text}");
        }
        text
    };
    assert!(event().starts_with("event: changed\n"));
    let question = bob.question("animals");
    let before = ada.get("/api/e/animals")["version"].as_u64().unwrap();
    let done = bob.post("/api/e/animals/answers", &truth.answer("1", &question));
    assert!(done["id"].is_string(), "{done}");
    let answered = Instant::now();
    loop {
        let text = event();
        let data = text.lines().find_map(|line| line.strip_prefix("data: ")).unwrap_or("{}");
        let version = serde_json::from_str::<Value>(data).unwrap()["version"].as_u64();
        if version.is_some_and(|version| version > before) {
            break;
        }
    }
    assert!(answered.elapsed() < Duration::from_secs(10), "{:?}", answered.elapsed());
    let state = ada.get("/api/e/animals");
    assert_eq!(state["entries"][0]["who"], "bob", "{state}");

    // Somebody who guesses the token is soon not heard any more, whatever they
    // say of themselves, and keeps nobody else out.
    let eve = Browser { from: "127.0.0.2", ..Browser::new(folder, port, "eve.cookies") };
    let heard_of: usize = ["10.0.0.1", "10.0.0.2", "127.0.0.1"].iter().map(|pretended| eve.guess(pretended)).sum();
    assert!((20..45).contains(&heard_of), "{heard_of} of 90 guesses were heard");
    assert_eq!(eve.post("/api/session", &json!({ "token": TOKEN }))["kind"], "too_many");
    let again = Browser::new(folder, port, "again.cookies");
    assert_eq!(again.post("/api/session", &json!({ "token": TOKEN }))["signed_in"], true);

    // Under another name there is nothing to be had.
    let other = Command::new("curl")
        .args([
            "--silent",
            "--noproxy",
            "*",
            "--header",
            "Host: evil.example",
            &format!("http://{upstream}/api/session"),
        ])
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&other.stdout).contains("does not go by that name"));
    let mut rest = Vec::new();
    drop(_nginx);
    _ = heard.read_to_end(&mut rest);
}
