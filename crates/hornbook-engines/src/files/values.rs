//! The values of one column.

use std::collections::HashSet;

use hornbook::scaling::{CellAnswer, Predicate};

use super::source_file::SourceFile;
use crate::{Control, EngineError};

/// The values of the column as text in the order of their first rows, if there are
/// no more than `most`.
pub(super) fn values(
    files: &[SourceFile],
    column: &[String],
    most: usize,
    told_missing: &[String],
    control: &Control,
) -> Result<Option<Vec<String>>, EngineError> {
    let missing = Predicate::Missing { except: Vec::new() };
    let (mut seen, mut found) = (HashSet::new(), Vec::new());
    let mut text = String::new();
    for file in files {
        for piece in file.pieces(1) {
            for batch in file.read(&piece, column, None)? {
                control.check()?;
                let batch = batch?;
                for row in 0..batch.rows {
                    text.clear();
                    batch.cells[0].write(row, &mut text);
                    let cell = text.trim();
                    if seen.contains(cell) {
                        continue;
                    }
                    seen.insert(cell.to_owned());
                    let is_told = told_missing.iter().any(|told| told.trim() == cell);
                    if is_told || missing.test(cell) == CellAnswer::Holds {
                        continue;
                    }
                    if found.len() == most {
                        return Ok(None);
                    }
                    found.push(cell.to_owned());
                }
            }
        }
    }
    Ok(Some(found))
}
