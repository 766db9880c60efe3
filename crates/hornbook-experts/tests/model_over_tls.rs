//! An endpoint behind TLS: asked if the machine trusts it, else not. Which
//! certificates the machine trusts is found out once a process, so each question is
//! asked in one of its own.
#![allow(clippy::unwrap_used)]

#[path = "model/mod.rs"]
mod model;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use hornbook_experts::ExpertReply;
use hornbook_experts::model::ModelLimits;
use model::{ask, model, rule, settings};

/// Where the process that asks finds the address.
const URL_VARIABLE: &str = "HORNBOOK_TEST_TLS_URL";

struct TlsServer {
    process: Child,
    url: String,
}

impl TlsServer {
    fn start(folder: &Path) -> Self {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/model/serve_over_tls.py");
        let mut process = Command::new("python3")
            .arg(script)
            .args([folder.join("cert.pem"), folder.join("key.pem")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut port = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut port).unwrap();
        Self { process, url: format!("https://127.0.0.1:{}/v1", port.trim()) }
    }
}

impl Drop for TlsServer {
    fn drop(&mut self) {
        _ = self.process.kill();
        _ = self.process.wait();
    }
}

/// Makes a certificate for 127.0.0.1 that vouches for itself.
fn certify(folder: &Path, name: &str) {
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"])
        .args(["-subj", &format!("/CN={name}endpoint"), "-addext", "subjectAltName=IP:127.0.0.1"])
        .args(["-addext", "basicConstraints=critical,CA:FALSE"])
        .arg("-keyout")
        .arg(folder.join(format!("{name}key.pem")))
        .arg("-out")
        .arg(folder.join(format!("{name}cert.pem")))
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}

#[test]
fn an_endpoint_behind_tls_must_be_trusted() {
    let folder = tempfile::tempdir().unwrap();
    certify(folder.path(), "");
    certify(folder.path(), "other");
    let server = TlsServer::start(folder.path());
    let asked = |trusted: &str| {
        let output = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "asks_in_a_process_of_its_own", "--ignored", "--nocapture"])
            .env(URL_VARIABLE, &server.url)
            .env("SSL_CERT_FILE", folder.path().join(trusted))
            .env_remove("SSL_CERT_DIR")
            .output()
            .unwrap();
        String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout)
    };
    let said = asked("cert.pem");
    assert!(said.contains("said: Ok(Holds)"), "{said}");
    let said = asked("othercert.pem");
    assert!(
        said.contains("said: Err(Unreachable") && said.contains("invalid peer certificate: UnknownIssuer\" })"),
        "{said}"
    );
}

#[test]
#[ignore = "asks whom another test has started"]
fn asks_in_a_process_of_its_own() {
    let url = std::env::var(URL_VARIABLE).unwrap();
    let reply: Result<ExpertReply, _> = ask(&mut model(settings(&url), ModelLimits::default()), &rule(0, 1));
    eprintln!("said: {reply:?}");
}
