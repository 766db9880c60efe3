//! Files: contexts, tables and rules, read and written.
//!
//! Readers take bytes and never panic; their error, [`FormatError`], says where
//! it is, what was found and what was expected. Writers refuse what their
//! format cannot hold rather than write a broken file.

mod blocks;
pub mod burmeister;
mod cells;
pub mod conexp;
mod contexts;
pub mod cross_table;
mod delimiter;
mod dictionary;
mod error;
pub mod fimi;
mod json;
mod lines;
mod part;
mod reading;
pub mod rules;
pub(crate) mod source;
pub mod table;

pub use contexts::{ContextFile, ContextFormat, read_context, read_context_file, write_context};
pub(crate) use error::did_you_mean;
pub use error::{FormatError, token};
pub use rules::{RulesFormat, parse_implication, read_rules, read_rules_file, write_rules};
pub use table::Table;
