//! What is kept of states that were sent, to tell browsers what changed since.
//!
//! It is no more than that: a browser whose state is not among them is sent the
//! whole of the new one.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::state::{ExplorationState, Outline, StateTag};

/// As many bytes are kept; of a state with a thousand entries it is about 16 KB.
const MAX_BYTES: usize = 32 << 20;

/// The outlines of states that were sent, those that were not used for longest left
/// out.
#[derive(Debug)]
pub(crate) struct SentStates {
    max_bytes: usize,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    by_tag: HashMap<StateTag, KeptOutline>,
    /// The tags by when they were used last.
    by_use: BTreeMap<u64, StateTag>,
    uses: u64,
    bytes: usize,
}

#[derive(Debug)]
struct KeptOutline {
    outline: Arc<Outline>,
    bytes: usize,
    used: u64,
}

impl Default for SentStates {
    fn default() -> Self {
        Self::new(MAX_BYTES)
    }
}

impl SentStates {
    fn new(max_bytes: usize) -> Self {
        Self { max_bytes, kept: Mutex::default() }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a state is sent.
    pub(crate) fn note(&self, state: &ExplorationState) {
        if self.kept().touch(&state.tag()).is_some() {
            return;
        }
        let outline = state.outline();
        let bytes = outline.bytes();
        let mut kept = self.kept();
        if bytes > self.max_bytes || kept.touch(&state.tag()).is_some() {
            return;
        }
        kept.uses += 1;
        let used = kept.uses;
        kept.by_tag.insert(state.tag(), KeptOutline { outline: Arc::new(outline), bytes, used });
        kept.by_use.insert(used, state.tag());
        kept.bytes += bytes;
        while kept.bytes > self.max_bytes {
            let Some((_, oldest)) = kept.by_use.pop_first() else { break };
            kept.bytes -= kept.by_tag.remove(&oldest).map_or(0, |gone| gone.bytes);
        }
    }

    /// The outline of a state that somebody was sent, if it is kept still.
    pub(crate) fn outline(&self, tag: &StateTag) -> Option<Arc<Outline>> {
        self.kept().touch(tag)
    }
}

impl Kept {
    /// The outline of a state, which is used now.
    fn touch(&mut self, tag: &StateTag) -> Option<Arc<Outline>> {
        let kept = self.by_tag.get_mut(tag)?;
        self.uses += 1;
        self.by_use.remove(&kept.used);
        kept.used = self.uses;
        self.by_use.insert(self.uses, *tag);
        Some(kept.outline.clone())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::state::StateFields;

    #[test]
    fn only_so_much_is_kept_and_what_is_used_stays() {
        let sent = SentStates::new(10_000);
        let note = |number: usize, size: usize| {
            let fields = StateFields::of(&json!({ "number": number, "list": vec![0; size] }));
            let state = ExplorationState::of(&[&fields], ("entries", Vec::new()));
            sent.note(&state);
            state.tag()
        };
        let first = note(0, 100);
        let tags: Vec<StateTag> = (1..20)
            .map(|number| {
                assert!(sent.outline(&first).is_some(), "it is in use");
                note(number, 100)
            })
            .collect();
        let kept = sent.kept();
        assert!(kept.bytes <= 10_000);
        assert_eq!(kept.by_tag.len(), kept.by_use.len());
        drop(kept);
        let left: Vec<bool> = tags.iter().map(|tag| sent.outline(tag).is_some()).collect();
        assert!(!left[0] && left[18], "{left:?}");
        assert_eq!(note(19, 100), tags[18], "the same state has the same tag");
        let huge = note(20, 1000);
        assert!(sent.outline(&huge).is_none() && sent.outline(&first).is_some(), "it would leave no room for others");
    }
}
