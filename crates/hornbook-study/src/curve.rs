//! Learning curves: what a run is like after so many questions.
//!
//! The same seed gives the same course. So the run is repeated with a limit on
//! its questions, for limits that grow by steps, and each time it reports what
//! it would report if an expert had stopped answering just there.

use hornbook::Rulebook;
use hornbook::learn::Watch;
use serde::{Deserialize, Serialize};

use crate::bench::Bench;

/// What a run is like after so many questions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Questions asked so far.
    pub questions: u64,
    /// The share of sets from which all that is true is concluded by then.
    pub recall: f64,
    /// The ε that the evidence supports by then, each point for itself at the
    /// confidence 1 − δ.
    pub epsilon: f64,
}

/// Each limit is by this factor above the one before, and by 1 at least.
const NEXT_POINT_FACTOR: f64 = 1.4;

/// The points of a run that ended with `book`; nothing if it was called off.
pub(crate) fn curve(bench: &Bench<'_>, book: &Rulebook, watch: Watch<'_>) -> Option<Vec<Point>> {
    let asked = book.run.as_ref()?.questions.asked;
    let mut points = Vec::new();
    for limit in limits(asked) {
        points.push(point(bench, &bench.learn(Some(limit), watch)?)?);
    }
    points.push(point(bench, book)?);
    Some(points)
}

fn point(bench: &Bench<'_>, book: &Rulebook) -> Option<Point> {
    let run = book.run.as_ref()?;
    let epsilon = run.supported_epsilon.unwrap_or(bench.options.accuracy.epsilon());
    Some(Point { questions: run.questions.asked, recall: bench.estimate(book, bench.probes).recall, epsilon })
}

/// The limits below the number of questions of the whole run.
fn limits(asked: u64) -> Vec<u64> {
    let mut limits = Vec::new();
    let mut next = 1;
    while next < asked {
        limits.push(next);
        next = ((next as f64 * NEXT_POINT_FACTOR) as u64).max(next + 1);
    }
    limits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_grow_and_end_before_the_run_does() {
        assert!(limits(0).is_empty() && limits(1).is_empty());
        assert_eq!(limits(10), [1, 2, 3, 4, 5, 7, 9]);
        assert!(limits(1_000_000).len() < 50);
    }
}
