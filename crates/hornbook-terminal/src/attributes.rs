//! Attributes as people list them: with commas, or one a line with how to
//! speak of each.
//!
//! ```text
//! # EntryKind a vehicle may be like.
//! wheels | has wheels
//! engine | has an engine | of any kind, also an electric one
//! flies
//! ```

use hornbook_explore::journal::Attribute;

use crate::quoted;

/// The attribute on a line: `name`, or `name | phrase | description`.
pub fn line(text: &str) -> Result<Attribute, String> {
    let mut fields = text.split('|').map(str::trim);
    let name = fields.next().unwrap_or_default();
    if name.is_empty() {
        return Err("found no name before '|', expected NAME | phrase | description".to_owned());
    }
    let mut more = || fields.next().filter(|field| !field.is_empty()).map(str::to_owned);
    // A dash says that there is no phrase, and that none is to be guessed.
    let phrase = more().map(|phrase| if phrase == "-" { String::new() } else { phrase });
    let attribute = Attribute { name: name.to_owned(), phrase, description: more() };
    match fields.next() {
        Some(_) => Err(format!("found more than two '|' after {name:?}, expected NAME | phrase | description")),
        None => Ok(attribute),
    }
}

/// The attributes of a file, one a line, and the number of each line; empty
/// lines and those that begin with `#` do not count.
pub fn file(text: &str) -> Result<Vec<(usize, Attribute)>, (usize, String)> {
    let text = text.trim_start_matches('\u{feff}');
    let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(at, text)| line(text).map(|attribute| (at, attribute)).map_err(|problem| (at, problem))).collect()
}

/// The names in a list with commas; those with commas in double quotes.
pub fn list(text: &str) -> Result<Vec<Attribute>, String> {
    Ok(quoted::names(text)?.into_iter().map(Attribute::named).collect())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn phrases_and_descriptions_may_be_missing() {
        let attributes = file("\u{feff}# all\nwheels | has wheels\r\n\n flies \nengine || of any kind\nx|-").unwrap();
        let shown: Vec<(usize, &str, Option<&str>, Option<&str>)> = attributes
            .iter()
            .map(|(at, a)| (*at, a.name.as_str(), a.phrase.as_deref(), a.description.as_deref()))
            .collect();
        let expected = [
            (2, "wheels", Some("has wheels"), None),
            (4, "flies", None, None),
            (5, "engine", None, Some("of any kind")),
            (6, "x", Some(""), None),
        ];
        assert_eq!(shown, expected);
        assert_eq!(file("a\n| b").unwrap_err().0, 2);
        assert!(file("a | b | c | d").unwrap_err().1.contains("more than two"));
        let names: Vec<String> = list("a, \"b, c\" ,d").unwrap().into_iter().map(|a| a.name).collect();
        assert_eq!(names, ["a", "b, c", "d"]);
    }
}
