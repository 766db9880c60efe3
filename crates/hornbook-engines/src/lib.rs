//! Tables that live elsewhere: files larger than memory, databases, a cluster.
//!
//! The learner stays where it is, and its questions travel. An [`Engine`] is one
//! place where rows are. What its columns become is decided by a sample of its
//! rows; then it goes through all of them once, where they are, and hands out
//! which attributes they have, a few bytes a row. These are held in memory or in a
//! file on disk ([`rows`]), as a [`Domain`](hornbook::Domain).
//!
//! Small tables are read whole, as a file of text is.

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod emit;
mod engine;
mod error;
pub mod files;
mod gather;
mod location;
pub mod rows;
mod secrets;
pub mod sql;

pub use engine::{
    BrokenBy, Control, Engine, Grouping, KeyedRow, OpenOptions, RowSink, Sample, Scanned, SourceColumn, Tally,
    ValueKind,
};
pub use error::EngineError;
pub use gather::{
    AskedTable, GatherError, Gathered, Limits, Plan, ScanReport, ScannedTable, WHOLE_ROWS, ask, gather, plan,
};
pub use location::Location;
pub use secrets::without_secrets;
