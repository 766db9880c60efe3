//! What rows have, held in memory or in a file on disk.
//!
//! A scan tells of each row which attributes it has. [`RowStore`] takes that in, puts
//! equal rows together as far as memory goes, and becomes either a table in memory,
//! if few rows differ, or [`RowBlocks`]: for every attribute a bit a row, in blocks of
//! [`BLOCK_ROWS`]. Blocks that do not fit the memory that was allowed lie in a file
//! without a name, which is gone with the program. Whatever is asked about many sets
//! is answered in one pass over the blocks.

mod block;
mod domain;
mod estimate;
mod groups;
mod held;
mod store;

pub use block::BLOCK_ROWS;
pub use domain::RowBlocks;
pub use store::{RowStore, Rows};
