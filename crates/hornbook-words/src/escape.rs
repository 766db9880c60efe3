//! Text that stays text, whatever is in it: on a screen, in Markdown, in HTML.

/// A text without what could disturb a screen: control characters and marks
/// that turn the direction of writing are spelled out.
pub fn escape_control(text: &str) -> String {
    let turns =
        |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{061c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let breaks = |c: char| matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{200b}');
    let mut shown = String::with_capacity(text.len());
    let mut marks = 0;
    for c in text.chars() {
        // Marks pile up on the letter before them; a few are writing.
        marks = if is_mark(c) { marks + 1 } else { 0 };
        if c.is_control() || turns(c) || breaks(c) {
            shown.extend(c.escape_unicode());
        } else if marks <= MOST_MARKS {
            shown.push(c);
        }
    }
    shown
}

/// So many marks on one letter are shown.
const MOST_MARKS: usize = 4;

fn is_mark(c: char) -> bool {
    matches!(c, '\u{0300}'..='\u{036f}' | '\u{0483}'..='\u{0489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}
