//! One program at a journal at a time.
//!
//! The lock is on a file of its own beside the journal, which only those can open
//! who may write the journal: whoever may open a file can lock it, and so a lock on
//! the journal itself would let each of its readers keep its writer out. The file is
//! there while the journal is in use, and is found and used again after a kill.
//!
//! The journal itself is locked as well, if it can be. That decides only where there
//! can be no lock file, as in a folder that cannot be written.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::same_file::is_at;

/// A look whether a journal is in use holds its lock for a moment; so one that is
/// held is tried again, so many times.
const TRIES: usize = 20;
const PAUSE: Duration = Duration::from_millis(5);

/// Keeps others from a journal until it is dropped.
#[derive(Debug)]
pub(super) struct Lock {
    /// The lock file, unless there can be none.
    held: Option<(PathBuf, File)>,
}

/// A lock file that was looked for.
enum Found {
    /// It is as it should be.
    Usable(File),
    /// It was removed meanwhile.
    Gone,
    /// There is none and can be none, or something that is no lock file of this
    /// journal.
    Unusable,
}

impl Lock {
    /// Locks a journal; nothing if another program has it.
    pub(super) fn take(path: &Path, journal: &File) -> Option<Self> {
        let place = place(path);
        for _ in 0..TRIES {
            let found = place.as_ref().map_or(Found::Unusable, |place| find_or_create(place, journal));
            let locked = match &found {
                Found::Usable(file) => file.try_lock(),
                Found::Unusable => journal.try_lock(),
                Found::Gone => continue,
            };
            match (locked, found, &place) {
                (Err(TryLockError::WouldBlock), ..) => std::thread::sleep(PAUSE),
                (_, Found::Usable(file), Ok(place)) => {
                    // Who had it before may have removed it just before that ended.
                    if is_at(place, &file) {
                        // For programs that lock the journal alone.
                        _ = journal.try_lock();
                        return Some(Self { held: Some((place.clone(), file)) });
                    }
                }
                // Where files cannot be locked, it is up to people.
                _ => return Some(Self { held: None }),
            }
        }
        None
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // While it is held, so that nobody else's is removed.
        if let Some((place, file)) = &self.held
            && is_at(place, file)
        {
            _ = fs::remove_file(place);
        }
    }
}

/// Whether a program has a journal open. Nobody is kept out by the question.
pub(super) fn is_in_use(path: &Path) -> bool {
    let Ok(journal) = File::open(path) else { return false };
    let held = |file: &File| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock));
    match place(path).map(|place| find(&place, &journal)) {
        Ok(Found::Usable(file)) => held(&file),
        Ok(Found::Gone) => false,
        _ => held(&journal),
    }
}

/// Where the lock file of a journal is, by whatever link it is named.
fn place(path: &Path) -> io::Result<PathBuf> {
    let path = path.canonicalize()?;
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".lock");
    Ok(path.with_file_name(name))
}

fn find_or_create(place: &Path, journal: &File) -> Found {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(place) {
        Ok(file) => {
            // Others who may write the journal may have to wait a moment for this.
            _ = open_to_writers(&file, journal);
            Found::Usable(file)
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => find(place, journal),
        Err(_) => Found::Unusable,
    }
}

/// The lock file that is there. No link is followed.
fn find(place: &Path, journal: &File) -> Found {
    match fs::symlink_metadata(place) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Found::Gone,
        Ok(there) if there.is_file() && is_of_a_writer(&there, journal) => {}
        _ => return Found::Unusable,
    }
    match OpenOptions::new().read(true).write(true).open(place) {
        Ok(file) => {
            if is_at(place, &file) {
                Found::Usable(file)
            } else {
                Found::Gone
            }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Found::Gone,
        Err(_) => Found::Unusable,
    }
}

/// Whether a lock file belongs to somebody who may write the journal: who may only
/// read it could have put it there.
#[cfg(unix)]
fn is_of_a_writer(lock: &fs::Metadata, journal: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    let others_may_write = |journal: &fs::Metadata| journal.mode() & 0o022 != 0;
    journal.metadata().is_ok_and(|journal| lock.uid() == journal.uid() || lock.uid() == 0 || others_may_write(&journal))
}

#[cfg(not(unix))]
fn is_of_a_writer(_: &fs::Metadata, _: &File) -> bool {
    true
}

/// Lets those open a lock file who may write the journal.
#[cfg(unix)]
fn open_to_writers(lock: &File, journal: &File) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    let journal = journal.metadata()?;
    let writers = journal.mode() & 0o022;
    if writers == 0 {
        return Ok(());
    }
    if lock.metadata()?.gid() != journal.gid() {
        fchown(lock, None, Some(journal.gid()))?;
    }
    lock.set_permissions(fs::Permissions::from_mode(0o600 | writers | writers << 1))
}

#[cfg(not(unix))]
fn open_to_writers(_: &File, _: &File) -> io::Result<()> {
    Ok(())
}
