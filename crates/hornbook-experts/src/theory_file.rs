//! Files that hold theories, told by their names.

use std::path::Path;

use hornbook::format::{FormatError, inner_path};

use crate::cnf::{Cnf, read_dimacs};
use crate::feature_model::{read_feature_ide, read_uvl};

/// What files hold theories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TheoryFile {
    /// Clauses as solvers read them.
    Dimacs,
    /// A feature model of FeatureIDE.
    FeatureIde,
    /// A feature model in the universal variability language.
    Uvl,
}

impl TheoryFile {
    /// What the extension tells; nothing if it is no file of a theory.
    pub fn of(path: &Path) -> Option<Self> {
        let path = inner_path(path);
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "cnf" | "dimacs" => Some(Self::Dimacs),
            "xml" => Some(Self::FeatureIde),
            "uvl" => Some(Self::Uvl),
            _ => None,
        }
    }

    /// The theory that the bytes of such a file hold.
    pub fn read(self, bytes: &[u8]) -> Result<Cnf, FormatError> {
        match self {
            Self::Dimacs => read_dimacs(bytes),
            Self::FeatureIde => read_feature_ide(bytes),
            Self::Uvl => read_uvl(bytes),
        }
    }
}
