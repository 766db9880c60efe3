//! Reading and writing contexts of whatever format.

use std::io::Write;
use std::path::Path;

use super::conexp::Version;
use super::context_format::ContextFormat;
use super::raw_table::RawTable;
use super::writing::WriteOptions;
use super::{burmeister, conexp, cross_table, fimi};
use crate::Context;
use crate::error::FormatError;
use crate::scaling::{Scaling, ScalingOptions, Unseen};

/// A context from a file, with the scaling that made it if it was a table.
#[derive(Clone, Debug)]
pub struct ContextFile {
    /// The context.
    pub context: Context,
    /// How columns became attributes; `None` for formats that hold contexts.
    pub scaling: Option<Scaling>,
}

/// Reads a context. `options` say how a table is scaled; the other formats do
/// not need them. [`prepare`](crate::prepare) does more of what learning needs.
pub fn read_context(bytes: &[u8], format: ContextFormat, options: &ScalingOptions) -> Result<ContextFile, FormatError> {
    scaled(RawTable::read(bytes, format)?, options)
}

/// Reads a context from a file, whose extension tells the format if none is
/// given.
pub fn read_context_file(
    path: impl AsRef<Path>,
    format: Option<ContextFormat>,
    options: &ScalingOptions,
) -> Result<ContextFile, FormatError> {
    let path = path.as_ref();
    scaled(RawTable::read_file(path, format)?, options).map_err(|error| error.in_file(path))
}

fn scaled(raw: RawTable, options: &ScalingOptions) -> Result<ContextFile, FormatError> {
    match raw {
        RawTable::Attributes(context) => Ok(ContextFile { context, scaling: None }),
        RawTable::Columns(table) => {
            let scaling = Scaling::detect(&table, options)?;
            let context = scaling.apply(&table, Unseen::Refuse)?;
            if context.attribute_count() == 0 {
                return Err(FormatError::plain(scaling.without_attributes()));
            }
            Ok(ContextFile { context, scaling: Some(scaling) })
        }
    }
}

/// Writes a context.
pub fn write_context(context: &Context, format: ContextFormat, out: impl Write) -> Result<(), FormatError> {
    write_context_with(context, format, WriteOptions::default(), out)
}

/// Writes a context as told.
pub fn write_context_with(
    context: &Context,
    format: ContextFormat,
    options: WriteOptions,
    out: impl Write,
) -> Result<(), FormatError> {
    match format {
        ContextFormat::Csv => cross_table::write(context, b',', options, out),
        ContextFormat::Tsv => cross_table::write(context, b'\t', options, out),
        ContextFormat::Burmeister => burmeister::write(context, out),
        ContextFormat::Fimi => fimi::write(context, out),
        ContextFormat::ConexpJson => conexp::write(context, Version::V1_1, out),
        ContextFormat::ConexpJsonOld => conexp::write(context, Version::V1_0, out),
        ContextFormat::JsonRecords | ContextFormat::JsonLines => {
            let name = format.name();
            Err(FormatError::plain(format!("tables in the format '{name}' can only be read: conexp-json is written")))
        }
    }
}
