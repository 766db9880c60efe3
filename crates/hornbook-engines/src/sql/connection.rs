//! The seam between what is asked in SQL and what carries it there.

use super::dialect::Dialect;
use crate::engine::SourceColumn;
use crate::error::EngineError;

/// What takes a row of an answer.
pub type TakeTexts<'a> = &'a mut dyn FnMut(&[Option<&str>]) -> Result<(), EngineError>;

/// What takes a row of numbers.
pub type TakeNumbers<'a> = &'a mut dyn FnMut(&[i64]) -> Result<(), EngineError>;

/// A connection to something that speaks SQL. It only ever reads, and all that is
/// asked in one connection is answered from one snapshot, where the database can give
/// it. Each call hands out rows as they arrive, and heeds the
/// [`Control`](crate::Control) that the connection was made with: when it is called
/// off, the query is cancelled where it runs.
pub trait Connection {
    /// How to speak to it.
    fn dialect(&self) -> Dialect;

    /// Where it leads, without any password.
    fn name(&self) -> String;

    /// The columns of what stands behind FROM.
    fn columns(&mut self, relation: &str) -> Result<Vec<SourceColumn>, EngineError>;

    /// What stands behind FROM for a table by the name that people give it, where that
    /// may be more than a name; nothing if a name is just a name.
    fn relation(&mut self, _table: &str) -> Result<Option<String>, EngineError> {
        Ok(None)
    }

    /// Asks for rows of text, and says how many bytes came.
    fn texts(&mut self, query: &str, take: TakeTexts<'_>) -> Result<u64, EngineError>;

    /// Asks for rows of whole numbers, of which none is NULL, and says how many bytes
    /// came.
    fn numbers(&mut self, query: &str, take: TakeNumbers<'_>) -> Result<u64, EngineError>;

    /// The conditions that cut a table into pieces, each of which is found without going
    /// through the others. Together they are all its rows, in their order. None if it
    /// cannot be cut, or is too small for that.
    fn pieces(&mut self, _table: &str) -> Result<Vec<String>, EngineError> {
        Ok(Vec::new())
    }

    /// Asks for the rows of the pieces of a table, a query each, in their order, and says
    /// how many bytes came. The answer to a query is one row, of which each cell has the
    /// numbers of one column. Pieces may be gone through side by side.
    fn numbers_of_pieces(
        &mut self,
        _table: &str,
        _queries: &[String],
        _take: TakeNumbers<'_>,
    ) -> Result<u64, EngineError> {
        Err(EngineError::Failed(format!("{} has no pieces", self.name())))
    }

    /// From now on, whether rows must come in the order in which the source has them.
    /// Where that does not matter, a database may go through them side by side.
    fn keep_order(&mut self, _keep: bool) {}

    /// The columns of the primary key of a table; none if there is none, or if that
    /// cannot be told.
    fn key(&mut self, table: &str) -> Result<Vec<String>, EngineError>;

    /// Makes the connection anew after it was lost
    /// ([`EngineError::Unreachable`]), with a new snapshot.
    fn reconnect(&mut self) -> Result<(), EngineError>;
}
