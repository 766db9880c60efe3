//! Secrets: made, kept as hashes, and compared without telling by the time it
//! takes how much of one was right.

use sha2::{Digest, Sha256};

/// A new token that nobody can guess.
pub fn new_token() -> String {
    hex(&random::<24>())
}

/// Random bytes from the system.
///
/// If the system has none there is no way to go on safely.
fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    if let Err(error) = getrandom::fill(&mut bytes) {
        panic!("the system gives no random numbers: {error}");
    }
    bytes
}

/// A short name for something, unlike all others.
pub(crate) fn new_id() -> String {
    hex(&random::<8>())
}

/// The hash of a text, for one use: hashes for different uses are unrelated.
pub(crate) fn hash(purpose: &str, text: impl AsRef<[u8]>) -> String {
    let mut hash = Sha256::new();
    hash.update(purpose.as_bytes());
    hash.update([0]);
    hash.update(text);
    hex(&hash.finalize())
}

/// Whether two texts are the same. What is compared are hashes, so that the
/// time it takes says nothing about the texts.
pub(crate) fn same(one: &str, other: &str) -> bool {
    hash("same", one) == hash("same", other)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
