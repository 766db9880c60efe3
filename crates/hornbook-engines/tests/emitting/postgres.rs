//! A PostgreSQL of the tests' own, on loopback.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A server that is stopped when it is dropped.
pub struct Postgres {
    folder: TempDir,
    port: u16,
}

/// Where Debian has the programs of the server.
fn program(name: &str) -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").expect("PostgreSQL is installed");
    let mut versions: Vec<PathBuf> = versions.map(|entry| entry.unwrap().path()).collect();
    versions.sort();
    versions.pop().unwrap().join("bin").join(name)
}

/// The server refuses to run as root, who has a user for it.
fn run(name: &str, arguments: &[&str]) {
    let is_root = fs::metadata("/proc/self").is_ok_and(|found| std::os::unix::fs::MetadataExt::uid(&found) == 0);
    let mut command = match is_root {
        true => {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--"]).arg(program(name));
            command
        }
        false => Command::new(program(name)),
    };
    let status = command.args(arguments).current_dir("/").stdout(Stdio::null()).status().unwrap();
    assert!(status.success(), "{name} {arguments:?}");
}

impl Postgres {
    /// Starts a server with an empty database.
    pub fn start() -> Self {
        let folder = TempDir::new().unwrap();
        open_to_all(folder.path());
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let server = Self { folder, port };
        let data = server.data();
        run("initdb", &["-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-sync", "-D", &data]);
        let place = server.folder.path().display();
        let options = format!("-h 127.0.0.1 -p {port} -k {place} -F");
        let log = format!("{place}/log");
        run("pg_ctl", &["-D", &data, "-l", &log, "-o", &options, "-w", "start"]);
        server
    }

    fn data(&self) -> String {
        self.folder.path().join("data").display().to_string()
    }

    /// Where it is reached.
    pub fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }
}

fn open_to_all(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o777)).unwrap();
}

impl Drop for Postgres {
    fn drop(&mut self) {
        run("pg_ctl", &["-D", &self.data(), "-m", "immediate", "stop"]);
    }
}
