//! Files that are damaged, and what is said of them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use super::kind::FileKind;
use crate::EngineError;

/// What went wrong, as the decoder says it.
pub(super) type Failure = String;

/// Does what may break down on a damaged file. Decoders should not, but some do.
pub(super) fn guarded<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err("its content makes no sense".to_owned()))
}

/// The message about a file that cannot be what its name says.
pub(super) fn damaged(path: &Path, kind: FileKind, why: &str) -> EngineError {
    let why = why.lines().next().unwrap_or_default();
    EngineError::Failed(format!("{}: it is no {} file, or it is damaged: {why}", path.display(), kind.name()))
}
