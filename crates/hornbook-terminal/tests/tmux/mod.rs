//! A real terminal to test with: a server of tmux for each test, gone with it.
#![allow(dead_code, reason = "each file of tests needs a part of it")]

use std::cell::Cell;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant, SystemTime};

use tempfile::TempDir;

/// How long something may take to appear, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// A terminal, and a folder with a journal.
pub struct Terminal {
    folder: TempDir,
    /// Each start has a server of its own: one that ends may be in the way.
    starts: Cell<usize>,
}

impl Terminal {
    /// A folder; the terminal comes with [`start`](Self::start).
    pub fn new() -> Self {
        Self { folder: TempDir::new().expect("a folder"), starts: Cell::new(0) }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The journal in it.
    pub fn journal(&self) -> PathBuf {
        self.folder.path().join("test.journal")
    }

    /// Explores the journal on a terminal of that size, one question after the other.
    pub fn start(&self, columns: u16, lines: u16, environment: &[(&str, &str)]) {
        self.start_with_options(columns, lines, environment, &["--one-by-one"]);
    }

    /// Explores the journal as people are asked usually, with these options.
    pub fn start_as_usual(&self, options: &[&str]) {
        self.start_with_options(80, 24, &[], options);
    }

    /// The same on a terminal of that size.
    pub fn start_with_options(&self, columns: u16, lines: u16, environment: &[(&str, &str)], options: &[&str]) {
        let journal = self.journal();
        let arguments = std::iter::once(journal.as_os_str()).chain(options.iter().map(OsStr::new));
        self.launch(columns, lines, environment, &program(), &arguments.collect::<Vec<_>>());
    }

    /// Explores a journal that has this first line.
    pub fn start_with(&self, header: &str) {
        std::fs::write(self.journal(), format!("{header}\n")).expect("a journal");
        self.start(80, 24, &[]);
    }

    /// The same, beginning a journal.
    pub fn begin(&self, attributes: &[&str], columns: u16, lines: u16) {
        let journal = self.journal();
        let mut arguments: Vec<&OsStr> = vec![journal.as_os_str()];
        arguments.extend(["--seed", "1", "--who", "Ada", "--one-by-one"].iter().chain(attributes).map(OsStr::new));
        self.launch(columns, lines, &[], &program(), &arguments);
    }

    /// Runs a test that is ignored otherwise, on a terminal.
    pub fn start_test(&self, name: &str) {
        let test = std::env::current_exe().expect("a test");
        let arguments = [name, "--exact", "--ignored", "--nocapture", "--test-threads=1"].map(OsStr::new);
        self.launch(80, 24, &[("RUST_BACKTRACE", "0")], &test, &arguments);
    }

    fn launch(&self, columns: u16, lines: u16, environment: &[(&str, &str)], program: &Path, arguments: &[&OsStr]) {
        self.end();
        self.starts.set(self.starts.get() + 1);
        // What is said at the end tells how the program and the terminal were left.
        let script = "\"$@\"; code=$?; lines=$(stty -a | grep -o -- '-\\?icanon'); \
                      letters=$(stty -a | grep -o -- '-\\?echo\\b'); \
                      echo \"left with $code, lines $lines, letters $letters\"; exec sleep 600";
        let (columns, lines) = (columns.to_string(), lines.to_string());
        let mut command = self.command(&["-f", "/dev/null", "new-session", "-d", "-x", &columns, "-y", &lines]);
        command.arg("env").args(["-u", "NO_COLOR", "LC_ALL=C.UTF-8"]);
        command.args(environment.iter().map(|(name, value)| format!("{name}={value}")));
        command.args(["sh", "-c", script, "explore"]).arg(program).args(arguments);
        let started = command.output().expect("tmux, which these tests need");
        assert!(started.status.success(), "{}", String::from_utf8_lossy(&started.stderr));
        self.run(&["set", "-g", "status", "off"]);
        // Esc is Esc, however quickly something follows.
        self.run(&["set", "-s", "escape-time", "0"]);
    }

    /// Ends the server, if there is one: also after a test that failed.
    fn end(&self) {
        _ = self.command(&["kill-server"]).output();
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("tmux");
        command
            .env_remove("TMUX")
            .arg("-u")
            .arg("-S")
            .arg(self.folder.path().join(self.starts.get().to_string()))
            .args(arguments);
        command
    }

    fn run(&self, arguments: &[&str]) -> String {
        let output = self.command(arguments).output().expect("tmux, which these tests need");
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    /// Presses keys, by tmux's names.
    pub fn keys(&self, keys: &[&str]) {
        for key in keys {
            self.run(&["send-keys", key]);
            if *key == "Escape" {
                // What follows at once would be taken for the rest of a sequence.
                std::thread::sleep(Duration::from_millis(100));
            }
        }
    }

    /// Types letters.
    pub fn type_text(&self, text: &str) {
        self.run(&["send-keys", "-l", text]);
    }

    /// What is on the screen.
    pub fn show(&self) -> String {
        self.run(&["capture-pane", "-p"])
    }

    /// The same, with everything that gives style.
    pub fn show_with_styles(&self) -> String {
        self.run(&["capture-pane", "-p", "-e"])
    }

    /// What is on the screen when it has stopped changing.
    pub fn settled(&self) -> String {
        let mut before = self.show();
        loop {
            std::thread::sleep(Duration::from_millis(300));
            let now = self.show();
            if now == before {
                return now;
            }
            before = now;
        }
    }

    /// The title of the terminal.
    pub fn title(&self) -> String {
        self.run(&["display-message", "-p", "#{pane_title}"])
    }

    /// Whether there is a cursor, and whether the screen is the one for programs.
    pub fn modes(&self) -> String {
        self.run(&["display-message", "-p", "cursor #{cursor_flag}, alternate #{alternate_on}"]).trim().to_owned()
    }

    /// Sends a signal to the program, which the shell of the terminal started.
    pub fn signal(&self, signal: &str) {
        let shell = self.run(&["display-message", "-p", "#{pane_pid}"]);
        let sent = Command::new("pkill").args([&format!("-{signal}"), "-P", shell.trim()]).status();
        assert!(sent.expect("pkill, which these tests need").success(), "no program to send {signal} to");
    }

    /// The program, by the number of its process.
    pub fn program(&self) -> String {
        let shell = self.run(&["display-message", "-p", "#{pane_pid}"]);
        let found = Command::new("pgrep").args(["-P", shell.trim()]).output().expect("pgrep, which these tests need");
        String::from_utf8_lossy(&found.stdout).trim().to_owned()
    }

    /// Takes the terminal away from under the program.
    pub fn close(&self) {
        self.end();
    }

    /// Changes the size of the window.
    pub fn resize(&self, columns: u16, lines: u16) {
        self.run(&["resize-window", "-x", &columns.to_string(), "-y", &lines.to_string()]);
    }

    /// Waits for a text, and gives the screen it is on.
    pub fn until(&self, text: &str) -> String {
        self.until_that(text, |screen| screen.contains(text))
    }

    /// The same for what may take longer.
    pub fn until_long(&self, text: &str) -> String {
        self.wait(text, 4 * PATIENCE, |screen| screen.contains(text))
    }

    /// Waits for something.
    pub fn until_that(&self, what: &str, is: impl Fn(&str) -> bool) -> String {
        self.wait(what, PATIENCE, is)
    }

    fn wait(&self, what: &str, patience: Duration, is: impl Fn(&str) -> bool) -> String {
        let started = Instant::now();
        loop {
            let screen = self.show();
            if is(&screen) {
                // It may have been half drawn.
                std::thread::sleep(Duration::from_millis(40));
                return self.show();
            }
            assert!(started.elapsed() < patience, "waited for {what} in vain; there is:\n{screen}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.end();
    }
}

/// The example, which is built with the tests, beside them.
fn program() -> PathBuf {
    let test = std::env::current_exe().expect("a test");
    let built = test.parent().and_then(Path::parent).expect("a folder of what is built");
    let program = built.join("examples").join(format!("explore{}", std::env::consts::EXE_SUFFIX));
    // Cargo leaves it as it is if it is told to build this test alone.
    let source = Path::new(env!("CARGO_MANIFEST_DIR"));
    let latest = ["src", "src/screen", "examples"].iter().filter_map(|folder| changed(&source.join(folder)));
    let built = std::fs::metadata(&program).and_then(|data| data.modified()).ok();
    assert!(
        built.is_some() && latest.max() <= built,
        "{} is not there or out of date: cargo build -p hornbook-terminal --example explore",
        program.display()
    );
    program
}

/// When something in a folder was changed last.
fn changed(folder: &Path) -> Option<SystemTime> {
    let entries = std::fs::read_dir(folder).expect("a folder of sources");
    entries.filter_map(|entry| entry.ok()?.metadata().ok()?.modified().ok()).max()
}
