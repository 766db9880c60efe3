//! How a file of cells is read.

/// How a file of cells is read. What is not told is found out from the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// What separates the cells.
    pub delimiter: Option<Delimiter>,
    /// How many lines name the columns; with none, columns are numbered.
    pub header_lines: Option<usize>,
    /// How many lines stand before the table and are no part of it.
    pub skip: Option<usize>,
    /// Lines that begin with this are no part of the table.
    pub comment: Option<char>,
    /// How characters are encoded.
    pub encoding: Option<Encoding>,
    /// What stands before the fraction of a number.
    pub decimal: Option<Decimal>,
    /// Further spellings of a missing value.
    pub missing: Vec<String>,
}

/// What separates the cells of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delimiter {
    /// One character, which is none of those that end a line or quote a cell.
    Character(u8),
    /// Any number of blanks.
    Blanks,
}

/// What stands before the fraction of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decimal {
    /// `1.5`; commas may stand between thousands.
    Point,
    /// `1,5`; points may stand between thousands.
    Comma,
}

/// How characters are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Encoding {
    /// UTF-8.
    Utf8,
    /// UTF-16, the low byte first.
    Utf16Le,
    /// UTF-16, the high byte first.
    Utf16Be,
    /// Windows-1252, of which Latin-1 is a part as far as text has it.
    Windows1252,
}

impl Encoding {
    /// What the encoding is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16Le | Self::Utf16Be => "UTF-16",
            Self::Windows1252 => "Windows-1252",
        }
    }
}
