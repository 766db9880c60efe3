//! What is reported.

use hornbook::Universe;
use hornbook::dependencies::{Dependencies, DependencySettings};
use hornbook::table::Table;

/// A table with what was found in it, and what was asked for.
pub(super) struct Report<'a> {
    pub(super) table: &'a Table,
    pub(super) universe: &'a Universe,
    pub(super) found: &'a Dependencies,
    pub(super) settings: DependencySettings,
    /// How many keys and dependencies are shown.
    pub(super) lines_shown: usize,
}
