//! What every place that has rows can be asked.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hornbook::scaling::RowTests;
use hornbook::table::{ReadOptions, Table};
use hornbook::{AttrSet, Implication};

use crate::error::EngineError;

/// A table where it lives: a file or many, a database, a cluster.
///
/// It is gone through as rarely as possible: a sample, and then one scan that gives
/// out what its rows have. All calls heed the [`Control`] it was opened with.
pub trait Engine {
    /// What it is called in messages, without any password.
    fn name(&self) -> String;

    /// The columns, in the order of the source.
    fn columns(&mut self) -> Result<Vec<SourceColumn>, EngineError>;

    /// All rows as text, in the order of the source, if there are no more than
    /// `most_rows`; else about as many, from all over it. The same call gives the
    /// same rows as long as the source does not change.
    fn sample(&mut self, most_rows: u64) -> Result<Sample, EngineError>;

    /// Goes through all rows once, and tells the sink what each of them has. A scan
    /// that lost its connection may begin anew: then it says so to the sink.
    fn scan(&mut self, tests: &RowTests, grouping: Grouping, sink: &mut dyn RowSink) -> Result<Scanned, EngineError>;

    /// The values of a column as text, if there are no more than `most`; missing ones
    /// are none.
    fn values(&mut self, column: &str, most: usize) -> Result<Option<Vec<String>>, EngineError>;

    /// For each rule, how many rows break it, and at most `max_rows` of these by name.
    /// Only what is known counts if the tests say that missing values are unknown.
    fn breaking(
        &mut self,
        tests: &RowTests,
        rules: &[Implication],
        max_rows: usize,
    ) -> Result<Vec<BrokenBy>, EngineError>;

    /// What [`scan`](Self::scan) would ask, without asking it: queries for a database,
    /// files and columns otherwise, a text each.
    fn plan(&mut self, tests: &RowTests, grouping: Grouping) -> Result<Vec<String>, EngineError>;

    /// What it cost so far.
    fn tally(&self) -> Tally;
}

/// A column of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceColumn {
    /// Its name.
    pub name: String,
    /// What its values are.
    pub kind: ValueKind,
    /// The type as the source calls it.
    pub type_name: String,
}

/// What the values of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// Words, which may also be numbers or dates written as text.
    Text,
    /// Whole numbers.
    Whole,
    /// Numbers.
    Number,
    /// Yes or no.
    Boolean,
    /// Days or moments.
    Date,
    /// Times of a day.
    Time,
    /// Lists of values.
    List,
    /// Something else, of which attributes cannot be made.
    Other,
}

/// Some rows of a source, as text.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The rows, with their cells [as they are meant](Table::with_values).
    pub table: Table,
    /// Whether these are all rows.
    pub is_whole: bool,
    /// How many rows there are, as far as that is known without a scan.
    pub row_count: Option<u64>,
}

/// Whether equal rows are put together where they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// They are: few differ in what they have.
    Grouped,
    /// They are put together as they stand, before it is looked at what they have: few
    /// differ in any of their cells. Where that is of no use it is the same.
    GroupedAsTheyStand,
    /// They are not: nearly all differ, and to put them together would be in vain.
    OneByOne,
}

impl Grouping {
    /// Whether rows are put together.
    pub fn is_grouped(self) -> bool {
        self != Self::OneByOne
    }
}

/// Who takes the rows of a scan.
pub trait RowSink {
    /// A row occurs `count` times. `has` are the words of an
    /// [`AttrSet`](hornbook::AttrSet) of the tests' universe, `unknown` likewise, and
    /// empty if nothing is unknown.
    fn row(&mut self, has: &[u64], unknown: &[u64], count: u64) -> Result<(), EngineError>;

    /// The scan begins anew: what was told so far does not count.
    fn begin_anew(&mut self) -> Result<(), EngineError>;
}

/// What a scan came upon.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scanned {
    /// The rows that were gone through.
    pub rows: u64,
    /// Those that were left out for missing values.
    pub left_out: u64,
    /// The columns, by their places in the tests, in which some value was not to be
    /// expected. Its rows have none of the column's attributes.
    pub unexpected: Vec<usize>,
}

/// The rows that break one rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BrokenBy {
    /// How many they are.
    pub count: u64,
    /// Some of them.
    pub rows: Vec<KeyedRow>,
}

/// A row, found by its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyedRow {
    /// What names it: the value of the column that the tests name, else the primary
    /// key, else its place.
    pub key: String,
    /// Its place among the rows of the source, counted from 0, where they have an order.
    pub place: Option<u64>,
    /// What it is known to have.
    pub has: AttrSet,
    /// What is unknown of it.
    pub unknown: AttrSet,
}

/// What it cost to ask a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How often all rows were gone through.
    pub scans: u64,
    /// How many bytes came from the source.
    pub bytes: u64,
    /// How long it took the source to answer.
    pub time: Duration,
    /// How often a lost connection was made anew.
    pub reconnected: u64,
}

/// How a source is opened.
#[derive(Clone, Debug, Default)]
pub struct OpenOptions {
    /// The table of a database.
    pub table: Option<String>,
    /// A query in place of a table.
    pub query: Option<String>,
    /// The sheet of a workbook; otherwise the first.
    pub sheet: Option<String>,
    /// How files of text are read.
    pub read: ReadOptions,
    /// Where files on disk may be made; otherwise where such files usually are.
    pub scratch: Option<PathBuf>,
    /// Who calls it off, and is told how far it is.
    pub control: Control,
}

/// What is told how many rows were gone through, of how many.
type Progress = dyn Fn(u64, Option<u64>) + Send + Sync;

/// Who calls a long call off, and is told how far it is.
#[derive(Clone, Default)]
pub struct Control {
    stopped: Arc<AtomicBool>,
    deadline: Option<Instant>,
    progress: Option<Arc<Progress>>,
}

impl Control {
    /// Whoever sets `stopped` calls it off; so does the deadline.
    pub fn new(stopped: Arc<AtomicBool>, deadline: Option<Instant>) -> Self {
        Self { stopped, deadline, progress: None }
    }

    /// The same, and `progress` is told now and then how many rows were gone through,
    /// and of how many if that is known.
    #[must_use]
    pub fn with_progress(self, progress: impl Fn(u64, Option<u64>) + Send + Sync + 'static) -> Self {
        Self { progress: Some(Arc::new(progress)), ..self }
    }

    /// Whether it goes on; an error if it was called off. To be asked often.
    pub fn check(&self) -> Result<(), EngineError> {
        if self.stopped.load(Ordering::Relaxed) {
            return Err(EngineError::Stopped);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(EngineError::TimeLimit),
            _ => Ok(()),
        }
    }

    /// When the time is up.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Tells how many rows were gone through, of how many.
    pub fn tell(&self, rows: u64, of: Option<u64>) {
        if let Some(progress) = &self.progress {
            progress(rows, of);
        }
    }
}

impl fmt::Debug for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control").field("stopped", &self.stopped).field("deadline", &self.deadline).finish()
    }
}
