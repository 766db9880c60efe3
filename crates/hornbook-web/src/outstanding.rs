//! Large responses that are on their way: each is in memory until it is taken, so
//! somebody who takes none of them may have only so many.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;

/// Smaller responses are not counted.
pub(crate) const LARGE_BYTES: u64 = 256 << 10;
/// As many bytes may be on their way to somebody, or one response that has more.
const MAX_BYTES_EACH: usize = 64 << 20;

/// How many bytes of large responses are on their way, by whom they are for.
#[derive(Debug, Default)]
pub(crate) struct Outstanding(Mutex<HashMap<String, usize>>);

/// A response on its way, counted until this is dropped.
struct Held {
    bytes: Bytes,
    outstanding: Arc<Outstanding>,
    who: String,
}

impl Outstanding {
    fn counts(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The same bytes, counted until they were sent; none if too much is on its
    /// way already.
    pub(crate) fn hold(self: &Arc<Self>, who: &str, bytes: Bytes) -> Option<Bytes> {
        let mut counts = self.counts();
        let before = counts.get(who).copied().unwrap_or(0);
        if before > 0 && before.saturating_add(bytes.len()) > MAX_BYTES_EACH {
            return None;
        }
        counts.insert(who.to_owned(), before.saturating_add(bytes.len()));
        drop(counts);
        Some(Bytes::from_owner(Held { bytes, outstanding: self.clone(), who: who.to_owned() }))
    }
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut counts = self.outstanding.counts();
        match counts.get(&self.who).copied().unwrap_or(0).saturating_sub(self.bytes.len()) {
            0 => _ = counts.remove(&self.who),
            left => _ = counts.insert(self.who.clone(), left),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_on_its_way_is_limited_for_each() {
        let outstanding = Arc::new(Outstanding::default());
        let hold = |who: &str, megabytes: usize| outstanding.hold(who, Bytes::from(vec![0; megabytes << 20]));
        let huge = hold("ada", 100);
        assert!(huge.is_some() && hold("ada", 1).is_none(), "one that is larger than all may be");
        assert!(hold("bob", 1).is_some());
        drop(huge);
        let several: Vec<Option<Bytes>> = (0..4).map(|_| hold("ada", 20)).collect();
        assert_eq!(several.iter().flatten().count(), 3);
        drop(several);
        assert!(outstanding.counts().is_empty(), "all was sent");
    }
}
