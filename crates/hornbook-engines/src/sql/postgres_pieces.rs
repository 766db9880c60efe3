//! The pages of a table of PostgreSQL, gone through by several connections side by side.
//!
//! A server hands over the rows of one query one after another, and works on one core
//! while it does, if they are to come in their order. Several connections that share one
//! snapshot take pieces of the table by turns; the answers are taken in the order of the
//! pieces, so that rows come as if one connection had read them.

use std::num::NonZero;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use super::connection::TakeNumbers;
use super::dialect::Dialect;
use crate::error::EngineError;

/// So many pages are a piece: some ten thousand rows.
const PAGES: i64 = 1024;
/// A server has others to serve as well.
const MOST_CONNECTIONS: usize = 4;
/// So many answers of each connection may wait to be taken.
const WAITING: usize = 1;

/// What came of a piece: the numbers of each column, as bytes.
pub(super) type Answer = Result<Vec<Vec<u8>>, EngineError>;

/// A query for the number of pages of a table: only of one that lies in pages of its own,
/// all rows of which may be seen, in a server that finds pages by their numbers.
pub(super) fn page_count(table: &str) -> String {
    format!(
        "SELECT pg_relation_size(c.oid) / current_setting('block_size')::int8 \
         FROM pg_catalog.pg_class c JOIN pg_catalog.pg_am a ON a.oid = c.relam \
         WHERE c.oid = {}::regclass AND c.relkind IN ('r', 'm') AND a.amname = 'heap' \
         AND NOT c.relhassubclass AND NOT c.relrowsecurity \
         AND current_setting('server_version_num')::int4 >= 140000",
        Dialect::Postgres.text(table)
    )
}

/// The conditions of the pieces of a table of so many pages. The last one has no end:
/// whatever the number of pages was, no row is left out.
pub(super) fn conditions(pages: i64) -> Vec<String> {
    let count = (pages + PAGES - 1) / PAGES;
    let piece = |at: i64| {
        let start = format!("ctid >= '({},0)'::tid", at * PAGES);
        if at + 1 == count { start } else { format!("{start} AND ctid < '({},0)'::tid", (at + 1) * PAGES) }
    };
    if count < 2 { Vec::new() } else { (0..count).map(piece).collect() }
}

/// How many connections so many pieces are worth.
pub(super) fn connections_for(pieces: usize) -> usize {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    cores.min(MOST_CONNECTIONS).min(pieces)
}

/// Has those who can ask a query ask them by turns, takes the answers in the order of the
/// queries, and says how many bytes came.
pub(super) fn by_turns(
    askers: Vec<impl FnMut(&str) -> Answer + Send>,
    queries: &[String],
    take: TakeNumbers<'_>,
) -> Result<u64, EngineError> {
    let turns = askers.len();
    thread::scope(|scope| {
        // Dropped on the way out, so that nobody goes on once an answer could not be taken.
        let answers: Vec<Receiver<Answer>> = askers
            .into_iter()
            .enumerate()
            .map(|(turn, mut ask)| {
                let (sender, receiver) = sync_channel(WAITING);
                let mine = queries.iter().skip(turn).step_by(turns);
                scope.spawn(move || {
                    for query in mine {
                        let answer = ask(query);
                        let is_last = answer.is_err();
                        if sender.send(answer).is_err() || is_last {
                            return;
                        }
                    }
                });
                receiver
            })
            .collect();
        let (mut bytes, mut numbers) = (0, Vec::new());
        for at in 0..queries.len() {
            let gone = |_| EngineError::Failed("a connection ended without an answer".to_owned());
            let columns = answers[at % turns].recv().map_err(gone)??;
            bytes += columns.iter().map(|column| column.len() as u64).sum::<u64>();
            take_rows(&columns, &mut numbers, take)?;
        }
        Ok(bytes)
    })
}

/// Takes the rows of columns of numbers.
fn take_rows(columns: &[Vec<u8>], numbers: &mut Vec<i64>, take: TakeNumbers<'_>) -> Result<(), EngineError> {
    const WIDTH: usize = size_of::<i64>();
    let length = columns.first().map_or(0, Vec::len);
    if !length.is_multiple_of(WIDTH) || columns.iter().any(|column| column.len() != length) {
        return Err(EngineError::Failed("the server sent something else than whole numbers".to_owned()));
    }
    for at in (0..length).step_by(WIDTH) {
        numbers.clear();
        let number = |column: &Vec<u8>| column[at..].first_chunk().map_or(0, |bytes| i64::from_be_bytes(*bytes));
        numbers.extend(columns.iter().map(number));
        take(numbers)?;
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_all_there_is() {
        assert!(conditions(0).is_empty());
        assert!(conditions(PAGES).is_empty());
        assert_eq!(
            conditions(PAGES + 1),
            ["ctid >= '(0,0)'::tid AND ctid < '(1024,0)'::tid", "ctid >= '(1024,0)'::tid"]
        );
        assert_eq!(conditions(3 * PAGES).len(), 3);
    }

    #[test]
    fn columns_of_numbers_are_rows() {
        let column = |numbers: [i64; 3]| numbers.iter().flat_map(|number| number.to_be_bytes()).collect::<Vec<u8>>();
        let mut rows = Vec::new();
        let mut take = |row: &[i64]| {
            rows.push(row.to_vec());
            Ok(())
        };
        take_rows(&[column([1, -2, 3]), column([4, 5, i64::MAX])], &mut Vec::new(), &mut take).unwrap();
        take_rows(&[Vec::new(), Vec::new()], &mut Vec::new(), &mut take).unwrap();
        assert!(take_rows(&[column([1, 2, 3]), Vec::new()], &mut Vec::new(), &mut take).is_err());
        assert!(take_rows(&[vec![0; 7]], &mut Vec::new(), &mut take).is_err());
        assert_eq!(rows, [[1, 4], [-2, 5], [3, i64::MAX]]);
    }
}
