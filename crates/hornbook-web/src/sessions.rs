//! Who is signed in. Each browser has a session of its own, which is kept here
//! and in a file of the folder until it is ended or was not used for a while.
//!
//! The file holds hashes of the secrets in cookies, so that whoever reads it is
//! signed in nowhere. It may be lost: then everybody signs in again.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use crate::files;
use crate::log;
use crate::secret;

/// The file in the folder of the explorations.
const FILE: &str = ".hornbook-sessions.json";
/// A larger file is none that a server wrote.
const MAX_FILE_BYTES: u64 = 16 << 20;
/// How many sessions somebody may have at a time; with one more, that which was
/// not used for longest ends.
const MAX_SESSIONS_EACH: usize = 50;
/// When a session was last used is written down at most so often.
const WRITE_USE_AFTER: u64 = 60 * 60;
/// As much is kept of what a browser says of itself.
const MAX_BROWSER_CHARS: usize = 200;

/// How the secrets of sessions begin that are kept here, so that one that is
/// over is not taken for that of somebody who never signed in.
const KEPT_PREFIX: char = 'k';

/// Whether a secret is, or was, that of a session.
pub(crate) fn is_of_session(secret: &str) -> bool {
    secret.starts_with(KEPT_PREFIX)
}

/// Who signed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Holder {
    /// The owner of the server.
    Owner {
        /// The hash of the token they signed in with.
        token_sha256: String,
    },
    /// Somebody who was invited.
    Guest {
        /// The exploration they were invited to.
        room: String,
        /// What tells them from others who were invited to it.
        id: String,
    },
}

/// The session of one browser.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct KeptSession {
    /// What tells it from others. It is no secret.
    pub(crate) id: String,
    secret_sha256: String,
    pub(crate) holder: Holder,
    /// When it began, in seconds since 1970.
    pub(crate) began: u64,
    /// When it was last used.
    pub(crate) used: u64,
    /// The address it was begun from.
    pub(crate) address: String,
    /// What the browser said it was.
    pub(crate) browser: String,
}

impl KeptSession {
    /// Whether it is the session of this secret.
    pub(crate) fn has_secret(&self, secret: &str) -> bool {
        self.secret_sha256 == hash(secret)
    }
}

/// Where somebody signs in.
pub(crate) struct Place {
    pub(crate) address: String,
    pub(crate) browser: String,
}

/// All sessions.
pub(crate) struct Sessions {
    path: PathBuf,
    lifetime: u64,
    kept: Mutex<Kept>,
    /// Holds another number whenever sessions were ended.
    ended: watch::Sender<u64>,
}

#[derive(Default)]
struct Kept {
    by_secret: HashMap<String, KeptSession>,
    /// When the file was written last.
    written: u64,
}

/// Seconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

/// A time as journals write it.
pub(crate) fn time_text(seconds: u64) -> String {
    hornbook_explore::journal::time_text(UNIX_EPOCH + Duration::from_secs(seconds))
}

fn hash(secret: &str) -> String {
    secret::hash("session", secret)
}

impl Sessions {
    /// The sessions of a folder that `still_good` does not reject.
    pub(crate) fn open(folder: &Path, lifetime: Duration, still_good: impl Fn(&Holder) -> bool) -> Self {
        let path = folder.join(FILE);
        let sessions: Vec<KeptSession> = match read(&path) {
            Ok(sessions) => sessions,
            Err(error) => {
                log::note(&format!("cannot read {}, so that everybody has to sign in again: {error}", path.display()));
                Vec::new()
            }
        };
        let sessions = sessions.into_iter().filter(|session| still_good(&session.holder));
        let by_secret = sessions.map(|session| (session.secret_sha256.clone(), session)).collect();
        let kept = Mutex::new(Kept { by_secret, written: now() });
        Self { path, lifetime: lifetime.as_secs(), kept, ended: watch::Sender::new(0) }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a session, and returns its secret.
    pub(crate) fn begin(&self, holder: Holder, place: Place) -> String {
        let secret = format!("{KEPT_PREFIX}{}", secret::new_token());
        let mut kept = self.kept();
        let browser = place.browser.chars().filter(|c| !c.is_control()).take(MAX_BROWSER_CHARS).collect();
        let (began, secret_sha256) = (now(), hash(&secret));
        let mut own: Vec<(u64, String)> = kept
            .by_secret
            .iter()
            .filter(|(_, session)| session.holder == holder)
            .map(|(hash, session)| (session.used, hash.clone()))
            .collect();
        own.sort();
        let surplus = (own.len() + 1).saturating_sub(MAX_SESSIONS_EACH);
        for (_, hash) in &own[..surplus] {
            kept.by_secret.remove(hash);
        }
        let (id, address) = (secret::new_id(), place.address);
        let session =
            KeptSession { id, secret_sha256: secret_sha256.clone(), holder, began, used: began, address, browser };
        kept.by_secret.insert(secret_sha256, session);
        // If it cannot be written it is good until the server ends.
        self.write_or_note(&mut kept);
        secret
    }

    /// The session that a secret belongs to, which is used by this.
    pub(crate) fn find(&self, secret: &str) -> Option<KeptSession> {
        let mut kept = self.kept();
        let now = now();
        let session = kept.by_secret.get_mut(&hash(secret)).filter(|session| !self.is_over(session, now))?;
        session.used = now;
        let found = session.clone();
        if now.saturating_sub(kept.written) >= WRITE_USE_AFTER {
            self.write_or_note(&mut kept);
        }
        Some(found)
    }

    /// When a session ends that is used now.
    pub(crate) fn lifetime(&self) -> u64 {
        self.lifetime
    }

    fn is_over(&self, session: &KeptSession, now: u64) -> bool {
        now.saturating_sub(session.used) > self.lifetime
    }

    /// Ends the sessions that `is_ended` names, and tells how many there were.
    /// They are ended also if that cannot be written down.
    pub(crate) fn end(&self, is_ended: impl Fn(&KeptSession) -> bool) -> io::Result<usize> {
        let mut kept = self.kept();
        let before = kept.by_secret.len();
        kept.by_secret.retain(|_, session| !is_ended(session));
        let ended = before - kept.by_secret.len();
        if ended > 0 {
            self.ended.send_modify(|number| *number = number.wrapping_add(1));
            self.write(&mut kept)?;
        }
        Ok(ended)
    }

    /// Writes down what could not be written before, and who came last.
    pub(crate) fn write_down(&self) {
        let mut kept = self.kept();
        if !kept.by_secret.is_empty() || self.path.symlink_metadata().is_ok() {
            self.write_or_note(&mut kept);
        }
    }

    /// Tells when sessions were ended.
    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.ended.subscribe()
    }

    /// The same, where nobody can be told that it was not written down.
    pub(crate) fn end_or_note(&self, is_ended: impl Fn(&KeptSession) -> bool) {
        if let Err(error) = self.end(is_ended) {
            log::note_rarely(&format!("cannot write {}: {error}", self.path.display()));
        }
    }

    /// All sessions, the one used last first.
    pub(crate) fn list(&self) -> Vec<KeptSession> {
        let (kept, now) = (self.kept(), now());
        let current = kept.by_secret.values().filter(|session| !self.is_over(session, now));
        let mut list: Vec<KeptSession> = current.cloned().collect();
        list.sort_by(|one, other| (other.used, &other.id).cmp(&(one.used, &one.id)));
        list
    }

    fn write_or_note(&self, kept: &mut Kept) {
        if let Err(error) = self.write(kept) {
            log::note_rarely(&format!("cannot write {}: {error}", self.path.display()));
        }
    }

    fn write(&self, kept: &mut Kept) -> io::Result<()> {
        let now = now();
        kept.by_secret.retain(|_, session| !self.is_over(session, now));
        kept.written = now;
        let sessions: Vec<&KeptSession> = kept.by_secret.values().collect();
        files::write_atomically(&self.path, &serde_json::to_vec_pretty(&sessions)?)
    }
}

fn read(path: &Path) -> io::Result<Vec<KeptSession>> {
    match files::read_regular(path, MAX_FILE_BYTES)? {
        Some(bytes) => Ok(serde_json::from_slice(&bytes)?),
        None => Ok(Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place() -> Place {
        Place { address: "192.0.2.1".to_owned(), browser: "a browser\n".repeat(100) }
    }

    fn guest(id: &str) -> Holder {
        Holder::Guest { room: "tea".to_owned(), id: id.to_owned() }
    }

    #[test]
    fn sessions_outlive_the_server_and_end_by_word_or_time() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let open = |lifetime: u64| Sessions::open(folder.path(), Duration::from_secs(lifetime), |_| true);
        let sessions = open(100);
        let secret = sessions.begin(guest("bob"), place());
        let other = sessions.begin(guest("eve"), place());
        assert!(!std::fs::read_to_string(folder.path().join(FILE))?.contains(&secret), "it is kept as a hash");
        let sessions = open(100);
        assert_eq!(sessions.find(&secret).map(|session| session.holder), Some(guest("bob")));
        assert_eq!(sessions.end(|session| session.holder == guest("bob"))?, 1);
        assert!(sessions.find(&secret).is_none() && open(100).find(&secret).is_none());
        assert!(open(100).find(&other).is_some());

        let mut kept = sessions.kept();
        kept.by_secret.values_mut().for_each(|session| session.used -= 101);
        drop(kept);
        assert!(sessions.find(&other).is_none() && sessions.list().is_empty(), "its time is over");
        Ok(())
    }

    #[test]
    fn nobody_has_too_many_sessions_and_a_broken_file_signs_everybody_out() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let sessions = Sessions::open(folder.path(), Duration::from_secs(100), |_| true);
        let first = sessions.begin(guest("eve"), place());
        for _ in 0..60 {
            sessions.begin(guest("bob"), place());
        }
        assert_eq!(sessions.list().len(), MAX_SESSIONS_EACH + 1);
        assert!(sessions.find(&first).is_some());
        std::fs::write(folder.path().join(FILE), "[{]")?;
        let sessions = Sessions::open(folder.path(), Duration::from_secs(100), |_| true);
        assert!(sessions.list().is_empty());
        Ok(())
    }
}
