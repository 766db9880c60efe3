//! Begins explorations, each under a name of its own, and one for each request.
//!
//! The record, which names the request, is written before the journal. A server
//! that is stopped in between leaves a record without a journal. If the request
//! is sent again, the journal is written then; until that happens, another
//! exploration may take the name.

use std::fs;
use std::path::Path;
use std::sync::PoisonError;

use hornbook_explore::journal::{Journal, JournalError};

use super::{Rooms, is_valid_name, name_from_title};
use crate::idempotency::CreationRequest;
use crate::problem::Problem;
use crate::record::Record;
use crate::room::journal_path;

impl Rooms {
    /// Begins an exploration with what a journal holds, and returns its name,
    /// which is made of the title. If the request was sent before, it returns
    /// the name of the exploration that was begun then.
    pub(crate) fn begin(
        &self,
        title: &str,
        journal: &Journal,
        request: Option<&CreationRequest>,
    ) -> Result<String, Problem> {
        let _lock = self.begin_lock.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(name) = self.begun_by(request)? {
            let path = journal_path(&self.folder, &name);
            if !path.exists() {
                write(&path, journal)?;
            }
            return Ok(name);
        }
        let base = name_from_title(title);
        for number in 1.. {
            let name = if number == 1 { base.clone() } else { format!("{base}-{number}") };
            if self.is_free(&name)? && self.begin_under(&name, journal, request)? {
                return Ok(name);
            }
        }
        Err(Problem::fault())
    }

    /// The exploration that a request began when it was sent before.
    fn begun_by(&self, request: Option<&CreationRequest>) -> Result<Option<String>, Problem> {
        let Some(request) = request else { return Ok(None) };
        let records = Record::read_folder(&self.folder).map_err(|error| self.folder_problem(&error))?;
        for (name, record) in records.into_iter().filter(|(name, _)| is_valid_name(name)) {
            if request.repeats(record.created_by.as_ref())? {
                return Ok(Some(name));
            }
        }
        Ok(None)
    }

    /// Whether an exploration can have that name.
    fn is_free(&self, name: &str) -> Result<bool, Problem> {
        // A room that was asked for keeps its name, even if its file is gone.
        let known = self.in_use(name).is_some();
        if known || journal_path(&self.folder, name).exists() {
            return Ok(false);
        }
        let path = Record::path(&self.folder, name);
        if !path.exists() {
            return Ok(true);
        }
        match Record::read(&path) {
            Ok(record) if record.has_only_request() => {
                fs::remove_file(&path).map_err(|error| Problem::disk("remove", &path, &error))?;
                Ok(true)
            }
            // Somebody removed the journal by hand; its guests may not come
            // into another exploration.
            _ => Ok(false),
        }
    }

    /// Begins an exploration under a name that is free. Tells whether it still
    /// was: another program may have taken it.
    fn begin_under(&self, name: &str, journal: &Journal, request: Option<&CreationRequest>) -> Result<bool, Problem> {
        let path = Record::path(&self.folder, name);
        if let Some(request) = request {
            let record = Record { created_by: Some(request.clone()), ..Record::default() };
            record.write(&path).map_err(|error| Problem::disk("write", &path, &error))?;
        }
        match write(&journal_path(&self.folder, name), journal) {
            Ok(()) => Ok(true),
            Err(JournalError::Exists(_)) if request.is_some() => {
                // The record would say that the other journal was created by
                // this request.
                fs::remove_file(&path).map_err(|error| Problem::disk("remove", &path, &error))?;
                Ok(false)
            }
            Err(JournalError::Exists(_)) => Ok(false),
            // The record stays: whether or not there is a journal by now, the
            // request finds it when it is sent again.
            Err(error) => Err(error.into()),
        }
    }
}

fn write(path: &Path, journal: &Journal) -> Result<(), JournalError> {
    Journal::create_with(path, journal.header().clone(), journal.entries().to_vec()).map(drop)
}
