//! Lines from a pipe or a file, whatever they may hold.

use std::io::{self, BufRead};

/// A longer line is nobody's answer.
const MAX_LINE_BYTES: usize = 1 << 20;

/// What was read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Read {
    Line(String),
    /// A line that cannot be used, and why.
    Unreadable(&'static str),
    End,
}

/// The first line that says something, which stays to be read.
pub(super) fn first(input: &mut impl BufRead) -> io::Result<String> {
    let text = String::from_utf8_lossy(input.fill_buf()?);
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    Ok(lines.find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or_default().to_owned())
}

/// The next line, without its end.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Read> {
    let mut line = Vec::new();
    let mut beyond = false;
    loop {
        let buffer = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            buffer => buffer?,
        };
        if buffer.is_empty() {
            if line.is_empty() && !beyond {
                return Ok(Read::End);
            }
            break;
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        beyond |= line.len() + part.len() > MAX_LINE_BYTES;
        if !beyond {
            line.extend_from_slice(part);
        }
        let used = end.map_or(buffer.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    if beyond {
        return Ok(Read::Unreadable("That line is longer than a megabyte, and was not taken."));
    }
    Ok(match String::from_utf8(line) {
        Ok(line) => Read::Line(line.trim_start_matches('\u{feff}').trim().to_owned()),
        Err(_) => Read::Unreadable("That line is not text in UTF-8, and was not taken."),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_stays() {
        let mut input = &b"# a comment\n\n cat: hair\nyes\n"[..];
        assert_eq!(first(&mut input).ok().as_deref(), Some("cat: hair"));
        assert_eq!(read(&mut input).ok(), Some(Read::Line("# a comment".into())));
        assert_eq!(first(&mut &b""[..]).ok().as_deref(), Some(""));
    }

    #[test]
    fn lines_of_any_kind() {
        let mut bytes = b"yes\r\n\xff\n".to_vec();
        bytes.extend(vec![b'a'; MAX_LINE_BYTES + 1]);
        bytes.extend(b"\n no bat \nlast");
        let mut input = io::BufReader::with_capacity(1000, &bytes[..]);
        let read: Vec<Read> = std::iter::from_fn(|| read(&mut input).ok().filter(|read| *read != Read::End)).collect();
        assert_eq!(read[0], Read::Line("yes".into()));
        assert!(matches!((&read[1], &read[2]), (Read::Unreadable(_), Read::Unreadable(_))));
        assert_eq!(read[3..], [Read::Line("no bat".into()), Read::Line("last".into())]);
    }
}
