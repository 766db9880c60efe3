//! Hashes that are the same on any machine and in any version: what tells
//! tables apart, and what seeds are made of.

use hornbook::Context;

/// FNV-1a, 64 bits.
#[derive(Clone, Copy)]
pub(crate) struct Hash(u64);

impl Hash {
    pub(crate) fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub(crate) fn bytes(mut self, bytes: &[u8]) -> Self {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        self
    }

    /// A text, and its end: "ab", "c" is not "a", "bc".
    pub(crate) fn text(self, text: &str) -> Self {
        self.bytes(text.as_bytes()).bytes(&[0xff])
    }

    pub(crate) fn number(self, number: u64) -> Self {
        self.bytes(&number.to_le_bytes())
    }

    /// The hash with every bit depending on every bit (the end of SplitMix64).
    pub(crate) fn mixed(self) -> u64 {
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }
}

/// What tells a table from others: its attributes and its rows, in order.
pub(crate) fn of_table(context: &Context) -> String {
    let mut hash = Hash::new().number(context.attributes() as u64);
    for name in context.universe().names() {
        hash = hash.text(name);
    }
    for object in 0..context.len() {
        hash = context.row(object).words().iter().fold(hash, |hash, &word| hash.number(word));
    }
    format!("{:016x}", hash.mixed())
}
