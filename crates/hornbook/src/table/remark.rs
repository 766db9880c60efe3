//! What was found out about a file that its owner may not expect.

/// What was found out about a file that its owner may not expect.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Remark {
    /// The first line seems to be data, so that the columns are numbered.
    NoHeader,
}
