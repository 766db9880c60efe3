//! A context as a cross table in CSV or TSV: `X` for has, nothing for has not,
//! `?` for unknown. Reading it back is the business of
//! [`scaling`](crate::scaling), which recognises such tables.

use std::io::Write;

use csv::{QuoteStyle, WriterBuilder};

use super::writing;
use crate::Context;
use crate::error::FormatError;
use crate::table::{DELIMITERS, OBJECT_COLUMN};

/// Writes a context as a cross table with the given delimiter. There must be an
/// object: a header alone is no table to any reader, ours included.
pub fn write(context: &Context, delimiter: u8, out: impl Write) -> Result<(), FormatError> {
    if context.is_empty() {
        return Err(FormatError::plain("there are no objects, and a table without rows cannot be read back"));
    }
    let names = context.universe().names();
    // A reader may strip blanks from bare names, or take another character for
    // the delimiter; in quotes they are safe.
    let risky = |name: &str| name.trim() != name || name.contains(DELIMITERS.map(char::from));
    let objects: Vec<String> = (0..context.len()).map(|object| writing::object_name(context, object)).collect();
    let quote = objects.iter().chain(names).any(|name| risky(name));
    let style = if quote { QuoteStyle::Always } else { QuoteStyle::Necessary };
    let mut writer = WriterBuilder::new().delimiter(delimiter).quote_style(style).from_writer(out);
    let mut object_column = OBJECT_COLUMN.to_owned();
    while names.contains(&object_column) {
        object_column.push('_');
    }
    if objects.iter().chain(names).any(|name| name.contains('\0')) {
        return Err(FormatError::plain("a name has a NUL character, which a table cannot hold"));
    }
    let failed = |error: csv::Error| FormatError::plain(error.to_string());
    writer.write_record(std::iter::once(&object_column).chain(names)).map_err(failed)?;
    for (object, name) in objects.iter().enumerate() {
        let model = context.model(object);
        let place = |attr| match (model.has().contains(attr), model.possible().contains(attr)) {
            (true, _) => "X",
            (false, true) => "?",
            (false, false) => "",
        };
        let cells = std::iter::once(name.as_str()).chain((0..context.attribute_count()).map(place));
        writer.write_record(cells).map_err(failed)?;
    }
    writer.flush()?;
    Ok(())
}
