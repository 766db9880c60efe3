//! Real servers, started on loopback for tests, with a folder of their own. They end
//! when they are dropped, also if the test fails.

#![allow(dead_code, clippy::unwrap_used)]

pub mod checking;
pub mod mariadb;
pub mod postgres;

use std::io::Write;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// To start or to end takes a server no longer.
const PATIENCE: Duration = Duration::from_secs(60);

/// A port that nobody listens at.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// A program by its name, in the usual folders and in those given.
///
/// # Panics
///
/// If it is not installed: then the message names the package of Debian.
fn program(name: &str, folders: &[PathBuf], package: &str) -> PathBuf {
    let usual = ["/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin", "/bin", "/sbin"].map(PathBuf::from);
    let found = folders.iter().chain(&usual).map(|folder| folder.join(name)).find(|path| path.is_file());
    found.unwrap_or_else(|| panic!("'{name}' is not installed: install Debian's package {package}"))
}

/// Runs a program to its end, with this input, and gives its output.
fn run(command: &mut Command, input: &str) -> String {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writing = std::thread::spawn(move || pipe.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    drop(writing.join());
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Waits until something is so.
fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < end, "{what} took too long");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Ends a process by a signal, and waits for it.
fn end(child: &mut Child, signal: &str) {
    let sent = Command::new("kill").arg(format!("-{signal}")).arg(child.id().to_string()).status();
    let deadline = Instant::now() + Duration::from_secs(20);
    while sent.as_ref().is_ok_and(std::process::ExitStatus::success) && Instant::now() < deadline {
        if matches!(child.try_wait(), Ok(Some(_))) {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    drop(child.kill());
    drop(child.wait());
}

/// Whether the test runs as the one who may do all, as whom no server starts.
fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|metadata| std::os::unix::fs::MetadataExt::uid(&metadata) == 0)
}

/// The first of some users that there is: number, number of the group.
fn user(names: &[&str]) -> (u32, u32) {
    let passwd = std::fs::read_to_string("/etc/passwd").unwrap();
    let of = |name: &&str| {
        let line = passwd.lines().find(|line| line.starts_with(&format!("{name}:")))?;
        let mut fields = line.split(':').skip(2);
        Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
    };
    names.iter().find_map(of).unwrap()
}

/// A command that runs a program as another user if this one is root.
fn as_user(program: &Path, (uid, gid): (u32, u32)) -> Command {
    if !is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args([format!("--reuid={uid}"), format!("--regid={gid}"), "--clear-groups".to_owned()]).arg(program);
    command
}
