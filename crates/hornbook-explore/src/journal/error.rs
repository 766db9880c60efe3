//! What can be wrong with a journal, in words that say what to do.

use std::io;
use std::path::PathBuf;

use super::VERSION;

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// A file that is no journal.
    #[error("{} is no journal: its first line is not the header of one", .0.display())]
    SomethingElse(PathBuf),
    /// Written by a later version.
    #[error("{} was written by a newer version: it has format {found}, and this version reads up to {VERSION}. Install a newer hornbook to go on with it", .path.display())]
    Newer {
        /// The journal.
        path: PathBuf,
        /// Its version.
        found: u64,
    },
    /// There is a file already.
    #[error("{} is there already: go on with it by 'hornbook explore {}', or name another file", .0.display(), .0.display())]
    Exists(PathBuf),
    /// Another program is at it.
    #[error("{} is in use by another program: close that first", .0.display())]
    Busy(PathBuf),
    /// A line that cannot be understood.
    #[error("{}:{line}: {problem}", .path.display())]
    Broken {
        /// The journal.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// What cannot be put into a journal.
    #[error("{0}")]
    Refused(String),
    /// The file system refuses. Everything acknowledged before is on disk.
    #[error("cannot {doing} {}: {error}", .path.display())]
    Io {
        /// `read` or `write`.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}
