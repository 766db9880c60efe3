//! Asking the programs of a room in the background.

use std::sync::Arc;

use hornbook_explore::{ForPrograms, Programs};
use tokio::sync::watch;

use crate::log;
use crate::programs::PEOPLE_WAIT_FOR;
use crate::room::Room;

/// Has the programs of a room asked what was taken out for them, if anything was, and
/// written what they say.
pub(crate) fn ask(room: &Arc<Room>, shutdown: &watch::Receiver<bool>) {
    if let Some((programs, what)) = room.programs.take_job() {
        tokio::spawn(ask_about(room.clone(), programs, what, shutdown.clone()));
    }
}

async fn ask_about(room: Arc<Room>, mut programs: Programs, what: ForPrograms, shutdown: watch::Receiver<bool>) {
    let ended = shutdown.clone();
    let mut thinking = tokio::task::spawn_blocking(move || {
        let heard = programs.ask(&what, &|| *ended.borrow());
        (programs, heard)
    });
    let done = tokio::select! {
        done = &mut thinking => done,
        () = tokio::time::sleep(PEOPLE_WAIT_FOR) => {
            // People are asked it now.
            room.work_wanted.notify_one();
            thinking.await
        }
    };
    let Ok((programs, heard)) = done else {
        log::note(&format!("a fault while programs were asked in {}; they are asked no more", room.name()));
        return;
    };
    if *shutdown.borrow() {
        return;
    }
    let written = room.exclusively(move |exploration| exploration.hear_programs(&heard)).await;
    let remarks = match written {
        Ok(Ok(remarks)) => remarks,
        Ok(Err(error)) => {
            // It is opened again: perhaps the disk is full, or somebody changed the file.
            room.close().await;
            vec![error.to_string()]
        }
        Err(problem) => vec![problem.into_words()],
    };
    if room.programs.take_back(programs, remarks) {
        room.publish_change();
    }
    room.work_wanted.notify_one();
}
