//! Arrow batches as rows of texts or numbers.

use arrow_array::cast::AsArray;
use arrow_array::types::{ArrowPrimitiveType, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type};
use arrow_array::{Array, ArrayRef, Int64Array, RecordBatch, StringArray};
use arrow_ipc::reader::StreamReader;
use arrow_schema::{ArrowError, DataType};

use crate::error::EngineError;
use crate::sql::connection::{TakeNumbers, TakeTexts};

/// Hands out the rows of a batch as texts.
pub(super) fn give_texts(bytes: &[u8], take: TakeTexts<'_>) -> Result<(), EngineError> {
    for batch in read(bytes)? {
        let batch = batch.map_err(spoilt)?;
        let columns = batch.columns().iter().map(texts_of).collect::<Result<Vec<_>, _>>()?;
        let mut row = Vec::with_capacity(columns.len());
        for place in 0..batch.num_rows() {
            row.clear();
            row.extend(columns.iter().map(|column| column.is_valid(place).then(|| column.value(place))));
            take(&row)?;
        }
    }
    Ok(())
}

/// Hands out the rows of a batch as whole numbers.
pub(super) fn give_numbers(bytes: &[u8], take: TakeNumbers<'_>) -> Result<(), EngineError> {
    for batch in read(bytes)? {
        let batch = batch.map_err(spoilt)?;
        let columns = batch.columns().iter().map(numbers_of).collect::<Result<Vec<_>, _>>()?;
        let columns: Vec<&[i64]> = columns.iter().map(|column| &column.values()[..]).collect();
        let mut row = vec![0; columns.len()];
        for place in 0..batch.num_rows() {
            row.iter_mut().zip(&columns).for_each(|(number, column)| *number = column[place]);
            take(&row)?;
        }
    }
    Ok(())
}

fn read(bytes: &[u8]) -> Result<impl Iterator<Item = Result<RecordBatch, ArrowError>>, EngineError> {
    StreamReader::try_new(bytes, None).map_err(spoilt)
}

fn spoilt(error: ArrowError) -> EngineError {
    EngineError::Failed(format!("what Spark sent cannot be read: {error}"))
}

/// A column as texts.
fn texts_of(column: &ArrayRef) -> Result<StringArray, EngineError> {
    Ok(match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().clone(),
        DataType::LargeUtf8 => column.as_string::<i64>().iter().collect(),
        DataType::Boolean => {
            column.as_boolean().iter().map(|cell| cell.map(|cell| if cell { "true" } else { "false" })).collect()
        }
        DataType::Int8 => written::<Int8Type>(column),
        DataType::Int16 => written::<Int16Type>(column),
        DataType::Int32 => written::<Int32Type>(column),
        DataType::Int64 => written::<Int64Type>(column),
        DataType::Float32 => written::<Float32Type>(column),
        DataType::Float64 => written::<Float64Type>(column),
        DataType::Null => StringArray::new_null(column.len()),
        other => return Err(EngineError::Failed(format!("Spark sent {other} in place of text"))),
    })
}

fn written<T: ArrowPrimitiveType<Native: ToString>>(column: &ArrayRef) -> StringArray {
    column.as_primitive::<T>().iter().map(|cell| cell.map(|cell| cell.to_string())).collect()
}

/// A column as whole numbers.
fn numbers_of(column: &ArrayRef) -> Result<Int64Array, EngineError> {
    if column.null_count() > 0 {
        return Err(EngineError::Failed("Spark sent NULL in place of a number".to_owned()));
    }
    Ok(match column.data_type() {
        DataType::Int64 => column.as_primitive::<Int64Type>().clone(),
        DataType::Int32 => widened::<Int32Type>(column),
        DataType::Int16 => widened::<Int16Type>(column),
        DataType::Int8 => widened::<Int8Type>(column),
        other => return Err(EngineError::Failed(format!("Spark sent {other} in place of whole numbers"))),
    })
}

fn widened<T: ArrowPrimitiveType<Native: Into<i64>>>(column: &ArrayRef) -> Int64Array {
    column.as_primitive::<T>().values().iter().map(|&number| number.into()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_batch_is_refused() {
        let error = give_texts(b"no batch", &mut |_| Ok(())).unwrap_err();
        assert!(error.to_string().starts_with("what Spark sent cannot be read"), "{error}");
    }
}
