//! The record of an exploration: a small file beside its journal that says who
//! was invited, and what the journal does not say.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::idempotency::CreationRequest;
use crate::person::Role;
use crate::short_text;

/// Somebody who was invited.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Guest {
    /// What tells them from others who were invited, also under the same name.
    pub(crate) id: String,
    /// The name under which they answer.
    pub(crate) name: String,
    pub(crate) role: Role,
    /// The attributes they are asked about; none if they are asked about all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) about: Option<Vec<String>>,
    /// The hash of the secret in their link.
    pub(crate) token_sha256: String,
    /// Whether the invitation was taken back.
    #[serde(default)]
    pub(crate) revoked: bool,
    /// The request by which they were invited.
    #[serde(rename = "made", default, skip_serializing_if = "Option::is_none")]
    pub(crate) created_by: Option<CreationRequest>,
}

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
        match fs::read(path) {
            Ok(bytes) => {
                let record: Self = serde_json::from_slice(&bytes).map_err(io::Error::other)?;
                record.check().map_err(io::Error::other)?;
                Ok(record)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(error),
        }
    }

    /// Reads the records of a folder, with the names of their explorations. One
    /// that cannot be read is left out: it lets nobody in.
    pub(crate) fn read_folder(folder: &Path) -> io::Result<Vec<(String, Self)>> {
        let mut records = Vec::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let name = path.file_name().and_then(|name| name.to_str()?.strip_suffix(FILE_SUFFIX));
            // Reading a pipe might never end.
            let name = name.filter(|_| path.is_file());
            if let (Some(name), Ok(record)) = (name, Self::read(&path)) {
                records.push((name.to_owned(), record));
            }
        }
        Ok(records)
    }

    /// Writes the record: the file holds either all of it or what was there.
    pub(crate) fn write(&self, path: &Path) -> io::Result<()> {
        let folder = path.parent().unwrap_or_else(|| Path::new("."));
        // It holds hashes of secrets. Only the user who runs the server can read
        // it, as is usual for temporary files.
        let created = tempfile::Builder::new().prefix(".hornbook-").tempfile_in(folder);
        // The text of the error would have the path, which guests are not told.
        let mut file = created.map_err(|error| io::Error::from(error.kind()))?;
        file.write_all(&serde_json::to_vec_pretty(self)?)?;
        file.write_all(b"\n")?;
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)?;
        if cfg!(unix) { fs::File::open(folder)?.sync_all() } else { Ok(()) }
    }

    /// Checks that the record is one that the server could have written:
    /// somebody may have edited it.
    fn check(&self) -> Result<(), String> {
        if let Some(fault) = self.title.as_deref().and_then(short_text::fault) {
            return Err(format!("its title {fault}"));
        }
        let mut names = HashSet::new();
        for guest in &self.people {
            if let Some(fault) = short_text::fault(&guest.name) {
                return Err(format!("the name of somebody who was invited {fault}"));
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

    /// Whether somebody of that name was invited, and it was not taken back.
    pub(crate) fn invites(&self, name: &str) -> bool {
        self.people.iter().any(|guest| guest.name == name && !guest.revoked)
    }

    /// The guest whose secret has this hash, unless they were revoked.
    pub(crate) fn guest(&self, token_sha256: &str) -> Option<&Guest> {
        self.people.iter().find(|guest| guest.token_sha256 == token_sha256 && !guest.revoked)
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
