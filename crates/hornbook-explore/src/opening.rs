//! Beginning an exploration, and going on with one.

use std::path::Path;

use super::exploration::Exploration;
use super::start::Start;
use super::words;
use crate::journal::{EntryKind, Journal, JournalError};

impl Exploration {
    /// Begins an exploration in a file that must not be there yet.
    pub fn create(path: &Path, start: Start) -> Result<Self, JournalError> {
        let (header, objects) = start.header()?;
        // Whatever is wrong with it is found before there is a file, and the
        // file is there with all objects or not at all.
        let begun = Self::begin(Journal::in_memory(header.clone()), objects)?;
        Self::of(Journal::create_with(path, header, begun.journal.entries().to_vec())?)
    }

    /// Begins an exploration that is kept nowhere.
    pub fn in_memory(start: Start) -> Result<Self, JournalError> {
        let (header, objects) = start.header()?;
        Self::begin(Journal::in_memory(header), objects)
    }

    fn begin(mut journal: Journal, objects: Vec<EntryKind>) -> Result<Self, JournalError> {
        if !objects.is_empty() {
            journal.append_all(None, objects)?;
        }
        let exploration = Self::of(journal)?;
        match exploration.disputes().first() {
            Some(dispute) => Err(JournalError::Refused(words::start_dispute(&exploration, dispute))),
            None => Ok(exploration),
        }
    }

    /// Goes on with an exploration.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        Self::of(Journal::open(path)?)
    }

    /// Reads an exploration to look at it: what is done to it is not kept.
    pub fn read(path: &Path) -> Result<Self, JournalError> {
        Self::of(Journal::read(path)?).map_err(|error| match error {
            JournalError::Broken { line, problem, .. } => JournalError::Broken { path: path.to_owned(), line, problem },
            error => error,
        })
    }
}
