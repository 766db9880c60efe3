//! Archives of one file: gzip and Zstandard, read as what they hold.
//!
//! Their first bytes tell them from anything else, so that no name is needed. What
//! they hold is given out piece by piece: an archive of a few bytes may hold more
//! than any memory.

use std::borrow::Cow;
use std::error::Error;
use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, Read, Write};
use std::path::Path;

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

/// What an archive holds may have so many bytes, where it must be held whole.
const MAX_WHOLE_BYTES: u64 = 2 << 30;

/// A kind of archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Archive {
    Gzip,
    Zstandard,
}

impl Archive {
    fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Zstandard => "zstd",
        }
    }

    /// What the first bytes of a file tell.
    fn of_bytes(start: &[u8]) -> Option<Self> {
        match start {
            [0x1f, 0x8b, ..] => Some(Self::Gzip),
            // The second is a part that readers skip; some programs begin with one.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Self::Zstandard),
            _ => None,
        }
    }

    /// What the extension of a file tells.
    fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension().map(OsStr::to_ascii_lowercase)?;
        match extension.to_str()? {
            "gz" => Some(Self::Gzip),
            "zst" => Some(Self::Zstandard),
            _ => None,
        }
    }
}

/// The path without the extension of an archive: that of what it holds.
pub fn inner_path(path: &Path) -> Cow<'_, Path> {
    if Archive::of_path(path).is_some() { path.with_extension("").into() } else { path.into() }
}

/// What the source holds: if it is a gzip or Zstandard archive what is in it, else
/// the bytes as they are.
pub fn decompressed<'a>(mut source: impl Read + Send + 'a) -> io::Result<Box<dyn Read + Send + 'a>> {
    let mut start = Vec::new();
    source.by_ref().take(4).read_to_end(&mut start)?;
    let archive = Archive::of_bytes(&start);
    let source = Cursor::new(start).chain(source);
    Ok(match archive {
        None => Box::new(source),
        Some(kind @ Archive::Gzip) => Box::new(Checked { kind, content: MultiGzDecoder::new(BufReader::new(source)) }),
        Some(kind @ Archive::Zstandard) => Box::new(Checked { kind, content: Frames::new(BufReader::new(source)) }),
    })
}

/// What the bytes hold, whole: see [`decompressed`].
pub(crate) fn decompressed_bytes(bytes: &[u8]) -> io::Result<Cow<'_, [u8]>> {
    match Archive::of_bytes(bytes) {
        None => Ok(bytes.into()),
        Some(_) => read_whole(decompressed(bytes)?).map(Cow::from),
    }
}

/// All of the source, unless that is far too much.
pub(crate) fn read_whole(source: impl Read) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    source.take(MAX_WHOLE_BYTES + 1).read_to_end(&mut content)?;
    match content.len() as u64 > MAX_WHOLE_BYTES {
        true => Err(io::Error::other("there are more than 2 GB of it, too much to be held in memory at once")),
        false => Ok(content),
    }
}

/// The bytes as they are written to a file of that name: as an archive, if its
/// extension is `.gz` or `.zst`.
pub fn compressed_for<'a>(path: &Path, bytes: &'a [u8]) -> io::Result<Cow<'a, [u8]>> {
    Ok(match Archive::of_path(path) {
        None => bytes.into(),
        Some(Archive::Gzip) => {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(bytes)?;
            encoder.finish()?.into()
        }
        Some(Archive::Zstandard) => compress_to_vec(bytes, CompressionLevel::Fastest).into(),
    })
}

/// What is in an archive, with errors that say what is wrong with it.
struct Checked<R> {
    kind: Archive,
    content: R,
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.content.read(buffer).map_err(|error| {
            let name = self.kind.name();
            match error.kind() {
                ErrorKind::UnexpectedEof => {
                    io::Error::other(format!("the {name} archive is cut short: its end is missing"))
                }
                ErrorKind::InvalidData | ErrorKind::InvalidInput => {
                    io::Error::other(format!("the {name} archive is broken: {error}"))
                }
                _ => error,
            }
        })
    }
}

/// What is in the frames of a Zstandard archive, one after the other.
struct Frames<R> {
    source: R,
    decoder: FrameDecoder,
    /// Whether a frame was begun and not read to its end.
    within: bool,
}

impl<R: BufRead> Frames<R> {
    fn new(source: R) -> Self {
        Self { source, decoder: FrameDecoder::new(), within: false }
    }

    /// Begins the next frame; false if there is none.
    fn begin(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.source) {
                Ok(()) => {
                    self.within = true;
                    return Ok(true);
                }
                Err(error) => match skipped_bytes(&error) {
                    Some(length) => skip(&mut self.source, length)?,
                    None => return Err(broken(error)),
                },
            }
        }
        Ok(false)
    }

    /// Ends a frame, whose content must be what was packed.
    fn end(&mut self) -> io::Result<()> {
        self.within = false;
        match (self.decoder.get_checksum_from_data(), self.decoder.get_calculated_checksum()) {
            (Some(packed), Some(found)) if packed != found => {
                Err(io::Error::new(ErrorKind::InvalidData, "its checksum is wrong"))
            }
            _ => Ok(()),
        }
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.within && !self.begin()? {
                return Ok(0);
            }
            if self.decoder.can_collect() > 0 {
                return self.decoder.read(buffer);
            }
            if self.decoder.is_finished() {
                self.end()?;
            } else {
                self.decoder.decode_blocks(&mut self.source, BlockDecodingStrategy::UptoBlocks(1)).map_err(broken)?;
            }
        }
    }
}

fn skipped_bytes(error: &FrameDecoderError) -> Option<u64> {
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(error) = cause {
        if let Some(ReadFrameHeaderError::SkipFrame { length, .. }) = error.downcast_ref() {
            return Some(u64::from(*length));
        }
        cause = error.source();
    }
    None
}

fn skip(source: &mut impl Read, length: u64) -> io::Result<()> {
    match io::copy(&mut source.take(length), &mut io::sink())? {
        skipped if skipped < length => Err(ErrorKind::UnexpectedEof.into()),
        _ => Ok(()),
    }
}

/// The error of the decoder as one of reading: that of the source beneath, if
/// there is one.
fn broken(error: FrameDecoderError) -> io::Error {
    let mut cause: Option<&(dyn Error + 'static)> = Some(&error);
    while let Some(inner) = cause {
        if let Some(error) = inner.downcast_ref::<io::Error>() {
            return io::Error::new(error.kind(), error.to_string());
        }
        cause = inner.source();
    }
    io::Error::new(ErrorKind::InvalidData, error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = b"a,b\n1,2\n3,4\n";

    fn packed(extension: &str, content: &[u8]) -> Vec<u8> {
        compressed_for(Path::new(&format!("x.csv.{extension}")), content).unwrap().into_owned()
    }

    fn unpacked(bytes: &[u8]) -> io::Result<Vec<u8>> {
        read_whole(decompressed(bytes)?)
    }

    #[test]
    fn what_was_packed_comes_back_also_in_several_pieces() {
        let long: Vec<u8> = (0..300_000u32).flat_map(|number| (number / 7).to_le_bytes()).collect();
        for extension in ["gz", "zst"] {
            for content in [b"", TEXT, &long] {
                let archive = packed(extension, content);
                assert_eq!(unpacked(&archive).unwrap(), content);
                assert_eq!(
                    unpacked(&[&archive[..], &packed(extension, TEXT)].concat()).unwrap(),
                    [content, TEXT].concat()
                );
            }
        }
        assert_eq!(unpacked(TEXT).unwrap(), TEXT);
        assert_eq!(unpacked(b"a").unwrap(), b"a");
    }

    #[test]
    fn parts_that_readers_skip_are_skipped() {
        let skipped = [&[0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0][..], b"abc"].concat();
        let archive = [&skipped[..], &packed("zst", TEXT), &skipped].concat();
        assert_eq!(unpacked(&archive).unwrap(), TEXT);
    }

    #[test]
    fn an_archive_that_is_cut_short_is_refused_wherever_it_ends() {
        for extension in ["gz", "zst"] {
            let archive = packed(extension, TEXT);
            for end in 4..archive.len() {
                let error = unpacked(&archive[..end]).unwrap_err().to_string();
                assert!(error.contains("archive is cut short"), "{extension}, {end}: {error}");
            }
        }
    }

    #[test]
    fn an_archive_that_is_broken_is_refused_or_gives_what_was_packed() {
        let mut refused = 0;
        for extension in ["gz", "zst"] {
            let archive = packed(extension, &TEXT.repeat(20));
            for at in 4..archive.len() {
                let mut bytes = archive.clone();
                bytes[at] ^= 0x55;
                match unpacked(&bytes) {
                    Ok(content) => assert_eq!(content, TEXT.repeat(20), "{extension}, {at}"),
                    Err(_) => refused += 1,
                }
            }
        }
        assert!(refused > 20, "{refused}");
    }

    #[test]
    fn the_inner_extension_is_that_of_the_format() {
        for (path, inner) in [("a.csv.gz", "a.csv"), ("a.json.ZST", "a.json"), ("a.csv", "a.csv"), ("gz", "gz")] {
            assert_eq!(inner_path(Path::new(path)), Path::new(inner));
        }
    }
}
