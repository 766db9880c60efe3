//! Burmeister's format, `.cxt`: the format most tools of the field share.
//!
//! `B`, a line for the name of the context, the numbers of objects and of
//! attributes, an empty line, the names one a line, then the rows: `X` for has,
//! `.` for has not, `?` for unknown.

use std::io::Write;
use std::sync::Arc;

use super::numbered_lines::NumberedLines;
use super::writing;
use crate::error::{FormatError, token};
use crate::growing::Growing;
use crate::text;
use crate::{AttrSet, Context, Model, Universe};

/// Reads a context. Lower-case `x` and Windows line ends are fine.
pub fn read(bytes: &[u8]) -> Result<Context, FormatError> {
    let mut lines = NumberedLines::new(text::of_bytes(bytes)?);
    let (line, first) = lines.expect("'B'")?;
    if first.trim() != "B" {
        return Err(FormatError::found(token(first), "'B'").at(line, 1));
    }
    skip_name(&mut lines);
    let objects = count(&mut lines, "the number of objects")?;
    let attributes = count(&mut lines, "the number of attributes")?;
    if lines.peek(0).is_some_and(|line| line.trim().is_empty()) {
        lines.next();
    }
    let objects = names(&mut lines, objects, "the name of an object")?;
    let first_attribute = lines.line() + 1;
    let attributes = names(&mut lines, attributes, "the name of an attribute")?;
    let universe = Universe::new(attributes).map_err(|e| FormatError::from(e).at_line(first_attribute))?;
    let mut context = Growing::new(Arc::new(universe.clone()));
    for name in objects {
        let (line, row) = lines.expect(&format!("a row of {} places", universe.len()))?;
        context.push(Some(name), model(row, universe.len()).map_err(|(e, column)| e.at(line, column))?)?;
    }
    match lines.find(|(_, line)| !line.trim().is_empty()) {
        Some((line, rest)) => Err(FormatError::found(token(rest), "the end of the file").at(line, 1)),
        None => Ok(context.finish()),
    }
}

/// Skips the line with the context's name, which some files leave out: then
/// two numbers are followed by an empty line at once.
fn skip_name(lines: &mut NumberedLines<'_>) {
    let number = |ahead| lines.peek(ahead).is_some_and(|line| line.trim().parse::<usize>().is_ok());
    let blank = |ahead| lines.peek(ahead).is_none_or(|line| line.trim().is_empty());
    if !(number(0) && number(1) && blank(2)) {
        lines.next();
    }
}

fn count(lines: &mut NumberedLines<'_>, expected: &str) -> Result<usize, FormatError> {
    let (line, text) = lines.expect(expected)?;
    text.trim().parse().map_err(|_| FormatError::found(token(text), expected).at(line, 1))
}

/// Reads `count` names. Nothing is reserved for them beforehand: the count may
/// be a lie.
fn names(lines: &mut NumberedLines<'_>, count: usize, expected: &str) -> Result<Vec<String>, FormatError> {
    let mut names = Vec::new();
    while names.len() < count {
        names.push(lines.expect(expected)?.1.to_owned());
    }
    Ok(names)
}

fn model(row: &str, attributes: usize) -> Result<Model, (FormatError, usize)> {
    let (mut has, mut unknown) = (AttrSet::empty(attributes), AttrSet::empty(attributes));
    let row = row.trim_end();
    for (at, place) in row.chars().enumerate() {
        let wrong = |expected: &str| (FormatError::found(token(&place.to_string()), expected), at + 1);
        if at == attributes {
            return Err(wrong(&format!("the end of a row of {attributes} places")));
        }
        match place {
            'X' | 'x' => _ = has.insert(at),
            '?' => _ = unknown.insert(at),
            '.' => {}
            _ => return Err(wrong("'X', '.' or '?'")),
        }
    }
    match row.chars().count() {
        places if places < attributes => {
            let found = format!("the end of the row after {places} places");
            Err((FormatError::found(found, format!("{attributes} places")), places + 1))
        }
        _ => Ok(Model::partial(has, &unknown)),
    }
}

/// Writes a context. Names must not contain line breaks; an object without a
/// name is called `row 7`.
pub fn write(context: &Context, mut out: impl Write) -> Result<(), FormatError> {
    let objects: Vec<String> = (0..context.len()).map(|object| writing::object_name(context, object)).collect();
    let names = || objects.iter().chain(context.universe().names());
    for name in names() {
        writing::on_one_line(name, "a .cxt file")?;
    }
    write!(out, "B\n\n{}\n{}\n\n", context.len(), context.attribute_count())?;
    for name in names() {
        writeln!(out, "{name}")?;
    }
    for object in 0..context.len() {
        let model = context.model(object);
        let place = |attr| match (model.has().contains(attr), model.possible().contains(attr)) {
            (true, _) => 'X',
            (false, true) => '?',
            (false, false) => '.',
        };
        writeln!(out, "{}", (0..context.attribute_count()).map(place).collect::<String>())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_people_have() {
        let context = read(b"B\r\n\r\n2\r\n3\r\n\r\none\r\ntwo\r\na\r\nb c\r\nd\r\nX.x\r\n?..\r\n").unwrap();
        assert_eq!((context.len(), context.attribute_count()), (2, 3));
        assert_eq!(context.universe().name(1), "b c");
        assert!(context.row(0).iter().eq([0, 2]));
        assert!(context.model(1).unknown().iter().eq([0]));
        let nameless = read(b"B\n1\n1\n\no\na\nX\n").unwrap();
        assert_eq!(nameless.label(0), "o");
    }

    #[test]
    fn says_where_it_goes_wrong() {
        let message = |text: &str| read(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(message("B\n\n1\n2\n\no\na\nb\nXy\n"), "line 9, column 2: found 'y', expected 'X', '.' or '?'");
        assert_eq!(
            message("B\n\n1000000000000\n2\n\no\n"),
            "line 7, column 1: found the end of the file, expected the name of an object"
        );
        assert_eq!(
            message("B\n\n1\n2\n\no\na\nb\nX\n"),
            "line 9, column 2: found the end of the row after 1 places, expected 2 places"
        );
    }
}
