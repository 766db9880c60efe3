//! Files that are read, and standard input.

use std::fs;
use std::io::{self, ErrorKind, IsTerminal, Read};
use std::path::Path;

use hornbook::format::{FormatError, decompressed};

use crate::failure::Failure;
use crate::reading_bar::Shown;

/// What standard input is called in messages.
const STDIN: &str = "standard input";

/// Whether the path stands for standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// What a file is called in messages.
pub(crate) fn name(path: &Path) -> String {
    match is_stdin(path) {
        true => STDIN.to_owned(),
        false => without_secrets(&path.display().to_string()),
    }
}

/// The words without a password, if they are an address with one.
#[cfg(feature = "engines")]
fn without_secrets(words: &str) -> String {
    hornbook_engines::without_secrets(words)
}

#[cfg(not(feature = "engines"))]
fn without_secrets(words: &str) -> String {
    words.to_owned()
}

/// The bytes of a file, or of standard input for `-`.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut opened = Opened::new(path)?;
    opened.bytes(path)?;
    Ok(opened.start)
}

/// A file or standard input, of which only the start is read yet. What is packed
/// is unpacked as it is read.
pub(crate) struct Opened {
    start: Vec<u8>,
    rest: Box<dyn Read + Send>,
}

/// How many bytes of a file tell what it is.
const START_BYTES: usize = 1 << 16;

impl Opened {
    /// Opens a file, or standard input for `-`.
    pub(crate) fn new(path: &Path) -> Result<Self, Failure> {
        let open = || {
            let mut rest = match is_stdin(path) {
                // Whoever types it sees how far it is.
                true if io::stdin().is_terminal() => decompressed(io::stdin())?,
                true => decompressed(Shown::new(io::stdin(), None))?,
                false => {
                    let file = fs::File::open(path)?;
                    let size = file.metadata().ok().map(|known| known.len()).filter(|&size| size > 0);
                    decompressed(Shown::new(file, size))?
                }
            };
            let mut start = Vec::new();
            // Folders can be opened, but not read.
            rest.by_ref().take(START_BYTES as u64).read_to_end(&mut start)?;
            Ok(Self { start, rest })
        };
        open().map_err(|error| unreadable(path, &error))
    }

    /// The first bytes.
    pub(crate) fn start(&self) -> &[u8] {
        &self.start
    }

    /// All of it, to be read.
    pub(crate) fn reader(self) -> impl Read + Send {
        io::Cursor::new(self.start).chain(self.rest)
    }

    /// All of it, read.
    pub(crate) fn bytes(&mut self, path: &Path) -> Result<&[u8], Failure> {
        self.rest.read_to_end(&mut self.start).map_err(|error| unreadable(path, &error))?;
        Ok(&self.start)
    }
}

fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::new(format!("cannot read {}: {}", name(path), reason(error)))
}

/// Whether a file can be read, and its first line is that of a journal.
pub(crate) fn holds_journal(path: &Path) -> bool {
    Opened::new(path).is_ok_and(|opened| begins_journal(opened.start()))
}

/// Whether the first line is that of a journal.
pub(crate) fn begins_journal(start: &[u8]) -> bool {
    let first = start.split(|&byte| byte == b'\n').next().unwrap_or_default();
    first.starts_with(b"{") && String::from_utf8_lossy(first).contains("\"hornbook-journal\"")
}

/// Refuses to read both from standard input.
pub(crate) fn not_both_stdin(one: &Path, other: &Path) -> Result<(), Failure> {
    match is_stdin(one) && is_stdin(other) {
        true => Err(Failure::new("only one of the files can be standard input")),
        false => Ok(()),
    }
}

/// An error of the system in plain words.
pub(crate) fn reason(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        ErrorKind::IsADirectory => "it is a folder, not a file".to_owned(),
        ErrorKind::NotADirectory => "part of its path is not a folder".to_owned(),
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

/// The error with the name of the file that it is about.
pub(crate) fn in_file(path: &Path) -> impl Fn(FormatError) -> Failure {
    let name = name(path);
    move |error| error.in_file(&name).into()
}
