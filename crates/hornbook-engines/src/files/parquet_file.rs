//! Parquet files: read by groups of rows, and only the columns that are needed.

use std::ops::Range;
use std::sync::Arc;

use arrow_schema::{DataType, Field, FieldRef, Schema};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder, RowSelection,
};
use parquet::basic::Encoding;
use parquet::file::metadata::{ColumnChunkMetaData, PageIndexPolicy, ParquetMetaData};
use parquet::file::reader::ChunkReader;

use super::batch::{BATCH_ROWS, Batch, Cells};
use super::damage::Failure;
use super::leaves::{Leaf, Projection, leaves};
use super::pieces::Piece;
use crate::ValueKind;

/// A Parquet file, of which the end was read.
#[derive(Clone, Debug)]
pub(super) struct ParquetFile {
    metadata: ArrowReaderMetadata,
    leaves: Vec<Leaf>,
}

impl ParquetFile {
    /// Reads what the file says of itself.
    pub(super) fn open(source: &impl ChunkReader) -> Result<Self, Failure> {
        let options = ArrowReaderOptions::new().with_offset_index_policy(PageIndexPolicy::Optional);
        let metadata = ArrowReaderMetadata::load(source, options).map_err(|error| error.to_string())?;
        let leaves = leaves(metadata.schema().fields());
        Ok(Self { metadata, leaves })
    }

    pub(super) fn leaves(&self) -> &[Leaf] {
        &self.leaves
    }

    pub(super) fn leaves_mut(&mut self) -> &mut [Leaf] {
        &mut self.leaves
    }

    fn parquet(&self) -> &ParquetMetaData {
        self.metadata.metadata()
    }

    /// How many rows each group has.
    pub(super) fn group_rows(&self) -> Vec<u64> {
        self.parquet().row_groups().iter().map(|group| u64::try_from(group.num_rows()).unwrap_or(0)).collect()
    }

    /// How many bytes the cells of these columns take in some groups of rows.
    pub(super) fn bytes(&self, groups: &Range<usize>, columns: &[Option<usize>]) -> u64 {
        let chunks = groups.clone().flat_map(|group| self.chunks(group, columns));
        chunks.map(|chunk| u64::try_from(chunk.compressed_size()).unwrap_or(0)).sum()
    }

    fn chunks(&self, group: usize, columns: &[Option<usize>]) -> impl Iterator<Item = &ColumnChunkMetaData> {
        let roots = Projection::new(&self.leaves, columns).roots;
        let schema = self.parquet().file_metadata().schema_descr();
        let chunks = self.parquet().row_group(group).columns().iter().enumerate();
        chunks.filter(move |(at, _)| roots.contains(&schema.get_column_root_idx(*at))).map(|(_, chunk)| chunk)
    }

    /// The cells of a group of rows, as far as the end of the file tells them.
    fn told(&self, group: usize, columns: &[Option<usize>]) -> Vec<Option<Cells>> {
        columns.iter().map(|column| column.map_or(Some(Cells::Same(None)), |leaf| self.told_of(group, leaf))).collect()
    }

    fn told_of(&self, group: usize, leaf: usize) -> Option<Cells> {
        let leaf = &self.leaves[leaf];
        let chunk = self.only_chunk(group, leaf)?;
        let statistics = chunk.statistics()?;
        let rows = u64::try_from(self.parquet().row_group(group).num_rows()).ok()?;
        // In lists, the values are counted and not the rows.
        if !matches!(leaf.kind, ValueKind::List | ValueKind::Other) && statistics.null_count_opt()? == rows {
            return Some(Cells::Same(None));
        }
        let is_one = statistics.min_is_exact()
            && statistics.max_is_exact()
            && !statistics.is_min_max_deprecated()
            && statistics.null_count_opt()? == 0
            && statistics.min_bytes_opt()? == statistics.max_bytes_opt()?;
        // Of other types, the bytes would have to be read as what they stand for.
        match leaf.data_type {
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View if is_one => {
                let text = std::str::from_utf8(statistics.min_bytes_opt()?).ok()?;
                Some(Cells::Same(Some(text.to_owned())))
            }
            _ => None,
        }
    }

    /// The part of a group of rows that holds a column that is in no other.
    fn only_chunk(&self, group: usize, leaf: &Leaf) -> Option<&ColumnChunkMetaData> {
        let schema = self.parquet().file_metadata().schema_descr();
        let mut of_root = (0..schema.num_columns()).filter(|&at| schema.get_column_root_idx(at) == leaf.root);
        let (first, second) = (of_root.next()?, of_root.next());
        (leaf.is_root() && second.is_none()).then(|| self.parquet().row_group(group).column(first))
    }

    /// The types in which the columns of a group of rows are read: words by their
    /// dictionary if it has all of them.
    fn read_types(&self, group: usize) -> Schema {
        let typed = |(root, field): (usize, &FieldRef)| {
            let leaf = self.leaves.iter().find(|leaf| leaf.root == root && leaf.is_root());
            let data_type = leaf.and_then(|leaf| self.read_type(group, leaf));
            let changed = |data_type| Arc::new(Field::clone(field).with_data_type(data_type));
            data_type.map_or_else(|| field.clone(), changed)
        };
        let schema = self.metadata.schema();
        let fields: Vec<FieldRef> = schema.fields().iter().enumerate().map(typed).collect();
        Schema::new_with_metadata(fields, schema.metadata().clone())
    }

    fn read_type(&self, group: usize, leaf: &Leaf) -> Option<DataType> {
        let are_words = matches!(leaf.data_type, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View);
        let chunk = self.only_chunk(group, leaf).filter(|_| are_words)?;
        Some(match is_by_dictionary(chunk) {
            true => DataType::Dictionary(DataType::Int32.into(), DataType::Utf8.into()),
            false => DataType::Utf8View,
        })
    }

    /// The cells of some columns in one group of rows, of all its rows or of ranges of
    /// them.
    pub(super) fn read<R: ChunkReader + 'static>(
        &self,
        source: R,
        group: usize,
        columns: &[Option<usize>],
        ranges: Option<&[Range<usize>]>,
    ) -> Result<GroupReader, Failure> {
        let told = self.told(group, columns);
        let read: Vec<Option<usize>> =
            columns.iter().zip(&told).map(|(column, told)| column.filter(|_| told.is_none())).collect();
        let projection = Projection::new(&self.leaves, &read);
        let options = ArrowReaderOptions::new().with_schema(Arc::new(self.read_types(group)));
        let typed = ArrowReaderMetadata::try_new(self.metadata.metadata().clone(), options);
        // A type that cannot be had otherwise is taken as it stands.
        let metadata = typed.unwrap_or_else(|_| self.metadata.clone());
        let schema = self.parquet().file_metadata().schema_descr();
        let mask = ProjectionMask::roots(schema, projection.roots.iter().copied());
        let mut builder = ParquetRecordBatchReaderBuilder::new_with_metadata(source, metadata)
            .with_row_groups(vec![group])
            .with_batch_size(BATCH_ROWS)
            .with_projection(mask);
        if let Some(ranges) = ranges {
            let rows = self.group_rows()[group] as usize;
            builder = builder.with_row_selection(RowSelection::from_consecutive_ranges(ranges.iter().cloned(), rows));
        }
        let reader = builder.build().map_err(|error| error.to_string())?;
        Ok(GroupReader { reader, projection, told })
    }

    /// The groups of rows, put together to pieces of at least so many rows.
    pub(super) fn pieces(&self, least_rows: u64) -> Vec<Piece> {
        Piece::of_units(&self.group_rows(), least_rows)
    }
}

/// Whether all cells of a column are in the dictionary of its part of a file.
fn is_by_dictionary(chunk: &ColumnChunkMetaData) -> bool {
    let only_codes = |encoding| chunk.page_encoding_stats_mask().is_none_or(|mask| mask.is_only(encoding));
    chunk.dictionary_page_offset().is_some()
        && (only_codes(Encoding::RLE_DICTIONARY) || only_codes(Encoding::PLAIN_DICTIONARY))
}

/// The rows of one group, batch by batch.
pub(super) struct GroupReader {
    reader: ParquetRecordBatchReader,
    projection: Projection,
    /// The cells of each column that are known without reading them.
    told: Vec<Option<Cells>>,
}

impl Iterator for GroupReader {
    type Item = Result<Batch, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch = match self.reader.next()? {
            Ok(batch) => batch,
            Err(error) => return Some(Err(error.to_string())),
        };
        let read = self.projection.cells(&batch).into_iter().zip(&self.told);
        let cells = read.map(|(read, told)| told.clone().unwrap_or(read)).collect();
        Some(Ok(Batch { rows: batch.num_rows(), cells }))
    }
}
