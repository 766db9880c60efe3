//! A limit on how often somebody may do something: each has a bucket of tokens,
//! every use takes one, and the bucket fills again with time.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The buckets of everybody, by name.
#[derive(Debug)]
pub(crate) struct RateLimit {
    tokens_per_second: f64,
    max_tokens: f64,
    buckets: Mutex<HashMap<String, Bucket>>,
}

/// How many tokens a bucket held, and when that was.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    tokens: f64,
    at: Instant,
}

/// With more buckets than this, those that are full again are dropped.
const MAX_KEPT_BUCKETS: usize = 4096;

impl RateLimit {
    pub(crate) fn new(tokens_per_second: f64, max_tokens: f64) -> Self {
        Self { tokens_per_second, max_tokens, buckets: Mutex::default() }
    }

    /// Takes a token from a bucket; false if it holds none.
    pub(crate) fn take(&self, bucket: &str) -> bool {
        self.take_at(bucket, Instant::now())
    }

    /// Puts a token back that was taken for nothing.
    pub(crate) fn give_back(&self, bucket: &str) {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bucket) = buckets.get_mut(bucket) {
            bucket.tokens = (bucket.tokens + 1.0).min(self.max_tokens);
        }
    }

    fn take_at(&self, name: &str, now: Instant) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let tokens = |bucket: &Bucket| {
            let seconds = now.saturating_duration_since(bucket.at).as_secs_f64();
            (bucket.tokens + self.tokens_per_second * seconds).min(self.max_tokens)
        };
        if buckets.len() > MAX_KEPT_BUCKETS {
            buckets.retain(|_, bucket| tokens(bucket) < self.max_tokens);
        }
        let before = buckets.get(name).map_or(self.max_tokens, tokens);
        let granted = before >= 1.0;
        let tokens = if granted { before - 1.0 } else { before };
        buckets.insert(name.to_owned(), Bucket { tokens, at: now });
        granted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_bucket_fills_again_but_not_beyond_its_size() {
        let limit = RateLimit::new(2.0, 3.0);
        let start = Instant::now();
        let taken = (0..5).filter(|_| limit.take_at("ada", start)).count();
        assert_eq!(taken, 3);
        assert!(limit.take_at("bob", start), "others have buckets of their own");
        assert!(!limit.take_at("ada", start + Duration::from_millis(400)));
        assert!(limit.take_at("ada", start + Duration::from_millis(600)));
        limit.give_back("ada");
        assert!(limit.take_at("ada", start + Duration::from_millis(600)), "it was put back");
        let later = start + Duration::from_secs(100);
        assert_eq!((0..9).filter(|_| limit.take_at("ada", later)).count(), 3);
    }
}
