//! How a basis is computed, where it is, and how it ended.

use crate::Theory;

/// How the basis is computed, and how much of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BasisSettings {
    /// Only the rules whose premise occurs in at least so many rows. From these
    /// follows every rule that holds and whose premise does: whatever follows
    /// from a set follows by rules about its subsets, which occur in no fewer
    /// rows. With 0 also the rules of what never occurs.
    pub min_support: usize,
    /// How many threads to use.
    pub threads: usize,
    /// Visit no more sets than these. Whether they suffice depends on the table
    /// alone: a basis takes a visit for each of its rules and for each intent.
    pub max_visited: Option<u64>,
    /// Do no more work than this, in steps of about a nanosecond. On one thread,
    /// whether it suffices depends on the table alone.
    pub max_work: Option<u64>,
    /// Hold no more memory than this, in bytes.
    pub max_bytes: Option<usize>,
}

impl Default for BasisSettings {
    /// The whole basis, on one thread, no limits.
    fn default() -> Self {
        Self { min_support: 0, threads: 1, max_visited: None, max_work: None, max_bytes: None }
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
    /// The work it took, as counted for [`BasisSettings::max_work`].
    pub work: u64,
    /// The most memory held at a time, in bytes.
    pub peak_bytes: usize,
}

/// Why there is no basis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BasisStop {
    /// The watcher called it off.
    Cancelled,
    /// More sets would have to be visited, or more work be done, than allowed.
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

impl Basis {
    /// No rule yet.
    pub(crate) fn empty(attributes: usize) -> Self {
        Self { rules: Theory::new(attributes), visited: 0, work: 0, peak_bytes: 0 }
    }
}

impl BasisStop {
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Cancelled => "cancelled",
            Self::Work => "the limit on work was reached",
            Self::Memory => "the limit on memory was reached",
        }
    }
}
