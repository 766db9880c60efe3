//! The journal that a command is about.

use std::path::{Path, PathBuf};

use clap::Args;
use hornbook_explore::Exploration;

use crate::failure::Failure;

/// The journal that is read.
#[derive(Args, Debug)]
pub(super) struct JournalArg {
    /// The journal
    #[arg(value_name = "JOURNAL")]
    pub(super) journal: PathBuf,
}

impl JournalArg {
    /// What it amounts to, by which nobody is disturbed.
    pub(super) fn read(&self) -> Result<Exploration, Failure> {
        Ok(Exploration::read(&self.journal)?)
    }
}

/// The same path, for messages.
pub(super) fn shown(path: &Path) -> String {
    hornbook_words::escape_control(&path.display().to_string())
}

/// A journal only grows: nothing is written over it.
pub(super) fn not_over(journal: &Path, output: Option<&Path>) -> Result<(), Failure> {
    let same = output.and_then(|output| output.canonicalize().ok()).zip(journal.canonicalize().ok());
    match same.is_some_and(|(output, journal)| output == journal) {
        true => Err(Failure::new(format!("{} is the journal itself: name another file", shown(journal)))),
        false => Ok(()),
    }
}
