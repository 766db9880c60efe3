//! Bytes of any usual encoding, as UTF-8.
//!
//! Most files are ASCII from one end to the other, and most others UTF-8: both are
//! passed through as they are. What a file is, unless it is UTF-16, is decided
//! only at its first byte that is not ASCII.

use std::io::{self, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::options::Encoding;
use super::text_source::{Plain, TextSource, fill};

/// How many bytes tell UTF-16 from others.
const START_BYTES: usize = 1 << 10;
/// How many bytes are looked at from the first that is not ASCII.
const WINDOW_BYTES: usize = 64 << 10;
/// How many bytes are converted at a time.
const CHUNK_BYTES: usize = 64 << 10;

/// The marks that files may begin with.
const MARKS: [(&[u8], Encoding); 3] =
    [(b"\xef\xbb\xbf", Encoding::Utf8), (b"\xff\xfe", Encoding::Utf16Le), (b"\xfe\xff", Encoding::Utf16Be)];

/// A text in UTF-8, whatever it was before.
pub(super) struct Decoded<'a> {
    pub(super) text: Box<dyn TextSource + 'a>,
    /// The encoding, if it was found and not told, and is not UTF-8.
    pub(super) found: Option<Encoding>,
    /// Whether the text turned out to be in Windows-1252.
    pub(super) windows: Arc<AtomicBool>,
}

/// The text that the bytes are, without a mark at its start.
pub(super) fn decoded<'a>(mut source: impl Read + Send + 'a, told: Option<Encoding>) -> io::Result<Decoded<'a>> {
    let mut start = Vec::new();
    fill(&mut source, &mut start, START_BYTES)?;
    let mark = MARKS.into_iter().find(|(mark, _)| start.starts_with(mark) && told != Some(Encoding::Windows1252));
    // UTF-16 may be told without saying which byte comes first: the mark knows.
    let fits = |encoding: Encoding| told.is_none_or(|told| (told == Encoding::Utf8) == (encoding == Encoding::Utf8));
    let mark = mark.filter(|&(_, encoding)| fits(encoding));
    if let Some((mark, _)) = mark {
        start.drain(..mark.len());
    }
    let found = mark.map(|(_, encoding)| encoding).or(told).or_else(|| by_zeros(&start));
    let windows = Arc::new(AtomicBool::new(false));
    let bytes = Cursor::new(start).chain(source);
    let text: Box<dyn TextSource + 'a> = match found {
        Some(Encoding::Utf8) => Box::new(Plain(bytes)),
        Some(Encoding::Utf16Le) => Box::new(Converting::new(bytes, Utf16::new(u16::from_le_bytes))),
        Some(Encoding::Utf16Be) => Box::new(Converting::new(bytes, Utf16::new(u16::from_be_bytes))),
        Some(Encoding::Windows1252) => Box::new(Converting::new(bytes, Windows1252)),
        None => Box::new(Undecided { source: bytes, windows: windows.clone(), state: State::Ascii }),
    };
    let found = found.filter(|&encoding| told.is_none() && encoding != Encoding::Utf8);
    Ok(Decoded { text, found, windows })
}

/// UTF-16 without a mark: in most texts, every other byte is zero.
fn by_zeros(start: &[u8]) -> Option<Encoding> {
    let (pairs, _) = start.as_chunks::<2>();
    let zeros = |place: usize| pairs.iter().filter(|pair| pair[place] == 0).count();
    let mostly = |place: usize| pairs.len() >= 2 && 4 * zeros(place) > 3 * pairs.len() && zeros(1 - place) == 0;
    match (mostly(1), mostly(0)) {
        (true, _) => Some(Encoding::Utf16Le),
        (_, true) => Some(Encoding::Utf16Be),
        _ => None,
    }
}

/// Bytes of which it is not known whether they are UTF-8 or Windows-1252.
struct Undecided<R> {
    source: R,
    windows: Arc<AtomicBool>,
    state: State,
}

enum State {
    /// All bytes so far are the same in both.
    Ascii,
    /// It is UTF-8; these bytes were looked at and come first.
    Utf8(Cursor<Vec<u8>>),
    /// It is Windows-1252; these characters were converted and come first.
    Windows(Cursor<Vec<u8>>),
}

impl<R: Read> Read for Undecided<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match &mut self.state {
                State::Ascii => {
                    let count = self.source.read(buffer)?;
                    if buffer[..count].is_ascii() {
                        return Ok(count);
                    }
                    let ascii = buffer[..count].iter().take_while(|byte| byte.is_ascii()).count();
                    self.decide(buffer[ascii..count].to_vec())?;
                    if ascii > 0 {
                        return Ok(ascii);
                    }
                }
                State::Utf8(seen) => {
                    return match seen.read(buffer)? {
                        0 => self.source.read(buffer),
                        count => Ok(count),
                    };
                }
                State::Windows(converted) => {
                    let count = converted.read(buffer)?;
                    if count > 0 || buffer.is_empty() {
                        return Ok(count);
                    }
                    let mut bytes = Vec::new();
                    fill(&mut self.source, &mut bytes, CHUNK_BYTES)?;
                    if bytes.is_empty() {
                        return Ok(0);
                    }
                    *converted = Cursor::new(Windows1252.convert(&bytes, false));
                }
            }
        }
    }
}

impl<R: Read + Send> TextSource for Undecided<R> {
    fn fill(&mut self, bytes: &mut Vec<u8>, more: usize) -> io::Result<bool> {
        let before = bytes.len();
        if matches!(self.state, State::Ascii) {
            let filled = fill(&mut self.source, bytes, more)?;
            if bytes[before..].is_ascii() {
                return Ok(filled);
            }
            let ascii = bytes[before..].iter().take_while(|byte| byte.is_ascii()).count();
            self.decide(bytes.split_off(before + ascii))?;
        }
        let lacking = more - (bytes.len() - before);
        match &mut self.state {
            State::Utf8(seen) => {
                fill(seen, bytes, lacking)?;
                fill(&mut self.source, bytes, more - (bytes.len() - before))
            }
            _ => fill(self, bytes, lacking),
        }
    }
}

impl<R: Read> Undecided<R> {
    /// Decides by what follows from the first byte on that is not ASCII.
    fn decide(&mut self, mut seen: Vec<u8>) -> io::Result<()> {
        let more = WINDOW_BYTES.saturating_sub(seen.len());
        fill(&mut self.source, &mut seen, more)?;
        let whole = seen.len() < WINDOW_BYTES;
        let utf8 = is_utf8(&seen[..seen.len().min(WINDOW_BYTES)], whole);
        self.windows.store(!utf8, Ordering::Relaxed);
        self.state = match utf8 {
            true => State::Utf8(Cursor::new(seen)),
            false => State::Windows(Cursor::new(Windows1252.convert(&seen, false))),
        };
        Ok(())
    }
}

/// Whether the bytes are UTF-8, be it with a few errors: other texts hardly ever
/// have anything that looks like a character of several bytes. Unless they are
/// `whole`, the last character may be cut off.
fn is_utf8(bytes: &[u8], whole: bool) -> bool {
    let (mut good, mut bad) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        good += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        bad += usize::from(!chunk.invalid().is_empty());
    }
    // A few bytes are no characters of Windows-1252 either.
    let neither = bytes.iter().any(|byte| [0, 0x81, 0x8d, 0x8f, 0x90, 0x9d].contains(byte));
    let cut = std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_none());
    bad == 0 || bad < good || neither || cut && !whole
}

/// How pieces of bytes become text.
trait Convert {
    /// The text of these bytes, which may go on with the next.
    fn convert(&mut self, bytes: &[u8], last: bool) -> Vec<u8>;
}

/// Bytes of another encoding, read as UTF-8.
struct Converting<R, C> {
    source: R,
    convert: C,
    ready: Cursor<Vec<u8>>,
    ended: bool,
}

impl<R, C> Converting<R, C> {
    fn new(source: R, convert: C) -> Self {
        Self { source, convert, ready: Cursor::new(Vec::new()), ended: false }
    }
}

impl<R: Read, C: Convert> Read for Converting<R, C> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.ready.read(buffer)?;
            if count > 0 || self.ended || buffer.is_empty() {
                return Ok(count);
            }
            let mut bytes = Vec::new();
            self.ended = !fill(&mut self.source, &mut bytes, CHUNK_BYTES)?;
            self.ready = Cursor::new(self.convert.convert(&bytes, self.ended));
        }
    }
}

impl<R: Read + Send, C: Convert + Send> TextSource for Converting<R, C> {}

struct Windows1252;

/// The characters from 0x80 to 0x9f; those that are none stay what they are.
const WINDOWS_SPECIALS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

impl Convert for Windows1252 {
    fn convert(&mut self, bytes: &[u8], _: bool) -> Vec<u8> {
        let character = |byte: u8| match byte {
            0x80..=0x9f => WINDOWS_SPECIALS[usize::from(byte - 0x80)],
            _ => char::from(byte),
        };
        bytes.iter().map(|&byte| character(byte)).collect::<String>().into_bytes()
    }
}

struct Utf16 {
    unit: fn([u8; 2]) -> u16,
    /// Half a unit, or the first half of a character.
    rest: Vec<u8>,
}

impl Utf16 {
    fn new(unit: fn([u8; 2]) -> u16) -> Self {
        Self { unit, rest: Vec::new() }
    }
}

impl Convert for Utf16 {
    fn convert(&mut self, bytes: &[u8], last: bool) -> Vec<u8> {
        let bytes = [std::mem::take(&mut self.rest).as_slice(), bytes].concat();
        let (pairs, odd) = bytes.as_chunks::<2>();
        let mut units: Vec<u16> = pairs.iter().map(|&pair| (self.unit)(pair)).collect();
        // The second half of a character may be yet to come.
        if !last && units.pop_if(|unit| (0xd800..0xdc00).contains(unit)).is_some() {
            self.rest.extend_from_slice(&pairs[pairs.len() - 1]);
        }
        self.rest.extend_from_slice(odd);
        String::from_utf16_lossy(&units).into_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A source that gives a few bytes at a time.
    struct Slow<'a>(&'a [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(buffer.len());
            self.0.read(&mut buffer[..count])
        }
    }

    fn text(bytes: &[u8], told: Option<Encoding>) -> (String, Option<Encoding>) {
        let mut results = [1, 3, 1000, usize::MAX].map(|step| {
            let mut decoded = decoded(Slow(bytes, step), told).unwrap();
            let mut text = Vec::new();
            decoded.text.read_to_end(&mut text).unwrap();
            let windows = decoded.windows.load(Ordering::Relaxed).then_some(Encoding::Windows1252);
            (String::from_utf8_lossy(&text).into_owned(), decoded.found.or(windows))
        });
        results.sort_by(|a, b| a.0.cmp(&b.0));
        assert!(results.iter().all(|result| *result == results[0]), "{results:?}");
        results[0].clone()
    }

    fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn each_encoding_is_found() {
        let long = format!("name,größe\n{}😀,2\n", "Bärbel,1\n".repeat(20_000));
        let none = (long.clone(), None);
        assert_eq!(text(long.as_bytes(), None), none);
        assert_eq!(text(format!("\u{feff}{long}").as_bytes(), None), none);
        for (mark, found) in [("\u{feff}", true), ("", true)] {
            let marked = format!("{mark}{long}");
            let found = |encoding| (long.clone(), found.then_some(encoding));
            assert_eq!(text(&utf16(&marked, u16::to_le_bytes), None), found(Encoding::Utf16Le));
            assert_eq!(text(&utf16(&marked, u16::to_be_bytes), None), found(Encoding::Utf16Be));
        }
        let latin = [b"x,y\n".repeat(50_000).as_slice(), b"\x80uro,B\xe4r\n".repeat(30_000).as_slice()].concat();
        let expected = format!("{}{}", "x,y\n".repeat(50_000), "€uro,Bär\n".repeat(30_000));
        assert_eq!(text(&latin, None), (expected.clone(), Some(Encoding::Windows1252)));
        assert_eq!(text(&latin, Some(Encoding::Windows1252)), (expected, None));
    }

    #[test]
    fn what_is_told_counts() {
        assert_eq!(text("ä".as_bytes(), Some(Encoding::Windows1252)), ("Ã¤".to_owned(), None));
        assert_eq!(text(b"\xe4", Some(Encoding::Utf8)), ("\u{fffd}".to_owned(), None));
        assert_eq!(text(b"\xfe\xff\0a", Some(Encoding::Utf16Le)), ("a".to_owned(), None));
    }

    #[test]
    fn a_few_bad_bytes_in_utf8_do_not_make_it_another_encoding() {
        let bytes = ["öäü".as_bytes(), b"\xff", "öäü".as_bytes()].concat();
        assert_eq!(text(&bytes, None), ("öäü\u{fffd}öäü".to_owned(), None));
        assert_eq!(text(b"", None), (String::new(), None));
        assert_eq!(text(b"a\0b", None), ("a\0b".to_owned(), None));
    }

    #[test]
    fn a_character_cut_by_the_window_is_no_error() {
        for shift in 0..4 {
            let long = format!("{}{}", "x".repeat(shift), "€".repeat(WINDOW_BYTES / 2));
            assert_eq!(text(long.as_bytes(), None), (long, None));
        }
    }
}
