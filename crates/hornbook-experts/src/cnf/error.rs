//! Why the models of a theory cannot be asked.

use hornbook::NameError;

/// Why the models of a theory cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CnfError {
    /// Somebody called it off.
    #[error("the solver was called off")]
    Stopped,
    /// It took longer than allowed.
    #[error("the solver was at work when the time was up")]
    TimeLimit,
    /// There is no variable that could be an attribute.
    #[error("found no variables, expected some: they are the attributes")]
    NoAttributes,
    /// Sets of so many attributes would take too much memory.
    #[error("found {found} variables, expected at most {most} that are attributes: name those that matter")]
    TooManyAttributes {
        /// How many there are.
        found: usize,
        /// How many there may be.
        most: usize,
    },
    /// Names that cannot be those of attributes.
    #[error(transparent)]
    Names(#[from] NameError),
    /// There may be more models than anybody can count.
    #[error("the models of a theory are not counted")]
    NotCounted,
    /// The solver failed.
    #[error("the solver failed: {0}")]
    Solver(String),
}
