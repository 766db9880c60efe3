//! The record of an exploration: a small file beside its journal that says who
//! was invited, and what the journal does not say.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::files;
use crate::idempotency::CreationRequest;
use crate::invitation::Guest;
use crate::person_name;
use crate::short_text;

/// A larger file is none that a server wrote.
const MAX_FILE_BYTES: u64 = 64 << 20;

/// The record of an exploration.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Record {
    /// A title given after the journal was begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) title: Option<String>,
    #[serde(default)]
    pub(crate) archived: bool,
    #[serde(default)]
    pub(crate) people: Vec<Guest>,
    /// The request by which the exploration was begun.
    #[serde(rename = "made", default, skip_serializing_if = "Option::is_none")]
    pub(crate) created_by: Option<CreationRequest>,
}

/// How the name of a record's file ends, after that of its exploration.
const FILE_SUFFIX: &str = ".room.json";

impl Record {
    /// The path of the record of an exploration.
    pub(crate) fn path(folder: &Path, name: &str) -> PathBuf {
        folder.join(format!("{name}{FILE_SUFFIX}"))
    }

    /// Reads a record. An exploration without a file for it has an empty one.
    pub(crate) fn read(path: &Path) -> io::Result<Self> {
        let Some(bytes) = files::read_regular(path, MAX_FILE_BYTES)? else { return Ok(Self::default()) };
        let record: Self = serde_json::from_slice(&bytes).map_err(io::Error::other)?;
        record.check().map_err(io::Error::other)?;
        Ok(record)
    }

    /// Reads the records of a folder, with the names of their explorations. One
    /// that cannot be read is left out: it lets nobody in.
    pub(crate) fn read_folder(folder: &Path) -> io::Result<Vec<(String, Self)>> {
        let mut records = Vec::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let name = path.file_name().and_then(|name| name.to_str()?.strip_suffix(FILE_SUFFIX));
            if let (Some(name), Ok(record)) = (name, Self::read(&path)) {
                records.push((name.to_owned(), record));
            }
        }
        Ok(records)
    }

    /// Writes the record: the file holds either all of it or what was there.
    pub(crate) fn write(&self, path: &Path) -> io::Result<()> {
        files::write_atomically(path, &serde_json::to_vec_pretty(self)?)
    }

    /// Checks that the record is one that the server could have written:
    /// somebody may have edited it.
    fn check(&self) -> Result<(), String> {
        if let Some(fault) = self.title.as_deref().and_then(short_text::fault) {
            return Err(format!("its title {fault}"));
        }
        let (mut names, mut ids) = (HashSet::new(), HashSet::new());
        for guest in &self.people {
            if let Some(fault) = short_text::fault(&guest.name) {
                return Err(format!("the name of somebody who was invited {fault}"));
            }
            // Sessions go by the number.
            if !ids.insert(&guest.id) {
                return Err(format!("two people of the number {:?} were invited", guest.id));
            }
            if !guest.revoked && !names.insert(&guest.name) {
                return Err(format!("two people of the name {:?} were invited", guest.name));
            }
        }
        Ok(())
    }

    /// Whether it holds nothing but the request by which an exploration was to
    /// be begun.
    pub(crate) fn has_only_request(&self) -> bool {
        self.created_by.is_some() && self.title.is_none() && !self.archived && self.people.is_empty()
    }

    /// Whether somebody of that name, or of one that looks like it, was invited,
    /// and it was not taken back.
    pub(crate) fn invites(&self, name: &str) -> bool {
        self.people.iter().any(|guest| !guest.revoked && person_name::look_alike(&guest.name, name))
    }

    /// The guest of this number, unless they were revoked.
    pub(crate) fn guest(&self, id: &str) -> Option<&Guest> {
        self.people.iter().find(|guest| guest.id == id && !guest.revoked)
    }

    /// The guest whose link has this hash.
    pub(crate) fn invited(&self, token_sha256: &str) -> Option<&Guest> {
        self.people.iter().find(|guest| guest.token_sha256 == token_sha256)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records that were written by earlier versions must stay readable, so the
    /// names in the file may not change.
    #[test]
    fn the_names_in_the_file_stay_the_same() -> Result<(), serde_json::Error> {
        let request = serde_json::json!({ "who": "ada", "request": "1", "said_sha256": "00" });
        let guest = serde_json::json!({
            "id": "1f", "name": "bob", "role": "expert", "about": ["hair"], "token_sha256": "11", "revoked": false,
            "made": request,
        });
        let written = serde_json::json!({ "title": "Animals", "archived": true, "people": [guest], "made": request });
        let record: Record = serde_json::from_value(written.clone())?;
        assert!(record.created_by.is_some() && record.people[0].created_by.is_some());
        assert_eq!(serde_json::to_value(&record)?, written);
        Ok(())
    }
}
