//! What the tests of files share: tables of many types, written in all formats.
#![allow(dead_code, clippy::unwrap_used)]

pub mod random;
pub mod xlsx;

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema};
use hornbook::scaling::{Missing, RowTests, Scaling, ScalingOptions, Unseen};
use hornbook::table::Table;
use hornbook_engines::{Engine, EngineError, Grouping, OpenOptions, RowSink, Scanned, files};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;

/// A table with columns of strings, as a batch.
pub fn batch_of(table: &Table) -> RecordBatch {
    let column = |at: usize| -> ArrayRef {
        let cells = table.column(at).map(|cell| (!cell.is_empty()).then_some(cell));
        Arc::new(cells.collect::<StringArray>())
    };
    let fields: Vec<Field> = table.columns().iter().map(|name| Field::new(name, DataType::Utf8, true)).collect();
    RecordBatch::try_new(Arc::new(Schema::new(fields)), (0..table.width()).map(column).collect()).unwrap()
}

/// How a Parquet file is written.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    pub group_rows: usize,
    pub page_rows: usize,
    pub dictionary: bool,
    pub statistics: bool,
}

impl Default for Written {
    fn default() -> Self {
        Self { group_rows: 1 << 20, page_rows: 20_000, dictionary: true, statistics: true }
    }
}

pub fn write_parquet(path: &Path, batch: &RecordBatch, written: Written) {
    let statistics = match written.statistics {
        true => parquet::file::properties::EnabledStatistics::Page,
        false => parquet::file::properties::EnabledStatistics::None,
    };
    let properties = WriterProperties::builder()
        .set_max_row_group_row_count(Some(written.group_rows))
        .set_data_page_row_count_limit(written.page_rows)
        .set_write_batch_size(written.page_rows.min(1024))
        .set_dictionary_enabled(written.dictionary)
        .set_statistics_enabled(statistics)
        .set_compression(Compression::SNAPPY)
        .build();
    let mut writer = ArrowWriter::try_new(File::create(path).unwrap(), batch.schema(), Some(properties)).unwrap();
    writer.write(batch).unwrap();
    writer.close().unwrap();
}

/// Rows with their counts.
pub type Counted = BTreeMap<(Vec<u64>, Vec<u64>), u64>;

/// Keeps all that it is told.
#[derive(Default)]
pub struct Kept {
    pub in_order: Vec<(Vec<u64>, Vec<u64>, u64)>,
}

impl Kept {
    pub fn counted(&self) -> Counted {
        let mut counted = Counted::new();
        for (has, unknown, count) in &self.in_order {
            *counted.entry((has.clone(), unknown.clone())).or_default() += count;
        }
        counted
    }
}

impl RowSink for Kept {
    fn row(&mut self, has: &[u64], unknown: &[u64], count: u64) -> Result<(), EngineError> {
        assert!(unknown.is_empty() || unknown.iter().any(|word| *word != 0));
        self.in_order.push((has.to_vec(), unknown.to_vec(), count));
        Ok(())
    }

    fn begin_anew(&mut self) -> Result<(), EngineError> {
        self.in_order.clear();
        Ok(())
    }
}

pub fn open(path: &Path) -> Box<dyn Engine> {
    files::open(path, &OpenOptions::default()).unwrap()
}

pub fn open_error(path: &Path) -> String {
    match files::open(path, &OpenOptions::default()) {
        Ok(_) => panic!("{} was opened", path.display()),
        Err(error) => error.to_string(),
    }
}

pub fn scanned(engine: &mut dyn Engine, tests: &RowTests, grouping: Grouping) -> (Kept, Scanned) {
    let mut kept = Kept::default();
    let scanned = engine.scan(tests, grouping, &mut kept).unwrap();
    (kept, scanned)
}

/// What the rows of the table in memory have, with the rows that were left out.
pub fn in_memory(scaling: &Scaling, table: &Table) -> (Counted, u64) {
    let context = scaling.apply(table, Unseen::Absent).unwrap();
    let mut counted = Counted::new();
    for row in 0..context.len() {
        let model = context.model(row);
        let unknown = model.unknown();
        let unknown = if unknown.is_empty() { Vec::new() } else { unknown.words().to_vec() };
        *counted.entry((model.has().words().to_vec(), unknown)).or_default() += 1;
    }
    (counted, (table.len() - context.len()) as u64)
}

pub const ALL_MISSING: [Missing; 4] = [Missing::Absent, Missing::Value, Missing::Drop, Missing::Unknown];

/// The scaling that is found for a table.
pub fn scaling_of(table: &Table, missing: Missing) -> Scaling {
    let options = ScalingOptions { missing, ..ScalingOptions::default() };
    Scaling::detect(table, &options).unwrap()
}

/// Checks that a scan gives what the table in memory would give, in every way that
/// missing values can be taken, grouped and not.
pub fn assert_scans_as_in_memory(path: &Path) {
    let mut engine = open(path);
    let sample = engine.sample(1_000_000).unwrap();
    assert!(sample.is_whole);
    for missing in ALL_MISSING {
        let scaling = scaling_of(&sample.table, missing);
        let tests = scaling.row_tests(&sample.table).unwrap();
        let (wanted, left_out) = in_memory(&scaling, &sample.table);
        for grouping in [Grouping::Grouped, Grouping::OneByOne] {
            let (kept, scanned) = scanned(&mut *engine, &tests, grouping);
            assert_eq!(kept.counted(), wanted, "{missing:?} {grouping:?} {}", path.display());
            assert_eq!((scanned.rows, scanned.left_out), (sample.table.len() as u64, left_out));
            assert_eq!(scanned.unexpected, [0usize; 0], "{missing:?} {:?}", tests.columns);
        }
    }
}

pub fn write_arrow(path: &Path, batches: &[RecordBatch]) {
    let mut writer = arrow_ipc::writer::FileWriter::try_new(File::create(path).unwrap(), &batches[0].schema()).unwrap();
    batches.iter().for_each(|batch| writer.write(batch).unwrap());
    writer.finish().unwrap();
}

pub fn write_stream(path: &Path, batches: &[RecordBatch]) {
    let mut writer =
        arrow_ipc::writer::StreamWriter::try_new(File::create(path).unwrap(), &batches[0].schema()).unwrap();
    batches.iter().for_each(|batch| writer.write(batch).unwrap());
    writer.finish().unwrap();
}

/// A batch in parts of about the same size.
pub fn parts(batch: &RecordBatch, count: usize) -> Vec<RecordBatch> {
    let rows = batch.num_rows();
    let bound = |at: usize| rows * at / count;
    (0..count).map(|at| batch.slice(bound(at), bound(at + 1) - bound(at))).collect()
}

pub fn csv_of(header: &[&str], rows: &[[String; 4]]) -> String {
    let line = |cells: Vec<&str>| {
        let quoted: Vec<String> = cells.iter().map(|cell| format!("\"{}\"", cell.replace('"', "\"\""))).collect();
        quoted.join(",") + "\n"
    };
    let rows = rows.iter().map(|row| line(row.iter().map(String::as_str).collect()));
    std::iter::once(line(header.to_vec())).chain(rows).collect()
}
