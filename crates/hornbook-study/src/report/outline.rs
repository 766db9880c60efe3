//! A report as it is laid out, before it is written in any format.

use std::io;
use std::path::PathBuf;

use super::table::Table;
use crate::plan::Plan;
use crate::plots::PlotError;
use crate::verdict::Verdict;

/// A study as it is laid out.
#[derive(Clone, Debug)]
pub struct Report {
    /// What was studied.
    pub title: String,
    /// Whether the promises were kept, in a sentence.
    pub verdict: String,
    /// The same for each method, ε and δ.
    pub verdicts: Vec<Verdict>,
    /// How, in a few sentences.
    pub lead: Vec<String>,
    /// What came out.
    pub sections: Vec<Section>,
    pub(super) table: String,
    pub(super) plan: Plan,
    /// Whether cells of CSV files are written as they are.
    pub(super) raw_cells: bool,
}

/// A heading with what belongs to it.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// What is to be seen, a paragraph each.
    pub text: Vec<String>,
    /// A plot.
    pub plot: Option<Plot>,
    /// A table.
    pub table: Option<Table>,
}

/// A drawing.
#[derive(Clone, Debug)]
pub struct Plot {
    /// The name of its file, without extension.
    pub id: &'static str,
    /// What it shows, in a sentence.
    pub caption: String,
    /// The drawing.
    pub svg: String,
}

/// Why a report could not be written.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// A plot failed.
    #[error(transparent)]
    Plot(#[from] PlotError),
    /// The file system refuses.
    #[error("cannot write {}: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

impl Report {
    /// Its tables.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.sections.iter().filter_map(|section| section.table.as_ref())
    }

    /// Its plots.
    pub fn plots(&self) -> impl Iterator<Item = &Plot> {
        self.sections.iter().filter_map(|section| section.plot.as_ref())
    }
}
