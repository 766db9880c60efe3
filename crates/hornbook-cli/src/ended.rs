//! How commands end, as their exit code says it.

use std::process::ExitCode;

/// How a command ended that was not given bad input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// Certified, or done, or yes: 0.
    Well,
    /// Stopped early, or rules are broken, or no: 1.
    Short,
}

impl Ended {
    pub(crate) fn well_if(well: bool) -> Self {
        if well { Self::Well } else { Self::Short }
    }
}

impl From<Ended> for ExitCode {
    fn from(ended: Ended) -> Self {
        match ended {
            Ended::Well => Self::SUCCESS,
            Ended::Short => Self::FAILURE,
        }
    }
}
