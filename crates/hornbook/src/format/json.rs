//! Pieces of JSON that remember where they stand, so that an error found after
//! parsing still has a line and a column.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::error::{FormatError, token};

/// A value as it stands in the text.
#[derive(Deserialize, Clone, Copy)]
#[serde(transparent)]
pub(crate) struct Piece<'a>(#[serde(borrow)] &'a RawValue);

impl<'a> Piece<'a> {
    pub(crate) fn text(&self) -> &'a str {
        self.0.get()
    }

    /// The error with the place of this piece in the whole text, of which it
    /// must be a part.
    pub(crate) fn locate(&self, whole: &str, error: impl Into<FormatError>) -> FormatError {
        let offset = (self.text().as_ptr() as usize).saturating_sub(whole.as_ptr() as usize);
        error.into().at_offset(whole, offset)
    }

    /// An error located within this piece, located in the whole text instead.
    pub(crate) fn shift(&self, whole: &str, inner: FormatError) -> FormatError {
        let (line, column) = (inner.line().unwrap_or(1), inner.column().unwrap_or(1));
        let outer = self.locate(whole, inner);
        let (start_line, start_column) = (outer.line().unwrap_or(1), outer.column().unwrap_or(1));
        let column = if line == 1 { start_column + column - 1 } else { column };
        outer.at(start_line + line - 1, column)
    }

    /// The piece read as `T`; errors are located in the whole text.
    pub(crate) fn read<T: Deserialize<'a>>(&self, whole: &str) -> Result<T, FormatError> {
        serde_json::from_str(self.text()).map_err(|error| self.shift(whole, error.into()))
    }

    /// A name: a string, or a number taken as it is written.
    pub(crate) fn name(&self, whole: &str) -> Result<String, FormatError> {
        match self.text().as_bytes().first() {
            Some(b'"') => self.read(whole),
            Some(b'-' | b'0'..=b'9') => Ok(self.text().to_owned()),
            _ => Err(self.locate(whole, FormatError::found(token(self.text()), "a name: a string or a number"))),
        }
    }
}
