//! What a program prints, line by line, in bounded memory.

use std::io::{self, BufRead};

/// A line, or why there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Printed {
    /// A line, without its end.
    Line(String),
    /// More bytes than a line may have, without a line's end.
    TooLong,
    /// Bytes that are no text.
    NoText,
    /// There is nothing more.
    Ended,
}

/// No line of a program is longer.
pub(super) const MAX_LINE_BYTES: usize = 1 << 20;

/// The next line that is not blank.
pub(super) fn next_line(from: &mut impl BufRead) -> Printed {
    loop {
        let mut line = Vec::new();
        match read_line(from, &mut line) {
            Ok(LineEnd::Reached) => {}
            Ok(LineEnd::TooFar) => return Printed::TooLong,
            Ok(LineEnd::OfAll) if line.is_empty() => return Printed::Ended,
            // What a program that dies has not ended is no line.
            Ok(LineEnd::OfAll) | Err(_) => return Printed::Ended,
        }
        match String::from_utf8(line) {
            Ok(line) if line.trim().is_empty() => {}
            Ok(line) => return Printed::Line(line),
            Err(_) => return Printed::NoText,
        }
    }
}

enum LineEnd {
    Reached,
    TooFar,
    OfAll,
}

fn read_line(from: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<LineEnd> {
    loop {
        let found = match from.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            found => found?,
        };
        if found.is_empty() {
            return Ok(LineEnd::OfAll);
        }
        let end = found.iter().position(|&byte| byte == b'\n');
        let taken = end.unwrap_or(found.len());
        if line.len() + taken > MAX_LINE_BYTES {
            return Ok(LineEnd::TooFar);
        }
        line.extend_from_slice(&found[..taken]);
        from.consume(end.map_or(taken, |end| end + 1));
        if end.is_some() {
            return Ok(LineEnd::Reached);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_bounded_and_blank_ones_are_skipped() {
        let mut text = &b"\n  \na\nb\r\n\xff\nhalf"[..];
        let line = |text: &str| Printed::Line(text.to_owned());
        assert_eq!(next_line(&mut text), line("a"));
        assert_eq!(next_line(&mut text), line("b\r"));
        assert_eq!(next_line(&mut text), Printed::NoText);
        assert_eq!(next_line(&mut text), Printed::Ended);
        let mut endless = io::BufReader::new(io::repeat(b'x'));
        assert_eq!(next_line(&mut endless), Printed::TooLong);
    }
}
