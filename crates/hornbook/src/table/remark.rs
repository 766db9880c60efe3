//! What was found out about a file that its owner may not expect.

use std::fmt;

use super::options::Encoding;
use crate::error::token;

/// What was found out about a file that its owner may not expect.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Remark {
    /// The characters are encoded otherwise than in UTF-8.
    Encoded(Encoding),
    /// The first line names the delimiter.
    DelimiterLine(char),
    /// Lines that begin with a sign were left out.
    Comments {
        /// What they begin with.
        sign: String,
        /// How many there are.
        lines: usize,
    },
    /// The names of the columns stand in a comment.
    CommentedHeader,
    /// Lines above the table were left out.
    TitleLines(usize),
    /// Blanks separate the cells.
    BlankSeparated,
    /// The first line seems to be data, so that the columns are numbered.
    NoHeader,
    /// Several lines together name the columns.
    JoinedHeader(usize),
    /// The header has no name for the first column, which names the rows.
    UnnamedRowNames,
    /// All rows end with a delimiter more than the header has.
    TrailingDelimiter,
    /// Columns without a name were numbered.
    UnnamedColumns {
        /// How many there are.
        count: usize,
        /// What the first of them is called now.
        first: String,
    },
    /// Numbers of columns may be meant with a decimal comma.
    AmbiguousNumbers(Vec<String>),
    /// Dates of columns may be meant with day and month the other way round.
    AmbiguousDates(Vec<String>),
    /// Words in a column of numbers or dates were taken for missing.
    WordsAmongNumbers {
        /// The column.
        column: String,
        /// The words.
        words: Vec<String>,
        /// How many rows have one.
        rows: usize,
    },
    /// Names that occur several times were numbered.
    RepeatedNames {
        /// How many columns were renamed.
        count: usize,
        /// What the first of them is called now.
        first: String,
    },
}

impl Remark {
    /// The option that overrules what was found out, if there is one: the name of
    /// a field of [`ReadOptions`](super::ReadOptions), as command lines spell it
    /// behind two dashes, and where it helps, a value.
    pub fn mended_by(&self) -> Option<&'static str> {
        match self {
            Self::Encoded(_) => Some("encoding"),
            Self::DelimiterLine(_) | Self::BlankSeparated => Some("delimiter"),
            Self::Comments { .. } | Self::TitleLines(_) => Some("skip 0"),
            Self::CommentedHeader | Self::NoHeader | Self::JoinedHeader(_) => Some("header-lines 1"),
            Self::AmbiguousNumbers(_) => Some("decimal comma"),
            Self::AmbiguousDates(_)
            | Self::WordsAmongNumbers { .. }
            | Self::UnnamedRowNames
            | Self::TrailingDelimiter
            | Self::UnnamedColumns { .. }
            | Self::RepeatedNames { .. } => None,
        }
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = |n: usize| if n == 1 { "1 line".to_owned() } else { format!("{n} lines") };
        let columns = |n: usize| if n == 1 { "1 column".to_owned() } else { format!("{n} columns") };
        match self {
            Self::Encoded(encoding) => write!(f, "The characters seem to be in {}.", encoding.name()),
            Self::DelimiterLine(delimiter) => {
                write!(f, "The first line says that {} separates cells.", named(*delimiter))
            }
            Self::Comments { sign, lines: n } => {
                write!(f, "{} beginning with {} left out as comments.", lines(*n), token(sign))
            }
            Self::CommentedHeader => f.write_str("The names of the columns are taken from the comment above them."),
            Self::TitleLines(n) => write!(f, "{} above the table left out.", lines(*n)),
            Self::BlankSeparated => f.write_str("The cells seem to be separated by blanks."),
            Self::NoHeader => f.write_str("The first line seems to be data: the columns are numbered."),
            Self::JoinedHeader(n) => write!(f, "The first {} together seem to name the columns.", lines(*n)),
            Self::UnnamedRowNames => {
                f.write_str("The first column has no name and is taken for the names of the rows.")
            }
            Self::TrailingDelimiter => f.write_str("All rows end with a delimiter more than the header has."),
            Self::UnnamedColumns { count, first } => {
                write!(f, "{} without a name, now called {}{}.", columns(*count), token(first), and_so_on(*count))
            }
            Self::AmbiguousNumbers(columns) => {
                write!(f, "A comma is taken to stand between thousands in {}.", listed(columns))
            }
            Self::AmbiguousDates(columns) => {
                write!(f, "Day and month may be meant the other way round in {}.", listed(columns))
            }
            Self::WordsAmongNumbers { column, words, rows } => {
                let cells = if *rows == 1 { "1 cell".to_owned() } else { format!("{rows} cells") };
                write!(f, "{cells} of {} taken for missing: {}.", token(column), listed(words))
            }
            Self::RepeatedNames { count, first } => {
                let columns = columns(*count);
                write!(f, "{columns} of the same name as another, now called {}{}.", token(first), and_so_on(*count))
            }
        }
    }
}

/// The first of some names.
fn listed(names: &[String]) -> String {
    const MOST_NAMES: usize = 3;
    let more = if names.len() > MOST_NAMES { ", …" } else { "" };
    names.iter().take(MOST_NAMES).map(|name| token(name)).collect::<Vec<_>>().join(", ") + more
}

fn and_so_on(count: usize) -> &'static str {
    if count > 1 { " and so on" } else { "" }
}

/// A delimiter as a sentence names it.
fn named(delimiter: char) -> String {
    match delimiter {
        '\t' => "a tab".to_owned(),
        ' ' => "a blank".to_owned(),
        other => token(&other.to_string()),
    }
}
