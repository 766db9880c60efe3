//! A Spark cluster for tests: a master, two workers and a Connect server.

#![allow(dead_code, clippy::unwrap_used)]

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

/// A cluster that runs.
pub struct Cluster {
    folder: PathBuf,
    /// Where its Connect server is.
    pub url: String,
    ui: String,
}

/// The cluster that all tests share. It is started for the first of them, unless
/// `HORNBOOK_SPARK_CLUSTER` names the folder of one that runs, and ends with this
/// process. One test has it at a time: what runs in it is what that test asked for.
pub fn cluster() -> MutexGuard<'static, Cluster> {
    static CLUSTER: OnceLock<Mutex<Cluster>> = OnceLock::new();
    // A test that failed did so by itself.
    CLUSTER.get_or_init(|| Mutex::new(Cluster::find_or_start())).lock().unwrap_or_else(PoisonError::into_inner)
}

impl Cluster {
    fn find_or_start() -> Self {
        if let Some(folder) = std::env::var_os("HORNBOOK_SPARK_CLUSTER") {
            return Self::of(PathBuf::from(folder));
        }
        let process = std::process::id().to_string();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("spark-{process}"));
        run(Command::new(script()).arg("start").arg(&folder).arg(process));
        Self::of(folder)
    }

    /// Another cluster, of the test's own, that is stopped when it is dropped.
    pub fn own(name: &str, workers: u32) -> OwnCluster {
        let process = std::process::id().to_string();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("spark-{process}-{name}"));
        let mut command = Command::new(script());
        command.arg("start").arg(&folder).arg(process).env("HORNBOOK_SPARK_WORKERS", workers.to_string());
        run(&mut command);
        OwnCluster(Self::of(folder))
    }

    fn of(folder: PathBuf) -> Self {
        let told = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap().trim().to_owned();
        Self { url: told("url"), ui: told("ui"), folder }
    }

    /// A place for files that the cluster reads.
    pub fn place(&self, name: &str) -> PathBuf {
        let folder = self.folder.join("tables");
        std::fs::create_dir_all(&folder).unwrap();
        folder.join(name)
    }

    /// Kills a worker and all that it has started, as if its machine went away.
    pub fn kill_worker(&self, number: u32) {
        self.kill(&format!("worker-{number}"));
    }

    /// Starts a worker that was killed.
    pub fn start_worker(&self, number: u32) {
        run(Command::new(script()).arg("worker").arg(&self.folder).arg(number.to_string()));
    }

    /// Kills the Connect server.
    pub fn kill_server(&self) {
        self.kill("connect");
    }

    /// Starts the Connect server that was killed.
    pub fn start_server(&self) {
        run(Command::new(script()).arg("server").arg(&self.folder));
    }

    fn kill(&self, name: &str) {
        let process = std::fs::read_to_string(self.folder.join(format!("{name}.pid"))).unwrap();
        run(Command::new("kill").args(["-KILL", "--"]).arg(format!("-{}", process.trim())));
    }

    /// How many jobs run.
    pub fn running_jobs(&self) -> usize {
        let applications = self.get("/api/v1/applications");
        let id = applications[0]["id"].as_str().unwrap();
        self.get(&format!("/api/v1/applications/{id}/jobs?status=running")).as_array().unwrap().len()
    }

    /// Waits until something is so.
    pub fn await_that(&self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let begin = Instant::now();
        while !is_so(self) {
            assert!(begin.elapsed() < Duration::from_secs(60), "in vain: {what}");
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    fn get(&self, path: &str) -> Value {
        let host = self.ui.strip_prefix("http://").unwrap();
        let mut stream = TcpStream::connect(host).unwrap();
        write!(stream, "GET {path} HTTP/1.0\r\nHost: {host}\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        serde_json::from_str(body).unwrap_or_else(|error| panic!("{path}: {error}: {answer}"))
    }
}

/// A cluster that one test has for itself.
pub struct OwnCluster(pub Cluster);

impl Drop for OwnCluster {
    fn drop(&mut self) {
        run(Command::new(script()).arg("stop").arg(&self.0.folder));
    }
}

fn script() -> PathBuf {
    // From the crate of the command, too.
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../hornbook-engines/tests/servers/spark")
}

fn run(command: &mut Command) {
    let status = command.status().unwrap();
    assert!(status.success(), "{command:?}: {status}");
}
