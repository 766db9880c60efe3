//! Lines that are changed while they are read: comments become empty, and runs of
//! blanks one tab. Lines stay lines, so that their numbers stay right.

use std::io::{self, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use memchr::{memchr, memchr2};

use super::blocks::Blocks;
use super::cells::QUOTE;
use super::text_source::TextSource;

/// How many bytes are changed at a time.
const BLOCK_BYTES: usize = 64 << 10;

/// How lines are changed.
pub(super) enum Change {
    /// Those that begin with this become empty, and are counted.
    Comments { sign: Vec<u8>, skipped: Arc<AtomicUsize> },
    /// What separates their cells becomes one tab.
    Blanks,
}

/// A source whose lines are changed.
pub(super) struct LineFilter<R> {
    blocks: Blocks<R>,
    change: Change,
    /// Whether a quoted cell goes on from the line before.
    open: bool,
    ready: Cursor<Vec<u8>>,
}

impl<R: TextSource> LineFilter<R> {
    pub(super) fn new(source: R, change: Change) -> Self {
        Self { blocks: Blocks::new(source, BLOCK_BYTES), change, open: false, ready: Cursor::new(Vec::new()) }
    }
}

impl<R: TextSource> TextSource for LineFilter<R> {}

impl<R: TextSource> Read for LineFilter<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.ready.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            let Some(block) = self.blocks.next(Vec::new()) else { return Ok(0) };
            if let Some(error) = block.failed {
                return Err(error);
            }
            let mut changed = Vec::with_capacity(block.bytes.len());
            for line in lines(&block.bytes) {
                match &self.change {
                    Change::Comments { sign, skipped } => {
                        self.open = without_comment(line, sign, self.open, skipped, &mut changed);
                    }
                    Change::Blanks => self.open = with_tabs(line, self.open, &mut changed),
                }
            }
            self.ready = Cursor::new(changed);
        }
    }
}

/// The lines, each with the break at its end. A `\r\n` may count as two, of which
/// the second is empty.
fn lines(mut bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let end = memchr2(b'\n', b'\r', bytes).map_or(bytes.len(), |at| at + 1);
        let (line, rest) = bytes.split_at(end);
        bytes = rest;
        (!line.is_empty()).then_some(line)
    })
}

/// Writes the line, or only its break if it is a comment. Gives whether a quoted
/// cell is open at its end.
fn without_comment(line: &[u8], sign: &[u8], open: bool, skipped: &AtomicUsize, out: &mut Vec<u8>) -> bool {
    if !open && line.starts_with(sign) {
        skipped.fetch_add(1, Ordering::Relaxed);
        out.extend(line.last().filter(|&&byte| byte == b'\n' || byte == b'\r'));
        return false;
    }
    out.extend_from_slice(line);
    if memchr(QUOTE, line).is_none() { open } else { open_behind(line, open) }
}

/// Whether a quoted cell is open behind a line. What separates the cells is not
/// known yet.
fn open_behind(line: &[u8], mut open: bool) -> bool {
    let mut before = b'\n';
    for &byte in line {
        if byte == QUOTE && (open || before == QUOTE || b",;\t| \n".contains(&before)) {
            open = !open;
        }
        before = byte;
    }
    open
}

/// Writes the line with one tab between its cells, and none before and behind them.
/// Gives whether a quoted cell is open at its end.
fn with_tabs(line: &[u8], mut open: bool, out: &mut Vec<u8>) -> bool {
    let (mut in_cell, mut any, mut closed) = (open, open, false);
    for &byte in line {
        let blank = byte == b' ' || byte == b'\t';
        if !open && (blank || byte == b'\n' || byte == b'\r') {
            in_cell = false;
            if !blank {
                out.push(byte);
            }
        } else {
            if !in_cell && any {
                out.push(b'\t');
            }
            // A quote right behind one that closed a cell opens it again.
            if byte == QUOTE && (open || closed || !in_cell) {
                closed = open;
                open = !open;
            } else {
                closed = false;
            }
            (in_cell, any) = (true, true);
            out.push(byte);
            continue;
        }
        closed = false;
    }
    open
}

#[cfg(test)]
mod tests {
    use super::super::text_source::Plain;
    use super::*;

    fn changed(text: &str, change: Change) -> String {
        let mut all = String::new();
        LineFilter::new(Plain(text.as_bytes()), change).read_to_string(&mut all).unwrap();
        all
    }

    #[test]
    fn comments_become_empty_lines_outside_of_quotes() {
        let skipped = Arc::new(AtomicUsize::new(0));
        let sign = b"#".to_vec();
        let text = "#a\r\nb,\"x\n# no comment\",#\r#c\r# \"\n5\" #,6\n#";
        let expected = "\r\nb,\"x\n# no comment\",#\r\r\n5\" #,6\n";
        assert_eq!(changed(text, Change::Comments { sign, skipped: skipped.clone() }), expected);
        assert_eq!(skipped.load(Ordering::Relaxed), 4);
    }

    #[test]
    fn runs_of_blanks_become_one_tab_outside_of_quotes() {
        let text = "  a   b\t c  \r\n\"x  y\"  \"p \"\" q\"  5\" z\n\"two\n  lines\" 2 3\n   \n";
        let expected = "a\tb\tc\r\n\"x  y\"\t\"p \"\" q\"\t5\"\tz\n\"two\n  lines\"\t2\t3\n\n";
        assert_eq!(changed(text, Change::Blanks), expected);
    }
}
