//! Arguments that say how a file of cells is read, for every command that reads
//! one.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use hornbook::table::{Decimal, Delimiter, Encoding, ReadOptions};

/// How a file of cells is read. What is not told is found out.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Reading the table")]
pub(crate) struct ReadArgs {
    /// What separates the cells: a character, or comma, semicolon, tab, bar, or
    /// blanks for any number of them
    #[arg(long, value_name = "CHAR", value_parser = delimiter)]
    delimiter: Option<Delimiter>,
    /// The first line is data: columns are called column1, column2 and so on
    #[arg(long, conflicts_with = "header_lines")]
    no_header: bool,
    /// How many lines name the columns; names in several lines are joined
    #[arg(long, value_name = "N")]
    header_lines: Option<usize>,
    /// How many lines stand above the table and are no part of it
    #[arg(long, value_name = "N")]
    skip: Option<usize>,
    /// Lines that begin with this are no part of the table
    #[arg(long, value_name = "CHAR")]
    comment: Option<char>,
    /// How characters are encoded: utf-8, utf-16, utf-16le, utf-16be, latin-1 or
    /// windows-1252
    #[arg(long, value_name = "NAME", value_parser = encoding(), hide_possible_values = true)]
    encoding: Option<Encoding>,
    /// What stands before the fraction of a number: point or comma
    #[arg(long, value_name = "SIGN", value_parser = decimal(), hide_possible_values = true)]
    decimal: Option<Decimal>,
    /// A further spelling of a missing value, or several with commas (repeatable)
    #[arg(long, value_name = "TEXT", value_delimiter = ',', allow_hyphen_values = true)]
    na: Vec<String>,
}

impl ReadArgs {
    /// How the file is read.
    pub(crate) fn options(&self) -> ReadOptions {
        ReadOptions {
            delimiter: self.delimiter,
            header_lines: if self.no_header { Some(0) } else { self.header_lines },
            skip: self.skip,
            comment: self.comment,
            encoding: self.encoding,
            decimal: self.decimal,
            missing: self.na.clone(),
        }
    }

    /// The first option that was given, if any.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let given = [
            ("--delimiter", self.delimiter.is_some()),
            ("--no-header", self.no_header),
            ("--header-lines", self.header_lines.is_some()),
            ("--skip", self.skip.is_some()),
            ("--comment", self.comment.is_some()),
            ("--encoding", self.encoding.is_some()),
            ("--decimal", self.decimal.is_some()),
            ("--na", !self.na.is_empty()),
        ];
        given.iter().find(|(_, given)| *given).map(|(option, _)| *option)
    }
}

/// A delimiter: a character, or what one is called.
fn delimiter(text: &str) -> Result<Delimiter, String> {
    text.parse().map_err(str::to_owned)
}

fn encoding() -> impl TypedValueParser<Value = Encoding> {
    PossibleValuesParser::new(Encoding::NAMES).try_map(|name| name.parse::<Encoding>())
}

fn decimal() -> impl TypedValueParser<Value = Decimal> {
    PossibleValuesParser::new(["point", ".", "comma", ","]).try_map(|name| name.parse::<Decimal>())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        read: ReadArgs,
    }

    fn options(line: &[&str]) -> Option<ReadOptions> {
        let line = std::iter::once("command").chain(line.iter().copied());
        Command::try_parse_from(line).ok().map(|command| command.read.options())
    }

    #[test]
    fn delimiters_have_names() {
        let of = |text: &str| options(&["--delimiter", text]).and_then(|options| options.delimiter);
        for (text, character) in
            [(",", b','), ("semicolon", b';'), ("tab", b'\t'), ("\\t", b'\t'), ("bar", b'|'), (":", b':')]
        {
            assert_eq!(of(text), Some(Delimiter::Character(character)), "{text}");
        }
        assert_eq!(of("blanks"), Some(Delimiter::Blanks));
        for bad in ["", "ab", "\"", "\n", "ä"] {
            assert_eq!(of(bad), None, "{bad}");
        }
    }

    #[test]
    fn what_is_told_becomes_options() {
        let told = options(&[
            "--no-header",
            "--skip",
            "3",
            "--comment",
            "#",
            "--encoding",
            "latin-1",
            "--decimal",
            ",",
            "--na",
            "-9,x",
            "--na",
            "-",
        ]);
        let expected = ReadOptions {
            delimiter: None,
            header_lines: Some(0),
            skip: Some(3),
            comment: Some('#'),
            encoding: Some(Encoding::Windows1252),
            decimal: Some(Decimal::Comma),
            missing: ["-9", "x", "-"].map(str::to_owned).to_vec(),
        };
        assert_eq!(told, Some(expected));
        assert_eq!(options(&["--header-lines", "2"]).unwrap().header_lines, Some(2));
        assert_eq!(options(&["--header-lines", "2", "--no-header"]), None);
        assert_eq!(options(&[]), Some(ReadOptions::default()));
    }
}
