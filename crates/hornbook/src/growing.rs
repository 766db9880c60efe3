//! A context that grows row by row, within bounds.

use std::sync::Arc;

use crate::error::FormatError;
use crate::{Context, Model, Universe};

/// The most places of a table that is read into memory, which are its different
/// rows times its attributes. Each is one bit, and more while rules are learned.
const MOST_PLACES: usize = 1 << 33;

/// A context that refuses to outgrow memory. A small file can ask for a huge
/// table: a million lines of one item each, all different.
pub(crate) struct Growing {
    context: Context,
    most: usize,
}

impl Growing {
    pub(crate) fn new(universe: Arc<Universe>) -> Self {
        Self { context: Context::new(universe), most: MOST_PLACES }
    }

    pub(crate) fn push(&mut self, name: Option<String>, model: Model) -> Result<(), FormatError> {
        let place = self.place(model)?;
        self.push_at(name.as_deref(), place);
        Ok(())
    }

    /// The place of a row among those that differ. An object with this row is to
    /// be added by [`push_at`](Self::push_at).
    pub(crate) fn place(&mut self, model: Model) -> Result<u32, FormatError> {
        let (rows, attributes) = (self.context.distinct().len(), self.context.attribute_count());
        if rows.saturating_mul(attributes) > self.most {
            let message = format!("the table is too large to hold: {rows} different rows of {attributes} attributes");
            return Err(FormatError::plain(message));
        }
        Ok(self.context.place(model))
    }

    /// Adds an object whose row is at that place.
    pub(crate) fn push_at(&mut self, name: Option<&str>, place: u32) {
        self.context.push_at(name, place);
    }

    pub(crate) fn finish(self) -> Context {
        self.context
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AttrSet;

    #[test]
    fn a_table_that_does_not_fit_is_refused() {
        let mut growing = Growing::new(Arc::new(Universe::letters(100)));
        growing.most = 1000;
        let mut push = |attr| growing.push(None, Model::complete(AttrSet::empty(100).with(attr)));
        // Rows that occur already cost nothing.
        assert!((0..1000).all(|row| push(row % 10).is_ok()));
        assert!((0..50).any(|row| push(row).is_err()));
    }
}
