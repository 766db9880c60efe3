//! What is written at a concept, and how much room it takes.
//!
//! No font is at hand where a drawing is made, so widths are estimated by the kind of
//! letter, with room to spare.

use hornbook::lattice::Concept;
use hornbook::{AttrSet, Context};
use hornbook_words::escape_control;

/// The height of a line of text of 12 pixels.
pub const LINE_HEIGHT: f64 = 16.0;
/// The height of a concept with its number in it.
pub const PILL_HEIGHT: f64 = 20.0;
/// So many lines are written above a concept, and below it; the other names are counted.
const MAX_LINES: usize = 3;
/// A name longer than this is cut.
const MAX_NAME_CHARS: usize = 24;

/// About how wide a text of 12 pixels is.
pub fn text_width(text: &str) -> f64 {
    text.chars().map(char_width).sum()
}

fn char_width(letter: char) -> f64 {
    match letter {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 4.6,
        ' ' | 't' | 'f' | 'r' | '(' | ')' | '[' | ']' | '-' | '/' => 5.8,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 12.4,
        'A'..='Z' => 9.6,
        '\u{300}'..='\u{36f}' => 0.0,
        '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' => 13.0,
        '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}' | '\u{1f000}'.. => 16.0,
        _ => 8.2,
    }
}

/// The number in a concept: its objects, and those that perhaps belong to it.
pub fn pill_text(count: usize, perhaps: usize) -> String {
    if perhaps == 0 { count.to_string() } else { format!("{count}+{perhaps}?") }
}

/// How wide a concept is with that number in it.
pub fn pill_width(text: &str) -> f64 {
    (text_width(text) + 10.0).max(PILL_HEIGHT)
}

/// The lines above a concept: its own attributes. Of one that more objects may have
/// than may be in the concept, it is said how many.
pub(crate) fn lines_above(context: &Context, concept: &Concept, objects: Option<&[usize]>) -> Vec<String> {
    let all: Vec<usize>;
    let objects = match objects {
        Some(objects) => objects,
        None if concept.own_attributes.is_empty() || !context.has_unknown() => &[],
        None => {
            all = (0..context.len()).collect();
            &all
        }
    };
    let name = |&attr: &usize| {
        let set = AttrSet::of(context.attribute_count(), [attr]);
        let possible = |&&object: &&usize| {
            let model = context.model(object);
            set.is_subset(model.possible()) && !set.is_subset(model.has())
        };
        let perhaps = if context.has_unknown() { objects.iter().filter(possible).count() } else { 0 };
        let name = cut(&escape_control(context.universe().name(attr)));
        if perhaps > concept.perhaps { format!("{name} ({perhaps}?)") } else { name }
    };
    short(concept.own_attributes.iter().map(name).collect(), concept.own_attributes.len())
}

/// The lines below a concept: its own objects. Rows without names are counted.
pub(crate) fn lines_below(context: &Context, concept: &Concept) -> Vec<String> {
    let own = &concept.own_objects;
    let named = |&&object: &&usize| context.name(object).is_some();
    let nameless = own.iter().filter(|object| !named(object)).count();
    let line = |&object: &usize| {
        let mark = if context.model(object).is_complete() { "" } else { " ?" };
        format!("{}{mark}", cut(&escape_control(&context.label(object))))
    };
    if nameless < 2 {
        return short(own.iter().take(MAX_LINES).map(line).collect(), own.len());
    }
    let unsure = own.iter().any(|&object| !context.model(object).is_complete());
    let rows = format!("{nameless} rows{}", if unsure { " ?" } else { "" });
    let names = own.iter().filter(named).take(MAX_LINES).map(line);
    short(names.chain([rows]).collect(), own.len() - nameless + 1)
}

/// The first lines of so many, and how many there are beyond.
fn short(mut lines: Vec<String>, count: usize) -> Vec<String> {
    lines.truncate(MAX_LINES);
    if count > MAX_LINES {
        lines.pop();
        lines.push(format!("and {} more", count + 1 - MAX_LINES));
    }
    lines
}

fn cut(name: &str) -> String {
    match name.char_indices().nth(MAX_NAME_CHARS) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_letters_and_long_numbers_take_more_room() {
        assert!(text_width("iii") < text_width("aaa") && text_width("aaa") < text_width("mmm"));
        assert_eq!(text_width("e\u{301}"), text_width("e"), "an accent takes none of its own");
        assert!(text_width("\u{6f22}") >= 12.0);
        assert_eq!(pill_text(3, 0), "3");
        assert_eq!(pill_text(3, 2), "3+2?");
        assert!(pill_width("2201") > pill_width("1") && pill_width("1") == PILL_HEIGHT);
    }

    #[test]
    fn of_many_names_the_first_are_written() {
        let lines = |count: usize| short((0..count).map(|at| at.to_string()).collect(), count);
        assert_eq!(lines(3), ["0", "1", "2"]);
        assert_eq!(lines(5), ["0", "1", "and 3 more"]);
        assert_eq!(cut(&"w".repeat(30)), format!("{}…", "w".repeat(24)));
    }
}
