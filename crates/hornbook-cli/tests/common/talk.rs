//! Talking with `hornbook explore` through pipes, as an expert who knows some
//! objects and no others.

#[path = "../../../hornbook-terminal/tests/asked/mod.rs"]
mod asked;

use std::io::{BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use super::Place;

/// A dialogue under way.
pub struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    /// All that was printed.
    pub printed: String,
    /// All that was said.
    pub said: Vec<String>,
}

impl Talk {
    pub fn start(place: &Place, arguments: &[&str]) -> Self {
        let mut command = place.command(&[&["explore"], arguments].concat());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let input = child.stdin.take();
        Self { child, input, output, printed: String::new(), said: Vec::new() }
    }

    /// What is printed up to the next prompt.
    pub fn hear(&mut self) -> String {
        let mut heard = Vec::new();
        let mut byte = [0];
        while !(heard == b"> " || heard.ends_with(b"\n> ")) {
            assert_eq!(self.output.read(&mut byte).unwrap(), 1, "it ended: {}", String::from_utf8_lossy(&heard));
            heard.push(byte[0]);
        }
        let heard = String::from_utf8(heard).unwrap();
        self.printed.push_str(&heard);
        heard
    }

    pub fn say(&mut self, line: &str) {
        self.said.push(line.to_owned());
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Answers as somebody who knows these objects, until it is certified.
    pub fn teach(&mut self, objects: &[(&str, &[&str])]) {
        loop {
            let heard = self.hear();
            if heard.contains("\nCertified") {
                return;
            }
            self.say(&answer(&heard, objects));
        }
    }

    /// Ends the input, and gives the exit code.
    pub fn end(&mut self) -> i32 {
        self.input = None;
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        self.printed.push_str(&rest);
        self.child.wait().unwrap().code().unwrap()
    }

    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        // A test that failed leaves nothing behind.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// Premise and conclusion of the question that was asked; no conclusion if it
/// was whether something can be.
pub fn question(heard: &str) -> (Vec<String>, Option<Vec<String>>) {
    let line = heard.lines().find(|line| line.ends_with('?')).unwrap_or_else(|| panic!("no question in {heard}"));
    asked::sides(line).unwrap_or_else(|| panic!("no question: {line}"))
}

/// What somebody answers who knows these objects.
pub fn answer(heard: &str, objects: &[(&str, &[&str])]) -> String {
    let (premise, conclusion) = question(heard);
    let has = |has: &[&str], names: &[String]| names.iter().all(|name| has.contains(&name.as_str()));
    let breaks = objects.iter().find(|(_, object)| {
        has(object, &premise) && conclusion.as_ref().is_none_or(|conclusion| !has(object, conclusion))
    });
    match (breaks, conclusion.is_some()) {
        (None, true) => "yes".to_owned(),
        (None, false) => "no".to_owned(),
        (Some((name, object)), rule) => {
            format!("{} {name}: {}; rest no", if rule { "no" } else { "yes" }, object.join(", "))
        }
    }
}
