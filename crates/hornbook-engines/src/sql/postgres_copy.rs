//! The rows of PostgreSQL's `COPY … (FORMAT binary)`.

use crate::error::EngineError;

const SIGNATURE: &[u8] = b"PGCOPY\n\xff\r\n\0";
/// The signature, flags, and the length of what may follow.
const HEADER: usize = SIGNATURE.len() + 8;

/// What takes the cells of a row; NULL is none.
pub(super) type TakeCells<'a> = &'a mut dyn FnMut(&[Option<&[u8]>]) -> Result<(), EngineError>;

/// Takes the answer piece by piece, and hands out its rows.
#[derive(Default)]
pub(super) struct CopyReader {
    /// What was not a whole row yet.
    rest: Vec<u8>,
    is_begun: bool,
    is_ended: bool,
}

impl CopyReader {
    /// Takes a piece, and hands out the rows that end in it.
    pub(super) fn feed(&mut self, piece: &[u8], take: TakeCells<'_>) -> Result<(), EngineError> {
        if self.rest.is_empty() {
            let used = self.rows(piece, take)?;
            self.rest.extend_from_slice(&piece[used..]);
            return Ok(());
        }
        let mut all = std::mem::take(&mut self.rest);
        all.extend_from_slice(piece);
        let used = self.rows(&all, take)?;
        all.drain(..used);
        self.rest = all;
        Ok(())
    }

    /// Says whether all rows came.
    pub(super) fn finish(&self) -> Result<(), EngineError> {
        if self.is_ended { Ok(()) } else { Err(EngineError::Unreachable("the answer broke off".to_owned())) }
    }

    /// Hands out the whole rows of a piece, and says how long they are.
    fn rows(&mut self, piece: &[u8], take: TakeCells<'_>) -> Result<usize, EngineError> {
        let mut used = 0;
        if !self.is_begun {
            let Some(header) = piece.get(..HEADER) else { return Ok(0) };
            let more = number(&header[SIGNATURE.len() + 4..]);
            if !header.starts_with(SIGNATURE) || more != 0 {
                return Err(EngineError::Failed("the server's answer is not what COPY gives".to_owned()));
            }
            self.is_begun = true;
            used = HEADER;
        }
        let mut cells: Vec<Option<&[u8]>> = Vec::new();
        while !self.is_ended {
            match row(&piece[used..], &mut cells) {
                Row::Whole(length) => {
                    take(&cells)?;
                    used += length;
                }
                Row::Part => break,
                Row::End => {
                    self.is_ended = true;
                    used = piece.len();
                }
            }
        }
        Ok(used)
    }
}

enum Row {
    /// A row of so many bytes.
    Whole(usize),
    /// It goes on in the next piece.
    Part,
    /// There are no more.
    End,
}

fn number(bytes: &[u8]) -> i32 {
    bytes.first_chunk().map_or(0, |bytes| i32::from_be_bytes(*bytes))
}

fn row<'a>(piece: &'a [u8], cells: &mut Vec<Option<&'a [u8]>>) -> Row {
    cells.clear();
    let Some(count) = piece.first_chunk().map(|bytes| i16::from_be_bytes(*bytes)) else { return Row::Part };
    if count < 0 {
        return Row::End;
    }
    let mut at = 2;
    for _ in 0..count {
        let Some(length) = piece.get(at..at + 4).map(number) else { return Row::Part };
        at += 4;
        match usize::try_from(length) {
            Err(_) => cells.push(None),
            Ok(length) => {
                let Some(cell) = piece.get(at..at + length) else { return Row::Part };
                cells.push(Some(cell));
                at += length;
            }
        }
    }
    Row::Whole(at)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_however_they_are_cut() {
        let mut bytes = SIGNATURE.to_vec();
        bytes.extend([0; 8]);
        for cells in [[Some("ab"), None], [Some(""), Some("c")]] {
            bytes.extend(2i16.to_be_bytes());
            for cell in cells {
                bytes.extend(cell.map_or(-1, |cell| cell.len() as i32).to_be_bytes());
                bytes.extend(cell.unwrap_or_default().bytes());
            }
        }
        bytes.extend((-1i16).to_be_bytes());
        for size in 1..bytes.len() {
            let (mut reader, mut rows) = (CopyReader::default(), Vec::new());
            for piece in bytes.chunks(size) {
                let mut take = |cells: &[Option<&[u8]>]| {
                    rows.push(cells.iter().map(|cell| cell.map(<[u8]>::to_vec)).collect::<Vec<_>>());
                    Ok(())
                };
                reader.feed(piece, &mut take).unwrap();
            }
            reader.finish().unwrap();
            assert_eq!(rows, [[Some(b"ab".to_vec()), None], [Some(Vec::new()), Some(b"c".to_vec())]]);
        }
    }

    #[test]
    fn what_breaks_off_is_not_all() {
        assert!(CopyReader::default().finish().is_err());
        assert!(CopyReader::default().feed(&[b'x'; 40], &mut |_| Ok(())).is_err());
    }
}
