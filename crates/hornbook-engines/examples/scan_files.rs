//! How long a scan of Parquet files takes, against a plain decode of the same columns:
//! `cargo run --release -p hornbook-engines --example scan_files [ROWS] [FOLDER]`.
//!
//! Rows are made by a seed. One table has 1,000 different rows, the other as many as
//! there are rows. Each figure is the shortest of three runs.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::error::Error;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use arrow_array::{ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, StringArray};
use hornbook::scaling::{RowTests, Scaling, ScalingOptions};
use hornbook_engines::{Engine, EngineError, Grouping, OpenOptions, RowSink, files};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::arrow::{ArrowWriter, ProjectionMask};
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;

const GROUP_ROWS: usize = 1 << 20;
const BATCH_ROWS: usize = 1 << 16;
const RUNS: usize = 3;
const COLUMNS: [&str; 10] = ["kind", "city", "state", "grade", "colour", "legs", "age", "weight", "height", "alive"];

/// A stream of numbers from a seed.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

/// The row of a seed.
fn row(seed: u64) -> ([String; 5], [i64; 2], [f64; 2], bool) {
    let mut numbers = Numbers(seed);
    let word = |name: &str, at: u64| format!("{name} {at}");
    let words = ["kind", "city", "state", "grade", "colour"].map(|name| word(name, numbers.next() % 10));
    let whole = [(numbers.next() % 9) as i64, (numbers.next() % 100) as i64];
    let part = |number: u64, of: f64| (number % 100_000) as f64 / 100_000.0 * of;
    (words, whole, [part(numbers.next(), 150.0), part(numbers.next(), 2.0)], numbers.next().is_multiple_of(2))
}

fn batch(rows: impl Iterator<Item = u64>) -> RecordBatch {
    let rows: Vec<_> = rows.map(row).collect();
    let words = |at: usize| Arc::new(StringArray::from_iter_values(rows.iter().map(|row| &row.0[at]))) as ArrayRef;
    let whole = |at: usize| Arc::new(Int64Array::from_iter_values(rows.iter().map(|row| row.1[at]))) as ArrayRef;
    let parts = |at: usize| Arc::new(Float64Array::from_iter_values(rows.iter().map(|row| row.2[at]))) as ArrayRef;
    let alive = Arc::new(BooleanArray::from_iter(rows.iter().map(|row| Some(row.3)))) as ArrayRef;
    let mut columns: Vec<ArrayRef> = (0..5).map(words).collect();
    columns.extend([whole(0), whole(1), parts(0), parts(1), alive]);
    RecordBatch::try_from_iter(COLUMNS.into_iter().zip(columns)).unwrap()
}

fn write(path: &Path, rows: usize, distinct: u64) -> Result<(), Box<dyn Error>> {
    let properties = WriterProperties::builder()
        .set_max_row_group_row_count(Some(GROUP_ROWS))
        .set_compression(Compression::SNAPPY)
        .build();
    let schema = batch(0..1).schema();
    let mut writer = ArrowWriter::try_new(File::create(path)?, schema, Some(properties))?;
    let mut chosen = Numbers(7);
    for start in (0..rows).step_by(BATCH_ROWS) {
        let count = BATCH_ROWS.min(rows - start);
        let mut seed = |at: usize| if distinct as usize >= rows { at as u64 } else { chosen.next() % distinct };
        let seeds: Vec<u64> = (start..start + count).map(&mut seed).collect();
        writer.write(&batch(seeds.into_iter()))?;
    }
    writer.close()?;
    Ok(())
}

/// Reads the columns and does nothing with them, the groups of rows dealt out in turn.
fn decode(path: &Path, columns: &[String], threads: usize) -> Result<u64, Box<dyn Error>> {
    let builder = || ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap();
    let groups = builder().metadata().num_row_groups();
    let read = |thread: usize| {
        let builder = builder();
        let mask = ProjectionMask::columns(builder.parquet_schema(), columns.iter().map(String::as_str));
        let own = (0..groups).skip(thread).step_by(threads).collect();
        let reader = builder.with_projection(mask).with_row_groups(own).with_batch_size(1 << 14).build().unwrap();
        reader.map(|batch| batch.unwrap().num_rows() as u64).sum::<u64>()
    };
    Ok(thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|thread| scope.spawn(move || read(thread))).collect();
        running.into_iter().map(|thread| thread.join().unwrap()).sum()
    }))
}

#[derive(Default)]
struct Sum {
    rows: u64,
    told: u64,
    words: u64,
}

impl RowSink for Sum {
    fn row(&mut self, has: &[u64], _: &[u64], count: u64) -> Result<(), EngineError> {
        self.rows += count;
        self.told += 1;
        self.words = has.iter().fold(self.words, |sum, word| sum.wrapping_add(word.wrapping_mul(count)));
        Ok(())
    }

    fn begin_anew(&mut self) -> Result<(), EngineError> {
        *self = Self::default();
        Ok(())
    }
}

fn shortest<T>(mut work: impl FnMut() -> T) -> (Duration, T) {
    let runs = (0..RUNS).map(|_| {
        let start = Instant::now();
        let done = work();
        (start.elapsed(), done)
    });
    runs.min_by_key(|(time, _)| *time).unwrap()
}

fn tests_of(engine: &mut dyn Engine) -> Result<(RowTests, Duration), Box<dyn Error>> {
    let start = Instant::now();
    let sample = engine.sample(100_000)?;
    let took = start.elapsed();
    let scaling = Scaling::detect(&sample.table, &ScalingOptions { for_rules: true, ..ScalingOptions::default() })?;
    Ok((scaling.row_tests(&sample.table)?, took))
}

fn main() -> Result<(), Box<dyn Error>> {
    let rows: usize = std::env::args().nth(1).map_or(Ok(10_000_000), |rows| rows.parse())?;
    let made = tempfile::tempdir()?;
    let folder = std::env::args().nth(2).map_or_else(|| made.path().to_owned(), Into::into);
    for (name, distinct, grouping) in [("few", 1000, Grouping::Grouped), ("all", rows as u64, Grouping::OneByOne)] {
        let path = folder.join(format!("{name}-{rows}.parquet"));
        if !path.exists() {
            write(&path, rows, distinct)?;
        }
        let mut engine = files::open(&path, &OpenOptions::default())?;
        let (tests, sample_time) = tests_of(&mut *engine)?;
        let mut columns: Vec<String> = tests.columns.iter().map(|column| column.column.clone()).collect();
        columns.dedup();
        let threads = thread::available_parallelism()?.get();
        let (one, _) = shortest(|| decode(&path, &columns, 1).unwrap());
        let (several, _) = shortest(|| decode(&path, &columns, threads).unwrap());
        let (scan, sum) = shortest(|| {
            let mut sum = Sum::default();
            engine.scan(&tests, grouping, &mut sum).unwrap();
            sum
        });
        let ratio = |of: Duration| scan.as_secs_f64() / of.as_secs_f64();
        println!(
            "{name}: {rows} rows, {} columns, {} attributes, {} bytes; sample {sample_time:.2?}; decode {one:.2?} on one \
             thread, {several:.2?} on {threads}; scan {scan:.2?} ({} rows told, {} in all): x{:.2} and x{:.2}",
            columns.len(),
            tests.universe.len(),
            std::fs::metadata(&path)?.len(),
            sum.told,
            sum.rows,
            ratio(one),
            ratio(several)
        );
    }
    Ok(())
}
