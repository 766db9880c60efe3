//! The journal of an exploration: an append-only text file, one JSON object a
//! line. First a header, then what was answered, told, taken back and added.
//!
//! What is known is what replaying it gives ([`Exploration`](crate::Exploration)); nothing else
//! is kept anywhere. The format is described in `docs/journal.md`.
//!
//! `entry` is what a line says, `checksum` what it is checked by, `read` how a file
//! is taken apart. `store` writes files, `lock` keeps other programs out, and `file`
//! makes a journal of all that. `merge` and `mend` make new ones of old ones.

mod attribute_names;
mod checksum;
mod entry;
mod error;
mod file;
mod lock;
mod mend;
mod merge;
mod object_names;
mod read;
mod same_file;
mod store;
mod time;

pub use attribute_names::AttributeNames;
pub use checksum::Checksums;
pub use entry::{
    AnswerRecord, Attribute, Certified, DistributionName, Entry, EntryId, EntryKind, Header, LookStats, ObjectLine,
    Policy, Reply, RuleLine, Took, VoteRecord, check_attributes,
};
pub use error::JournalError;
pub use file::{Journal, file_bytes};
pub use mend::{Mended, mend};
pub use merge::{MergeError, merge};
pub use object_names::{ObjectNames, ObjectReference};
pub use read::Read;
pub use time::{now, time_text};

/// What the first line of a journal says it is.
pub(crate) const FORMAT: &str = "hornbook-journal";
/// The version that is written. All up to this one can be read.
pub(crate) const VERSION: u64 = 4;
/// In journals of this version and of later ones each line has a checksum.
const FIRST_VERSION_WITH_CHECKSUMS: u64 = 2;
