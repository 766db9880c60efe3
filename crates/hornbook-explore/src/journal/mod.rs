//! The journal of an exploration: an append-only text file, one JSON object a
//! line. First a header, then what was answered, told, taken back and added.
//!
//! What is known is what replaying it gives ([`Exploration`](crate::Exploration)); nothing else
//! is kept anywhere. The format is described in `docs/journal.md`.

mod entry;
mod error;
mod file;
mod merge;
mod time;

pub use entry::{
    AnswerRecord, Attribute, Certified, DistributionName, Entry, EntryId, EntryKind, Header, LookStats, ObjectLine,
    Policy, Reply, RuleLine, check_attributes,
};
pub use error::JournalError;
pub use file::{Journal, Read};
pub use merge::{MergeError, merge};
pub use time::{now, time_text};

/// What the first line of a journal says it is.
pub(crate) const FORMAT: &str = "hornbook-journal";
/// The version that is written. All up to this one can be read.
pub(crate) const VERSION: u64 = 1;
