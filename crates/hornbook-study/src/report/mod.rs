//! What came out, for people and for programs.
//!
//! Everything is laid out once, as [`Section`]s with tables and plots, and then
//! written as a web page, Markdown, CSV and JSON, so that all say the same.

mod csv;
mod html;
mod json;
mod markdown;
mod outline;
mod sections;
mod table;

use std::fs;
use std::path::Path;

use self::sections::Study;
use crate::plan::Plan;
use crate::plots::standalone;
use crate::run::Record;
use crate::subject::Subject;
use crate::verdict::{Verdict, overall};

pub use outline::{Plot, Report, ReportError, Section};
pub use table::{Column, Row, Table, Value};

impl Report {
    /// Lays out what there is, also of a study that is not done. The records
    /// must be in the order of the plan.
    pub fn new(subject: &Subject, plan: &Plan, records: &[Record]) -> Result<Self, ReportError> {
        let study = Study { subject, plan, records };
        let verdicts: Vec<Verdict> = sections::verdicts(&study).into_iter().map(|(_, verdict)| verdict).collect();
        Ok(Self {
            title: format!("A study of {}", subject.name),
            verdict: overall(&verdicts),
            verdicts,
            lead: sections::lead(&study),
            sections: sections::all(&study)?,
            table: subject.name.clone(),
            plan: plan.clone(),
            raw_cells: false,
        })
    }

    /// The same, with the cells of CSV files as they are, even if a spreadsheet
    /// would take them for formulas.
    #[must_use]
    pub fn with_raw_cells(self, raw_cells: bool) -> Self {
        Self { raw_cells, ..self }
    }

    /// As a web page that needs nothing else.
    pub fn html(&self) -> String {
        html::page(self)
    }

    /// As Markdown, with plots in files beside it.
    pub fn markdown(&self) -> String {
        markdown::page(self)
    }

    /// As JSON.
    pub fn json(&self) -> String {
        json::document(self)
    }

    /// All files, by name.
    pub fn files(&self) -> Vec<(String, String)> {
        let mut files = vec![
            ("report.html".to_owned(), self.html()),
            ("report.md".to_owned(), self.markdown()),
            ("report.json".to_owned(), self.json()),
        ];
        files.extend(self.tables().map(|table| (format!("{}.csv", table.id), csv::document(table, self.raw_cells))));
        files.extend(self.plots().map(|plot| (format!("{}.svg", plot.id), standalone(&plot.svg))));
        files
    }

    /// Writes all files into a folder, each whole or not at all.
    pub fn write(&self, folder: &Path) -> Result<(), ReportError> {
        for (name, content) in self.files() {
            let path = folder.join(&name);
            let beside = folder.join(format!(".{name}.new"));
            let written = fs::write(&beside, content).and_then(|()| fs::rename(&beside, &path));
            written.map_err(|error| ReportError::Io { path, error })?;
        }
        Ok(())
    }
}
