//! The cells of Arrow's arrays as text.

use std::fmt::Write;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Date64Type, Decimal32Type, Decimal64Type, Decimal128Type, Decimal256Type, Float16Type, Float32Type,
    Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, Time32MillisecondType, Time32SecondType,
    Time64MicrosecondType, Time64NanosecondType, TimestampMicrosecondType, TimestampMillisecondType,
    TimestampNanosecondType, TimestampSecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef};
use arrow_schema::{DataType, TimeUnit};

use super::moment_text::{write_day, write_moment, write_time};
use super::number_text::{write_decimal, write_f32, write_f64};
use crate::ValueKind;

/// What stands between the values of a list, and what stands for it inside of them.
const BETWEEN: char = ';';
const INSIDE: &str = ",";

const MILLISECONDS_A_DAY: i64 = 24 * 60 * 60 * 1000;

/// What the values of a type are.
pub(super) fn kind_of(data_type: &DataType) -> ValueKind {
    match data_type {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Null => ValueKind::Text,
        _ if data_type.is_integer() => ValueKind::Whole,
        _ if data_type.is_numeric() => ValueKind::Number,
        DataType::Boolean => ValueKind::Boolean,
        DataType::Date32 | DataType::Date64 | DataType::Timestamp(..) => ValueKind::Date,
        DataType::Time32(_) | DataType::Time64(_) => ValueKind::Time,
        DataType::List(item) | DataType::LargeList(item) | DataType::FixedSizeList(item, _) => {
            match kind_of(item.data_type()) {
                ValueKind::List | ValueKind::Other => ValueKind::Other,
                _ => ValueKind::List,
            }
        }
        DataType::Dictionary(_, values) => kind_of(values),
        _ => ValueKind::Other,
    }
}

/// Whether values are bytes, which may be words after all.
pub(super) fn are_bytes(data_type: &DataType) -> bool {
    match data_type {
        DataType::Binary | DataType::LargeBinary | DataType::BinaryView => true,
        DataType::Dictionary(_, values) => are_bytes(values),
        _ => false,
    }
}

/// How many units of time make a second.
pub(super) fn units_a_second(unit: TimeUnit) -> i64 {
    match unit {
        TimeUnit::Second => 1,
        TimeUnit::Millisecond => 1000,
        TimeUnit::Microsecond => 1_000_000,
        TimeUnit::Nanosecond => 1_000_000_000,
    }
}

/// Writes a cell; nothing if it is missing. Moments are those of UTC.
pub(super) fn write_cell(array: &dyn Array, row: usize, out: &mut String) {
    if array.is_null(row) {
        return;
    }
    match array.data_type() {
        DataType::Utf8 => out.push_str(array.as_string::<i32>().value(row)),
        DataType::LargeUtf8 => out.push_str(array.as_string::<i64>().value(row)),
        DataType::Utf8View => out.push_str(array.as_string_view().value(row)),
        DataType::Boolean => out.push_str(if array.as_boolean().value(row) { "true" } else { "false" }),
        data_type if data_type.is_numeric() => write_number(array, row, out),
        data_type if data_type.is_temporal() => write_time_of(array, row, out),
        DataType::Dictionary(..) => write_of_dictionary(array, row, out),
        DataType::List(_) => write_list(&array.as_list::<i32>().value(row), out),
        DataType::LargeList(_) => write_list(&array.as_list::<i64>().value(row), out),
        DataType::FixedSizeList(..) => write_list(&array.as_fixed_size_list().value(row), out),
        DataType::Binary => out.push_str(&String::from_utf8_lossy(array.as_binary::<i32>().value(row))),
        DataType::LargeBinary => out.push_str(&String::from_utf8_lossy(array.as_binary::<i64>().value(row))),
        DataType::BinaryView => out.push_str(&String::from_utf8_lossy(array.as_binary_view().value(row))),
        _ => {}
    }
}

fn write_number(array: &dyn Array, row: usize, out: &mut String) {
    macro_rules! whole {
        ($type:ty) => {
            _ = write!(out, "{}", array.as_primitive::<$type>().value(row))
        };
    }
    macro_rules! decimal {
        ($type:ty, $scale:expr) => {
            write_decimal(&array.as_primitive::<$type>().value(row).to_string(), *$scale, out)
        };
    }
    match array.data_type() {
        DataType::Int8 => whole!(Int8Type),
        DataType::Int16 => whole!(Int16Type),
        DataType::Int32 => whole!(Int32Type),
        DataType::Int64 => whole!(Int64Type),
        DataType::UInt8 => whole!(UInt8Type),
        DataType::UInt16 => whole!(UInt16Type),
        DataType::UInt32 => whole!(UInt32Type),
        DataType::UInt64 => whole!(UInt64Type),
        DataType::Float16 => write_f32(array.as_primitive::<Float16Type>().value(row).to_f32(), out),
        DataType::Float32 => write_f32(array.as_primitive::<Float32Type>().value(row), out),
        DataType::Float64 => write_f64(array.as_primitive::<Float64Type>().value(row), out),
        DataType::Decimal32(_, scale) => decimal!(Decimal32Type, scale),
        DataType::Decimal64(_, scale) => decimal!(Decimal64Type, scale),
        DataType::Decimal128(_, scale) => decimal!(Decimal128Type, scale),
        DataType::Decimal256(_, scale) => decimal!(Decimal256Type, scale),
        _ => {}
    }
}

fn write_time_of(array: &dyn Array, row: usize, out: &mut String) {
    macro_rules! value {
        ($type:ty) => {
            i64::from(array.as_primitive::<$type>().value(row))
        };
    }
    match array.data_type() {
        DataType::Date32 => write_day(value!(Date32Type), out),
        DataType::Date64 => {
            let milliseconds = value!(Date64Type);
            match milliseconds % MILLISECONDS_A_DAY {
                0 => write_day(milliseconds / MILLISECONDS_A_DAY, out),
                _ => write_moment(milliseconds, 1000, out),
            }
        }
        DataType::Timestamp(unit, _) => {
            let units = match unit {
                TimeUnit::Second => value!(TimestampSecondType),
                TimeUnit::Millisecond => value!(TimestampMillisecondType),
                TimeUnit::Microsecond => value!(TimestampMicrosecondType),
                TimeUnit::Nanosecond => value!(TimestampNanosecondType),
            };
            write_moment(units, units_a_second(*unit), out);
        }
        DataType::Time32(TimeUnit::Second) => write_time(value!(Time32SecondType), 1, out),
        DataType::Time32(_) => write_time(value!(Time32MillisecondType), 1000, out),
        DataType::Time64(TimeUnit::Microsecond) => write_time(value!(Time64MicrosecondType), 1_000_000, out),
        DataType::Time64(_) => write_time(value!(Time64NanosecondType), 1_000_000_000, out),
        _ => {}
    }
}

fn write_of_dictionary(array: &dyn Array, row: usize, out: &mut String) {
    let one = array.slice(row, 1);
    let Some(dictionary) = one.as_any_dictionary_opt() else { return };
    if !dictionary.values().is_empty() {
        write_cell(dictionary.values(), dictionary.normalized_keys()[0], out);
    }
}

fn write_list(values: &ArrayRef, out: &mut String) {
    let mut text = String::new();
    for row in (0..values.len()).filter(|&row| !values.is_null(row)) {
        if !text.is_empty() {
            text.push(BETWEEN);
        }
        let mut value = String::new();
        write_cell(values, row, &mut value);
        text.push_str(&value.replace(BETWEEN, INSIDE));
    }
    out.push_str(&text);
}

#[cfg(test)]
mod tests {
    use arrow_array::{
        BooleanArray, Date32Array, Decimal128Array, DictionaryArray, Float64Array, Int64Array, ListArray, StringArray,
        TimestampMillisecondArray,
    };

    use super::*;

    fn texts(array: &dyn Array) -> Vec<String> {
        let text = |row| {
            let mut text = String::new();
            write_cell(array, row, &mut text);
            text
        };
        (0..array.len()).map(text).collect()
    }

    #[test]
    fn cells_are_what_people_expect() {
        assert_eq!(texts(&Int64Array::from(vec![Some(-7), None])), ["-7", ""]);
        assert_eq!(texts(&Float64Array::from(vec![4.0, 0.25])), ["4", "0.25"]);
        assert_eq!(texts(&BooleanArray::from(vec![true, false])), ["true", "false"]);
        assert_eq!(texts(&Date32Array::from(vec![19_753])), ["2024-01-31"]);
        let zoned = TimestampMillisecondArray::from(vec![1_706_704_200_000]).with_timezone("+02:00");
        assert_eq!(texts(&zoned), ["2024-01-31 12:30:00"]);
        let decimals = Decimal128Array::from(vec![1250]).with_precision_and_scale(10, 2).unwrap();
        assert_eq!(texts(&decimals), ["12.5"]);
        let words: DictionaryArray<Int32Type> = vec![Some("a"), None, Some("b")].into_iter().collect();
        assert_eq!(texts(&words), ["a", "", "b"]);
        let lists = vec![Some(vec![Some(1), None, Some(3)]), None, Some(vec![])];
        assert_eq!(texts(&ListArray::from_iter_primitive::<Int32Type, _, _>(lists)), ["1;3", "", ""]);
        assert_eq!(texts(&StringArray::from(vec!["x;y"])), ["x;y"]);
    }
}
