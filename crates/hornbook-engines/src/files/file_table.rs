//! The table that one or many files hold.

use std::collections::HashSet;
use std::path::Path;
use std::time::Instant;

use hornbook::Implication;
use hornbook::format::token;
use hornbook::scaling::RowTests;

use super::breaking::Breaking;
use super::finding::{FoundFile, find};
use super::sampling::{read_rows, runs};
use super::scanning::Scan;
use super::source_file::SourceFile;
use super::values::values;
use crate::{
    BrokenBy, Engine, EngineError, Grouping, OpenOptions, RowSink, Sample, Scanned, SourceColumn, Tally, ValueKind,
};

/// How many columns a message lists.
const MOST_LISTED: usize = 20;

/// A table in files.
pub(super) struct FileTable {
    name: String,
    files: Vec<SourceFile>,
    columns: Vec<SourceColumn>,
    options: OpenOptions,
    tally: Tally,
}

/// Refuses files that have no column of the first one: they are no parts of one table.
fn refuse_strangers(files: &[SourceFile]) -> Result<(), EngineError> {
    let Some((first, others)) = files.split_first() else { return Ok(()) };
    let names = |file: &SourceFile| -> HashSet<String> {
        let held = file.columns().into_iter().filter(|column| column.type_name != "partition");
        held.map(|column| column.name).collect()
    };
    let known = names(first);
    for file in others {
        let found = names(file);
        if !known.is_empty() && !found.is_empty() && known.is_disjoint(&found) {
            let (one, other) = (first.name(), file.name());
            return Err(EngineError::Wrong(format!(
                "{one} and {other} have no column in common, so they are not one table"
            )));
        }
    }
    Ok(())
}

impl FileTable {
    /// Opens all files that a path stands for.
    pub(super) fn open(path: &Path, options: &OpenOptions) -> Result<Self, EngineError> {
        Self::of(path, find(path)?, options)
    }

    /// Opens these files.
    pub(super) fn of(path: &Path, found: Vec<FoundFile>, options: &OpenOptions) -> Result<Self, EngineError> {
        let mut files = Vec::new();
        for found in found {
            options.control.check()?;
            files.push(SourceFile::open(found, options)?);
        }
        refuse_strangers(&files)?;
        Ok(Self::of_files(path.display().to_string(), files, options))
    }

    /// The table that is in these files.
    pub(super) fn of_files(name: String, files: Vec<SourceFile>, options: &OpenOptions) -> Self {
        let mut columns: Vec<SourceColumn> = Vec::new();
        for column in files.iter().flat_map(SourceFile::columns) {
            match columns.iter_mut().find(|known| known.name == column.name) {
                None => columns.push(column),
                Some(known) if known.kind == ValueKind::Other => *known = column,
                Some(_) => {}
            }
        }
        // What the folders tell stands behind what the files hold.
        columns.sort_by_key(|column| column.type_name == "partition");
        Self { name, files, columns, options: options.clone(), tally: Tally::default() }
    }

    fn row_count(&self) -> Option<u64> {
        self.files.iter().map(SourceFile::rows).sum()
    }

    /// The columns that can be read as text.
    fn readable(&self) -> Vec<String> {
        let readable = self.columns.iter().filter(|column| column.kind != ValueKind::Other);
        readable.map(|column| column.name.clone()).collect()
    }

    /// The columns of the source that tests are about, each once.
    fn tested_columns(&self, tests: &RowTests) -> Result<Vec<String>, EngineError> {
        let mut columns: Vec<String> = Vec::new();
        for tested in &tests.columns {
            if !columns.contains(&tested.column) {
                columns.push(self.known_column(&tested.column)?);
            }
        }
        Ok(columns)
    }

    fn known_column(&self, name: &str) -> Result<String, EngineError> {
        if self.columns.iter().any(|column| column.name == name && column.kind != ValueKind::Other) {
            return Ok(name.to_owned());
        }
        let names: Vec<String> = self.columns.iter().take(MOST_LISTED).map(|column| token(&column.name)).collect();
        let more = if self.columns.len() > MOST_LISTED { ", …" } else { "" };
        let known = format!("{}{more}", names.join(", "));
        Err(EngineError::Wrong(match self.columns.iter().any(|column| column.name == name) {
            true => format!("{}: the column {} holds nothing that can be read as text", self.name, token(name)),
            false => format!("{}: there is no column {}; there are {known}", self.name, token(name)),
        }))
    }

    fn bytes_of(&self, columns: &[String]) -> u64 {
        let of_file =
            |file: &SourceFile| -> u64 { file.pieces(1).iter().map(|piece| file.bytes(piece, columns)).sum() };
        self.files.iter().map(of_file).sum()
    }

    /// Does something, and takes down what it cost.
    fn tallied<T>(
        &mut self,
        bytes: u64,
        scans: u64,
        work: impl FnOnce(&Self) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        let start = Instant::now();
        let done = work(self);
        self.tally.time += start.elapsed();
        if done.is_ok() {
            self.tally.bytes += bytes;
            self.tally.scans += scans;
        }
        done
    }

    fn sampled(&self, most_rows: u64) -> Result<Sample, EngineError> {
        let row_count = self.row_count();
        let rows = row_count.unwrap_or_else(|| self.files.iter().map(SourceFile::rows_about).sum());
        // Rows that were not counted may be more.
        let is_whole = row_count.is_some_and(|rows| rows <= most_rows);
        let table = match (self.files.as_slice(), is_whole) {
            // What was found out about a single file of text stays known.
            ([only], true) if only.held().is_some_and(|held| held.columns().len() == self.columns.len()) => {
                only.held().map(|held| held.table().clone())
            }
            _ => None,
        };
        let table = match table {
            Some(table) => table,
            None => {
                let runs = runs(rows, most_rows);
                let wanted = (!is_whole).then_some(runs.as_slice());
                read_rows(&self.files, &self.readable(), wanted, &self.options.control)?
            }
        };
        Ok(Sample { table: table.with_values(&self.options.read), is_whole, row_count })
    }
}

impl Engine for FileTable {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn columns(&mut self) -> Result<Vec<SourceColumn>, EngineError> {
        Ok(self.columns.clone())
    }

    fn sample(&mut self, most_rows: u64) -> Result<Sample, EngineError> {
        let rows_about: u64 = self.files.iter().map(SourceFile::rows_about).sum();
        let share = (most_rows as f64 / rows_about.max(1) as f64).min(1.0);
        let bytes = self.bytes_of(&self.readable()) as f64 * share;
        self.tallied(bytes as u64, u64::from(share >= 1.0), |table| table.sampled(most_rows))
    }

    fn scan(&mut self, tests: &RowTests, grouping: Grouping, sink: &mut dyn RowSink) -> Result<Scanned, EngineError> {
        let columns = self.tested_columns(tests)?;
        self.tallied(self.bytes_of(&columns), 1, |table| {
            let scan = Scan {
                files: &table.files,
                tests,
                columns: &columns,
                told_missing: &table.options.read.missing,
                grouping,
                control: &table.options.control,
                rows: table.row_count(),
            };
            scan.run(sink)
        })
    }

    fn values(&mut self, column: &str, most: usize) -> Result<Option<Vec<String>>, EngineError> {
        let columns = [self.known_column(column)?];
        self.tallied(self.bytes_of(&columns), 1, |table| {
            values(&table.files, &columns, most, &table.options.read.missing, &table.options.control)
        })
    }

    fn breaking(
        &mut self,
        tests: &RowTests,
        rules: &[Implication],
        max_rows: usize,
    ) -> Result<Vec<BrokenBy>, EngineError> {
        let mut columns = self.tested_columns(tests)?;
        let tested = columns.len();
        if let Some(id) = &tests.id {
            columns.push(self.known_column(id)?);
        }
        self.tallied(self.bytes_of(&columns), 1, |table| {
            let breaking = Breaking { tests, rules, max_rows, told_missing: &table.options.read.missing };
            breaking.find(&table.files, &columns, tested, &table.options.control)
        })
    }

    fn plan(&mut self, tests: &RowTests, grouping: Grouping) -> Result<Vec<String>, EngineError> {
        let columns = self.tested_columns(tests)?;
        let how = match grouping {
            Grouping::Grouped | Grouping::GroupedAsTheyStand => "equal rows put together",
            Grouping::OneByOne => "rows one by one",
        };
        let names: Vec<String> = columns.iter().map(|column| token(column)).collect();
        let told = |file: &SourceFile| {
            let bytes: u64 = file.pieces(1).iter().map(|piece| file.bytes(piece, &columns)).sum();
            let rows = file.rows().map_or_else(|| "rows not counted".to_owned(), |rows| format!("{rows} rows"));
            let described = file.described(&columns);
            format!("read {}: {rows}, {described}, {bytes} of {} bytes", file.shown.display(), file.file_bytes())
        };
        let mut plan: Vec<String> = self.files.iter().map(told).collect();
        plan.push(format!("columns: {}; {how}", names.join(", ")));
        Ok(plan)
    }

    fn tally(&self) -> Tally {
        self.tally
    }
}
