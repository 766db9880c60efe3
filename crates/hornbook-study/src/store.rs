//! What a study has so far: a file to which each run adds a line.
//!
//! The first line says what is studied, with which parameters. A line is
//! written whole when its run ends; if the last one was torn by a crash, it is
//! dropped and its run repeated. Records of earlier versions lack what was not
//! recorded yet, and are read all the same.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::plan::{Cell, Plan, PlanError};
use crate::run::Record;
use crate::subject::Subject;

/// The name of the file within the folder of a study.
pub const RECORDS: &str = "records.jsonl";

const FORMAT: &str = "hornbook-study";
const VERSION: u32 = 1;

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Header {
    format: String,
    version: u32,
    table: String,
    fingerprint: String,
    plan: Plan,
}

/// Why a study cannot be kept in a folder.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Files that are not of a study.
    #[error("the folder {} holds something else than a study: name one that is empty or not there yet", .0.display())]
    SomethingElse(PathBuf),
    /// A study of another table, or with other parameters.
    #[error("the folder {} holds another study: {differs}. Name another folder, or repeat its parameters to go on with it", .folder.display())]
    Another {
        /// The folder.
        folder: PathBuf,
        /// What is different.
        differs: String,
    },
    /// A line that is no record.
    #[error("{}:{line}: found no record of this study: {problem}", .file.display())]
    Broken {
        /// The file.
        file: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// Another process is at it.
    #[error("the study in {} is being run already", .0.display())]
    Busy(PathBuf),
    /// The file system refuses.
    #[error("cannot write {}: {error}", .path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The plan cannot be carried out.
    #[error(transparent)]
    Plan(#[from] PlanError),
}

/// The records of a study, in memory and in its folder.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    file: File,
    records: Vec<Record>,
}

/// Locks a file, unless somebody else has. Where files cannot be locked, the study
/// is run all the same.
fn lock(file: &File) -> bool {
    const TRIES: u32 = 10;
    const DELAY: Duration = Duration::from_millis(10);
    for _ in 0..TRIES {
        if !matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock)) {
            return true;
        }
        // A program that is just being started from here holds what was open for a
        // moment longer.
        std::thread::sleep(DELAY);
    }
    false
}

impl Store {
    /// Opens the study in a folder, or starts one there. A folder with anything
    /// else in it is refused and left as it is.
    pub fn open(folder: &Path, subject: &Subject, plan: &Plan) -> Result<Self, StoreError> {
        let header = Header {
            format: FORMAT.to_owned(),
            version: VERSION,
            table: subject.name.clone(),
            fingerprint: subject.fingerprint(),
            plan: plan.clone(),
        };
        let path = folder.join(RECORDS);
        let io = |path: &Path| {
            let path = path.to_owned();
            move |error| StoreError::Io { path, error }
        };
        if !path.is_file() && (folder.is_file() || !is_free(folder).map_err(io(folder))?) {
            return Err(StoreError::SomethingElse(folder.to_owned()));
        }
        fs::create_dir_all(folder).map_err(io(folder))?;
        let file = OpenOptions::new().read(true).append(true).create(true).open(&path).map_err(io(&path))?;
        if !lock(&file) {
            return Err(StoreError::Busy(folder.to_owned()));
        }
        let mut store = Self { folder: folder.to_owned(), file, records: Vec::new() };
        let text = fs::read(&path).map_err(io(&path))?;
        store.take_up(&text, &header, &path)?;
        Ok(store)
    }

    /// Reads what is there, cuts off a torn end, and starts the file if it has
    /// no whole line yet.
    fn take_up(&mut self, bytes: &[u8], header: &Header, path: &Path) -> Result<(), StoreError> {
        let io = |error| StoreError::Io { path: path.to_owned(), error };
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let mut lines = bytes[..whole].split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        match lines.next() {
            // What is torn must be the start of a header, or it is none of ours.
            None if !header_line(header)?.as_bytes().starts_with(bytes) => {
                return Err(StoreError::SomethingElse(self.folder.clone()));
            }
            None => {
                self.file.set_len(0).map_err(io)?;
                self.write_line(&header_line(header)?)?;
            }
            Some(first) => {
                self.check(first, header)?;
                self.records = records(lines, &header.plan, path)?;
                self.file.set_len(whole as u64).map_err(io)?;
            }
        }
        Ok(())
    }

    /// Whether the first line is that of this study.
    fn check(&self, line: &[u8], header: &Header) -> Result<(), StoreError> {
        let found: Header = serde_json::from_slice(line).map_err(|_| StoreError::SomethingElse(self.folder.clone()))?;
        if found.format != FORMAT {
            return Err(StoreError::SomethingElse(self.folder.clone()));
        }
        let differs = differs(&found, header);
        if found.plan == header.plan && found.fingerprint == header.fingerprint && found.version == VERSION {
            return Ok(());
        }
        Err(StoreError::Another { folder: self.folder.clone(), differs })
    }

    /// Keeps a record.
    pub fn append(&mut self, record: Record) -> Result<(), StoreError> {
        let line = serde_json::to_string(&record).map_err(|error| self.failed(io::Error::from(error)))?;
        self.write_line(&line)?;
        self.records.push(record);
        Ok(())
    }

    fn write_line(&mut self, line: &str) -> Result<(), StoreError> {
        // One call for the whole line: an interruption tears none in the middle.
        let written = self.file.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| self.failed(error))
    }

    fn failed(&self, error: io::Error) -> StoreError {
        StoreError::Io { path: self.folder.join(RECORDS), error }
    }

    /// What there is so far, in the order it came.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What there is so far, in the order of the plan: the same, however the
    /// runs were spread over threads and starts.
    pub fn in_order(&self) -> Vec<Record> {
        let mut records = self.records.clone();
        records.sort_by_key(|record| (record.group, record.run));
        records
    }
}

/// Whether there is no such folder yet, or nothing in it.
fn is_free(folder: &Path) -> io::Result<bool> {
    match fs::read_dir(folder) {
        Ok(mut entries) => Ok(entries.next().is_none()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error),
    }
}

fn header_line(header: &Header) -> Result<String, StoreError> {
    let failed = |error| StoreError::Io { path: PathBuf::from(RECORDS), error: io::Error::from(error) };
    serde_json::to_string(header).map_err(failed)
}

/// What is different between a study and the one that was asked for.
fn differs(found: &Header, wanted: &Header) -> String {
    let (old, new) = (&found.plan, &wanted.plan);
    let pair = |name: &str, old: &dyn std::fmt::Display, new: &dyn std::fmt::Display| {
        format!("its {name} is {old}, not {new}")
    };
    if found.version != wanted.version {
        return pair("version", &found.version, &wanted.version);
    }
    if found.fingerprint != wanted.fingerprint {
        return format!("it is of another table ({})", found.table);
    }
    if old.seed != new.seed {
        return pair("seed", &old.seed, &new.seed);
    }
    if old.distribution != new.distribution {
        return pair("distribution", &old.distribution, &new.distribution);
    }
    if old.background != new.background {
        let known = |background| if background { "known" } else { "not known" };
        return pair("background", &known(old.background), &known(new.background));
    }
    let [theirs, ours] = [old, new].map(methods);
    if theirs != ours {
        return pair("list of methods", &theirs, &ours);
    }
    "its ε, δ or numbers of runs are others".to_owned()
}

/// The methods of a plan, as they are listed.
fn methods(plan: &Plan) -> String {
    let mut names: Vec<&str> = Vec::new();
    for group in &plan.groups {
        if !names.contains(&group.method.name()) {
            names.push(group.method.name());
        }
    }
    names.join(",")
}

fn records<'a>(lines: impl Iterator<Item = &'a [u8]>, plan: &Plan, path: &Path) -> Result<Vec<Record>, StoreError> {
    let mut records: Vec<Record> = Vec::new();
    for (at, line) in lines.enumerate() {
        let broken = |problem: String| StoreError::Broken { file: path.to_owned(), line: at + 2, problem };
        let record: Record = serde_json::from_slice(line).map_err(|error| broken(error.to_string()))?;
        let planned = plan.groups.get(record.group).is_some_and(|group| (1..=group.runs).contains(&record.run));
        if !planned || record.seed != plan.seed_of(Cell { group: record.group, run: record.run }) {
            return Err(broken("the plan has no such run".to_owned()));
        }
        records.push(record);
    }
    Ok(records)
}
