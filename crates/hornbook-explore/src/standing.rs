//! Where an exploration stands: what is certain by now, and how much is left.

use crate::journal::LookStats;
use hornbook::Bound;

/// Where an exploration stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// What is known is incomplete for at most this share of the sets. With
    /// probability at least 1 − δ this and all bounds in `history` are right.
    pub epsilon: f64,
    /// For at most this share of the sets, what follows depends on questions that
    /// nobody could answer; with the same probability.
    pub set_aside: f64,
    /// The same two for any few attributes, where these are judged apart.
    pub any_few: Option<Bound>,
    /// The ε that is wanted.
    pub wanted: f64,
    /// The probability with which any of this may be wrong.
    pub delta: f64,
    /// Questions answered, by answers that still count.
    pub questions: u64,
    /// How many more it may take; none if it is certified.
    pub remaining: Option<Remaining>,
    /// For each question answered at this δ, the bound when it was asked. It
    /// includes the sets that depend on questions nobody could answer.
    pub history: Vec<f64>,
    /// Sets drawn to choose questions by, in all.
    pub drawn: u64,
    /// How many of them were settled already.
    pub settled: u64,
    /// The last look.
    pub(super) look: LookStats,
}

/// How many questions may be left. The estimate supposes that each question
/// makes the share of open sets smaller by the same factor as the last half of
/// the questions did; while there are few, by the usual factor. How good it is
/// was measured: see `docs/questions.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remaining {
    /// Hardly fewer than this.
    pub least: u64,
    /// About as many.
    pub likely: u64,
    /// Hardly more than this.
    pub most: u64,
}

impl Remaining {
    /// In seconds.
    pub fn seconds(&self) -> [f64; 3] {
        [self.least, self.likely, self.most].map(|count| count as f64 * 15.0)
    }
}

/// A question usually makes the share of open sets smaller by this much, in
/// natural logarithms.
const USUAL_LOG_FALL_PER_QUESTION: f64 = 0.12;
/// The usual fall counts as much as what was observed for so many questions.
const USUAL_WEIGHT_IN_QUESTIONS: f64 = 6.0;
/// The number of questions left is mostly not below this multiple of the
/// estimate.
const LEAST_OF_ESTIMATE: f64 = 0.4;
/// The number of questions left is mostly not above this multiple of the
/// estimate.
const MOST_OF_ESTIMATE: f64 = 2.5;

/// How many questions are left, by the looks before each question so far.
pub(super) fn remaining(looks: &[LookStats], wanted: f64, attributes: usize) -> Remaining {
    let share = |look: &LookStats| ((look.open as f64 + 0.5) / (look.drawn as f64 + 1.0)).clamp(1e-12, 1.0).ln();
    let last = looks.len() - 1;
    let first = last / 2;
    let fallen = share(&looks[first]) - share(&looks[last]);
    let rate = (fallen + USUAL_WEIGHT_IN_QUESTIONS * USUAL_LOG_FALL_PER_QUESTION)
        / ((last - first) as f64 + USUAL_WEIGHT_IN_QUESTIONS);
    let left = ((share(&looks[last]) - wanted.ln()) / rate.max(USUAL_LOG_FALL_PER_QUESTION / 10.0)).max(1.0);
    // Every answer settles a set at least.
    let left = left.min((share(&looks[last]) + attributes as f64 * 2f64.ln()).exp()).max(1.0);
    let count = |times: f64| (left * times).clamp(1.0, 1e6).round() as u64;
    Remaining { least: count(LEAST_OF_ESTIMATE), likely: count(1.0), most: count(MOST_OF_ESTIMATE) }
}
