//! What came out, for people and for programs.
//!
//! Everything is laid out once, as [`Section`]s with tables and plots, and then
//! written as a web page, Markdown, CSV and JSON, so that all say the same.

mod csv;
mod html;
mod json;
mod markdown;
mod sections;
mod table;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::plan::Plan;
use crate::plots::{PlotError, standalone};
use crate::run::Record;
use crate::subject::Subject;

pub use table::{Column, Row, Table, Value};

/// A study as it is laid out.
#[derive(Clone, Debug)]
pub struct Report {
    /// What was studied.
    pub title: String,
    /// How, in a few sentences.
    pub lead: Vec<String>,
    /// What came out.
    pub sections: Vec<Section>,
    table: String,
    plan: Plan,
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

/// What the sections are made from.
pub(crate) struct Study<'a> {
    pub(crate) subject: &'a Subject,
    pub(crate) plan: &'a Plan,
    /// In the order of the plan.
    pub(crate) records: &'a [Record],
}

impl Report {
    /// Lays out what there is, also of a study that is not done. The records
    /// must be in the order of the plan.
    pub fn new(subject: &Subject, plan: &Plan, records: &[Record]) -> Result<Self, ReportError> {
        let study = Study { subject, plan, records };
        Ok(Self {
            title: format!("A study of {}", subject.name),
            lead: sections::lead(&study),
            sections: sections::all(&study)?,
            table: subject.name.clone(),
            plan: plan.clone(),
        })
    }

    /// Its tables.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.sections.iter().filter_map(|section| section.table.as_ref())
    }

    /// Its plots.
    pub fn plots(&self) -> impl Iterator<Item = &Plot> {
        self.sections.iter().filter_map(|section| section.plot.as_ref())
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
        files.extend(self.tables().map(|table| (format!("{}.csv", table.id), csv::document(table))));
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
