//! Tables in memory that another program made, handed over by Arrow's C interface.
//!
//! The cells stay where they are: their batches are only cut into parts, so that
//! several cores can go through them.

use std::ffi::c_void;
use std::fmt;
use std::ops::Range;

use arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use arrow_array::{RecordBatch, RecordBatchReader};

use super::batch::{BATCH_ROWS, Batch};
use super::leaves::{Leaf, Projection, leaves};
use super::pieces::{Piece, within};
use crate::{Control, EngineError};

/// So many rows at most are a part, which one core goes through.
const PART_ROWS: usize = 1 << 17;

/// A table in memory that another program made. To clone it copies no cells.
#[derive(Clone)]
pub struct ArrowTable {
    leaves: Vec<Leaf>,
    batches: Vec<RecordBatch>,
    batch_rows: Vec<u64>,
}

impl ArrowTable {
    /// Takes all batches of a stream of Arrow's C interface.
    ///
    /// # Safety
    ///
    /// `stream` must point to a valid `ArrowArrayStream`. It is moved from, and released
    /// when it was read.
    #[allow(unsafe_code)]
    pub unsafe fn take(stream: *mut c_void, control: &Control) -> Result<Self, EngineError> {
        // What it points to is as whoever calls it promises.
        let stream = unsafe { FFI_ArrowArrayStream::from_raw(stream.cast()) };
        let wrong = |error: arrow_schema::ArrowError| EngineError::Wrong(error.to_string());
        let reader = RecordBatchStreamReader::try_new(stream).map_err(wrong)?;
        let leaves = leaves(reader.schema().fields());
        let (mut batches, mut batch_rows) = (Vec::new(), Vec::new());
        for batch in reader {
            control.check()?;
            let batch = batch.map_err(wrong)?;
            for start in (0..batch.num_rows()).step_by(PART_ROWS) {
                let part = batch.slice(start, PART_ROWS.min(batch.num_rows() - start));
                batch_rows.push(part.num_rows() as u64);
                batches.push(part);
            }
        }
        Ok(Self { leaves, batches, batch_rows })
    }

    /// How many rows it has.
    pub fn row_count(&self) -> u64 {
        self.batch_rows.iter().sum()
    }

    /// The bytes of its cells.
    pub(super) fn bytes(&self) -> u64 {
        self.batches.iter().map(|batch| batch.get_array_memory_size() as u64).sum()
    }

    pub(super) fn leaves(&self) -> &[Leaf] {
        &self.leaves
    }

    pub(super) fn leaves_mut(&mut self) -> &mut [Leaf] {
        &mut self.leaves
    }

    pub(super) fn pieces(&self, least_rows: u64) -> Vec<Piece> {
        Piece::of_units(&self.batch_rows, least_rows)
    }

    /// The cells of some columns in a piece, of all its rows or of ranges of them.
    pub(super) fn read(
        &self,
        piece: &Piece,
        columns: &[Option<usize>],
        ranges: Option<&[Range<u64>]>,
    ) -> impl Iterator<Item = Batch> + '_ {
        let projection = Projection::new(&self.leaves, columns);
        let ranges = ranges.map(<[_]>::to_vec);
        let mut before = 0;
        piece.units.clone().flat_map(move |unit| {
            let batch = &self.batches[unit];
            let all = before..before + self.batch_rows[unit];
            before = all.end;
            let wanted = within(ranges.as_deref().unwrap_or(std::slice::from_ref(&all)), all.clone());
            if wanted.is_empty() {
                return Vec::new();
            }
            let roots: Vec<_> = projection.roots.iter().map(|&root| batch.column(root).clone()).collect();
            let whole = Batch { rows: batch.num_rows(), cells: projection.cells_of(&roots) };
            let part = |range: Range<usize>| {
                let end = range.end;
                range.step_by(BATCH_ROWS).map(move |start| start..end.min(start + BATCH_ROWS))
            };
            wanted.into_iter().flat_map(part).map(|rows| whole.slice(rows.start, rows.len())).collect()
        })
    }
}

impl fmt::Debug for ArrowTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ArrowTable").field("columns", &self.leaves.len()).field("rows", &self.row_count()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_array::cast::AsArray;
    use arrow_array::types::Int32Type;
    use arrow_array::{Array, BooleanArray, DictionaryArray, RecordBatchIterator};
    use arrow_schema::{DataType, Field, Schema};

    use super::*;
    use crate::{Limits, OpenOptions, gather};

    #[test]
    #[allow(unsafe_code)]
    fn a_stream_becomes_a_table_without_copies() {
        let kinds: DictionaryArray<Int32Type> = (0..400_000).map(|row| Some(["cat", "hen", "cow"][row % 3])).collect();
        let milk = BooleanArray::from_iter((0..400_000).map(|row| Some(row % 3 != 1)));
        let fields =
            vec![Field::new("kind", kinds.data_type().clone(), true), Field::new("milk", DataType::Boolean, true)];
        let schema = Arc::new(Schema::new(fields));
        let keys = kinds.keys().values().as_ptr();
        let batch = RecordBatch::try_new(schema.clone(), vec![Arc::new(kinds), Arc::new(milk)]).unwrap();
        let mut stream = FFI_ArrowArrayStream::new(Box::new(RecordBatchIterator::new([Ok(batch)], schema)));
        let table = unsafe { ArrowTable::take((&raw mut stream).cast(), &Control::default()) }.unwrap();
        assert_eq!((table.row_count(), table.batches.len()), (400_000, 4));
        let held = table.batches[0].column(0).as_dictionary::<Int32Type>().keys().values().as_ptr();
        assert_eq!(held, keys);
        let mut engine = super::super::open_arrow("memory", table, &OpenOptions::default()).unwrap();
        let preparation = hornbook::prepare::Preparation::learning();
        let crate::Gathered::Scanned(found) = gather(&mut *engine, &preparation, &Limits::new(1 << 28)).unwrap() else {
            panic!("it is large")
        };
        assert_eq!(found.prepared.context.len(), 400_000);
        assert_eq!(
            found.prepared.context.universe().names(),
            ["kind=cat", "kind=cow", "kind=hen", "milk=false", "milk=true"]
        );
    }
}
