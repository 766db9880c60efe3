//! What Spark says when something fails, made short.

use spark_connect_core::{SparkError, SparkErrorKind};

use super::address::Address;
use crate::error::EngineError;

/// The codes of gRPC for what a broken line looks like: cancelled, unknown, too late,
/// unavailable, and internal.
const LINE_CODES: [i32; 5] = [1, 2, 4, 14, 13];

/// What Spark says of sessions and queries that went away with a server.
const GONE: [&str; 3] = ["[INVALID_HANDLE", "SparkContext was shut down", "stopped SparkContext"];

/// Whether the line broke while the query may go on in the cluster.
pub(super) fn is_broken_line(error: &SparkError) -> bool {
    // What Spark itself has to say comes with its name.
    let is_of_line = error.error_class.is_empty() && error.grpc_code().is_some_and(|code| LINE_CODES.contains(&code));
    is_of_line || error.message.contains("INVALID_CURSOR.DISCONNECTED")
}

/// The error in few words.
pub(super) fn describe(error: &SparkError, address: &Address) -> EngineError {
    let message = address.without_token(&first_line(&error.message));
    if is_broken_line(error) || GONE.iter().any(|gone| error.message.contains(gone)) {
        return EngineError::Unreachable(format!("{} cannot be reached: {message}", address.name()));
    }
    match error.kind {
        SparkErrorKind::Analysis | SparkErrorKind::Parse => EngineError::Wrong(format!("Spark: {message}")),
        _ => EngineError::Failed(format!("Spark: {message}")),
    }
}

/// What people can read of a Java trace: its first line, without the code at its end.
fn first_line(message: &str) -> String {
    let line = message.trim().lines().next().unwrap_or_default();
    let line = line.split(" SQLSTATE: ").next().unwrap_or_default();
    line.trim_end_matches([';', ' ']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_becomes_a_line() {
        let trace = "[DIVIDE_BY_ZERO] Division by zero. SQLSTATE: 22012\n== SQL ==\n\tat org.apache.spark…";
        assert_eq!(first_line(trace), "[DIVIDE_BY_ZERO] Division by zero.");
        assert_eq!(first_line(""), "");
    }
}
