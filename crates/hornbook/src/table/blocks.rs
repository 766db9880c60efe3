//! A file in blocks of whole lines.

use std::io;

use memchr::memrchr;

use super::text_source::TextSource;

/// Some lines of a file, one after the other.
pub(super) struct Block {
    /// How many blocks come before.
    pub(super) number: usize,
    pub(super) bytes: Vec<u8>,
    /// Whether the file ends here.
    pub(super) last: bool,
    /// Why the file could not be read any further.
    pub(super) failed: Option<io::Error>,
}

/// The longest line, in bytes: beyond that, a file without line breaks is more
/// likely than a table, and need not be read to its end.
const LONGEST_LINE_BYTES: usize = 128 << 20;

/// Cuts what is read into blocks of about the same size, at line breaks.
pub(super) struct Blocks<R> {
    source: R,
    size: usize,
    number: usize,
    /// The start of a line of which the end is not read yet.
    rest: Vec<u8>,
    ended: bool,
}

impl<R: TextSource> Blocks<R> {
    pub(super) fn new(source: R, size: usize) -> Self {
        Self { source, size, number: 0, rest: Vec::new(), ended: false }
    }

    /// The next block, in the memory of an old one, since to allocate memory for
    /// each block would take as long as to read it. The last block says that it
    /// is the last, and may be empty.
    pub(super) fn next(&mut self, mut bytes: Vec<u8>) -> Option<Block> {
        if self.ended {
            return None;
        }
        bytes.clear();
        bytes.append(&mut self.rest);
        let failed = self.grow(&mut bytes).err();
        self.ended |= failed.is_some();
        self.number += 1;
        Some(Block { number: self.number - 1, bytes, last: self.ended, failed })
    }

    /// Reads on until there is a line break to cut at, or the end.
    fn grow(&mut self, bytes: &mut Vec<u8>) -> io::Result<()> {
        loop {
            let before = bytes.len();
            bytes.reserve(self.size);
            // A long line takes larger and larger steps.
            self.ended = !self.source.fill(bytes, self.size.max(before))?;
            if bytes.len() > LONGEST_LINE_BYTES && last_break(bytes, 0).is_none() {
                let message = "found a line of more than 128 MB, expected less (is it a table at all?)";
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
            if self.ended {
                return Ok(());
            }
            // A `\r` at the end may be half of a `\r\n`: that is known only now.
            if let Some(cut) = last_break(bytes, before.saturating_sub(1)) {
                self.rest.extend_from_slice(&bytes[cut..]);
                bytes.truncate(cut);
                return Ok(());
            }
        }
    }
}

/// The place behind the last line break, which is looked for from some place on.
fn last_break(bytes: &[u8], from: usize) -> Option<usize> {
    let new = &bytes[from..];
    let alone = || memrchr(b'\r', &new[..new.len().saturating_sub(1)]);
    memrchr(b'\n', new).or_else(alone).map(|at| from + at + 1)
}

#[cfg(test)]
mod tests {
    use super::super::text_source::Plain;
    use super::*;

    #[test]
    fn blocks_end_at_line_breaks_and_lose_nothing() {
        for text in ["", "a", "a\n", "ab\r\ncd\r\n", "a\rb\rc", "\r\r\n\n\rlong line\r\nx", "no break at all"] {
            for size in 1..20 {
                let mut blocks = Blocks::new(Plain(text.as_bytes()), size);
                let mut read = Vec::new();
                while let Some(block) = blocks.next(Vec::new()) {
                    let next = text.as_bytes().get(read.len() + block.bytes.len());
                    read.extend(&block.bytes);
                    assert!(block.last || matches!(read.last(), Some(b'\n' | b'\r')), "{text:?} {size}");
                    assert!(!(read.last() == Some(&b'\r') && next == Some(&b'\n')), "{text:?} {size}");
                }
                assert_eq!(read, text.as_bytes());
            }
        }
    }
}
