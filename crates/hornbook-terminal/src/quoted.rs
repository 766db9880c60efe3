//! Names with separators between them; in double quotes, a name may hold
//! separators.

use hornbook_words::escape_control;

/// A part of a line between separators, outside of quotes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// The separator before it.
    pub(crate) after: Option<char>,
    /// Where it begins in the text.
    pub(crate) start: usize,
    /// What stands there, or before the quote.
    pub(crate) plain: String,
    /// What stands in quotes.
    pub(crate) quoted: Option<String>,
}

/// The parts of a text. A quote begins where a name could begin; within one,
/// two quotes stand for one.
pub(crate) fn parts(text: &str, separators: &[char]) -> Result<Vec<Part>, String> {
    let mut parts = Vec::new();
    let mut part = Part { after: None, start: 0, plain: String::new(), quoted: None };
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if separators.contains(&c) {
            let next = Part { after: Some(c), start: at + c.len_utf8(), plain: String::new(), quoted: None };
            parts.push(std::mem::replace(&mut part, next));
        } else if c == '"' && part.quoted.is_none() && begins_a_name(&part.plain) {
            let mut quoted = String::new();
            loop {
                match chars.next().map(|(_, c)| c) {
                    Some('"') if chars.next_if(|(_, c)| *c == '"').is_some() => quoted.push('"'),
                    Some('"') => break,
                    Some(c) => quoted.push(c),
                    None => return Err(format!("The quote before {} is not closed.", shown(&quoted))),
                }
            }
            part.quoted = Some(quoted);
        } else if part.quoted.is_none() {
            part.plain.push(c);
        } else if !c.is_whitespace() {
            let expected: Vec<String> = separators.iter().map(|c| format!("'{c}'")).collect();
            let (last, others) = expected.split_last().map_or(("the end", &[][..]), |(last, others)| (last, others));
            let or = if others.is_empty() { "" } else { " or " };
            return Err(format!("After the closing quote, expected {}{or}{last}.", others.join(", ")));
        }
    }
    parts.push(part);
    parts.iter_mut().for_each(|part| part.plain = part.plain.trim().to_owned());
    Ok(parts)
}

fn begins_a_name(before: &str) -> bool {
    let before = before.trim();
    before.is_empty() || before == "-" || ["lacks", "has"].iter().any(|word| before.eq_ignore_ascii_case(word))
}

/// The start of a text in quotes, for messages.
pub(crate) fn shown(text: &str) -> String {
    let start: String = text.chars().take(40).collect();
    format!("'{}'", escape_control(&start))
}

/// Names with commas between them; those with commas in double quotes.
pub(crate) fn names(text: &str) -> Result<Vec<String>, String> {
    let parts = parts(text, &[','])?;
    let names = parts.into_iter().map(|part| part.quoted.unwrap_or(part.plain));
    Ok(names.filter(|name| !name.is_empty()).collect())
}
