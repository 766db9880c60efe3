//! Files in the folder of the explorations. What a file is, is looked at before
//! it is opened: reading a pipe might never end, and neither might a device.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;

/// What a file is, if there is one: a link is not followed.
fn regular(path: &Path) -> io::Result<Option<Metadata>> {
    match fs::symlink_metadata(path) {
        Ok(file) if file.is_file() => Ok(Some(file)),
        Ok(file) if file.is_symlink() => Err(io::Error::other("it is a link, and links are not followed")),
        Ok(_) => Err(io::Error::other("it is not a regular file")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Refuses what is not a regular file, and what is larger than this. Tells
/// whether there is one.
pub(crate) fn check_regular(path: &Path, max_bytes: u64) -> io::Result<Option<Metadata>> {
    match regular(path)? {
        Some(file) if file.len() > max_bytes => {
            let words = format!("it has {} MB, and at most {} are read", file.len() >> 20, max_bytes >> 20);
            Err(io::Error::other(words))
        }
        file => Ok(file),
    }
}

/// The bytes of a regular file, if there is one, and if it is not too large.
pub(crate) fn read_regular(path: &Path, max_bytes: u64) -> io::Result<Option<Vec<u8>>> {
    if check_regular(path, max_bytes)?.is_none() {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    // It may have grown since.
    open_without_waiting(OpenOptions::new().read(true), path)?.take(max_bytes + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > max_bytes {
        true => Err(io::Error::other("it grows while it is read")),
        false => Ok(Some(bytes)),
    }
}

/// Opens a file that was found to be regular. If it has become a pipe or a link
/// since, this neither waits nor follows it.
pub(crate) fn open_without_waiting(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(libc::O_NONBLOCK | libc::O_NOFOLLOW).mode(0o600);
    }
    options.open(path)
}

/// Writes a file for the eyes of whoever runs the server: it holds either all of
/// this or what was there.
pub(crate) fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or_else(|| Path::new("."));
    let created = tempfile::Builder::new().prefix(TEMPORARY_PREFIX).tempfile_in(folder);
    // The text of the error would have the path, which guests are not told.
    let file = created.map_err(|error| io::Error::from(error.kind()))?;
    // By the file itself: errors about a temporary file have its path, too.
    let mut inner = file.as_file();
    inner.write_all(bytes)?;
    inner.write_all(b"\n")?;
    inner.sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// How the names of files begin that become others when they are written.
const TEMPORARY_PREFIX: &str = ".hornbook-new-";

/// Removes what a server that was killed left half written. No other server is
/// at the folder.
pub(crate) fn remove_leftovers(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let is_leftover = entry.file_name().to_str().is_some_and(|name| name.starts_with(TEMPORARY_PREFIX));
        if is_leftover && entry.file_type()?.is_file() {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
