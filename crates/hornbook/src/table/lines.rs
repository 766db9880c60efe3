//! The lines at which the rows of a table start.

/// The line of each row. Rows mostly follow one another line by line; only
/// where they do not, after a blank line or a row of several lines, is there
/// anything to remember.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RowLines {
    /// A row and its line, wherever it is not the line behind that of the row
    /// before.
    jumps: Vec<(usize, usize)>,
}

impl RowLines {
    /// Notes the line of a row, if it is not known from the rows before.
    pub(super) fn note(&mut self, row: usize, line: usize) {
        match self.jumps.last() {
            Some(&(from, at)) if row - from + at == line => {}
            _ => self.jumps.push((row, line)),
        }
    }

    pub(super) fn of(&self, row: usize) -> usize {
        let (from, at) = self.jumps[self.jumps.partition_point(|&(from, _)| from <= row) - 1];
        at + row - from
    }

    /// Adds the lines of rows further down; theirs are counted from these.
    pub(super) fn append(&mut self, other: &Self, rows: usize, lines: usize) {
        other.jumps.iter().for_each(|(row, line)| self.note(rows + row, lines + line));
    }

    pub(super) fn clear(&mut self) {
        self.jumps.clear();
    }
}

/// The number of line breaks: `\n`, `\r\n`, or `\r` alone.
pub(super) fn breaks(bytes: &[u8]) -> usize {
    let lone = |at: usize| bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
    memchr::memchr2_iter(b'\n', b'\r', bytes).filter(|&at| bytes[at] == b'\n' || lone(at)).count()
}

/// Where something stands that has these bytes before it: how many lines below
/// the first, and in which column, in characters counted from 1.
pub(super) fn place_behind(before: &[u8]) -> (usize, usize) {
    let start = memchr::memrchr2(b'\n', b'\r', before).map_or(0, |at| at + 1);
    // Every character has just one byte that does not continue another.
    let column = before[start..].iter().filter(|&&byte| byte & 0xc0 != 0x80).count() + 1;
    (breaks(before), column)
}
