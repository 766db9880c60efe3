//! Learning the rules of a table.

use std::time::Instant;

use hornbook::{Guarantee, StopReason};
use hornbook_words::Worth;
use pyo3::prelude::*;

use crate::book::{About, Book};
use crate::errors::Problem;
use crate::options::{Reading, Wanted};
use crate::source::Source;
use crate::work;

/// Learns the rules of a table.
#[pyfunction]
#[pyo3(signature = (source, reading, wanted, progress=None))]
pub(crate) fn learn(
    py: Python<'_>,
    source: &Bound<'_, Source>,
    reading: Reading,
    wanted: Wanted,
    progress: Option<Py<PyAny>>,
) -> PyResult<Book> {
    let source = source.get().clone();
    work::run(py, progress, move |shared| {
        let started = Instant::now();
        let rules = wanted.rules()?;
        rules.accuracy()?;
        let time = wanted.time()?;
        let deadline = time.and_then(|time| started.checked_add(time));
        let mut opened = source.open(&reading, rules.preparation(), deadline, shared)?;
        let mut options = match wanted.basis {
            true => rules.basis(&opened.table, opened.rows_at_hand())?,
            false => rules.learning(&opened.table, opened.rows_at_hand())?,
        };
        let reading_time = started.elapsed();
        wanted.tell(&mut options, time.map(|time| time.saturating_sub(reading_time)));
        let book = opened.learn(&options, &mut |progress| shared.watch(progress))?;
        if shared.is_stopped() {
            return Err(Problem::Interrupted);
        }
        let learning_time = started.elapsed() - reading_time;
        let sampled = book.run.as_ref().is_some_and(|run| run.guarantee == Guarantee::Strong);
        let never = opened.context().ok().filter(|_| sampled);
        let never = never.map(|context| options.sampler.impossible_share(context, options.seed));
        let worth = Worth { book: &book, options: &options, rows: opened.row_count(), never };
        let sentences = worth.in_words().sentences;
        let is_whole = book.run.as_ref().is_some_and(|run| run.stopped != StopReason::Cancelled);
        debug_assert!(is_whole);
        let about = About {
            subject: opened.name.clone(),
            sentences,
            scaling: opened.table.scaling.clone(),
            left_out_rows: opened.table.left_out,
            reading_seconds: reading_time.as_secs_f64(),
            learning_seconds: learning_time.as_secs_f64(),
        };
        Ok(Book::new(book, about))
    })
}
