//! Deletes explorations: their files are moved to a folder of their own, where no
//! request reaches them, so that nothing is lost by a slip. Whoever runs the server
//! brings them back by moving them, or removes them for good.

use std::fs::{self, DirBuilder};
use std::io;
use std::path::Path;
use std::sync::{Arc, PoisonError};

use super::{Rooms, locked};
use crate::problem::Problem;
use crate::record::Record;
use crate::room::{Room, journal_path};
use crate::sessions::{now, time_text};

/// The folder for what was deleted, in that of the explorations.
const FOLDER: &str = "deleted";

impl Rooms {
    /// Deletes an exploration that is archived.
    pub(crate) async fn delete(&self, room: &Arc<Room>) -> Result<(), Problem> {
        let folder = self.folder.join(FOLDER);
        room.move_away(move |name, journal, record| {
            make_folder(&folder).map_err(|error| Problem::disk("create", &folder, &error))?;
            let name = free_name(&folder, name);
            // The journal first: without it there is no exploration, with whatever guests.
            for (from, to) in [(journal, journal_path(&folder, &name)), (record, Record::path(&folder, &name))] {
                match fs::rename(from, &to) {
                    Err(error) if error.kind() == io::ErrorKind::NotFound && from == record => {}
                    moved => moved.map_err(|error| Problem::disk("move", from, &error))?,
                }
            }
            let synced = [Some(folder.as_path()), journal.parent()].into_iter().flatten().try_for_each(sync);
            synced.map_err(|error| Problem::disk("move", journal, &error))
        })
        .await?;
        // Whoever has it before them is told that it is gone.
        let _lock = self.begin_lock.lock().unwrap_or_else(PoisonError::into_inner);
        let mut rooms = locked(&self.rooms);
        if rooms.get(room.name()).is_some_and(|known| Arc::ptr_eq(known, room)) {
            rooms.remove(room.name());
        }
        drop(rooms);
        room.publish_change();
        Ok(())
    }
}

/// The folder for what was deleted, for the eyes of whoever runs the server.
fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    match builder.create(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => match fs::symlink_metadata(folder)?.is_dir() {
            true => Ok(()),
            false => Err(io::Error::other("it is there and is no folder")),
        },
        created => created,
    }
}

/// A name in that folder that says what it was, and when it was deleted.
fn free_name(folder: &Path, name: &str) -> String {
    let time: String = time_text(now()).chars().filter(char::is_ascii_alphanumeric).collect();
    let time = time.to_ascii_lowercase();
    let names =
        (1..).map(|number| if number == 1 { format!("{name}-{time}") } else { format!("{name}-{time}-{number}") });
    let is_free = |name: &String| {
        let files = [journal_path(folder, name), Record::path(folder, name)];
        files.iter().all(|file| file.symlink_metadata().is_err())
    };
    names.into_iter().find(is_free).unwrap_or_default()
}

fn sync(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { fs::File::open(folder)?.sync_all() } else { Ok(()) }
}
