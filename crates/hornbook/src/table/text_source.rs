//! Where the text of a table comes from.

use std::io::{self, Read};

/// A text that is read piece by piece.
pub(super) trait TextSource: Read + Send {
    /// Reads up to that many bytes more, and says whether there were so many.
    ///
    /// Whatever passes bytes on as they are lets its own source write them: memory
    /// that it would hand on itself must be cleared first, which takes as long as
    /// to look at them.
    fn fill(&mut self, bytes: &mut Vec<u8>, more: usize) -> io::Result<bool> {
        fill(self, bytes, more)
    }
}

/// Reads up to that many bytes more, and says whether there were so many.
pub(super) fn fill(source: &mut (impl Read + ?Sized), bytes: &mut Vec<u8>, more: usize) -> io::Result<bool> {
    Ok(source.take(more as u64).read_to_end(bytes)? == more)
}

/// Bytes that are text as they are.
pub(super) struct Plain<R>(pub(super) R);

impl<R: Read> Read for Plain<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

impl<R: Read + Send> TextSource for Plain<R> {
    fn fill(&mut self, bytes: &mut Vec<u8>, more: usize) -> io::Result<bool> {
        fill(&mut self.0, bytes, more)
    }
}

/// What is read already, and what comes behind it.
pub(super) struct Continued<'a> {
    pub(super) read: io::Cursor<Vec<u8>>,
    pub(super) rest: Box<dyn TextSource + 'a>,
}

impl Read for Continued<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.read.read(buffer)? {
            0 => self.rest.read(buffer),
            count => Ok(count),
        }
    }
}

impl TextSource for Continued<'_> {
    fn fill(&mut self, bytes: &mut Vec<u8>, more: usize) -> io::Result<bool> {
        let before = bytes.len();
        fill(&mut self.read, bytes, more)?;
        let lacking = more - (bytes.len() - before);
        if lacking == 0 { Ok(true) } else { self.rest.fill(bytes, lacking) }
    }
}
