//! Text cut and wrapped by how wide it shows, never by bytes.

use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How many columns a text takes.
pub(super) fn width(text: &str) -> usize {
    text.width()
}

/// A text cut to so many columns, with a sign that it was.
pub(super) fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut shown = String::new();
    let mut taken = 1;
    for c in text.chars() {
        taken += c.width().unwrap_or(0);
        if taken > columns {
            break;
        }
        shown.push(c);
    }
    if columns > 0 {
        shown.push('…');
    }
    shown
}

/// A text cut or filled up to just so many columns.
pub(super) fn fitted(text: &str, columns: usize) -> String {
    let mut shown = cut(text, columns);
    shown.extend(std::iter::repeat_n(' ', columns.saturating_sub(width(&shown))));
    shown
}

/// A line without styles.
pub(super) fn plain(text: impl Into<String>) -> Line<'static> {
    Line::raw(text.into())
}

/// Plain text in lines of so many columns, each after an indent.
pub(super) fn paragraph(text: &str, columns: usize, indent: &str) -> Vec<Line<'static>> {
    styled(text, Style::new(), columns, indent)
}

/// Text of one style in lines of so many columns, each after an indent.
pub(super) fn styled(text: &str, style: Style, columns: usize, indent: &str) -> Vec<Line<'static>> {
    wrapped(&[Span::styled(text.to_owned(), style)], columns, indent, indent)
}

/// A word, in pieces of different styles, and the space before it.
#[derive(Default)]
struct Word {
    space: Option<Style>,
    pieces: Vec<(String, Style)>,
}

/// Text in lines of so many columns, the first after one indent and all others
/// after another. It breaks at spaces, and within what is longer than a line.
pub(super) fn wrapped(spans: &[Span<'_>], columns: usize, first: &str, others: &str) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    let mut line = Filling::new(first, columns);
    for word in words(spans) {
        let length: usize = word.pieces.iter().map(|(text, _)| width(text)).sum();
        let space = usize::from(word.space.is_some() && !line.is_empty());
        if !line.is_empty() && line.taken + space + length > columns {
            lines.push(std::mem::replace(&mut line, Filling::new(others, columns)).done());
        } else if let (1, Some(style)) = (space, word.space) {
            line.push(" ", style);
        }
        for (text, style) in word.pieces {
            let mut piece = String::new();
            let mut length = 0;
            for c in text.chars() {
                let more = c.width().unwrap_or(0);
                if line.taken + length + more > columns && (length > 0 || !line.is_empty()) {
                    line.push(&std::mem::take(&mut piece), style);
                    lines.push(std::mem::replace(&mut line, Filling::new(others, columns)).done());
                    length = 0;
                }
                piece.push(c);
                length += more;
            }
            line.push(&piece, style);
        }
    }
    lines.push(line.done());
    lines
}

fn words(spans: &[Span<'_>]) -> Vec<Word> {
    let mut words = vec![Word::default()];
    for span in spans {
        for (at, text) in span.content.split(' ').enumerate() {
            if at > 0 {
                words.push(Word { space: Some(span.style), ..Word::default() });
            }
            if let Some(word) = words.last_mut().filter(|_| !text.is_empty()) {
                word.pieces.push((text.to_owned(), span.style));
            }
        }
    }
    words.retain(|word| !word.pieces.is_empty());
    words
}

/// A line that is being filled.
struct Filling {
    spans: Vec<Span<'static>>,
    taken: usize,
    indent: usize,
}

impl Filling {
    fn new(indent: &str, columns: usize) -> Self {
        // In a window narrower than the indent there is none.
        let indent = if width(indent) < columns { indent } else { "" };
        Self { spans: vec![Span::raw(indent.to_owned())], taken: width(indent), indent: width(indent) }
    }

    fn is_empty(&self) -> bool {
        self.taken == self.indent
    }

    fn push(&mut self, text: &str, style: Style) {
        self.taken += width(text);
        self.spans.push(Span::styled(text.to_owned(), style));
    }

    fn done(self) -> Line<'static> {
        Line::from(self.spans)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(lines: &[Line<'_>]) -> Vec<String> {
        lines.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn cuts_by_columns() {
        assert_eq!(cut("platypus", 8), "platypus");
        assert_eq!(cut("platypus", 5), "plat…");
        assert_eq!(cut("日本語", 5), "日本…");
        assert_eq!(cut("日本語", 4), "日…");
        assert_eq!(cut("e\u{301}e\u{301}e\u{301}", 2), "e\u{301}…");
        assert_eq!(cut("ab", 1), "…");
        assert_eq!(cut("ab", 0), "");
        assert_eq!(fitted("日本語", 4), "日… ");
    }

    #[test]
    fn groups_by_thousands() {}

    #[test]
    fn wraps_at_spaces_and_within_long_words() {
        assert_eq!(shown(&paragraph("one two three", 9, " ")), [" one two", " three"]);
        assert_eq!(shown(&paragraph("abcdefgh ij", 4, "")), ["abcd", "efgh", "ij"]);
        assert_eq!(shown(&paragraph("", 4, "")), [""]);
        assert_eq!(shown(&paragraph("日本語", 1, "  ")), ["日", "本", "語"]);
    }

    #[test]
    fn keeps_a_mark_with_its_word_across_styles() {
        let spans = [Span::raw("Has it "), Span::raw("milk"), Span::raw("?")];
        assert_eq!(shown(&wrapped(&spans, 8, "", "> ")), ["Has it", "> milk?"]);
    }
}
