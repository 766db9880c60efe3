//! Files of text that may be longer than memory: read in chunks of whole records.
//!
//! How the file is laid out is found out from its start, and told to the reader of
//! each chunk, which gets the lines above the first row as well.

use std::io::Read;

use hornbook::format::{ContextFormat, FormatError, records};
use hornbook::table::{Delimiter, ReadOptions, Remark, Table};

/// The start of a file that tells how it is laid out.
const HEAD_BYTES: usize = 1 << 20;
/// A record may be so long.
const LONGEST_RECORD_BYTES: usize = 128 << 20;
/// The most lines that name columns.
const MOST_HEADER_LINES: usize = 4;

/// How a long file of text is read.
#[derive(Clone, Debug)]
pub(super) struct LongText {
    format: ContextFormat,
    options: ReadOptions,
    /// What stands above the first row.
    preamble: Vec<u8>,
    columns: Vec<String>,
    /// How many bytes a row takes, on average.
    pub row_bytes: f64,
}

impl LongText {
    /// Finds out how the file is laid out; nothing if it cannot be read in chunks, and
    /// must be read whole.
    pub(super) fn find(
        source: &mut impl Read,
        format: ContextFormat,
        options: &ReadOptions,
    ) -> Result<Option<Self>, FormatError> {
        let mut head = Vec::new();
        source.by_ref().take(HEAD_BYTES as u64).read_to_end(&mut head)?;
        let is_utf16 = head.starts_with(&[0xff, 0xfe]) || head.starts_with(&[0xfe, 0xff]) || head.contains(&0);
        let is_json = format == ContextFormat::JsonLines;
        let Some(end) = last_record_end(&head, is_json).filter(|_| !is_utf16) else { return Ok(None) };
        head.truncate(end);
        if is_json {
            let table = records::read_lines(head.as_slice())?;
            return Ok(Some(Self::new(format, options.clone(), Vec::new(), &table, head.len())));
        }
        let told = match format {
            ContextFormat::Tsv => options.delimiter.or(Some(Delimiter::Character(b'\t'))),
            _ => options.delimiter,
        };
        let options = ReadOptions { delimiter: told, ..options.clone() };
        let table = Table::read_with(head.as_slice(), &options)?;
        let above = table.line(0).saturating_sub(1);
        let Some(options) = pinned(&head, &table, above, &options) else { return Ok(None) };
        let preamble = lines(&head, above).to_vec();
        Ok(Some(Self::new(format, options, preamble, &table, head.len())))
    }

    fn new(format: ContextFormat, options: ReadOptions, preamble: Vec<u8>, head: &Table, head_bytes: usize) -> Self {
        let row_bytes = (head_bytes - preamble.len()) as f64 / head.len().max(1) as f64;
        Self { format, options, preamble, columns: head.columns().to_vec(), row_bytes: row_bytes.max(1.0) }
    }

    pub(super) fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The rows of the file, chunk by chunk. Of the chunks, only those are read as
    /// tables whose number is wanted.
    pub(super) fn chunks<R: Read>(
        &self,
        source: R,
        chunk_bytes: usize,
        is_wanted: impl Fn(usize) -> bool,
    ) -> impl Iterator<Item = Result<Table, FormatError>> {
        // What stands above the first row is read again with each chunk.
        let mut chunks =
            Chunks { source, rest: Vec::new(), size: chunk_bytes, above: self.preamble.len(), ended: false };
        let is_json = self.format == ContextFormat::JsonLines;
        let above = lines_in(&self.preamble);
        let (mut number, mut lines_before, mut failed) = (0, above, false);
        std::iter::from_fn(move || {
            while !failed {
                let bytes = match chunks.next(is_json) {
                    Ok(Some(bytes)) => bytes,
                    Ok(None) => return None,
                    Err(error) => {
                        failed = true;
                        return Some(Err(error.into()));
                    }
                };
                let line = |line: usize| (line + lines_before).saturating_sub(above);
                let is_skipped = !is_wanted(number) || bytes.iter().all(u8::is_ascii_whitespace);
                let table = (!is_skipped).then(|| {
                    let table = self.table(&bytes);
                    table.map_err(|error| error.line().map_or(error.clone(), |at| error.at_line(line(at))))
                });
                lines_before += lines_in(&bytes);
                number += 1;
                // Blank lines at the end are no rows, and what is not wanted is not read.
                if let Some(table) = table {
                    failed = table.is_err();
                    return Some(table);
                }
            }
            None
        })
    }

    fn table(&self, bytes: &[u8]) -> Result<Table, FormatError> {
        if self.format == ContextFormat::JsonLines {
            return records::read_lines(bytes);
        }
        let table = Table::read_with(self.preamble.chain(bytes), &self.options)?;
        match table.columns() == self.columns {
            true => Ok(table),
            false => Err(FormatError::plain("the columns change in the middle of the file")),
        }
    }
}

/// The options with which the start of the file is read as it was without them: what
/// was found out is told.
fn pinned(head: &[u8], table: &Table, above: usize, options: &ReadOptions) -> Option<ReadOptions> {
    let characters = [b',', b';', b'\t', b'|'].map(Delimiter::Character);
    let delimiters =
        options.delimiter.map_or_else(|| [&characters[..], &[Delimiter::Blanks]].concat(), |told| vec![told]);
    let comment = table.remarks().iter().find_map(|remark| match remark {
        Remark::Comments { sign, .. } => sign.chars().next().filter(|c| c.len_utf8() == sign.len()),
        _ => None,
    });
    let comment = options.comment.or(comment);
    for delimiter in delimiters {
        for header_lines in 0..=above.min(MOST_HEADER_LINES) {
            let told = ReadOptions {
                delimiter: Some(delimiter),
                header_lines: Some(header_lines),
                skip: Some(above - header_lines),
                comment,
                ..options.clone()
            };
            if Table::read_with(head, &told).is_ok_and(|found| found == *table) {
                return Some(told);
            }
        }
    }
    None
}

/// The first lines.
fn lines(bytes: &[u8], count: usize) -> &[u8] {
    let mut ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    let end = if count == 0 { 0 } else { ends.nth(count - 1).unwrap_or(bytes.len()) };
    &bytes[..end]
}

fn lines_in(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte == b'\n').count()
}

/// The end of the last record that is whole. A line break between quotes ends none;
/// in JSON all of them are written otherwise.
fn last_record_end(bytes: &[u8], is_json: bool) -> Option<usize> {
    if is_json {
        return bytes.iter().rposition(|byte| *byte == b'\n').map(|at| at + 1);
    }
    let (mut quoted, mut end) = (false, None);
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b'\n' if !quoted => end = Some(at + 1),
            _ => {}
        }
    }
    end
}

/// A file cut into chunks of whole records.
struct Chunks<R> {
    source: R,
    /// The start of a record of which the end is not read yet.
    rest: Vec<u8>,
    size: usize,
    /// So many bytes are passed over first.
    above: usize,
    ended: bool,
}

impl<R: Read> Chunks<R> {
    fn next(&mut self, is_json: bool) -> std::io::Result<Option<Vec<u8>>> {
        let above = std::mem::take(&mut self.above) as u64;
        std::io::copy(&mut self.source.by_ref().take(above), &mut std::io::sink())?;
        let mut bytes = std::mem::take(&mut self.rest);
        while !self.ended {
            // A long record takes larger and larger steps.
            let step = self.size.max(bytes.len());
            let count = self.source.by_ref().take(step as u64).read_to_end(&mut bytes)?;
            self.ended = count < step;
            if self.ended {
                break;
            }
            let end = match last_record_end(&bytes, is_json) {
                None if bytes.len() > LONGEST_RECORD_BYTES => {
                    let message = "found a record of more than 128 MB, expected less (is a quote not closed?)";
                    return Err(std::io::Error::other(message));
                }
                None => continue,
                Some(end) => end,
            };
            self.rest = bytes.split_off(end);
            return Ok(Some(bytes));
        }
        Ok((!bytes.is_empty()).then_some(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(table: &Table) -> Vec<Vec<String>> {
        (0..table.len()).map(|row| (0..table.width()).map(|at| table.cell(row, at).to_owned()).collect()).collect()
    }

    fn in_chunks(text: &str, format: ContextFormat, size: usize) -> Vec<Vec<String>> {
        let options = ReadOptions::default();
        let found = LongText::find(&mut text.as_bytes(), format, &options).unwrap().unwrap();
        found.chunks(text.as_bytes(), size, |_| true).flat_map(|table| cells(&table.unwrap())).collect()
    }

    #[test]
    fn chunks_hold_what_the_whole_file_holds() {
        let rows: String = (0..60).map(|at| format!("\"n {at}\nx\";{};{}\n", at % 7, at as f64 / 8.0)).collect();
        for preamble in ["name;legs;weight\n", "A title\n\nname;legs;weight\n"] {
            let text = format!("{preamble}{rows}");
            let whole = Table::read_with(text.as_bytes(), &ReadOptions::default()).unwrap();
            assert_eq!(whole.len(), 60);
            for size in [1, 7, 64, 300, 1 << 20] {
                assert_eq!(in_chunks(&text, ContextFormat::Csv, size), cells(&whole), "{size}");
            }
        }
    }

    #[test]
    fn a_file_without_names_of_columns_stays_without() {
        let text: String = (0..50).map(|at| format!("{},{}\n", at % 5, at)).collect();
        assert_eq!(in_chunks(&text, ContextFormat::Csv, 16).len(), 50);
        let text: String = (0..50).map(|at| format!("{{\"a\":{},\"b\":\"x{}\"}}\n", at % 5, at)).collect();
        assert_eq!(in_chunks(&text, ContextFormat::JsonLines, 16).len(), 50);
    }

    #[test]
    fn an_error_names_the_line_of_the_file() {
        let mut text: String = (0..50).map(|at| format!("{at},x\n")).collect();
        text.insert_str(0, "a,b\n");
        let found = LongText::find(&mut text.as_bytes(), ContextFormat::Csv, &ReadOptions::default()).unwrap().unwrap();
        text.push_str("1,2,3\n");
        let failed = found.chunks(text.as_bytes(), 40, |_| true).find_map(Result::err).unwrap();
        assert_eq!(failed.line(), Some(52), "{failed}");
    }
}
