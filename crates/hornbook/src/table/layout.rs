//! How a file is laid out: what stands above the table, what separates its cells,
//! and what its columns are called. What is not told is found out.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use super::cell_kind::Kind;
use super::cells::split;
use super::delimiter;
use super::head::{Head, texts};
use super::header_lines;
use super::line_filter::Change;
use super::names;
use super::options::{Delimiter, ReadOptions};
use super::remark::Remark;
use super::sample::{Sample, blank};
use crate::error::FormatError;

/// What comments may begin with.
const COMMENT_SIGNS: [&str; 3] = ["#", "%", "//"];

/// How many records are looked at to tell headers from data, and how many of
/// their cells.
const MOST_RECORDS_READ: usize = 300;
const MOST_CELLS_READ: usize = 100_000;

/// A file up to its first row.
pub(super) struct Layout<'a> {
    pub(super) head: Head<'a>,
    pub(super) delimiter: u8,
    pub(super) columns: Vec<String>,
    /// The line at which the header stands, or the first row.
    pub(super) first_line: usize,
    pub(super) remarks: Vec<Remark>,
    pub(super) comments: Option<Comments>,
}

/// Lines that are left out as they are read.
pub(super) struct Comments {
    pub(super) sign: String,
    pub(super) skipped: Arc<AtomicUsize>,
    /// Whether the sign was found and not told.
    pub(super) found: bool,
}

impl<'a> Layout<'a> {
    /// Finds out how the file is laid out.
    pub(super) fn find(mut head: Head<'a>, options: &ReadOptions) -> Result<Self, FormatError> {
        let mut remarks = Vec::new();
        let mut told = options.delimiter;
        match options.skip {
            Some(lines) => head.skip_lines(lines)?,
            None => {
                if let Some(named) = delimiter_line(head.text()) {
                    head.skip_lines(1)?;
                    remarks.push(Remark::DelimiterLine(char::from(named)));
                    told = told.or(Some(Delimiter::Character(named)));
                }
            }
        }
        let (mut head, comments, commented) = without_comments(head, options)?;
        let delimiter = match told {
            Some(Delimiter::Character(b'\n' | b'\r' | b'"' | 0 | 0x80..)) => {
                return Err(FormatError::plain("this character cannot separate cells"));
            }
            Some(delimiter) => delimiter,
            None => delimiter::find(head.text(), head.whole),
        };
        if told.is_none() && delimiter == Delimiter::Blanks {
            remarks.push(Remark::BlankSeparated);
        }
        let delimiter = match delimiter {
            Delimiter::Character(delimiter) => delimiter,
            Delimiter::Blanks => {
                head = head.change(Change::Blanks)?;
                b'\t'
            }
        };
        // By blanks, every sentence would be a title or a row.
        if options.skip.is_none() && told != Some(Delimiter::Blanks) && !remarks.contains(&Remark::BlankSeparated) {
            let lines = delimiter::title_lines(head.text(), head.whole, delimiter);
            head.skip_lines(lines)?;
            remarks.extend((lines > 0).then_some(Remark::TitleLines(lines)));
        }
        let (first_line, columns) = columns(&mut head, delimiter, options, commented.as_deref(), &mut remarks)?;
        Ok(Self { head, delimiter, columns, first_line, remarks, comments })
    }
}

/// What a first line `sep=;` names, as spreadsheets write it.
fn delimiter_line(text: &str) -> Option<u8> {
    let line = text.split(['\n', '\r']).next()?;
    let line = line.strip_prefix('"').and_then(|line| line.strip_suffix('"')).unwrap_or(line);
    let (key, delimiter) = line.split_at_checked(4)?;
    match delimiter.as_bytes() {
        &[delimiter] if key.eq_ignore_ascii_case("sep=") && delimiter.is_ascii() && delimiter != b'"' => {
            Some(delimiter)
        }
        _ => None,
    }
}

type WithoutComments<'a> = (Head<'a>, Option<Comments>, Option<String>);

/// Leaves out comments: those of which the sign is told, or else those that begin
/// with the same sign as the first lines do. Also gives the last of these first
/// lines: it may name the columns.
fn without_comments<'a>(head: Head<'a>, options: &ReadOptions) -> Result<WithoutComments<'a>, FormatError> {
    let (sign, last, found) = match options.comment {
        Some(sign) => (sign.to_string(), None, false),
        None if options.skip.is_some() => return Ok((head, None, None)),
        None => match leading_comments(head.text()) {
            Some((sign, last)) => (sign.to_owned(), Some(last.to_owned()), true),
            None => return Ok((head, None, None)),
        },
    };
    let skipped = Arc::new(AtomicUsize::new(0));
    let head = head.change(Change::Comments { sign: sign.clone().into_bytes(), skipped: skipped.clone() })?;
    Ok((head, Some(Comments { sign, skipped, found }), last))
}

/// The sign of the comments that a text begins with, and the last of them, if
/// something comes below.
fn leading_comments(text: &str) -> Option<(&'static str, &str)> {
    let text = &text[blank(text)..];
    let sign = COMMENT_SIGNS.into_iter().find(|sign| text.starts_with(sign))?;
    let mut lines = text.split(['\n', '\r']).filter(|line| !line.is_empty()).peekable();
    let mut last = None;
    while let Some(line) = lines.next_if(|line| line.starts_with(sign)) {
        last = Some(line);
    }
    lines.peek()?;
    Some((sign, last?))
}

/// Takes the header, and gives its line and the names of all columns.
fn columns(
    head: &mut Head<'_>,
    delimiter: u8,
    options: &ReadOptions,
    commented: Option<&str>,
    remarks: &mut Vec<Remark>,
) -> Result<(usize, Vec<String>), FormatError> {
    let (first, _) = head.first_record(delimiter)?;
    if first.is_empty() {
        return Err(FormatError::plain("the file is empty: it has no header and no rows"));
    }
    let first_line = head.line;
    let sample = head.sample(delimiter, MOST_RECORDS_READ, MOST_CELLS_READ);
    let commented = commented.filter(|_| options.header_lines.is_none());
    let commented = commented.and_then(|line| commented_names(line, delimiter, &sample));
    let lines = match (&commented, options.header_lines) {
        (Some(_), _) => 0,
        (None, Some(lines)) => lines,
        (None, None) => header_lines::count(&sample),
    };
    if commented.is_some() {
        remarks.push(Remark::CommentedHeader);
    } else if options.header_lines.is_none() && lines != 1 {
        remarks.push(if lines == 0 { Remark::NoHeader } else { Remark::JoinedHeader(lines) });
    }
    let mut levels = Vec::new();
    for _ in 0..lines {
        levels.push(head.take_record(delimiter)?);
    }
    let mut names = match commented {
        Some(names) => names,
        None if lines == 0 => return Ok((first_line, names::numbered(first.len()))),
        None if lines == 1 => levels.swap_remove(0),
        None => names::joined(&levels),
    };
    let rows = head.sample(delimiter, MOST_RECORDS_READ, MOST_CELLS_READ);
    // A lone record may be cut off.
    if rows.len() > 1 || head.whole {
        complete(&mut names, &rows, remarks);
    }
    Ok((first_line, names::mended(names, remarks)))
}

/// Adds the name that a header lacks if all records have one cell more.
fn complete(names: &mut Vec<String>, rows: &Sample<'_>, remarks: &mut Vec<Remark>) {
    let width = names.len() + 1;
    if width < 3 || rows.len() == 0 || rows.widths().any(|cells| cells != width) {
        return;
    }
    if (0..rows.len()).all(|row| rows.cell(row, width - 1).is_empty()) {
        names.push(String::new());
        remarks.push(Remark::TrailingDelimiter);
    } else if rows.len() > 1 {
        names.insert(0, String::new());
        remarks.push(Remark::UnnamedRowNames);
    }
}

/// The names of the columns in a comment, if it has as many as the records below
/// have cells, and these are data.
fn commented_names(line: &str, delimiter: u8, sample: &Sample<'_>) -> Option<Vec<String>> {
    let sign = COMMENT_SIGNS.into_iter().find(|sign| line.starts_with(sign))?;
    let line = &line[sign.len()..];
    let separated = match delimiter {
        b'\t' if !line.contains('\t') => line.split_whitespace().collect::<Vec<_>>().join("\t"),
        _ => line.to_owned(),
    };
    let mut cells = Vec::new();
    split(separated.as_bytes(), delimiter, usize::MAX, &mut cells);
    let mut names = texts(separated.as_bytes(), &cells).ok()?;
    let width = sample.widths().next()?;
    let fits = names.len() == width && width > 1 && sample.widths().all(|other| other == width);
    let is_name = |name: &String| !name.trim().is_empty() && !name.trim().contains(' ') && Kind::of(name) == Kind::Text;
    let above_data = || {
        let unclear = !header_lines::names_stand_above_numbers(sample);
        header_lines::begins_with_data(sample) || unclear && names[1..].iter().all(is_name)
    };
    if !fits || !above_data() {
        return None;
    }
    // The sign may be all of a name: `#` is often the column of numbers.
    if names[0].is_empty() {
        sign.clone_into(&mut names[0]);
    }
    Some(names)
}
