//! What writers have in common.

use std::borrow::Cow;

use crate::Context;
use crate::error::{FormatError, token};
use crate::table::guard_cell;

/// How files are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteOptions {
    /// Whether cells of CSV and TSV files are written as they are, even if a
    /// spreadsheet would take them for formulas. Otherwise
    /// [`guard_cell`](crate::table::guard_cell) makes text of them; Hornbook reads
    /// them back as they were.
    pub raw_cells: bool,
}

impl WriteOptions {
    /// The cell as it is written.
    pub(crate) fn cell(self, cell: &str) -> Cow<'_, str> {
        if self.raw_cells { cell.into() } else { guard_cell(cell) }
    }
}

/// What a writer calls an object: its name, or `row 7`.
pub(crate) fn object_name(context: &Context, object: usize) -> String {
    match context.name(object) {
        Some(name) if !name.is_empty() => name.to_owned(),
        _ => format!("row {}", object + 1),
    }
}

/// Refuses a name that a format of one name a line cannot hold.
pub(crate) fn on_one_line(name: &str, format: &str) -> Result<(), FormatError> {
    match name.contains(['\n', '\r', '\0']) {
        true => {
            Err(FormatError::plain(format!("the name {} has a line break, which {format} cannot hold", token(name))))
        }
        false => Ok(()),
    }
}

/// Refuses unknown attributes where the format has no way to say "unknown".
pub(crate) fn nothing_unknown(context: &Context, format: &str) -> Result<(), FormatError> {
    match (0..context.len()).find(|&object| !context.model(object).is_complete()) {
        Some(object) => Err(FormatError::plain(format!(
            "{} has unknown attributes, which {format} cannot hold",
            token(&object_name(context, object))
        ))),
        None => Ok(()),
    }
}
