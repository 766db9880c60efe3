//! What whoever knows a domain says to a question.

use crate::{AttrSet, Model};

/// The answer to "does A -> B hold?".
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// It holds.
    Holds,
    /// It does not: this model breaks it.
    Refuted(Model),
    /// It does not, but this part of the conclusion follows; perhaps with a
    /// model that breaks the rest.
    Partly {
        /// What of the conclusion does follow.
        holds: AttrSet,
        /// A model that breaks the rest.
        refuted_by: Option<Model>,
    },
    /// It does not, and no example is at hand.
    Fails,
    /// Nobody knows.
    Unknown,
}
