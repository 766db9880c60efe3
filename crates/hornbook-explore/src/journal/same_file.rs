//! Whether a name still stands for a file that is open.

use std::fs::{self, File};
use std::path::Path;

/// Whether this is the file of that name, and the name no link to it.
pub(super) fn is_at(path: &Path, file: &File) -> bool {
    let there = fs::symlink_metadata(path).and_then(|there| Ok((there, file.metadata()?)));
    there.is_ok_and(|(there, own)| same_file(&there, &own))
}

#[cfg(unix)]
pub(super) fn same_file(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
pub(super) fn same_file(_: &fs::Metadata, _: &fs::Metadata) -> bool {
    true
}
