//! Checksums: each line carries one of what it says and of the line before it, so
//! that nothing before a line can be changed without its being noticed.
//!
//! They are of the bytes of a line, not of what it means: then no bit of it can be
//! another, and fields that a later version adds are covered by an earlier one. A
//! checksum is no signature: who wants to deceive can compute it as well.

use std::fmt;

use serde::Serialize;
use sha2::{Digest, Sha256};

/// The last field of a line, up to its value.
const FIELD: &[u8] = b",\"sum\":\"";
/// What follows the value.
const END: &[u8] = b"\"}";
/// In bytes; in a line there are two hexadecimal digits for each.
const LENGTH: usize = 16;

/// The first 128 bits of a SHA-256.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Checksum([u8; LENGTH]);

impl Checksum {
    /// What the chain of a journal begins with whose first line has a checksum.
    pub(super) fn start() -> Self {
        Self::of(&[super::FORMAT.as_bytes()])
    }

    /// What a chain begins with after lines that have none: all bytes before it.
    pub(super) fn of_lines_without(bytes: &[u8]) -> Self {
        Self::of(&[b"lines without checksums\n", bytes])
    }

    /// That of a line after one with this checksum.
    pub(super) fn then(self, body: &[u8]) -> Self {
        Self::of(&[&self.0, body])
    }

    fn of(parts: &[&[u8]]) -> Self {
        let hash = parts.iter().fold(Sha256::new(), |hash, part| hash.chain_update(part)).finalize();
        let mut bytes = [0; LENGTH];
        bytes.iter_mut().zip(hash).for_each(|(byte, hashed)| *byte = hashed);
        Self(bytes)
    }

    /// A number that stands for it.
    pub(super) fn number(self) -> u64 {
        let first = self.0.iter().take(8).fold(0, |number: u64, &byte| number << 8 | u64::from(byte));
        // Programs that take numbers of JSON for floating-point keep 53 bits.
        first >> 11
    }

    fn parse(digits: &[u8]) -> Option<Self> {
        let digit = |digit: u8| match digit {
            b'0'..=b'9' => Some(digit - b'0'),
            b'a'..=b'f' => Some(digit - b'a' + 10),
            _ => None,
        };
        let mut bytes = [0; LENGTH];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = digit(pair[0])? << 4 | digit(pair[1])?;
        }
        (digits.len() == 2 * LENGTH).then_some(Self(bytes))
    }
}

impl fmt::Display for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A line with its checksum and its end, after one with that checksum.
pub(super) fn line(value: &impl Serialize, before: Checksum) -> serde_json::Result<(Vec<u8>, Checksum)> {
    let mut line = serde_json::to_vec(value)?;
    // An object's last brace: the checksum comes before it.
    line.pop();
    let sum = before.then(&line);
    line.extend(FIELD);
    line.extend(sum.to_string().into_bytes());
    line.extend(END);
    line.push(b'\n');
    Ok((line, sum))
}

/// What a checksum is of, and the checksum, if a line ends with one.
pub(super) fn split(line: &[u8]) -> Option<(&[u8], Checksum)> {
    let rest = line.strip_suffix(END)?;
    let (rest, digits) = rest.split_at_checked(rest.len().checked_sub(2 * LENGTH)?)?;
    Some((rest.strip_suffix(FIELD)?, Checksum::parse(digits)?))
}

/// Which lines of a journal have checksums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checksums {
    /// All of them.
    Every,
    /// Those from this line on, the first of which covers all before it: an earlier
    /// version began the journal.
    From {
        /// The first line that has one, from 1.
        line: usize,
    },
    /// None: an earlier version wrote all of it.
    None,
}

/// The checksums of a journal up to its last line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chain {
    /// That of the last line.
    head: Checksum,
    /// That of the last line which tells something: an entry that counts, or the
    /// header.
    told: Checksum,
    /// The first line that has one, or would have if it were written now.
    first: usize,
}

impl Chain {
    /// That of a journal whose first line has a checksum.
    pub(super) fn new(header: Checksum) -> Self {
        Self { head: header, told: header, first: 1 }
    }

    /// That of a journal whose lines up to here have none.
    pub(super) fn after(bytes: &[u8], lines: usize) -> Self {
        let start = Checksum::of_lines_without(bytes);
        Self { head: start, told: start, first: lines + 1 }
    }

    /// One more line.
    pub(super) fn push(&mut self, sum: Checksum, counts: bool) {
        self.head = sum;
        if counts {
            self.told = sum;
        }
    }

    pub(super) fn head(&self) -> Checksum {
        self.head
    }

    pub(super) fn told(&self) -> Checksum {
        self.told
    }

    /// Whether a line has a checksum.
    pub(super) fn covers(&self, line: usize) -> bool {
        line >= self.first
    }

    /// Which of so many lines have one.
    pub(super) fn of_lines(&self, lines: usize) -> Checksums {
        match self.first {
            1 => Checksums::Every,
            first if first <= lines => Checksums::From { line: first },
            _ => Checksums::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_taken_apart_as_it_was_put_together() {
        let value = serde_json::json!({ "a": "ä \"sum\":\"" });
        let (line, sum) = super::line(&value, Checksum::start()).unwrap_or_else(|_| unreachable!());
        let (body, read) = split(line.strip_suffix(b"\n").unwrap_or_default()).unwrap_or_else(|| unreachable!());
        assert_eq!((read, Checksum::start().then(body)), (sum, sum));
        assert_eq!(body, "{\"a\":\"ä \\\"sum\\\":\\\"\"".as_bytes());
        for none in ["", "{}", "\"}", "{\"a\":1}", "{,\"sum\":\"00\"}"] {
            assert_eq!(split(none.as_bytes()), None);
        }
        let upper = String::from_utf8_lossy(&line).replace(&sum.to_string(), &"A".repeat(32));
        assert_eq!(split(upper.trim_end().as_bytes()), None);
    }
}
