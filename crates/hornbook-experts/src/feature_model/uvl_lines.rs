//! The lines of a UVL file: what they say without comments, and how far they are
//! indented.

use hornbook::format::FormatError;

/// A line that says something.
#[derive(Clone, Copy, Debug)]
pub(super) struct UvlLine<'a> {
    /// Its number, counted from 1.
    pub(super) number: usize,
    /// How many blanks or tabs stand before it.
    pub(super) indent: usize,
    /// What it says, without blanks around it.
    pub(super) text: &'a str,
}

impl UvlLine<'_> {
    /// The error with the place of this line, so many bytes into what it says.
    pub(super) fn at(&self, error: FormatError, offset: usize) -> FormatError {
        error.at(self.number, self.indent + self.text[..offset.min(self.text.len())].chars().count() + 1)
    }
}

/// The text without comments: blanks take their place, so that places stay as they are.
pub(super) fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    let (mut quoted, mut in_line, mut in_block) = (None, false, false);
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied();
        if letter == '\n' {
            (quoted, in_line) = (None, false);
        } else if in_block && letter == '*' && next == Some('/') {
            letters.next();
            kept.push_str("  ");
            in_block = false;
            continue;
        } else if quoted.is_none() && !in_line && !in_block {
            match (letter, next) {
                ('/', Some('/')) => in_line = true,
                ('/', Some('*')) => in_block = true,
                ('"' | '\'', _) => quoted = Some(letter),
                _ => {}
            }
        } else if quoted == Some(letter) {
            quoted = None;
        }
        kept.push(if (in_line || in_block) && letter != '\n' { ' ' } else { letter });
    }
    kept
}

/// The lines that say something.
pub(super) fn lines(text: &str) -> impl Iterator<Item = UvlLine<'_>> {
    let lines = text.lines().enumerate().map(move |(at, text)| {
        let said = text.trim_start();
        let indent = text[..text.len() - said.len()].chars().count();
        UvlLine { number: at + 1, indent, text: said.trim_end() }
    });
    lines.filter(|line| !line.text.is_empty())
}
