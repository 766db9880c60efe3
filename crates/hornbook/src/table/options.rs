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

impl std::str::FromStr for Delimiter {
    type Err = &'static str;

    /// A character, or what one is called.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let character = match text {
            "comma" => b',',
            "semicolon" => b';',
            "tab" | "\\t" => b'\t',
            "bar" | "pipe" => b'|',
            "blanks" | "blank" | "space" | "spaces" | "whitespace" => return Ok(Self::Blanks),
            _ => match text.as_bytes() {
                [b'\n' | b'\r' | b'"' | 0] => return Err("this character cannot separate cells"),
                [character] => *character,
                _ => return Err("expected one character, or comma, semicolon, tab, bar or blanks"),
            },
        };
        Ok(Self::Character(character))
    }
}

impl std::str::FromStr for Decimal {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "comma" | "," => Ok(Self::Comma),
            "point" | "." => Ok(Self::Point),
            _ => Err("expected point or comma"),
        }
    }
}

impl Encoding {
    /// The names by which an encoding is known.
    pub const NAMES: [&'static str; 10] = [
        "utf-8",
        "utf8",
        "utf-16",
        "utf-16le",
        "utf-16be",
        "latin-1",
        "latin1",
        "iso-8859-1",
        "windows-1252",
        "cp1252",
    ];
}

impl std::str::FromStr for Encoding {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "utf-8" | "utf8" => Ok(Self::Utf8),
            // The mark at the start of the file, if there is one, knows better.
            "utf-16" | "utf-16le" => Ok(Self::Utf16Le),
            "utf-16be" => Ok(Self::Utf16Be),
            name if Self::NAMES.contains(&name) => Ok(Self::Windows1252),
            _ => Err("expected utf-8, utf-16, utf-16le, utf-16be, latin-1 or windows-1252"),
        }
    }
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
