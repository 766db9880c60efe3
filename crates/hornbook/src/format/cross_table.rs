//! A context as a cross table in CSV or TSV: `X` for has, nothing for has not,
//! `?` for unknown. Reading it back is the business of
//! [`scaling`](crate::scaling), which recognises such tables. Names that begin
//! like a formula are guarded, unless told otherwise.

use std::borrow::Cow;
use std::io::Write;

use csv::{QuoteStyle, WriterBuilder};

use super::writing::{self, WriteOptions};
use crate::Context;
use crate::error::FormatError;
use crate::table::{DELIMITERS, OBJECT_COLUMN};

/// Writes a context as a cross table with the given delimiter. There must be an
/// object: a header alone is no table to any reader, ours included.
pub fn write(context: &Context, delimiter: u8, options: WriteOptions, out: impl Write) -> Result<(), FormatError> {
    if context.is_empty() {
        return Err(FormatError::plain("there are no objects, and a table without rows cannot be read back"));
    }
    let names: Vec<Cow<'_, str>> = context.universe().names().iter().map(|name| options.cell(name)).collect();
    // A reader may strip blanks from bare names, or take another character for
    // the delimiter; in quotes they are safe.
    let risky = |name: &str| name.trim() != name || name.contains(DELIMITERS.map(char::from));
    let objects: Vec<String> =
        (0..context.len()).map(|object| options.cell(&writing::object_name(context, object)).into_owned()).collect();
    let all = || objects.iter().map(String::as_str).chain(names.iter().map(Cow::as_ref));
    let quote = all().any(risky);
    let style = if quote { QuoteStyle::Always } else { QuoteStyle::Necessary };
    let mut writer = WriterBuilder::new().delimiter(delimiter).quote_style(style).from_writer(out);
    let mut object_column = OBJECT_COLUMN.to_owned();
    while context.universe().attr(&object_column).is_ok() {
        object_column.push('_');
    }
    if all().any(|name| name.contains('\0')) {
        return Err(FormatError::plain("a name has a NUL character, which a table cannot hold"));
    }
    let failed = |error: csv::Error| FormatError::plain(error.to_string());
    let header = std::iter::once(object_column.as_str()).chain(names.iter().map(Cow::as_ref));
    writer.write_record(header).map_err(failed)?;
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
