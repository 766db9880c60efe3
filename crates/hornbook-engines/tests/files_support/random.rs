//! Random tables of many types, made by a seed.

use std::sync::Arc;

use arrow_array::builder::{ListBuilder, StringBuilder};
use arrow_array::types::{Int8Type, Int32Type};
use arrow_array::{
    ArrayRef, BooleanArray, Date32Array, Decimal128Array, DictionaryArray, Float32Array, Float64Array, Int16Array,
    Int64Array, LargeStringArray, RecordBatch, StringArray, StringViewArray, StructArray, Time32SecondArray,
    TimestampMicrosecondArray, TimestampMillisecondArray, UInt64Array,
};
use arrow_schema::{Field, Fields};

pub struct Numbers(pub u64);

impl Numbers {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }
}

pub const KINDS: u64 = 19;

/// A column of a kind; a cell in `missing_one_in` is missing, if that is not 0.
fn column(kind: u64, rows: usize, missing_one_in: u64, numbers: &mut Numbers) -> ArrayRef {
    let mut cells: Vec<Option<u64>> = Vec::new();
    for _ in 0..rows {
        let is_missing = missing_one_in > 0 && numbers.below(missing_one_in) == 0;
        cells.push((!is_missing).then(|| numbers.next()));
    }
    let cells = cells.into_iter();
    let word = |number: u64| format!("word {}", number % 7);
    match kind {
        0 => Arc::new(cells.map(|cell| cell.map(word)).collect::<StringArray>()),
        1 => Arc::new(cells.map(|cell| cell.map(word)).collect::<LargeStringArray>()),
        2 => Arc::new(cells.map(|cell| cell.map(word)).collect::<StringViewArray>()),
        3 => Arc::new(cells.map(|cell| cell.map(|n| (n % 5) as i64)).collect::<Int64Array>()),
        4 => Arc::new(cells.map(|cell| cell.map(|n| (n % 2000) as i16 - 1000)).collect::<Int16Array>()),
        5 => Arc::new(cells.map(|cell| cell.map(|n| n % 9_000_000_000)).collect::<UInt64Array>()),
        6 => Arc::new(cells.map(|cell| cell.map(|n| (n % 4000) as f64 / 16.0 - 100.0)).collect::<Float64Array>()),
        7 => Arc::new(cells.map(|cell| cell.map(|n| (n % 999) as f32 / 10.0)).collect::<Float32Array>()),
        // Numbers of half as many bits that were widened.
        8 => Arc::new(cells.map(|cell| cell.map(|n| f64::from((n % 99) as f32 / 10.0))).collect::<Float64Array>()),
        9 => Arc::new(cells.map(|cell| cell.map(|n| n % 3 == 0)).collect::<BooleanArray>()),
        10 => Arc::new(cells.map(|cell| cell.map(|n| 19_000 + (n % 900) as i32)).collect::<Date32Array>()),
        11 => {
            let moment = |n: u64| 1_700_000_000_000 + (n % 90_000_000) as i64 * 1000;
            Arc::new(cells.map(|cell| cell.map(moment)).collect::<TimestampMillisecondArray>())
        }
        12 => {
            let moment = |n: u64| (n % 60) as i64 * 86_400_000_000;
            Arc::new(cells.map(|cell| cell.map(moment)).collect::<TimestampMicrosecondArray>().with_timezone("UTC"))
        }
        13 => {
            let cents = cells.map(|cell| cell.map(|n| i128::from(n % 40) * 25));
            Arc::new(cents.collect::<Decimal128Array>().with_precision_and_scale(12, 2).unwrap())
        }
        14 => {
            let words: Vec<Option<String>> = cells.map(|cell| cell.map(word)).collect();
            let words: DictionaryArray<Int8Type> = words.iter().map(Option::as_deref).collect();
            Arc::new(words)
        }
        15 => {
            let mut lists = ListBuilder::new(StringBuilder::new());
            for cell in cells {
                if let Some(n) = cell {
                    (0..n % 3).for_each(|at| lists.values().append_value(format!("w{}", (n >> at) % 4)));
                }
                lists.append(cell.is_some());
            }
            Arc::new(lists.finish())
        }
        16 => {
            let inner: ArrayRef = Arc::new(cells.map(|cell| cell.map(|n| (n % 4) as i64)).collect::<Int64Array>());
            let words: Vec<Option<String>> = (0..rows).map(|at| Some(format!("x{}", at % 3))).collect();
            let words: DictionaryArray<Int32Type> = words.iter().map(Option::as_deref).collect();
            let words: ArrayRef = Arc::new(words);
            let field = |name: &str, array: &ArrayRef| Field::new(name, array.data_type().clone(), true);
            let fields = Fields::from(vec![field("a", &inner), field("b", &words)]);
            let outer = arrow_array::Array::nulls(&inner).cloned();
            Arc::new(StructArray::new(fields, vec![inner, words], outer))
        }
        17 => Arc::new(cells.map(|cell| cell.map(|n| (n % 24) as i32 * 3600)).collect::<Time32SecondArray>()),
        // Always the same, or always missing.
        _ => match numbers.below(2) {
            0 => Arc::new((0..rows).map(|_| Some("same")).collect::<StringArray>()),
            _ => Arc::new((0..rows).map(|_| None::<i64>).collect::<Int64Array>()),
        },
    }
}

/// A table of a few columns of any kinds, with one of words first.
pub fn batch(seed: u64, rows: usize, columns: u64) -> RecordBatch {
    let mut numbers = Numbers(seed);
    let mut made: Vec<(String, ArrayRef)> = Vec::new();
    for at in 0..columns {
        let kind = if at == 0 { 0 } else { numbers.below(KINDS) };
        let missing_one_in = [0, 3, 10, 50][numbers.below(4) as usize];
        made.push((format!("c{at}"), column(kind, rows, missing_one_in, &mut numbers)));
    }
    RecordBatch::try_from_iter_with_nullable(made.into_iter().map(|(name, array)| (name, array, true))).unwrap()
}

/// A table of text: the cells of each row.
pub fn texts(seed: u64, rows: usize) -> Vec<[String; 4]> {
    let mut numbers = Numbers(seed);
    let mut row = |_| {
        let word = ["red", "green, or so", "say \"blue\"", "two\nlines", ""][numbers.below(5) as usize].to_owned();
        let number = if numbers.below(9) == 0 { String::new() } else { numbers.below(500).to_string() };
        let yes = if numbers.below(2) == 0 { "yes" } else { "no" }.to_owned();
        let date = format!("2024-{:02}-{:02}", 1 + numbers.below(12), 1 + numbers.below(28));
        [word, number, yes, date]
    };
    (0..rows).map(&mut row).collect()
}
