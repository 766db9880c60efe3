//! How fast tables are read: rows that repeat, rows with names of their own,
//! and measurements; each against a plain pass of the csv crate over the same
//! bytes, which keeps nothing.
#![allow(missing_docs)]

use std::fmt::Write;
use std::hint::black_box;

use divan::Bencher;
use divan::counter::BytesCount;
use hornbook::format::ContextFormat;
use hornbook::prepare::Preparation;
use hornbook::table::Table;

fn main() {
    divan::main();
}

/// Numbers that look random, the same each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

fn text(header: impl Iterator<Item = String>, rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut text = header.collect::<Vec<_>>().join(",");
    rows.for_each(|row| _ = write!(text, "\n{}", row.join(",")));
    text
}

/// Rows of 100 places, of which 3000 differ.
fn repeated() -> String {
    let mut numbers = Numbers(1);
    let kinds: Vec<Vec<String>> =
        (0..3000).map(|_| (0..100).map(|_| u64::from(numbers.below(3) == 0).to_string()).collect()).collect();
    let rows = (0..200_000).map(|_| kinds[numbers.below(3000) as usize].clone());
    text((0..100).map(|column| format!("a{column}")), rows)
}

/// Rows of a name and five categories.
fn named() -> String {
    let mut numbers = Numbers(2);
    let row = |row: u64| {
        let values = (2..7).map(|most| format!("value {}", numbers.below(most)));
        std::iter::once(format!("object number {row}")).chain(values).collect()
    };
    text(["name", "a", "b", "c", "d", "e"].into_iter().map(str::to_owned), (0..400_000).map(row))
}

/// Rows of ten measurements.
fn measured() -> String {
    let mut numbers = Numbers(3);
    let rows = (0..200_000).map(|_| (0..10).map(|_| format!("{:.5}", numbers.below(1 << 30) as f64 / 1e5)).collect());
    text((0..10).map(|column| format!("x{column}")), rows)
}

const INPUTS: [&str; 3] = ["repeated", "named", "measured"];

fn on(bencher: Bencher<'_, '_>, input: &str, read: impl Fn(&[u8]) + Sync) {
    let text = match input {
        "repeated" => repeated(),
        "named" => named(),
        _ => measured(),
    };
    let bytes = text.into_bytes();
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| read(&bytes));
}

#[divan::bench(args = INPUTS, sample_count = 10)]
fn csv_crate(bencher: Bencher<'_, '_>, input: &str) {
    on(bencher, input, |bytes| {
        let mut reader = csv::Reader::from_reader(bytes);
        let mut record = csv::StringRecord::new();
        while matches!(reader.read_record(&mut record), Ok(true)) {
            black_box(&record);
        }
    });
}

#[divan::bench(args = INPUTS, sample_count = 10)]
fn table(bencher: Bencher<'_, '_>, input: &str) {
    on(bencher, input, |bytes| _ = black_box(Table::read(bytes, None)));
}

#[divan::bench(args = INPUTS, sample_count = 10)]
fn table_to_context(bencher: Bencher<'_, '_>, input: &str) {
    on(bencher, input, |bytes| {
        let context = Preparation::learning().bytes(bytes, ContextFormat::Csv).map(|table| table.context);
        _ = black_box(context);
    });
}
