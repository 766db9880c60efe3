//! What is printed: lines for people, or JSON.

use serde_json::Value;

use crate::failure::Failure;
use crate::output::Destination;

/// Lines as they are, or a value as JSON.
pub(super) fn print(lines: &[String], value: Option<&Value>) -> Result<(), Failure> {
    let bytes = match value {
        Some(value) => crate::words::json_bytes(value),
        None => lines.iter().flat_map(|line| format!("{line}\n").into_bytes()).collect(),
    };
    Destination::Stdout.write(&bytes)
}
