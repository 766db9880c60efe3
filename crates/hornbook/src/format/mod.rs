//! Files: contexts and rules, read and written.
//!
//! Readers take bytes and never panic; their error, [`FormatError`], says where
//! it is, what was found and what was expected. Writers refuse what their
//! format cannot hold rather than write a broken file.

mod archive;
pub mod burmeister;
pub mod conexp;
mod context_format;
mod contexts;
pub mod cross_table;
pub mod fimi;
mod json;
mod json_kind;
mod numbered_lines;
mod raw_table;
pub mod records;
pub mod rules;
mod writing;

pub use crate::error::{FormatError, token};
pub use archive::{compressed_for, decompressed, inner_path};
pub use context_format::ContextFormat;
pub use contexts::{ContextFile, read_context, read_context_file, write_context, write_context_with};
pub use raw_table::RawTable;
pub use rules::{
    RulesFormat, parse_implication, read_rule_lists, read_rules, read_rules_file, write_rules, write_rules_with,
};
pub use writing::WriteOptions;
