//! How a basis is computed, where it is, and how it ended.

use crate::Theory;

/// How the basis is computed. The basis does not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BasisSettings {
    /// How many threads to use.
    pub threads: usize,
    /// Visit no more sets than these. Whether they suffice depends on the table
    /// alone: a basis takes a visit for each of its rules and for each intent.
    pub max_visited: Option<u64>,
    /// Hold no more memory than this, in bytes.
    pub max_bytes: Option<usize>,
}

impl Default for BasisSettings {
    /// One thread, no limits.
    fn default() -> Self {
        Self { threads: 1, max_visited: None, max_bytes: None }
    }
}

/// Where the computation is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BasisProgress {
    /// Rules found so far.
    pub rules: usize,
    /// Sets visited so far.
    pub visited: u64,
    /// Memory held, in bytes.
    pub bytes: usize,
}

/// The basis, and what it took.
#[derive(Clone, Debug)]
pub struct Basis {
    /// The rules, in lectic order of their premises.
    pub rules: Theory,
    /// The number of sets visited: rules and intents.
    pub visited: u64,
    /// The most memory held at a time, in bytes.
    pub peak_bytes: usize,
}

/// Why there is no basis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BasisStop {
    /// The watcher called it off.
    Cancelled,
    /// More sets would have to be visited than allowed.
    Work,
    /// More memory would have to be held than allowed.
    Memory,
}

/// The computation ended before the basis was complete.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{} after {} rules", .stopped.words(), .found.rules.len())]
pub struct Unfinished {
    /// Why.
    pub stopped: BasisStop,
    /// The rules found so far. They are of the basis, but not all of it.
    pub found: Basis,
}

impl BasisStop {
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Cancelled => "cancelled",
            Self::Work => "the limit on visited sets was reached",
            Self::Memory => "the limit on memory was reached",
        }
    }
}
