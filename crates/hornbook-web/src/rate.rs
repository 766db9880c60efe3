//! How often somebody may ask: a bucket each, which fills again with time.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Buckets by name.
#[derive(Debug)]
pub(crate) struct Rate {
    /// What a bucket gains a second.
    gain: f64,
    /// What it holds.
    most: f64,
    buckets: Mutex<HashMap<String, Bucket>>,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    left: f64,
    at: Instant,
}

/// Full buckets are forgotten when there are more than these.
const MANY: usize = 4096;

impl Rate {
    pub(crate) fn new(gain: f64, most: f64) -> Self {
        Self { gain, most, buckets: Mutex::default() }
    }

    /// Takes one from somebody's bucket; false if there is none.
    pub(crate) fn take(&self, who: &str) -> bool {
        self.take_at(who, Instant::now())
    }

    fn take_at(&self, who: &str, now: Instant) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let left = |bucket: &Bucket| {
            (bucket.left + self.gain * now.saturating_duration_since(bucket.at).as_secs_f64()).min(self.most)
        };
        if buckets.len() > MANY {
            buckets.retain(|_, bucket| left(bucket) < self.most);
        }
        let before = buckets.get(who).map_or(self.most, left);
        let granted = before >= 1.0;
        let left = if granted { before - 1.0 } else { before };
        buckets.insert(who.to_owned(), Bucket { left, at: now });
        granted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_bucket_fills_again() {
        let rate = Rate::new(2.0, 3.0);
        let start = Instant::now();
        let taken = (0..5).filter(|_| rate.take_at("ada", start)).count();
        assert_eq!(taken, 3);
        assert!(rate.take_at("bob", start), "others have buckets of their own");
        assert!(!rate.take_at("ada", start + Duration::from_millis(400)));
        assert!(rate.take_at("ada", start + Duration::from_millis(600)));
        let later = start + Duration::from_secs(100);
        assert_eq!((0..9).filter(|_| rate.take_at("ada", later)).count(), 3, "no more than a bucket holds");
    }
}
