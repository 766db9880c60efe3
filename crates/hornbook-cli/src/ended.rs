//! How commands end, as their exit code says it.

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

    pub(crate) fn exit_code(self) -> u8 {
        match self {
            Self::Well => 0,
            Self::Short => 1,
        }
    }
}
