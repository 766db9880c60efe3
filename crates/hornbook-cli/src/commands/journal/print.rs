//! What is printed: lines for people, or JSON.

use serde_json::Value;

use crate::failure::Failure;
use crate::output::Destination;

/// Lines as they are, or a value as JSON.
pub(super) fn print(lines: &[String], value: Option<&Value>) -> Result<(), Failure> {
    match value {
        Some(value) => Destination::Stdout.write(&crate::words::json_bytes(value)),
        None => Destination::Stdout.write_words(&lines.iter().map(|line| format!("{line}\n")).collect::<String>()),
    }
}
