//! Parts of a response that are written as JSON once and used many times.

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

/// A value, written as JSON.
pub(super) fn raw<T: Serialize + ?Sized>(value: &T) -> Box<RawValue> {
    // Texts, numbers, lists and structures can always be written.
    to_raw_value(value).unwrap_or_else(|_| RawValue::NULL.to_owned())
}
