//! Running the command in a folder of its own.
#![allow(dead_code)]

pub mod animals;
pub mod talk;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A folder with the sample data, in which commands are run.
pub struct Place {
    folder: TempDir,
}

/// What a command gave.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

pub const HORNBOOK: &str = env!("CARGO_BIN_EXE_hornbook");

pub fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data")
}

impl Place {
    pub fn new() -> Self {
        let folder = TempDir::new().unwrap();
        fs::create_dir(folder.path().join("data")).unwrap();
        let tables = ["zoo.csv", "zoo.parquet", "breast-cancer.csv", "vehicles.txt"];
        for name in tables.into_iter().chain(["dinner.cnf", "coffee-machine.uvl", "web-shop.xml"]) {
            fs::copy(data().join(name), folder.path().join("data").join(name)).unwrap();
        }
        let examples = folder.path().join("examples/experts");
        fs::create_dir_all(&examples).unwrap();
        for name in ["laws.py", "divisors.sh", "service.py"] {
            fs::copy(data().join("../examples/experts").join(name), examples.join(name)).unwrap();
        }
        Self { folder }
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> &Self {
        fs::write(self.path().join(name), content).unwrap();
        self
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap()
    }

    pub fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.read(name)).unwrap()
    }

    /// The names of all files here, hidden ones too, but for the data and examples.
    pub fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.retain(|name| name != "data" && name != "examples");
        names.sort();
        names
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(HORNBOOK);
        command.args(arguments).current_dir(self.path()).stdin(Stdio::null());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Ran {
        self.command(arguments).output().unwrap().into()
    }

    /// Runs a command that must exit with 0, and gives its standard output.
    pub fn ok(&self, arguments: &[&str]) -> String {
        let ran = self.run(arguments);
        assert_eq!(ran.code, 0, "{arguments:?}: {ran:?}");
        ran.out
    }

    pub fn ok_json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.ok(arguments)).unwrap()
    }

    /// Runs a command that must refuse its input in one line, and gives it.
    pub fn refused(&self, arguments: &[&str]) -> String {
        let before = self.files();
        let ran = self.run(arguments);
        assert_eq!(ran.code, 2, "{arguments:?}: {ran:?}");
        assert_eq!(ran.out, "", "{arguments:?}");
        assert_eq!(self.files(), before, "{arguments:?} left files behind");
        let line = ran.err.trim_end().to_owned();
        assert!(line.starts_with("error: ") && !line.contains('\n'), "{arguments:?}: {line}");
        assert!(line.chars().count() < 400, "{arguments:?}: {line}");
        line
    }
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}
