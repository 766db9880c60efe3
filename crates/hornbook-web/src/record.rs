//! The record of an exploration: a small file beside its journal that says who
//! was invited, and what the journal does not say.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::made::Made;
use crate::person::Role;
use crate::short_text;

/// Somebody who was invited.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Guest {
    /// What tells them apart.
    pub(crate) id: String,
    /// The name under which they answer.
    pub(crate) name: String,
    pub(crate) role: Role,
    /// The attributes they are asked about, if not all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) about: Option<Vec<String>>,
    /// The hash of what is in their link.
    pub(crate) token_sha256: String,
    /// Whether the link is no longer good.
    #[serde(default)]
    pub(crate) revoked: bool,
    /// The request by which they were invited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) made: Option<Made>,
}

/// What is kept beside a journal.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Record {
    /// A title given after the journal was begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) title: Option<String>,
    #[serde(default)]
    pub(crate) archived: bool,
    #[serde(default)]
    pub(crate) people: Vec<Guest>,
    /// The request by which it was begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) made: Option<Made>,
}

/// How the name of a record's file ends, after that of its exploration.
const FILE_SUFFIX: &str = ".room.json";

impl Record {
    /// Where it is kept.
    pub(crate) fn path(folder: &Path, name: &str) -> PathBuf {
        folder.join(format!("{name}{FILE_SUFFIX}"))
    }

    /// Reads it; an exploration without one has no title and no guests.
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

    /// Writes it, whole or not at all.
    pub(crate) fn write(&self, path: &Path) -> io::Result<()> {
        let folder = path.parent().unwrap_or_else(|| Path::new("."));
        // It holds hashes of secrets, and so it is for its owner's eyes only,
        // as temporary files are.
        let made = tempfile::Builder::new().prefix(".hornbook-").tempfile_in(folder);
        // The words of the error would tell where on the disk that is.
        let mut file = made.map_err(|error| io::Error::from(error.kind()))?;
        file.write_all(&serde_json::to_vec_pretty(self)?)?;
        file.write_all(b"\n")?;
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)?;
        if cfg!(unix) { fs::File::open(folder)?.sync_all() } else { Ok(()) }
    }

    /// Whether it can be what the server wrote; somebody may have edited it.
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

    /// Whether it tells of nothing but the request by which something was to be
    /// begun.
    pub(crate) fn is_mere_request(&self) -> bool {
        self.made.is_some() && self.title.is_none() && !self.archived && self.people.is_empty()
    }

    /// Whether somebody of that name was invited, and still is.
    pub(crate) fn invites(&self, name: &str) -> bool {
        self.people.iter().any(|guest| guest.name == name && !guest.revoked)
    }

    /// The guest whose link has this hash, unless it was revoked.
    pub(crate) fn guest(&self, token_sha256: &str) -> Option<&Guest> {
        self.people.iter().find(|guest| guest.token_sha256 == token_sha256 && !guest.revoked)
    }
}
