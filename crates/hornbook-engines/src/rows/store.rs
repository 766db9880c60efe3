//! Takes in what the rows of a scan have.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hornbook::{AttrSet, Context, Model, Universe};

use super::block::Block;
use super::domain::RowBlocks;
use super::estimate::DistinctEstimate;
use super::groups::Groups;
use super::held::HeldBlocks;
use crate::engine::RowSink;
use crate::error::EngineError;

/// If no more rows than this differ, they become a table in memory, of which more can
/// be asked, and quicker.
const MOST_TABLE_ROWS: usize = 200_000;
/// To remember them is worth this much memory in any case.
const LEAST_BYTES: usize = 32 << 20;
/// At least so many rows that differ are remembered to put equal ones together.
const LEAST_REMEMBERED: usize = 1 << 10;
/// If more than this share of the rows differ, to put them together is in vain.
const SHARE_IN_VAIN: f64 = 0.8;

/// Takes in what rows have, and puts equal ones together as far as memory goes.
#[derive(Debug)]
pub struct RowStore {
    universe: Arc<Universe>,
    most_bytes: usize,
    most_table_rows: usize,
    scratch: Option<PathBuf>,
    groups: Groups,
    /// So many rows that differ are remembered at a time.
    most_groups: usize,
    /// Whether rows are no longer put together, since nearly all differ.
    in_vain: bool,
    /// How many were told since the groups were empty.
    told: u64,
    blocks: HeldBlocks,
    filling: Block,
    rows: u64,
    differing: DistinctEstimate,
    /// The row that is being taken in.
    row: Vec<u64>,
}

/// What rows have, ready to be asked.
#[derive(Debug)]
pub enum Rows {
    /// Few rows differ: they are a table in memory.
    Table(Context),
    /// Many do: they are asked block by block.
    Blocks(RowBlocks),
}

impl RowStore {
    /// A store for rows of a universe, which shall take `most_bytes` of memory. What
    /// does not fit is kept in a file in `scratch`.
    pub fn new(universe: Arc<Universe>, most_bytes: usize, scratch: Option<&Path>) -> Self {
        let width = 2 * universe.none().words().len();
        let fitting = (most_bytes / 4).max(LEAST_BYTES) / Groups::bytes_of(width, 1);
        let most_groups = fitting.clamp(LEAST_REMEMBERED, u32::MAX as usize);
        Self {
            groups: Groups::new(width),
            most_groups,
            in_vain: false,
            told: 0,
            blocks: HeldBlocks::new(universe.len(), most_bytes / 2, scratch),
            filling: Block::new(universe.len()),
            rows: 0,
            differing: DistinctEstimate::default(),
            row: vec![0; width],
            scratch: scratch.map(Path::to_path_buf),
            most_bytes,
            most_table_rows: MOST_TABLE_ROWS,
            universe,
        }
    }

    /// The same, which becomes a table in memory if no more than so many rows differ
    /// (usually 200,000).
    #[must_use]
    pub fn with_table_rows(self, most: usize) -> Self {
        Self { most_table_rows: most, ..self }
    }

    /// Whether rows were moved to blocks, and may be there several times.
    fn has_blocks(&self) -> bool {
        self.blocks.len() > 0 || self.filling.len > 0
    }

    /// Moves what is remembered into blocks.
    fn flush(&mut self) -> Result<(), EngineError> {
        let mut groups = std::mem::replace(&mut self.groups, Groups::new(self.row.len()));
        for (row, count) in groups.iter() {
            self.push(row, count)?;
        }
        self.in_vain = groups.len() as f64 > SHARE_IN_VAIN * self.told as f64;
        self.told = 0;
        groups.clear();
        if !self.in_vain {
            self.groups = groups;
        }
        Ok(())
    }

    fn push(&mut self, row: &[u64], count: u64) -> Result<(), EngineError> {
        let (has, unknown) = row.split_at(row.len() / 2);
        self.filling.push(has, unknown, count);
        if self.filling.is_full() {
            let full = std::mem::replace(&mut self.filling, Block::new(self.universe.len()));
            self.blocks.push(full)?;
        }
        Ok(())
    }

    /// Ends the scan.
    pub fn finish(mut self) -> Result<Rows, EngineError> {
        if !self.has_blocks() && self.groups.len() <= self.most_table_rows {
            let (universe, attributes) = (self.universe.clone(), self.universe.len());
            let set = |words: &[u64]| AttrSet::from_words(attributes, words.iter().copied());
            let rows = self.groups.iter().map(|(row, count)| {
                let (has, unknown) = row.split_at(row.len() / 2);
                (Model::partial(set(has), &set(unknown)), count as usize)
            });
            return Ok(Rows::Table(Context::from_counted(universe, rows)));
        }
        let distinct = if self.has_blocks() { None } else { Some(self.groups.len() as u64) };
        self.flush()?;
        if self.filling.len > 0 {
            let last = std::mem::take(&mut self.filling);
            self.blocks.push(last)?;
        }
        self.blocks.finish()?;
        let estimate = self.differing.count().min(self.rows);
        Ok(Rows::Blocks(RowBlocks::new(self.universe, self.blocks, self.rows, distinct, estimate)))
    }
}

impl RowSink for RowStore {
    fn row(&mut self, has: &[u64], unknown: &[u64], count: u64) -> Result<(), EngineError> {
        let half = self.row.len() / 2;
        self.row[..half].copy_from_slice(has);
        match unknown {
            [] => self.row[half..].fill(0),
            unknown => self.row[half..].copy_from_slice(unknown),
        }
        let hash = self.groups.hash(&self.row);
        self.rows += count;
        self.told += 1;
        self.differing.add(hash);
        if self.in_vain {
            let row = std::mem::take(&mut self.row);
            let pushed = self.push(&row, count);
            self.row = row;
            return pushed;
        }
        self.groups.add(hash, &self.row, count);
        if self.groups.len() >= self.most_groups { self.flush() } else { Ok(()) }
    }

    fn begin_anew(&mut self) -> Result<(), EngineError> {
        let new = Self::new(self.universe.clone(), self.most_bytes, self.scratch.as_deref());
        *self = new.with_table_rows(self.most_table_rows);
        Ok(())
    }
}
