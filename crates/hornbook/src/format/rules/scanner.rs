//! Names in a line of text rules, one after the other.

use super::names::{ARROWS, EQUIVALENT, FALSUM, IMPOSSIBLE};
use crate::error::{FormatError, token};

/// A name as it stands in a line.
#[derive(Clone)]
pub(super) struct Name {
    pub(super) text: String,
    quoted: bool,
    /// Where it starts in its line. Columns are counted only for errors: to
    /// count them for each of the names of a line would take quadratic time.
    pub(super) at: usize,
}

impl Name {
    pub(super) fn is_falsum(&self) -> bool {
        !self.quoted && [FALSUM, IMPOSSIBLE].contains(&self.text.as_str())
    }
}

/// The column, from 1, of an offset into a line.
pub(super) fn column(line: &str, at: usize) -> usize {
    line[..at].chars().count() + 1
}

/// A place in a line.
pub(super) struct Scanner<'a> {
    pub(super) line: &'a str,
    pub(super) at: usize,
    pub(super) number: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn rest(&self) -> &'a str {
        &self.line[self.at..]
    }

    fn skip_blanks(&mut self) {
        self.at = self.line.len() - self.rest().trim_start().len();
    }

    pub(super) fn wrong(&self, found: String, expected: &str) -> FormatError {
        FormatError::found(found, expected).at(self.number, column(self.line, self.at))
    }

    pub(super) fn found(&self) -> String {
        match self.rest() {
            "" => "the end of the line".to_owned(),
            rest => token(rest),
        }
    }

    /// Names with commas between them, up to an arrow, a comment or the end.
    pub(super) fn names(&mut self) -> Result<Vec<Name>, FormatError> {
        let mut names = Vec::new();
        loop {
            self.skip_blanks();
            if names.is_empty() && (self.rest().is_empty() || self.at_stop()) && !self.rest().starts_with(',') {
                return Ok(names);
            }
            names.push(self.name()?);
            self.skip_blanks();
            if !self.rest().starts_with(',') {
                return Ok(names);
            }
            self.at += 1;
        }
    }

    /// Whether a bare name ends here.
    fn at_stop(&self) -> bool {
        self.rest().starts_with([',', '#'])
            || self.rest().starts_with(EQUIVALENT)
            || ARROWS.iter().any(|arrow| self.rest().starts_with(arrow))
    }

    fn name(&mut self) -> Result<Name, FormatError> {
        let start = self.at;
        if self.rest().starts_with('"') {
            return Ok(Name { text: self.quoted_name()?, quoted: true, at: start });
        }
        while !self.rest().is_empty() && !self.at_stop() {
            self.at += self.rest().chars().next().map_or(1, char::len_utf8);
        }
        let text = self.line[start..self.at].trim().to_owned();
        match text.is_empty() {
            true => Err(self.wrong(self.found(), "an attribute")),
            false => Ok(Name { text, quoted: false, at: start }),
        }
    }

    fn quoted_name(&mut self) -> Result<String, FormatError> {
        let (mut text, open) = (String::new(), self.at);
        self.at += 1;
        loop {
            let Some(c) = self.rest().chars().next() else {
                self.at = open;
                return Err(self.wrong("a quote that is not closed".to_owned(), "'\"' at its end"));
            };
            if c == '\\' {
                text.push(self.escape()?);
                continue;
            }
            self.at += c.len_utf8();
            if c == '"' {
                return Ok(text);
            }
            text.push(c);
        }
    }

    fn escape(&mut self) -> Result<char, FormatError> {
        let rest = &self.rest()[1..];
        let simple = match rest.chars().next() {
            Some(c @ ('"' | '\\')) => Some(c),
            Some('n') => Some('\n'),
            Some('r') => Some('\r'),
            Some('t') => Some('\t'),
            _ => None,
        };
        if let Some(c) = simple {
            self.at += 2;
            return Ok(c);
        }
        let code = rest.strip_prefix("u{").and_then(|rest| rest.split_once('}')).map(|(code, _)| code);
        let parsed = code.and_then(|code| u32::from_str_radix(code, 16).ok()).and_then(char::from_u32);
        match (code, parsed) {
            (Some(code), Some(c)) => {
                self.at += code.len() + "\\u{}".len();
                Ok(c)
            }
            _ => Err(self.wrong(self.found(), r#"\", \\, \n, \r, \t or \u{…} with a character's number"#)),
        }
    }
}
