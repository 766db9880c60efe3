//! Text that stays text, whatever is in it: on a screen, in Markdown, in HTML.

/// A text on one line without what could disturb a screen: control characters,
/// what cannot be seen and marks that turn the direction of writing are spelled
/// out.
pub fn escape_control(text: &str) -> String {
    escape_but(text, &[])
}

/// The same for a text that is laid out: its line breaks and tabs stay.
pub fn escape_lines(text: &str) -> String {
    escape_but(text, &['\n', '\t'])
}

fn escape_but(text: &str, stay: &[char]) -> String {
    let turns =
        |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{061c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let hidden =
        |c: char| matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{200b}' | '\u{180e}' | '\u{2060}'..='\u{2064}');
    let mut shown = String::with_capacity(text.len());
    let mut marks = 0;
    for c in text.chars() {
        // Marks pile up on the letter before them; a few are writing.
        marks = if is_mark(c) { marks + 1 } else { 0 };
        if !stay.contains(&c) && (c.is_control() || turns(c) || hidden(c)) {
            shown.extend(c.escape_unicode());
        } else if marks <= MAX_MARKS_ON_A_LETTER {
            shown.push(c);
        }
    }
    shown
}

const MAX_MARKS_ON_A_LETTER: usize = 4;

fn is_mark(c: char) -> bool {
    matches!(c, '\u{0300}'..='\u{036f}' | '\u{0483}'..='\u{0489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// Text that HTML and SVG take for text, also between quotes.
pub fn escape_html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in escape_control(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Text that Markdown takes for text: on one line, also where a line begins and
/// in the cell of a table.
pub fn escape_markdown(text: &str) -> String {
    let shown = escape_control(text);
    let shown = shown.trim();
    // Where a line begins, these would begin a list or underline a heading.
    let digits = shown.chars().take_while(char::is_ascii_digit).count();
    let numbers = digits > 0 && shown[digits..].chars().nth(1).is_none_or(char::is_whitespace);
    let mut escaped = String::with_capacity(shown.len());
    for (at, c) in shown.chars().enumerate() {
        let begins = match c {
            '-' | '+' | '=' => at == 0,
            '.' | ')' => numbers && at == digits,
            _ => false,
        };
        if begins || matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '&' | '~') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_reaches_a_screen_but_text() {
        let hostile = "\u{1b}]0;owned\u{7}a\u{9b}31m\u{202e}\u{7f}\u{2060}\tb\nc\r";
        let start = "\\u{1b}]0;owned\\u{7}a\\u{9b}31m\\u{202e}\\u{7f}\\u{2060}";
        assert_eq!(escape_control(hostile), format!("{start}\\u{{9}}b\\u{{a}}c\\u{{d}}"));
        assert_eq!(escape_lines(hostile), format!("{start}\tb\nc\\u{{d}}"));
    }

    #[test]
    fn html_is_text_between_tags_and_between_quotes() {
        assert_eq!(escape_html("<b class=\"x\">&'\u{1b}[2J"), "&lt;b class=&quot;x&quot;&gt;&amp;&#39;\\u{1b}[2J");
    }

    #[test]
    fn markdown_is_text_within_and_where_a_line_begins() {
        assert_eq!(escape_markdown("a*b* [x](y) | <i>"), "a\\*b\\* \\[x\\](y) \\| \\<i\\>");
        assert_eq!(["- a", "+ a", "1. a", "12) a"].map(escape_markdown), ["\\- a", "\\+ a", "1\\. a", "12\\) a"]);
        assert_eq!(["a - b", "v1.2", "1.5 a"].map(escape_markdown), ["a - b", "v1.2", "1.5 a"]);
        assert_eq!(escape_markdown("    code\nmore"), "code\\\\u{a}more");
    }
}
