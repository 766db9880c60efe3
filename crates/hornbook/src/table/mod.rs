//! Tables as people have them: CSV and its relatives, as plain text cells.
//!
//! What the cells mean is decided in [`scaling`](crate::scaling).

mod blocks;
mod building;
mod by_column;
mod cell_kind;
mod cells;
mod date_columns;
mod delimiter;
mod encoding;
mod guard;
mod head;
mod header_lines;
mod layout;
mod line_filter;
mod lines;
mod names;
mod object_column;
mod options;
mod part;
mod reading;
mod remark;
mod rewriting;
mod sample;
mod text_source;
mod text_table;
mod values;

pub use building::TableBuilder;
pub(crate) use delimiter::DELIMITERS;
pub use guard::guard_cell;
pub(crate) use object_column::{OBJECT_COLUMN, is_object_column};
pub use options::{Decimal, Delimiter, Encoding, ReadOptions};
pub use remark::Remark;
pub(crate) use rewriting::Rewriting;
pub use text_table::Table;
