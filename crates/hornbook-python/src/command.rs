//! The command `hornbook`, which the package brings along.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the command with these arguments, the first of which names the program, and
/// gives its exit code.
#[pyfunction]
pub(crate) fn run_command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| hornbook_cli::run_command(arguments))
}
