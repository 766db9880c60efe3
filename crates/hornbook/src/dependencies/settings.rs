//! Which dependencies are wanted, and where the search for them is.

use crate::Attr;

/// Which dependencies are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DependencySettings {
    /// Only left sides and keys of at most so many columns.
    pub max_left: Option<usize>,
    /// Only dependencies of this column, and no keys.
    pub target: Option<Attr>,
    /// Dependencies and keys that hold once at most so many rows are left out.
    pub exceptions: usize,
    /// What a missing cell equals.
    pub missing: MissingCells,
}

/// What a missing cell equals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MissingCells {
    /// Any other missing cell of its column, however it is spelled.
    #[default]
    Equal,
    /// No other cell.
    Distinct,
}

/// Where the search is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DependencyProgress {
    /// Dependencies and keys found so far.
    pub found: usize,
    /// Left sides that were tried on the table so far.
    pub tried: u64,
    /// Right sides of which all dependencies are found.
    pub done: usize,
    /// How many right sides there are; the keys count as one.
    pub right_sides: usize,
}
