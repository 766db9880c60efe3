//! Files of journals on disk: whole lines, each there to stay before it counts, and
//! what is put beside them.
//!
//! Whatever is created is created under a name that nothing has and nobody can
//! guess, so that no link is followed that somebody put there, and for the eyes of
//! its owner.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use super::lock::Lock;
use super::same_file::{is_at, same_file};

/// A file that only grows.
#[derive(Debug)]
pub(super) struct Store {
    pub(super) path: PathBuf,
    pub(super) file: File,
    /// Everything up to here is whole lines.
    pub(super) end: u64,
    /// Whether the last write failed, so that there may be half a line after that.
    failed: bool,
    /// Given back when all else is closed.
    _lock: Lock,
}

impl Store {
    pub(super) fn new(path: &Path, file: File, end: u64, lock: Lock) -> Self {
        Self { path: path.to_owned(), file, end, failed: false, _lock: lock }
    }

    /// Adds to the file, unless somebody else has.
    pub(super) fn append(&mut self, text: &[u8]) -> io::Result<()> {
        let there = fs::metadata(&self.path)?;
        if !same_file(&there, &self.file.metadata()?) {
            return Err(io::Error::other("it was replaced by another file meanwhile"));
        }
        if there.len() != self.end {
            if !self.failed {
                return Err(io::Error::other("it was changed by another program meanwhile"));
            }
            self.file.set_len(self.end)?;
        }
        let written = self.write(text);
        self.failed = written.is_err();
        if self.failed {
            // If this fails too, it is done before the next write, or when the
            // journal is opened again.
            _ = self.file.set_len(self.end);
        }
        written
    }

    pub(super) fn write(&mut self, text: &[u8]) -> io::Result<()> {
        self.file.write_all(text)?;
        self.file.sync_data()?;
        self.end += text.len() as u64;
        Ok(())
    }

    pub(super) fn cut(&mut self, end: u64) -> io::Result<()> {
        self.file.set_len(end)?;
        self.file.sync_all()?;
        self.end = end;
        Ok(())
    }
}

/// Random letters in the names of files that are there for a moment.
const RANDOM_LETTERS: usize = 12;
/// A name is tried again if somebody takes the file for a leftover before it is
/// locked, so many times.
const TRIES: usize = 10;

/// Puts a file where there is none, whole or not at all. When this returns, it is
/// on disk.
pub(super) fn create(path: &Path, text: &[u8]) -> io::Result<()> {
    remove_leftovers(path);
    let mut beside = locked_beside(path)?;
    beside.write_all(text)?;
    beside.as_file().sync_all()?;
    fs::hard_link(beside.path(), path).or_else(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => Err(error),
        // Where there are no links, there is a moment for a race.
        _ if path.exists() => Err(io::ErrorKind::AlreadyExists.into()),
        _ => fs::rename(beside.path(), path),
    })?;
    // After a rename there is nothing to remove.
    _ = beside.close();
    sync_folder(path)
}

/// A new file beside the one of that name, locked as long as it is open.
fn locked_beside(path: &Path) -> io::Result<NamedTempFile> {
    for _ in 0..TRIES {
        let file = Builder::new().prefix(&prefix(path)).rand_bytes(RANDOM_LETTERS).tempfile_in(folder(path))?;
        let locked = !matches!(file.as_file().try_lock(), Err(fs::TryLockError::WouldBlock));
        if locked && is_at(file.path(), file.as_file()) {
            return Ok(file);
        }
    }
    Err(io::Error::other("each new file beside it was taken away at once"))
}

/// Removes what a program left that was killed while it created this file. What
/// can be locked is in nobody's hands.
pub(super) fn remove_leftovers(path: &Path) {
    let prefix = prefix(path);
    let Ok(files) = fs::read_dir(folder(path)) else { return };
    for file in files.flatten() {
        let name = file.file_name();
        let random = name.as_encoded_bytes().strip_prefix(prefix.as_encoded_bytes());
        let ours = random
            .is_some_and(|letters| letters.len() == RANDOM_LETTERS && letters.iter().all(u8::is_ascii_alphanumeric));
        // No link is followed; what is none of ours to open is left alone.
        if !ours || !file.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        if File::open(file.path()).is_ok_and(|leftover| leftover.try_lock().is_ok()) {
            _ = fs::remove_file(file.path());
        }
    }
}

/// Keeps bytes in a new file beside a journal, for people to look at.
pub(super) fn keep_aside(path: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    let mut name = file_name(path).to_owned();
    name.push(".torn-");
    let mut kept = Builder::new().prefix(&name).rand_bytes(RANDOM_LETTERS).tempfile_in(folder(path))?;
    kept.write_all(bytes)?;
    kept.as_file().sync_all()?;
    let (_, kept) = kept.keep().map_err(|error| error.error)?;
    sync_folder(path)?;
    // Named as the journal is: in the folder it works in, a file goes by its name.
    Ok(kept.file_name().map_or(kept.clone(), |name| path.with_file_name(name)))
}

/// How the names of files begin that become this one.
fn prefix(path: &Path) -> OsString {
    let mut name = OsString::from(".");
    name.push(file_name(path));
    name.push(".new-");
    name
}

fn file_name(path: &Path) -> &OsStr {
    path.file_name().unwrap_or_default()
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Makes sure that the name of a new file is on disk too.
fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder(path))?.sync_all() } else { Ok(()) }
}
