//! A running program: started by the shell, in a process group of its own, with
//! threads that write to it and read what it prints.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::lines::{Printed, next_line};
use crate::protocol::quote;

/// So many lines wait to be looked at; a program that prints more has to wait.
const MAX_WAITING_LINES: usize = 16;
/// So many of the last lines on standard error are kept.
const KEPT_ERROR_LINES: usize = 4;
/// So many bytes of each of them.
const MAX_ERROR_LINE_BYTES: usize = 400;
/// So long a program has to end by itself once its input has ended, and again once
/// it was told to.
const TIME_TO_END: Duration = Duration::from_millis(200);
/// How often it is looked whether it has.
const TIME_BETWEEN_LOOKS: Duration = Duration::from_millis(5);

/// A running program. It is ended with all that it started when this is dropped.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// Lines to be written; without it, the input of the program ends.
    input: Option<Sender<String>>,
    printed: Receiver<Printed>,
    complaints: Arc<Mutex<VecDeque<String>>>,
    /// Reads what it says on standard error.
    listener: Option<JoinHandle<()>>,
    /// How it ended by itself, once that is known.
    status: Option<ExitStatus>,
}

impl Process {
    /// Starts a command by the shell.
    pub(super) fn start(command: &str) -> io::Result<Self> {
        let mut child = shell(command).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (input, to_write) = mpsc::channel();
        let (found, printed) = mpsc::sync_channel(MAX_WAITING_LINES);
        let complaints = Arc::default();
        let mut process = Self { child, input: Some(input), printed, complaints, listener: None, status: None };
        if let (Some(stdin), Some(stdout), Some(stderr)) = pipes {
            let complaints = process.complaints.clone();
            thread::Builder::new().name("ask: write".to_owned()).spawn(move || write_lines(&to_write, stdin))?;
            thread::Builder::new().name("ask: read".to_owned()).spawn(move || read_lines(stdout, &found))?;
            let listen = move || keep_last(stderr, &complaints);
            process.listener = Some(thread::Builder::new().name("ask: errors".to_owned()).spawn(listen)?);
        }
        Ok(process)
    }

    /// Has a line written. If nobody reads it, that shows by what is printed.
    pub(super) fn write(&self, line: String) {
        if let Some(input) = &self.input {
            _ = input.send(line);
        }
    }

    /// The next line, if there is one by then.
    pub(super) fn read(&self, patience: Duration) -> Option<Printed> {
        match self.printed.recv_timeout(patience) {
            Ok(printed) => Some(printed),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Printed::Ended),
        }
    }

    /// Ends it, and says how it ended, with its last words on standard error.
    pub(super) fn end(mut self) -> Ending {
        self.stop();
        // What was said before the end is not read yet, perhaps; but somebody who left
        // the group may keep the pipe open.
        let start = Instant::now();
        let is_heard = |listener: &JoinHandle<()>| listener.is_finished() || start.elapsed() >= TIME_TO_END;
        while self.listener.as_ref().is_some_and(|listener| !is_heard(listener)) {
            thread::sleep(TIME_BETWEEN_LOOKS);
        }
        let complaints = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        Ending { status: self.status, complaints: complaints.iter().cloned().collect() }
    }

    /// Ends the program and whatever it started: first its input ends, then it is
    /// told to end, then it is killed.
    fn stop(&mut self) {
        if self.input.take().is_none() {
            return;
        }
        if !self.ends_soon() {
            signal_group(&self.child, Signal::Terminate);
            if !self.ends_soon() {
                signal_group(&self.child, Signal::Kill);
                _ = self.child.kill();
                _ = self.child.wait();
            }
            // How it ended was not its own doing.
            self.status = None;
        }
        // The program may have ended before those that it started.
        signal_group(&self.child, Signal::Kill);
    }

    fn ends_soon(&mut self) -> bool {
        let start = Instant::now();
        loop {
            if self.status.is_none() {
                self.status = self.child.try_wait().ok().flatten();
            }
            if self.status.is_some() || start.elapsed() >= TIME_TO_END {
                return self.status.is_some();
            }
            thread::sleep(TIME_BETWEEN_LOOKS);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.stop();
    }
}

/// How a program ended.
#[derive(Clone, Debug)]
pub(super) struct Ending {
    status: Option<ExitStatus>,
    complaints: Vec<String>,
}

/// What shells exit with if there is no such command, or it cannot be run.
const NO_SUCH_COMMAND: [i32; 2] = [126, 127];

impl Ending {
    /// Whether there is no such command.
    pub(super) fn is_no_command(&self) -> bool {
        self.status.and_then(|status| status.code()).is_some_and(|code| NO_SUCH_COMMAND.contains(&code))
    }

    /// `it ended (exit status: 1)`, for one that says no more.
    pub(super) fn in_words(&self) -> String {
        match self.status {
            Some(status) => format!("it ended ({status})"),
            None => "it closed its output".to_owned(),
        }
    }

    /// What it said last on standard error, ready to stand behind a message.
    pub(super) fn last_words(&self) -> String {
        match self.complaints.is_empty() {
            true => String::new(),
            false => format!("; on standard error it said: {}", self.complaints.join(" / ")),
        }
    }
}

#[cfg(unix)]
fn shell(command: &str) -> Command {
    use std::os::unix::process::CommandExt;
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(command).process_group(0);
    shell
}

#[cfg(not(unix))]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("cmd");
    shell.arg("/C").arg(command);
    shell
}

#[derive(Clone, Copy, Debug)]
enum Signal {
    Terminate,
    Kill,
}

/// Sends a signal to a program and all that it started.
#[cfg(unix)]
fn signal_group(child: &Child, signal: Signal) {
    use rustix::process::{Pid, Signal as UnixSignal, kill_process_group};
    let signal = match signal {
        Signal::Terminate => UnixSignal::TERM,
        Signal::Kill => UnixSignal::KILL,
    };
    // That nobody is left to get it is as good.
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        _ = kill_process_group(group, signal);
    }
}

#[cfg(not(unix))]
fn signal_group(_: &Child, _: Signal) {}

fn write_lines(lines: &Receiver<String>, mut stdin: ChildStdin) {
    for mut line in lines {
        line.push('\n');
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(stdout: ChildStdout, found: &SyncSender<Printed>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let printed = next_line(&mut stdout);
        let is_last = !matches!(printed, Printed::Line(_));
        if found.send(printed).is_err() || is_last {
            return;
        }
    }
}

/// Reads what is said on standard error, and keeps the end of it.
fn keep_last(mut stderr: ChildStderr, kept: &Mutex<VecDeque<String>>) {
    let mut bytes = [0; 4096];
    let mut line: Vec<u8> = Vec::new();
    let keep = |line: &mut Vec<u8>| {
        let said = quote(String::from_utf8_lossy(line).trim());
        line.clear();
        if !said.is_empty() {
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.push_back(said);
            if kept.len() > KEPT_ERROR_LINES {
                kept.pop_front();
            }
        }
    };
    while let Ok(count @ 1..) = stderr.read(&mut bytes) {
        for &byte in &bytes[..count] {
            match byte {
                b'\n' => keep(&mut line),
                byte if line.len() < MAX_ERROR_LINE_BYTES => line.push(byte),
                _ => {}
            }
        }
    }
    keep(&mut line);
}
