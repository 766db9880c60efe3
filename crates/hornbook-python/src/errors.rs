//! What went wrong, as Python's exceptions.

use std::fmt::Display;
use std::path::Path;

use hornbook::prepare::WantedRulesError;
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::{PyErr, create_exception};

create_exception!(hornbook, HornbookError, PyValueError, "What was given cannot be worked with, and why.");
create_exception!(hornbook, ContradictionError, HornbookError, "Answers contradict each other.");
create_exception!(
    hornbook,
    UnansweredError,
    HornbookError,
    "A question was left open, and the method needs every answer."
);
create_exception!(hornbook, InternalError, PyRuntimeError, "A fault in hornbook itself.");

/// Why work came to nothing, on its way to Python.
#[derive(Debug)]
pub(crate) enum Problem {
    /// What was given is wrong.
    Wrong(String),
    /// It was interrupted.
    Interrupted,
    /// Python raised something, which goes on unchanged.
    Raised(PyErr),
}

impl Problem {
    pub(crate) fn new(message: impl Display) -> Self {
        Self::Wrong(message.to_string())
    }

    /// A file that cannot be read, as Python says it.
    pub(crate) fn of_file(path: &Path, error: &std::io::Error) -> Self {
        let reason = error.to_string();
        let reason = reason.split(" (os error").next().unwrap_or_default().to_owned();
        Self::Raised(PyOSError::new_err((error.raw_os_error().unwrap_or(0), reason, path.to_path_buf())))
    }
}

impl From<PyErr> for Problem {
    fn from(error: PyErr) -> Self {
        Self::Raised(error)
    }
}

impl From<WantedRulesError> for Problem {
    fn from(error: WantedRulesError) -> Self {
        Self::Wrong(error.message(&str::to_owned))
    }
}

impl From<Problem> for PyErr {
    fn from(problem: Problem) -> Self {
        match problem {
            Problem::Wrong(message) => HornbookError::new_err(message),
            Problem::Interrupted => PyKeyboardInterrupt::new_err(()),
            Problem::Raised(error) => error,
        }
    }
}

macro_rules! problems {
    ($($error:ty),* $(,)?) => {
        $(impl From<$error> for Problem {
            fn from(error: $error) -> Self {
                Self::new(error)
            }
        })*
    };
}

problems!(
    hornbook::NameError,
    hornbook::format::FormatError,
    hornbook::learn::AccuracyError,
    hornbook::measure::MeasureError,
    hornbook::prepare::PrepareError,
    hornbook::prepare::SetsError,
    hornbook::sampling::DistributionError,
    hornbook_explore::Refusal,
    hornbook_explore::journal::JournalError,
    hornbook_study::StoreError,
    hornbook_study::report::ReportError,
    std::io::Error,
);

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("HornbookError", py.get_type::<HornbookError>())?;
    module.add("ContradictionError", py.get_type::<ContradictionError>())?;
    module.add("UnansweredError", py.get_type::<UnansweredError>())?;
    module.add("InternalError", py.get_type::<InternalError>())
}
