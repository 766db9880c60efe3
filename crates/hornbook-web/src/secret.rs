//! Secrets: they are random, kept as hashes, and compared in a time that does
//! not tell how much of a guess was right.

use sha2::{Digest, Sha256};

/// A new token that nobody can guess.
pub fn new_token() -> String {
    hex(&random::<24>())
}

/// Random bytes from the system. Without any there is no safe way to go on, and
/// this panics.
fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    if let Err(error) = getrandom::fill(&mut bytes) {
        panic!("the system gives no random numbers: {error}");
    }
    bytes
}

/// A short random name, which nothing else has.
pub(crate) fn new_id() -> String {
    hex(&random::<8>())
}

/// The hash of a text for a purpose: hashes for different purposes are
/// unrelated.
pub(crate) fn hash(purpose: &str, text: impl AsRef<[u8]>) -> String {
    let mut hash = Sha256::new();
    hash.update(purpose.as_bytes());
    hash.update([0]);
    hash.update(text);
    hex(&hash.finalize())
}

/// Whether two texts are equal. Their hashes are compared, so that the time
/// this takes tells nothing about the texts.
pub(crate) fn equal(one: &str, other: &str) -> bool {
    hash("same", one) == hash("same", other)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
