//! The one error of the command: a line for the user, and exit code 2.

use std::fmt;

use hornbook::NameError;
use hornbook::format::FormatError;
use hornbook::learn::AccuracyError;
use hornbook::learn::methods::{LearnFailure, OptionsError};
use hornbook::measure::{MeasureError, MeasureFailure};
use hornbook::prepare::SetsError;
use hornbook::sampling::DistributionError;
use hornbook_explore::journal::{JournalError, MergeError};
use hornbook_study::StoreError;
use hornbook_study::report::ReportError;
use hornbook_web::ServeError;
use hornbook_words::escape_control;

/// Why the command cannot do what it was asked to, in one line.
#[derive(Debug)]
pub(crate) struct Failure(String);

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    /// The failure with a hint behind it.
    pub(crate) fn hint(self, hint: &str) -> Self {
        Self(format!("{}{hint}", self.0))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Whatever a file or an argument contains, the message is one line.
        f.write_str(&escape_control(&self.0))
    }
}

impl From<NameError> for Failure {
    fn from(error: NameError) -> Self {
        FormatError::from(error).into()
    }
}

impl<E: fmt::Display> From<LearnFailure<E>> for Failure {
    fn from(failure: LearnFailure<E>) -> Self {
        Self(failure.to_string())
    }
}

impl<E: fmt::Display> From<MeasureFailure<E>> for Failure {
    fn from(failure: MeasureFailure<E>) -> Self {
        Self(failure.to_string())
    }
}

macro_rules! from {
    ($($error:ty),*) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Self(error.to_string())
            }
        })*
    };
}

from!(
    FormatError,
    AccuracyError,
    OptionsError,
    MeasureError,
    DistributionError,
    SetsError,
    StoreError,
    ReportError,
    JournalError,
    MergeError,
    ServeError
);
