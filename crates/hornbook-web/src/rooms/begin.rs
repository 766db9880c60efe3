//! Beginning explorations: each under a name of its own, and once for each
//! request.
//!
//! The record, which tells of the request, is written before the journal. A
//! server that is stopped in between leaves a record without a journal: if the
//! request is sent again, the journal is written then, and if not, the name is
//! free for others.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::PoisonError;

use hornbook_explore::journal::{Journal, JournalError};

use super::{Rooms, is_name, name_of};
use crate::log;
use crate::made::Made;
use crate::problem::Problem;
use crate::record::Record;
use crate::room::journal_path;

impl Rooms {
    /// Begins an exploration with what a journal holds, and gives it a name
    /// made of its title; if the request is sent again, the name is that of
    /// what was begun then.
    pub(crate) fn begin(&self, title: &str, journal: &Journal, made: Option<&Made>) -> Result<String, Problem> {
        let _alone = self.beginning.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(name) = self.begun_by(made)? {
            let path = journal_path(&self.folder, &name);
            if !path.exists() {
                write(&path, journal)?;
            }
            return Ok(name);
        }
        let base = name_of(title);
        for number in 1.. {
            let name = if number == 1 { base.clone() } else { format!("{base}-{number}") };
            if self.is_free(&name)? && self.begin_under(&name, journal, made)? {
                return Ok(name);
            }
        }
        Err(Problem::fault())
    }

    /// What was begun by a request before.
    fn begun_by(&self, made: Option<&Made>) -> Result<Option<String>, Problem> {
        let Some(made) = made else { return Ok(None) };
        let records = Record::read_folder(&self.folder).map_err(|error| self.unreadable(&error))?;
        for (name, record) in records.into_iter().filter(|(name, _)| is_name(name)) {
            if made.repeats(record.made.as_ref())? {
                return Ok(Some(name));
            }
        }
        Ok(None)
    }

    /// Whether an exploration can have that name.
    fn is_free(&self, name: &str) -> Result<bool, Problem> {
        // A room that is open may have lost its file.
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner).contains_key(name);
        if open || journal_path(&self.folder, name).exists() {
            return Ok(false);
        }
        let path = Record::path(&self.folder, name);
        if !path.exists() {
            return Ok(true);
        }
        match Record::read(&path) {
            Ok(record) if record.is_mere_request() => {
                fs::remove_file(&path).map_err(|error| Problem::disk("remove", &path, &error))?;
                Ok(true)
            }
            // The guests of one that was removed by hand are not for another.
            _ => Ok(false),
        }
    }

    /// Begins an exploration under a name that is free; says whether it still
    /// was, which only another program can change.
    fn begin_under(&self, name: &str, journal: &Journal, made: Option<&Made>) -> Result<bool, Problem> {
        let path = Record::path(&self.folder, name);
        if let Some(made) = made {
            let record = Record { made: Some(made.clone()), ..Record::default() };
            record.write(&path).map_err(|error| Problem::disk("write", &path, &error))?;
        }
        match write(&journal_path(&self.folder, name), journal) {
            Ok(()) => Ok(true),
            Err(JournalError::Exists(_)) if made.is_some() => {
                // The record would say that the other one was made by this.
                fs::remove_file(&path).map_err(|error| Problem::disk("remove", &path, &error))?;
                Ok(false)
            }
            Err(JournalError::Exists(_)) => Ok(false),
            // The record stays: whether or not there is a journal by now, the
            // request finds it when it is sent again.
            Err(error) => Err(error.into()),
        }
    }

    pub(super) fn unreadable(&self, error: &io::Error) -> Problem {
        log::note_rarely(&format!("cannot read {}: {error}", self.folder.display()));
        Problem::later("disk", format!("Cannot read the folder of the explorations: {error}."))
    }
}

fn write(path: &Path, journal: &Journal) -> Result<(), JournalError> {
    Journal::create_with(path, journal.header().clone(), journal.entries().to_vec()).map(drop)
}
